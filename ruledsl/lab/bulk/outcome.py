"""One game of a series, played to its end, and its record."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from ruledsl.lab.bulk.plan import Plan, seed_of
from ruledsl.lab.bulk.playing import Played, inside, one_by_one
from ruledsl.play.standings import standings_of

if TYPE_CHECKING:
    from ruledsl.play.game import Rules

SHORT = 32
"""Hexadecimal digits of the digest of the choices."""


def outcome(rules: Rules, plan: Plan, number: int) -> dict[str, Any]:
    """Play the game of this number; returns its record as plain data. Any failure is under `error`."""
    seed = seed_of(plan.seed, number)
    found: dict[str, Any] = {"game": number, "seed": seed, **table_of(rules, plan)}
    played = inside(rules, plan, seed) or one_by_one(rules, plan, seed)
    if played.error:
        found["error"] = played.error
    if played.map:
        found |= {"map": played.map, "rounds": played.round, "decisions": len(played.choices)}
        found["choices"] = digest(played.choices)
    if not played.error:
        found["course"] = course_of(plan, played)
        found["players"] = _players(rules, plan, played)
    return found


def course_of(plan: Plan, played: Played) -> dict[str, Any]:
    """What the game was like: choices with several options, the options of all these, and everybody's coins at the end of each round."""
    course, players = played.course, range(len(plan.seats))
    coins = [*course.coins[1:], [played.coins(player) for player in players]]
    return {"decisions": course.decisions, "options": course.options, "coins": coins}


def digest(choices: list[int]) -> str:
    """A digest of the choices of a game, written as JSON without blanks: the same packs, seed and digest mean the same game."""
    text = str(choices).replace(" ", "")
    return hashlib.sha256(text.encode()).hexdigest()[:SHORT]


def table_of(rules: Rules, plan: Plan) -> dict[str, Any]:
    """The common part of all games of a series."""
    packs = [{"id": i, "version": v, "digest": d} for i, v, d in rules.composition.identity]
    return {"packs": packs, "variants": rules.composition.chosen, "seats": list(plan.seats)}


def _players(rules: Rules, plan: Plan, played: Played) -> list[dict[str, Any]]:
    """The result of everybody, by seat."""
    count = len(plan.seats)
    rows = {row["player"]: row for row in standings_of(rules, count, played.value)}
    found = []
    for player, seat in enumerate(plan.seats):
        row = rows[player]
        taken = [
            {
                "race": combo.race,
                "power": combo.power,
                "round": combo.round,
                "measures": {value.name: played.value(value, combo.people) for value in rules.measures},
            }
            for combo in played.combos
            if combo.owner == player
        ]
        found.append(
            {
                "player": player,
                "seat": seat,
                "rank": row["rank"],
                "coins": played.coins(player),
                "standings": {key: value for key, value in row.items() if key not in ("player", "rank")},
                "panels": {value.name: played.value(value, player) for value in rules.shown},
                "combos": taken,
            }
        )
    return found
