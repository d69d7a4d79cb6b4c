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


def small_map(words: Words) -> dict[str, Any]:
    """As a position has a map in place: rows of regions, of which those at the rim lie at the edge and can be entered."""
    terrains = list(words.terrains)
    grounds = terrains * (2 if len(terrains) < FEW else 1)
    symbols = [symbol for symbol in words.symbols if symbol not in MARKS and symbol not in words.terrains]
    wide = round(len(grounds) ** 0.5)
    marks = [mark for mark in MARKS if mark in words.symbols]
    regions: dict[str, Any] = {}
    for place, terrain in enumerate(grounds):
        row, column = divmod(place, wide)
        last = place + wide >= len(grounds)
        rim = row == 0 or last or column in (0, wide - 1)
        near = [place + 1] * (column < wide - 1) + [place + wide, place + wide + 1][: 1 + (column < wide - 1)]
        regions[str(place + 1)] = {
            "terrain": terrain,
            "symbols": [],
            "borders": [str(other + 1) for other in near if other < len(grounds)],
            **dict.fromkeys(marks if rim else (), True),
        }
    for symbol, region in zip(symbols, cycle(regions.values()), strict=False):
        region["symbols"].append(symbol)
    return {"regions": regions}
