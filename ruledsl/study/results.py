"""Files of games, as `simulate` writes them, read and checked: rows of games, of seats and of combos."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["OWN", "Malformed", "Results", "read_results"]

LONGEST = 1_000_000
"""No line of a game has more bytes."""

LARGEST = 1 << 53
"""Whole numbers are less than that."""
WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_/#:+.-]{0,199}")
"""What a bot, a tile and a map may be called: nothing that a page or a table could take for something else."""

Row = dict[str, Any]
MOST_MEASURES = 40
OWN = {"game", "seat", "nth", "race", "power", "round", "kept", "ahead", "wins", "rank"}
"""What every row of a combo has, whatever the packs measure."""
HEAD = ("packs", "variants", "seats")
"""What all games of a study have in common."""


class Malformed(Exception):
    """A file is no such file, or not of the same games as the others; says which line, and why."""


@dataclass(slots=True)
class Results:
    """`head` is what all games have in common; `games`, `seats` and `combos` are rows, without `failed` games; `cut` lines were not whole."""

    head: Row = field(default_factory=dict)
    decides: str = ""
    games: list[Row] = field(default_factory=list)
    seats: list[Row] = field(default_factory=list)
    combos: list[Row] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)

    @property
    def players(self) -> int:
        """How many played."""
        return len(self.head["seats"])


def read_results(files: Sequence[str]) -> Results:
    """All games of these files. `Malformed` for lines that are none, for games of other packs, variants or seats, and for one that is there twice."""
    found = Results()
    known: dict[int, str] = {}
    for name in files:
        with Path(name).open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(LONGEST), b""), 1):
                where = f"line {number} of `{name}`"
                if not line.endswith(b"\n"):
                    if len(line) == LONGEST:
                        raise Malformed(f"In {where} there is no game.")
                    found.cut.append(where)
                    break
                game = _parsed(line, where)
                seed = game["seed"]
                if seed in known:
                    raise Malformed(f"The game in {where} is there already: {known[seed]}.")
                known[seed] = where
                _take(found, game, where)
    return found


def _parsed(line: bytes, where: str) -> Row:
    try:
        game = json.loads(line)
    except (ValueError, RecursionError):
        game = None
    if not isinstance(game, dict) or not isinstance(game.get("seed"), int):
        raise Malformed(f"In {where} there is no game, as `ruledsl simulate` writes them.")
    return game


def _take(found: Results, game: Row, where: str) -> None:
    """The rows of one game."""
    head = {key: game.get(key) for key in HEAD}
    if not found.head:
        found.head = _head(head, where)
    for key in HEAD:
        if head[key] != found.head[key]:
            raise Malformed(
                f"The game in {where} has other {key} than the first one: they cannot be studied together."
            )
    if "error" in game:
        found.failed.append(f"{where}: {game['error']}")
        return
    try:
        _rows(found, game)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise Malformed(f"The game in {where} is not written as `ruledsl simulate` writes them.") from None


def _head(head: Row, where: str) -> Row:
    """Of the first game."""
    packs, variants, seats = (head[key] for key in HEAD)
    fits = (
        isinstance(packs, list)
        and all(isinstance(pack, dict) and isinstance(pack.get("id"), str) for pack in packs)
        and isinstance(variants, dict)
        and isinstance(seats, list)
        and seats
        and all(isinstance(seat, str) and WORD.fullmatch(seat) for seat in seats)
    )
    if not fits:
        raise Malformed(f"The game in {where} is not written as `ruledsl simulate` writes them.")
    return head


def _rows(found: Results, game: Row) -> None:
    number, players = _whole(game["game"]), game["players"]
    rounds = _whole(game["rounds"])
    if [player["player"] for player in players] != list(range(found.players)):
        raise ValueError
    found.decides = found.decides or next(iter(players[0]["standings"]))
    scores = [_whole(player["standings"][found.decides]) for player in players]
    ranks = [_whole(player["rank"]) for player in players]
    found.games.append(
        {
            "game": number,
            "seed": _whole(game["seed"]),
            "map": _name(game["map"]),
            "rounds": rounds,
            "decisions": _whole(game["decisions"]),
            "combos": sum(len(player["combos"]) for player in players),
            "margin": _margin(scores),
        }
    )
    for seat, player in enumerate(players):
        wins = 1 / ranks.count(1) if ranks[seat] == 1 else 0.0
        ends = {"rank": ranks[seat], "ahead": _lead(scores, seat), "wins": wins}
        where = {"game": number, "seat": seat}
        found.seats.append(where | {"bot": found.head["seats"][seat], "score": scores[seat]} | ends)
        found.combos += [where | combo | ends for combo in _combos(player["combos"], rounds)]


def _combos(combos: list[Row], rounds: int) -> Iterable[Row]:
    """Those that a seat took, in their order. One was kept until the next one was taken, or until the end."""
    taken = [_whole(combo["round"]) for combo in combos]
    until = [*taken[1:], rounds + 1]
    for nth, combo in enumerate(combos):
        yield {
            "nth": nth + 1,
            "race": _name(combo["race"]),
            "power": _name(combo["power"]),
            "round": taken[nth],
            "kept": until[nth] - taken[nth],
            **_measures(combo),
        }


def _measures(combo: Row) -> Row:
    """What the packs measure of every people; older files have none."""
    found = {_name(name): _whole(number) for name, number in combo.get("measures", {}).items()}
    if len(found) > MOST_MEASURES or found.keys() & OWN:
        raise ValueError
    return found


def _lead(scores: list[int], seat: int) -> float:
    others = len(scores) - 1
    return scores[seat] - (sum(scores) - scores[seat]) / others if others else 0.0


def _margin(scores: Iterable[int]) -> int:
    ranked = sorted(scores, reverse=True)
    return ranked[0] - ranked[1] if len(ranked) > 1 else 0


def _whole(number: Any) -> int:  # noqa: ANN401 - whatever a line has there
    """A whole number, and not too large a one."""
    if type(number) is not int or abs(number) >= LARGEST:
        raise ValueError
    return number


def _name(word: Any) -> str:  # noqa: ANN401 - whatever a line has there
    """Of a tile or a map; none is an empty word."""
    if word is None:
        return ""
    if not WORD.fullmatch(word):
        raise ValueError
    return str(word)
