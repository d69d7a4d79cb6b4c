"""Race tokens of positions that stand-ins are: they do not come out of the tray."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.rows import people_cell, region_cell, tile_cell
from ruledsl.native.running import Questions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.state.state import State

__all__ = ["crowded", "left_in_tray", "stand_ins_of"]


def left_in_tray(g: State, people: int) -> int:
    """How many race tokens the tray holds when those of the people, and those set aside, are all that it has given."""
    ask, race = Questions(g), people_cell(g, people, at.RACE)
    size = g.code.trays[race]
    out = ask("hand", people) + ask("troops", people) - stand_ins_of(g, people)
    return int(max(0, min(size, size - out - tile_cell(g, race, at.ASIDE))))


def stand_ins_of(g: State, people: int) -> int:
    """How many of all tokens of a people are stand-ins."""
    ask = Questions(g)
    land = bits(ask("land", people))
    return int(sum(ask("stand_ins_in", people, r) for r in land) + ask("stand_ins_with", people))


def crowded(g: State) -> Iterator[int]:
    """The regions in which more stand-ins lie than their holder has tokens there."""
    ask = Questions(g)
    for region in range(g.board.size):
        holder = region_cell(g, region, at.HOLDER)
        there = sum(ask("pieces_in", kind, region) for kind in g.code.stand_ins)
        if there > ask("tokens_in", holder, region):
            yield region
