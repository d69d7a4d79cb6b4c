"""The cells of the rows in which a state stores nouns; `layout` names the cells.

A cell lies at `index * width + cell`. Only `positions.export`, `positions.validation` and `play.views.seat`, which read whole tables, repeat this
arithmetic inline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.state.layout import ASIDE, TRAY

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State


def player_cell(g: State, player: int, cell: int) -> int:
    """A number in the row of a player."""
    return g.Y[player * g.code.player_width + cell]


def people_cell(g: State, people: int, cell: int) -> int:
    """A number in the row of a people."""
    return g.P[people * g.code.people_width + cell]


def region_cell(g: State, region: int, cell: int) -> int:
    """A number in the row of a region."""
    return g.R[region * g.code.region_width + cell]


def tile_key(g: State, tile: int, cell: int) -> int:
    """The key of a cell of a tile (in `State.T`)."""
    return tile * g.code.tile_width + cell


def tile_cell(g: State, tile: int, cell: int) -> int:
    """The value of a tile's cell; until it is written, the initial value of all tiles. For the tray, use `tray_left`."""
    return g.T.get(tile_key(g, tile, cell), g.code.layout.tile[cell])


def tray_left(g: State, tile: int) -> int:
    """How many race tokens are left in the tray of a tile."""
    return g.T.get(tile_key(g, tile, TRAY), g.code.trays[tile])


def set_aside(g: State) -> dict[int, int]:
    """How many race tokens lie beside banners, by tile; only non-zero ones."""
    width = g.code.tile_width
    return {key // width: n for key, n in sorted(g.T.items()) if key % width == ASIDE and n}
