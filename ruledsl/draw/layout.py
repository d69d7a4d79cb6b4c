"""Shapes for regions that have none: a map may be no more than a graph. Such regions become round islands, near what they border."""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.draw.outlines import Point
    from ruledsl.packs.model import MapRegion

__all__ = ["shapes_of"]

RADIUS = 6.5
APART = 19.0
ROUNDS = 120
CORNERS = 8


def shapes_of(regions: Sequence[MapRegion], size: Point) -> tuple[dict[str, Sequence[Point]], Point]:
    """A shape for every region, and how large the board is then: regions without one lie below those that have one."""
    shapes: dict[str, Sequence[Point]] = {r.id: r.shape for r in regions if r.shape}
    bare = [region for region in regions if not region.shape]
    if not bare:
        return shapes, size
    at = _spread(bare)
    left, top = min(x for x, _ in at.values()) - 2 * RADIUS, min(y for _, y in at.values()) - 2 * RADIUS
    down = size[1] if shapes else 0.0
    moved = {id_: (x - left, y - top + down) for id_, (x, y) in at.items()}
    shapes.update((id_, _disc(point)) for id_, point in moved.items())
    wide, high = (max(point[axis] for point in moved.values()) + 2 * RADIUS for axis in (0, 1))
    return shapes, (max(wide, size[0]) if len(bare) < len(regions) else wide, high)


def _disc(middle: Point) -> list[Point]:
    turns = [2 * pi * (i + 0.5) / CORNERS for i in range(CORNERS)]
    return [(round(middle[0] + RADIUS * cos(t), 1), round(middle[1] + RADIUS * sin(t), 1)) for t in turns]


def _spread(regions: Sequence[MapRegion]) -> dict[str, Point]:
    """Points that keep apart, those of neighbours as near as can be: springs, from a spiral, always with the same result."""
    many = len(regions)
    at = {
        region.id: [APART * sqrt(i) * cos(2.4 * i), APART * 0.8 * sqrt(i) * sin(2.4 * i)]
        for i, region in enumerate(regions)
    }
    near = {region.id: {other for other in region.borders if other in at} for region in regions}
    for turn in range(ROUNDS if many <= 100 else 10):  # noqa: PLR2004
        warmth = APART * 0.3 * (1 - turn / ROUNDS)
        for one, (x, y) in list(at.items()):
            pull = [0.0, 0.0]
            for other, (ox, oy) in at.items():
                if other == one:
                    continue
                dx, dy = x - ox, y - oy
                far = max(hypot(dx, dy), 0.01)
                force = (APART / far) ** 2 - (far / APART - 1 if other in near[one] else 0)
                pull[0] += dx / far * force
                pull[1] += dy / far * force
            strong = max(hypot(*pull), 0.01)
            at[one] = [x + pull[0] / strong * min(strong, warmth), y + pull[1] / strong * min(strong, warmth)]
    return {id_: (point[0], point[1]) for id_, point in at.items()}
