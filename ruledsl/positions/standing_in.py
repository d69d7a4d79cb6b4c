"""Race tokens of positions that stand-ins are: they do not come out of the tray."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.primitives import queries
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.rows import people_cell

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.state.state import State

__all__ = ["crowded", "left_in_tray", "stand_ins_of"]


def left_in_tray(g: State, people: int) -> int:
    """How many race tokens the tray holds when those of the people are all that it has given."""
    size = g.code.trays[people_cell(g, people, at.RACE)]
    out = queries.hand(g, people) + queries.troops(g, people) - stand_ins_of(g, people)
    return max(0, min(size, size - out))


def stand_ins_of(g: State, people: int) -> int:
    """How many of all tokens of a people are stand-ins."""
    land = bits(queries.land(g, people))
    return sum(queries.stand_ins_in(g, people, r) for r in land) + queries.stand_ins_with(g, people)


def crowded(g: State) -> Iterator[int]:
    """The regions in which more stand-ins lie than their holder has tokens there."""
    for region in range(g.board.size):
        holder = queries.holder(g, region)
        there = sum(queries.pieces_in(g, kind, region) for kind in g.code.stand_ins)
        if there > queries.tokens_in(g, holder, region):
            yield region
