"""One game of a series, played to its end, and what is kept of it."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from ruledsl.bulk.plan import Plan, seed_of
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.rows import player_cell
from ruledsl.play.bots import bot, seed_of_seat
from ruledsl.play.views.view import SeatView

if TYPE_CHECKING:
    from ruledsl.play.game import Game, Rules

__all__ = ["digest", "outcome"]

LONGEST = 100_000
"""Decisions after which a game is given up: packs can be such that a game of bots never ends."""
SHORT = 32
"""Hexadecimal digits of the digest of the choices."""


class Endless(Exception):
    """A game that does not come to an end."""


def outcome(rules: Rules, plan: Plan, number: int) -> dict[str, Any]:
    """Play the game of this number; what is kept of it, as plain data. Whatever goes wrong in it is said under `error`."""
    seed = seed_of(plan.seed, number)
    found: dict[str, Any] = {"game": number, "seed": seed, **_table(rules, plan)}
    playing = _Playing()
    try:
        playing.play(rules, plan, seed)
    except Exception as problem:  # noqa: BLE001 - one game that cannot be played must not cost the others
        message = " ".join(str(problem).split())[:300]
        found["error"] = f"{type(problem).__name__}: {message}"
    game = playing.game
    if game is not None:
        found |= {"map": game.start["map"], "rounds": game.round, "decisions": len(game.choices)}
        found["choices"] = digest(game.choices)
    if game is not None and "error" not in found:
        found["players"] = _players(game, plan, playing.combos)
    return found


def digest(choices: list[int]) -> str:
    """A digest of the choices of a game, written as JSON without blanks: the same packs, seed and digest mean the same game."""
    text = json.dumps(choices, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:SHORT]


def _table(rules: Rules, plan: Plan) -> dict[str, Any]:
    """What all games of a series have in common."""
    packs = [{"id": i, "version": v, "digest": d} for i, v, d in rules.composition.identity]
    return {"packs": packs, "variants": rules.composition.chosen, "seats": list(plan.seats)}


class _Playing:
    """A game while it is played; `combos` are (owner, race, power, round) of every people when it was founded."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.combos: list[tuple[int, str | None, str | None, int]] = []

    def play(self, rules: Rules, plan: Plan, seed: int) -> None:
        """From the start to the end."""
        game = self.game = rules.new_game(len(plan.seats), seed, plan.map)
        seats = [bot(name, seed_of_seat(seed, seat)) for seat, name in enumerate(plan.seats)]
        self._note(game)
        while not game.over:
            if len(game.choices) >= LONGEST:
                raise Endless(f"The game is not over after {LONGEST} decisions.")
            player = game.decision.player
            game.choose(seats[player].choose(SeatView(game, player)))
            self._note(game)

    def _note(self, game: Game) -> None:
        """Peoples that are new; later they may lose their power or change hands."""
        state = game.state
        for people in range(len(self.combos), state.people_count):
            row = people * state.code.people_width
            race = game.naming.tile_id(state, state.P[row + at.RACE])
            power = game.naming.tile_id(state, state.P[row + at.POWER])
            self.combos.append((state.P[row + at.OWNER], race, power, game.round))


def _players(
    game: Game, plan: Plan, combos: list[tuple[int, str | None, str | None, int]]
) -> list[dict[str, Any]]:
    """How it ended for everybody, by seat."""
    state, panels = game.state, game.panels
    rows = {row["player"]: row for row in game.standings}
    found = []
    for player, seat in enumerate(plan.seats):
        row = rows[player]
        taken = [
            {"race": race, "power": power, "round": number}
            for owner, race, power, number in combos
            if owner == player
        ]
        found.append(
            {
                "player": player,
                "seat": seat,
                "rank": row["rank"],
                "coins": player_cell(state, player, at.COINS),
                "standings": {key: value for key, value in row.items() if key not in ("player", "rank")},
                "panels": {panel["value"]: panel["players"][player] for panel in panels},
                "combos": taken,
            }
        )
    return found
