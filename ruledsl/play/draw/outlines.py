"""Outlines of regions as if drawn by hand: both sides of a border share one curve.

Shapes are polygons whose borders appear twice, once for each neighbour. They are cut at every corner of any polygon, each piece is
bent depending on its ends alone, and pieces are joined smoothly where exactly two meet.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from hashlib import blake2b
from itertools import combinations
from math import cos, floor, hypot, isqrt, pi, sin, sqrt
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ruledsl.rules.packs.model import MapRegion

Point = tuple[float, float]
Edge = tuple[Point, Point]
"""A piece of a border, its lesser end first."""

NEAR = 0.06
"""Points closer than this are one."""
FINEST = 2.6
"""Shorter pieces are not bent; on maps with very long borders the limit is higher."""
MOST_BENT = 40_000
"""The approximate number of pieces to bend; a board of the usual size has a thousand."""
LOOKS = 60
"""The most corners to check for each side of a region: where thousands lie along one line, the rest are not joined to it."""
BENT = 0.13
"""The largest displacement of a piece's middle, relative to its length."""


@dataclass(slots=True)
class Outlines:
    """The curves of a map. `sides` are the regions on both sides of each piece, `curves` its cubic curves.

    `around` are the pieces around each region in order, and whether each is traversed from its lesser end.
    """

    sides: dict[Edge, list[str]] = field(default_factory=dict)
    curves: dict[Edge, list[tuple[Point, Point, Point]]] = field(default_factory=dict)
    around: dict[str, list[tuple[Edge, bool]]] = field(default_factory=dict)

    def path(self, region: str) -> str:
        """The whole outline of a region as path data."""
        pieces = self.around[region]
        return "".join(self._piece(edge, forth, start=i == 0) for i, (edge, forth) in enumerate(pieces)) + "Z"

    def border(self, edge: Edge) -> str:
        """One piece as path data."""
        return self._piece(edge, forth=True, start=True)

    def _piece(self, edge: Edge, forth: bool, *, start: bool) -> str:  # noqa: FBT001 - which way round
        curves = self.curves[edge]
        first, steps = edge[0], curves
        if not forth:
            first = edge[1]
            ends = [edge[0], *(end for _, _, end in curves)]
            steps = [(b, a, before) for (a, b, _), before in zip(curves, ends, strict=False)][::-1]
        from_x, from_y = _whole(first)
        parts = [f"M{from_x} {from_y}"] if start else []
        for step in steps:
            points = [_whole(point) for point in step]
            parts.append("c" + " ".join(f"{x - from_x} {y - from_y}" for x, y in points).replace(" -", "-"))
            from_x, from_y = points[-1]
        return "".join(parts)


def _whole(point: Point) -> tuple[int, int]:
    """In tenths; curves use relative coordinates, which take half the space."""
    return round(point[0] * 10), round(point[1] * 10)


def outlines_of(shapes: Mapping[str, Sequence[Point]], size: Point) -> Outlines:
    """Curves for polygons by region id, on a board of this size; they stay straight along its frame."""
    corners = _corners(shapes)
    along = _Along(list(corners.values()))
    outlines = Outlines()
    for id_, shape in shapes.items():
        ring = along.ring([corners[_key(point)] for point in shape])
        outlines.around[id_] = []
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True) if ring else ():
            edge = (a, b) if a <= b else (b, a)
            outlines.sides.setdefault(edge, []).append(id_)
            outlines.around[id_].append((edge, a <= b))
    _bend(outlines, size)
    return outlines


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 1000), round(point[1] * 1000)


