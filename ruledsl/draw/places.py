"""Where things lie in a region: tokens in the widest part of it, its number and symbols in a row beside them."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from ruledsl.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.draw.outlines import Point

__all__ = ["Place", "place_of"]

STEPS = 18
"""A shape is looked through in so many steps each way."""


@dataclass(frozen=True, slots=True)
class Place:
    """The middle of the place where tokens lie, how far it is from the border and from the marks, and the middle of the row of these."""

    at: Point
    free: float
    row: Point


def place_of(shape: Sequence[Point], row: float, high: float) -> Place:
    """For a polygon and a row of marks so wide and high: the row goes where it leaves room, and the tokens where there is most of it."""
    clear = {point: free for point in _grid(shape) if (free := _clearance(point, shape)) > 0}
    if not clear:
        middle = (sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape))
        return Place(middle, 1.0, middle)
    at = max(clear, key=lambda point: (clear[point], point))

    def worth(point: Point) -> tuple[float, Point]:
        x, y = point
        ends = [(x - row / 2, y), (x, y), (x + row / 2, y)]
        room = min(_clearance(end, shape) for end in ends)
        aside = max(abs(y - at[1]) - high / 2, (abs(x - at[0]) - row / 2) * 0.8)
        below = 0.25 if y > at[1] else 0.0
        return (min(room, high * 0.75) * 1.6 + min(aside, clear[at] * 0.72) + below, point)

    middle = max(clear, key=worth)

    def room(point: Point) -> tuple[float, Point]:
        aside, below = abs(point[0] - middle[0]) - row / 2, abs(point[1] - middle[1]) - high / 2
        return min(clear[point], hypot(max(0.0, aside), max(0.0, below))), point

    at = max(clear, key=room)
    return Place(at, room(at)[0], middle)


def _grid(shape: Sequence[Point]) -> Iterator[Point]:
    left, right = min(x for x, _ in shape), max(x for x, _ in shape)
    top, bottom = min(y for _, y in shape), max(y for _, y in shape)
    for i in range(1, STEPS):
        for j in range(1, STEPS):
            yield left + (right - left) * i / STEPS, top + (bottom - top) * j / STEPS


def _clearance(point: Point, shape: Sequence[Point]) -> float:
    """How far a point is from the border; less than nothing outside."""
    x, y = point
    inside, nearest = False, float("inf")
    for (ax, ay), (bx, by) in zip(shape, [*shape[1:], shape[0]], strict=True):
        dx, dy = bx - ax, by - ay
        long = dx * dx + dy * dy
        along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / long)) if long else 0.0
        nearest = min(nearest, hypot(x - ax - along * dx, y - ay - along * dy))
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
    return nearest if inside else -nearest
