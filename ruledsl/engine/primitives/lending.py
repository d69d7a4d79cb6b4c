"""Who brings the pieces of a tile: the tile itself, or, while it is not in play, one tile that borrows it.

What lies in a region must not count twice, however many tiles run the same rules. So the pieces of a tile are always brought by one tile only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.state.state import State

__all__ = ["borrowed", "bringer", "lends_pieces"]


def borrowed(g: State, tile: int) -> int:
    """The tile that a tile borrows, or -1."""
    return g.T.get(tile * g.code.tile_width + at.BORROWED, -1)


def bringer(g: State, tile: int) -> int:
    """The tile in play that brings the pieces of `tile`: itself, or the first face up that borrows it; -1 if there is none."""
    first = -1
    for other in _in_play(g):
        if other == tile:
            return tile
        if first < 0 and borrowed(g, other) == tile >= 0:
            first = -1 if g.T.get(other * g.code.tile_width + at.CONCEALED, 0) else other
    return first


def lends_pieces(g: State, tile: int) -> bool:
    """Do the rules of the pieces come with the tile that this one in play has borrowed?"""
    lent = borrowed(g, tile)
    return lent not in (-1, tile) and bringer(g, lent) == tile


def _in_play(g: State) -> Iterator[int]:
    """The tiles of the peoples from the oldest, then those that lie on the map."""
    width = g.code.people_width
    for people in bits(g.G[at.LIVE]):
        for tile in (g.P[people * width + at.RACE], g.P[people * width + at.POWER]):
            if tile >= 0:
                yield tile
    yield from g.laid