def _corners(shapes: Mapping[str, Sequence[Point]]) -> dict[tuple[int, int], Point]:
    """All corners by their keys; adjacent ones are merged."""
    cells: dict[tuple[int, int], Point] = {}
    corners: dict[tuple[int, int], Point] = {}
    for shape in shapes.values():
        for x, y in shape:
            cell = round(x / NEAR / 2), round(y / NEAR / 2)
            near = (cells.get((cell[0] + i, cell[1] + j)) for i in (0, -1, 1) for j in (0, -1, 1))
            same = next((p for p in near if p and hypot(p[0] - x, p[1] - y) <= NEAR), None)
            corners[_key((x, y))] = cells.setdefault(cell, (x, y)) if same is None else same
    return corners


class _Along:
    """The corners of a map in strips of equal size, for a fast search of those on a side."""

    def __init__(self, corners: list[Point]) -> None:
        self.left = LOOKS * len(corners)
        by_x = sorted(set(corners))
        many = max(1, isqrt(len(by_x)))
        strips = [by_x[i : i + many] for i in range(0, len(by_x), many)]
        self.begins = [strip[0][0] for strip in strips]
        self.ends = [strip[-1][0] for strip in strips]
        self.strips = [sorted((y, x) for x, y in strip) for strip in strips]

    def ring(self, ring: list[Point]) -> list[Point]:
        """A polygon that includes every corner on its sides."""
        points: list[Point] = []
        for a, b in zip(ring, [*ring[1:], ring[0]], strict=True):
            if a == b:
                continue
            dx, dy = b[0] - a[0], b[1] - a[1]
            long = hypot(dx, dy)
            on = {0.0: a}
            for y, x in self._near(a, b):
                along = ((x - a[0]) * dx + (y - a[1]) * dy) / long
                if NEAR < along < long - NEAR and abs((x - a[0]) * dy - (y - a[1]) * dx) / long < NEAR:
                    on[along] = (x, y)
            points += [on[along] for along in sorted(on)]
        return points

    def _near(self, a: Point, b: Point) -> Iterator[tuple[float, float]]:
        """Corners that may lie on a side, as y and x."""
        (ax, ay), (bx, by) = sorted((a, b))
        steep = (by - ay) / (bx - ax) if bx > ax else 0.0
        first = bisect_left(self.ends, ax - NEAR)
        for strip, begin, end in zip(
            self.strips[first:], self.begins[first:], self.ends[first:], strict=True
        ):
            if begin > bx + NEAR or self.left <= 0:
                return
            ys = [ay, by]
            if bx - ax > NEAR:
                ys = [ay + steep * (min(max(x, ax), bx) - ax) for x in (begin - NEAR, end + NEAR)]
            near = 2 * NEAR
            points = strip[bisect_left(strip, (min(ys) - near,)) : bisect_right(strip, (max(ys) + near,))]
            self.left -= len(points) + 1
            yield from points


def _bend(outlines: Outlines, size: Point) -> None:
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in outlines.sides)
    finest = max(FINEST, length / MOST_BENT)
    fine = {
        edge: list(edge) if _at_frame(outlines, edge, size) else _bent(*edge, finest)
        for edge in outlines.sides
    }
    meeting: dict[Point, list[Edge]] = defaultdict(list)
    for edge in fine:
        meeting[edge[0]].append(edge)
        meeting[edge[1]].append(edge)
    for edge, points in fine.items():
        before = _beyond(edge, edge[0], meeting, fine, outlines, size)
        after = _beyond(edge, edge[1], meeting, fine, outlines, size)
        outlines.curves[edge] = _smooth([before or points[0], *points, after or points[-1]])


def _at_frame(outlines: Outlines, edge: Edge, size: Point) -> bool:
    (ax, ay), (bx, by) = edge
    outer = len(outlines.sides[edge]) == 1
    on_x = any(abs(ax - at) < NEAR and abs(bx - at) < NEAR for at in (0.0, size[0]))
    on_y = any(abs(ay - at) < NEAR and abs(by - at) < NEAR for at in (0.0, size[1]))
    return outer and (on_x or on_y)


