"""Regions of several maps and boards side by side: their names and their places in the drawing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.rules.packs.model import MapRegion

if TYPE_CHECKING:
    from collections.abc import Sequence

GAP = 4.0
"""Water between two boards, in units of the drawing."""
WIDEST = 210.0
"""The largest width of a row of boards."""


def together(
    parts: Sequence[tuple[str, list[MapRegion]]],
) -> tuple[list[MapRegion], tuple[float, float]]:
    """The regions of all parts side by side, with their parts' letters as prefixes, and the total size."""
    places, size = _laid_out([regions for _, regions in parts])
    found = [
        _moved(region, letters, place)
        for (letters, regions), place in zip(parts, places, strict=True)
        for region in regions
    ]
    return found, size


def _moved(region: MapRegion, before: str, by: tuple[float, float]) -> MapRegion:
    def point(at: tuple[float, float]) -> tuple[float, float]:
        return at[0] + by[0], at[1] + by[1]

    return MapRegion(
        before + region.id,
        region.traits,
        tuple(before + other for other in region.borders),
        region.span,
        point(region.at) if region.at else None,
        tuple(point(corner) for corner in region.shape),
        {(key, before * (key == "borders") + word): span for (key, word), span in region.places.items()},
    )


def _laid_out(parts: list[list[MapRegion]]) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """The origin of each part, in rows, and the total size."""
    places = []
    x = y = height = width = 0.0
    for regions in parts:
        corners = [corner for region in regions for corner in region.shape] or [(0.0, 0.0)]
        wide, high = max(corner[0] for corner in corners), max(corner[1] for corner in corners)
        if x and x + wide > WIDEST:
            x, y, height = 0.0, y + height + GAP, 0.0
        places.append((x, y))
        x, height, width = x + wide + GAP, max(height, high), max(width, x + wide)
    return places, (width, y + height)
