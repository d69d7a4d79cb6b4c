"""Shapes for regions without one: a map may be a mere graph. Such regions become round islands near their neighbours."""

from __future__ import annotations

from collections import defaultdict
from math import cos, floor, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ruledsl.play.draw.outlines import Point
    from ruledsl.rules.packs.model import MapRegion

RADIUS = 6.5
APART = 19.0
REACH = 2.5 * APART
"""The distance beyond which points do not repel each other (or twice it)."""
AROUND = ((0, 0), (0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))
MOST_AROUND = 28
ROUNDS, FEWEST, MOVES = 120, 10, 4_000
"""Iterations; large boards need fewer: the moves of one region, or the iterations, are bounded."""
DRAWN = 0.7
"""The share of iterations in which neighbours attract each other; in the rest all only repel."""
CORNERS = 8


def shapes_of(regions: Sequence[MapRegion], size: Point) -> tuple[dict[str, Sequence[Point]], Point]:
    """A shape for every region, and the new size of the board: regions without one lie below those that have one."""
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
    """Points that keep apart, with neighbours as close as possible: a spring layout from a spiral, deterministic."""
    at = {
        region.id: (APART * sqrt(i) * cos(2.4 * i), APART * 0.8 * sqrt(i) * sin(2.4 * i))
        for i, region in enumerate(regions)
    }
    near = {region.id: dict.fromkeys(other for other in region.borders if other in at) for region in regions}
    rounds = max(FEWEST, min(ROUNDS, MOVES // len(regions)))
    for turn in range(rounds):
        warmth = APART * 0.3 * max(1 - turn / rounds, 0.4)
        cells: dict[tuple[int, int], list[Point]] = defaultdict(list)
        for point in at.values():
            cells[_cell(point)].append(point)
        for one, point in at.items():
            x, y = _pull(point, cells, [at[other] for other in near[one]] if turn < rounds * DRAWN else ())
            strong = max(hypot(x, y), 0.01)
            part = min(strong, warmth) / strong
            at[one] = (point[0] + x * part, point[1] + y * part)
    return at


def _cell(point: Point) -> tuple[int, int]:
    return floor(point[0] / REACH), floor(point[1] / REACH)


def _pull(point: Point, cells: Mapping[tuple[int, int], list[Point]], near: Sequence[Point]) -> Point:
    """The movement of a point: away from nearby ones, and towards its neighbours."""
    x, y = point
    column, line = _cell(point)
    around = [other for i, j in AROUND for other in cells.get((column + i, line + j), ())][:MOST_AROUND]
    pull_x = pull_y = 0.0
    for others, forced in ((around, _apart), (near, _together)):
        for ox, oy in others:
            dx, dy = x - ox, y - oy
            far = max(hypot(dx, dy), 0.01)
            force = forced(far)
            pull_x += dx / far * force
            pull_y += dy / far * force
    return pull_x, pull_y


def _apart(far: float) -> float:
    return (APART / far) ** 2


def _together(far: float) -> float:
    return 1 - far / APART
