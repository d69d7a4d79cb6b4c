"""Golden playthroughs: a whole game as a text that can be reviewed and replayed line by line.

A playthrough has its settings (packs, map, players, seed), then every choice with its part of the log, then the standings. A replay
takes the choices by their ids and writes the text again: any difference is a change in the game's behaviour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.errors import GameError
from ruledsl.base.plaintext import plain, rows_in
from ruledsl.play.rules import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ruledsl.play.game import Game

CHOICE = "> "
HEAD = ("packs", "map", "players", "seed")


def _head(game: Game) -> str:
    start = game.start
    values = (" ".join(game.rules.asked_for), start["map"], str(start["players"]), str(start["seed"]))
    return "".join(f"{key}: {value}\n" for key, value in zip(HEAD, values, strict=True))


def text_of(game: Game, choose: Callable[[Game], str]) -> str:
    """Play a game from its current state to its end; `choose` gives the id of an option. Returns the whole text."""
    lines = [_head(game)]
    told = 0
    turn = (0, -1)
    while not game.over:
        decision = game.decision
        now = (game.round, game.view(decision.player)["turn"])
        if now != turn:
            turn = now
            lines.append(f"\nround {now[0]}, player {now[1] + 1}\n")
        choice = choose(game)
        game.choose(choice)
        lines.append(f"{CHOICE}{decision.player + 1} {decision.rule.partition(': ')[2]} {choice}\n")
        log = game.log
        lines += [f"    {entry.text}\n" for entry in log[told:] if entry.key != "choice"]
        told = len(log)
    lines.append("\nstandings\n")
    lines += [f"    {row}\n" for row in game.standings]
    return "".join(lines)


def played(packs: list[str], players: int, seed: int, map_id: str, choose: Callable[[Game], str]) -> str:
    """The text of a new game."""
    return text_of(load(*packs).new_game(players, seed, map_id), choose)


def replayed(text: str) -> str:
    """The text that results from the choices of a playthrough now. `GameError` if one of them is no longer an option."""
    rows = [row.strip() for row in rows_in(plain(text))]
    head = dict(row.split(": ", 1) for row in rows[: len(HEAD)])
    choices = _choices(rows)

    def next_choice(game: Game) -> str:
        choice = next(choices, None)
        if choice is None:
            raise GameError("G001", f"The playthrough ends before the game: {game.decision.prompt}")
        return choice

    return played(head["packs"].split(), int(head["players"]), int(head["seed"]), head["map"], next_choice)


def _choices(rows: list[str]) -> Iterator[str]:
    return (row.rsplit(" ", 1)[1] for row in rows if row.startswith(CHOICE))
