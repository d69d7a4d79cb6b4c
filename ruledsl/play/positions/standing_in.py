"""Race tokens of positions that are stand-ins: they do not come from the tray."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.rows import people_cell, region_cell, tile_cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.machines.running import Questions


def left_in_tray(ask: Questions, people: int) -> int:
    """The tokens left in the tray, if only those of the people and those set aside came from it."""
    g = ask.g
    race = people_cell(g, people, at.RACE)
    size = g.code.trays[race]
    out = ask("hand", people) + ask("troops", people) - stand_ins_of(ask, people)
    return int(max(0, min(size, size - out - tile_cell(g, race, at.ASIDE))))


def stand_ins_of(ask: Questions, people: int) -> int:
    """How many of all tokens of a people are stand-ins."""
    land = bits(ask("land", people))
    return int(sum(ask("stand_ins_in", people, r) for r in land) + ask("stand_ins_with", people))


def crowded(ask: Questions) -> Iterator[int]:
    """The regions with more stand-ins than their holder has tokens there."""
    g = ask.g
    for region in range(g.board.size):
        holder = region_cell(g, region, at.HOLDER)
        there = sum(ask("pieces_in", kind, region) for kind in g.code.stand_ins)
        if there > ask("tokens_in", holder, region):
            yield region
