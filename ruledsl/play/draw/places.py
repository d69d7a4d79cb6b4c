"""The places of things in a region: tokens in its widest part, its number and symbols in a row beside them."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from math import hypot, isqrt
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ruledsl.play.draw.outlines import Point

STEPS = 18
"""The resolution of the search through a shape."""
FEWER, CROWDED = 8, 200
"""The resolution on a map with more regions than this, each of which has less room."""
MOST_POINTS = 40_000
"""The most points of all shapes, which lowers the resolution on maps of very many regions."""

MOST_SCATTERED = 90
"""The most points in the bounding box of a region."""


@dataclass(frozen=True, slots=True)
class Place:
    """The middle of the place for tokens, its distances from the border and from the marks, and the middle of the row of marks."""

    at: Point
    free: float
    row: Point


def steps_for(regions: int) -> int:
    """The resolution of the search on a map of this many regions."""
    return STEPS if regions <= CROWDED else min(FEWER, 1 + isqrt(MOST_POINTS // regions))


@lru_cache(1 << 8)  # a rulebook draws its map many times, a table for each page
def place_of(shape: tuple[Point, ...], row: float, high: float, steps: int = STEPS) -> Place:
    """The place in a polygon, for a row of marks of this size: the row goes where it leaves room, and the tokens where there is most of it."""
    inside = _Inside(shape, steps)
    if not inside.points:
        middle = (sum(x for x, _ in shape) / len(shape), sum(y for _, y in shape) / len(shape))
        return Place(middle, 1.0, middle)
    at = inside.best(lambda _point, free: free)
    widest = inside.clearance(at) * 0.72

    def worth(point: Point, free: float) -> float:
        aside = max(abs(point[1] - at[1]) - high / 2, (abs(point[0] - at[0]) - row / 2) * 0.8)
        return min(free, high * 0.75) * 1.6 + min(aside, widest) + (0.25 if point[1] > at[1] else 0.0)

    def at_the_ends(point: Point) -> float:
        x, y = point
        return min(inside.clearance(end) for end in ((x - row / 2, y), point, (x + row / 2, y)))

    middle = inside.best(worth, at_the_ends)

    def room(point: Point, free: float) -> float:
        aside, below = abs(point[0] - middle[0]) - row / 2, abs(point[1] - middle[1]) - high / 2
        return min(free, hypot(max(0.0, aside), max(0.0, below)))

    at = inside.best(room)
    return Place(at, room(at, inside.clearance(at)), middle)


def scattered(
    shape: Sequence[Point], place: Place, row: tuple[float, float], apart: float, seed: int
) -> list[Point]:
    """Points in a polygon at about this distance, without rows, away from its border, from tokens and from a row of marks of this size.

    Deterministic for a `seed`. Those farther up come first.
    """
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    sides = list(zip(shape, [*shape[1:], shape[0]], strict=True))
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    apart = max(apart, (wide * high / MOST_SCATTERED) ** 0.5)
    chance = seed
    points = []
    for line in range(int(high / apart) + 2):
        for column in range(int(wide / apart) + 2):
            chance = (chance * 1_103_515_245 + 12_345) % 2**31
            aside, down = chance % 97 / 97 - 0.5, chance // 97 % 89 / 89 - 0.5
            x = min(xs) + (column + 0.5 * (line % 2) + aside * 0.55) * apart
            y = min(ys) + (line + down * 0.55) * apart * 0.92
            tokens = hypot(x - place.at[0], y - place.at[1]) < min(place.free * 0.7, apart * 1.1)
            marks = (
                abs(x - place.row[0]) < row[0] / 2 + apart * 0.3
                and abs(y - place.row[1]) < row[1] / 2 + apart * 0.3
            )
            if not (tokens or marks) and _clearance((x, y), sides) > apart * 0.5:
                points.append((x, y))
    return sorted(points, key=lambda point: point[1])


class _Inside:
    """The points of a grid inside a polygon, and the distance of each from the border.

    A distance takes a look at every side, so it is computed on demand. Until then it has an upper bound: a point is no farther from the border
    than its neighbour's distance plus the way to that neighbour.
    """

    def __init__(self, shape: Sequence[Point], steps: int) -> None:
        self.sides = list(zip(shape, [*shape[1:], shape[0]], strict=True))
        self.known: dict[Point, float] = {}
        self.most: dict[Point, float] = {}
        xs = _steps([x for x, _ in shape], steps)
        for y in _steps([y for _, y in shape], steps):
            self._row(xs, y)
        self.points = sorted(self.most, reverse=True)

    def _row(self, xs: list[float], y: float) -> None:
        """The points of one row: every third one is evaluated."""
        ends = sorted(
            (bx - ax) * (y - ay) / (by - ay) + ax for (ax, ay), (bx, by) in self.sides if (ay > y) != (by > y)
        )
        row = [(x, y) for x in xs if bisect_right(ends, x) % 2]
        for i, point in enumerate(row):
            near = row[min(i - i % 3 + 1, len(row) - 1)]
            self.most[point] = self.clearance(near) + abs(point[0] - near[0]) * 1.000001

    def clearance(self, point: Point) -> float:
        """The distance of a point from the border; negative outside."""
        distance = self.known.get(point)
        if distance is None:
            distance = self.known[point] = _clearance(point, self.sides)
        return distance

    def best(
        self, worth: Callable[[Point, float], float], free: Callable[[Point], float] | None = None
    ) -> Point:
        """The point with the highest worth, of several the last one. Worth grows with the `free` room around it: its clearance, or less."""
        order = sorted(((worth(point, self.most[point]), point) for point in self.points), reverse=True)
        best = (float("-inf"), self.points[0])
        for at_most, point in order:
            if (at_most, point) <= best:
                break
            clear = self.clearance(point)
            if free is not None and (worth(point, clear), point) > best:
                clear = free(point)
            best = max(best, (worth(point, clear), point))
        return best[1]


def _steps(ends: Sequence[float], steps: int) -> list[float]:
    least, most = min(ends), max(ends)
    return [least + (most - least) * i / steps for i in range(1, steps)]


def _clearance(point: Point, sides: Sequence[tuple[Point, Point]]) -> float:
    x, y = point
    inside, nearest, to = False, float("inf"), (0.0, 0.0)
    for (ax, ay), (bx, by) in sides:
        dx, dy = bx - ax, by - ay
        px, py = x - ax, y - ay
        along, long = px * dx + py * dy, dx * dx + dy * dy
        if along >= long > 0:
            px, py = px - dx, py - dy
        elif along > 0:
            part = along / long
            px, py = px - part * dx, py - part * dy
        far = px * px + py * py
        if far < nearest:
            nearest, to = far, (px, py)
        if (ay > y) != (by > y) and x < dx * (y - ay) / dy + ax:
            inside = not inside
    return hypot(*to) if inside else -hypot(*to)
