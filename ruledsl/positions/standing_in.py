"""Race tokens of positions that come from outside the tray: those that only stand in for some of the race."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.primitives.queries import tokens_in
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.rows import people_cell, region_cell

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State

__all__ = ["left_in_tray"]


def left_in_tray(g: State, people: int, out: int) -> int:
    """How many race tokens the tray holds when so many of the people are in hand and in regions, and nothing else has taken any."""
    size = g.code.trays[people_cell(g, people, at.RACE)]
    return max(0, min(size, size - out + _standing_in(g, people)))


def _standing_in(g: State, people: int) -> int:
    """The role says by which value rules tell how many tokens in a region those are; it is asked where the people holds the region."""
    value = g.code.program.value(g.code.program.composition.roles.get("stand_ins", ""))
    if value is None or not g.code.stand_ins:
        return 0
    called = g.code.values[value.index]
    row = people * g.code.people_width
    held = (r for r in bits(g.P[row + at.LAND]) if region_cell(g, r, at.HOLDER) == people)
    return sum(max(0, min(called(g, region), tokens_in(g, people, region))) for region in held)