def _beyond(
    edge: Edge,
    at: Point,
    meeting: dict[Point, list[Edge]],
    fine: dict[Edge, list[Point]],
    outlines: Outlines,
    size: Point,
) -> Point | None:
    """The next point after an end where the curve continues; None where three borders meet, or at the frame."""
    if len(meeting[at]) != 2 or any(_at_frame(outlines, other, size) for other in meeting[at]):  # noqa: PLR2004
        return None
    other = next((other for other in meeting[at] if other != edge), None)
    if other is None:
        return None
    return fine[other][1] if other[0] == at else fine[other][-2]


def _bent(a: Point, b: Point, finest: float) -> list[Point]:
    """A line from a to b with displaced points; the same for the same ends."""
    long = hypot(b[0] - a[0], b[1] - a[1])
    if long < finest:
        return [a, b]
    digest = blake2b(f"{a[0]:.2f},{a[1]:.2f},{b[0]:.2f},{b[1]:.2f}".encode(), digest_size=4).digest()
    aside = (int.from_bytes(digest[:2], "big") / 32768 - 1) * BENT
    along = 0.5 + (int.from_bytes(digest[2:], "big") / 32768 - 1) * 0.1
    dx, dy = b[0] - a[0], b[1] - a[1]
    middle = (a[0] + along * dx - aside * dy, a[1] + along * dy + aside * dx)
    return [*_bent(a, middle, finest)[:-1], *_bent(middle, b, finest)]


def _smooth(points: list[Point]) -> list[tuple[Point, Point, Point]]:
    """Curves through all points except the first and last, which only give the directions at the ends."""
    curves = []
    for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(
        points, points[1:], points[2:], points[3:], strict=False
    ):
        one = (bx + (cx - ax) / 6, by + (cy - ay) / 6)
        two = (cx - (dx - bx) / 6, cy - (dy - by) / 6)
        curves.append((one, two, (cx, cy)))
    return curves


# ── layout ──────────────────────────────────────────────────────────────────────
# Shapes for regions without one: a map may be a mere graph. Such regions become round islands near their neighbours.


RADIUS = 6.5
APART = 19.0
MOST_GIVEN = 200
"""Of more regions the points that a map gives are not checked."""
SPARSE = 6
"""The most room for a region without a shape, as a multiple of what it needs."""
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
    at = _given(bare) or _spread(bare)
    left, top = min(x for x, _ in at.values()) - 2 * RADIUS, min(y for _, y in at.values()) - 2 * RADIUS
    down = size[1] if shapes else 0.0
    moved = {id_: (x - left, y - top + down) for id_, (x, y) in at.items()}
    shapes.update((id_, _disc(point)) for id_, point in moved.items())
    wide, high = (max(point[axis] for point in moved.values()) + 2 * RADIUS for axis in (0, 1))
    return shapes, (max(wide, size[0]) if len(bare) < len(regions) else wide, high)


def _disc(middle: Point) -> list[Point]:
    turns = [2 * pi * (i + 0.5) / CORNERS for i in range(CORNERS)]
    return [(round(middle[0] + RADIUS * cos(t), 1), round(middle[1] + RADIUS * sin(t), 1)) for t in turns]


def _given(regions: Sequence[MapRegion]) -> dict[str, Point]:
    """The points that a map gives them, with room for the nearest two; none if one lacks its point, or if islands would be lost in the sea."""
    at = {region.id: region.at for region in regions if region.at is not None}
    if not 1 < len(at) == len(regions) <= MOST_GIVEN:
        return {}
    closest = min(hypot(ax - bx, ay - by) for (ax, ay), (bx, by) in combinations(at.values(), 2))
    wide, high = (
        max(point[axis] for point in at.values()) - min(point[axis] for point in at.values())
        for axis in (0, 1)
    )
    if not closest or (wide / closest + 1) * (high / closest + 1) > SPARSE * len(at):
        return {}
    return {id_: (x * APART / closest, y * APART / closest) for id_, (x, y) in at.items()}


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
