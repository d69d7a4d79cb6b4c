"""Standings: the values that decide a game, and the measures that packs declare."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.rules.check.typed.declarations import ValueDef

Answer = Callable[["ValueDef", int], "int | None"]
"""A value for a player; None if it may not be known."""


def standings_of(rules: Rulebook, seats: int, answer: Answer) -> list[dict[str, Any]]:
    """The players, best first, with `rank` (shared by those who are equal in everything) and the values that decide.

    While one of these is unknown there are no ranks, and the players are in the order of their seats.
    """
    values = rules.deciding
    keys = [value.name for value in values]
    rows: list[dict[str, Any]] = [
        {"player": player, "rank": None, **{v.name: answer(v, player) for v in values}}
        for player in range(seats)
    ]
    if any(row[key] is None for row in rows for key in keys):
        return rows
    rows.sort(key=lambda row: [-row[key] for key in keys])
    for place, row in enumerate(rows):
        even = place and all(row[key] == rows[place - 1][key] for key in keys)
        row["rank"] = rows[place - 1]["rank"] if even else place + 1
    return rows


def panels_of(rules: Rulebook, seats: int, answer: Answer, naming: Naming) -> list[dict[str, Any]]:
    """The measures that packs declare, for every player; None where one may not be known."""
    names = {panel.value: panel.names for panel in rules.composition.panels}
    return [
        {
            "value": value.name,
            "name": naming.text(names[value.name], value.name),
            "players": [answer(value, player) for player in range(seats)],
        }
        for value in rules.shown
    ]
