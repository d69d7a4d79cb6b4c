"""A small map to try a tile on: every terrain and every symbol that some packs know, in a few regions."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Any

from ruledsl.packs.maps.plan import MARKS

if TYPE_CHECKING:
    from ruledsl.packs.model import Words

__all__ = ["small_map"]

FEW = 12
"""With fewer regions every terrain comes once more: much is about what lies next to its like."""
HALF, SIDE = 10, 6
"""Half the width of a hexagon, and half the length of one of its sides."""


def small_map(words: Words) -> dict[str, Any]:
    """As a position has a map in place: rows of hexagons, of which those at the rim lie at the edge and can be entered."""
    terrains = list(words.terrains)
    grounds = terrains * (2 if len(terrains) < FEW else 1)
    symbols = [symbol for symbol in words.symbols if symbol not in MARKS and symbol not in words.terrains]
    wide = round(len(grounds) ** 0.5)
    marks = [mark for mark in MARKS if mark in words.symbols]
    regions: dict[str, Any] = {}
    for place, terrain in enumerate(grounds):
        row, column = divmod(place, wide)
        rim = row == 0 or place + wide >= len(grounds) or column in (0, wide - 1)
        regions[str(place + 1)] = {
            "terrain": terrain,
            "symbols": [],
            "borders": [str(other + 1) for other in _next(row, column, wide) if other < len(grounds)],
            "shape": _hexagon(row, column),
            **dict.fromkeys(marks if rim else (), True),
        }
    for symbol, region in zip(symbols, cycle(regions.values()), strict=False):
        region["symbols"].append(symbol)
    return {"regions": regions}


def _next(row: int, column: int, wide: int) -> list[int]:
    """The regions to the right and below; every other row is shifted to the right by half a region."""
    below = [column - 1 + row % 2, column + row % 2]
    right = [row * wide + column + 1] * (column + 1 < wide)
    return right + [(row + 1) * wide + other for other in below if 0 <= other < wide]


def _hexagon(row: int, column: int) -> list[list[int]]:
    x, y = HALF * (1 + 2 * column + row % 2), 2 * SIDE + 3 * SIDE * row
    ways = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
    return [[x + HALF * across, y + SIDE * down] for across, down in ways]
