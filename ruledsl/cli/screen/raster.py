"""A map on a grid of characters: the region under each character, and the lines between regions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass

if TYPE_CHECKING:
    from ruledsl.rules.packs.model import BoardMap, MapRegion

OUTSIDE = -1
ASPECT = 0.47
"""The width of a character divided by its height."""

_LINES = {
    (1, 1, 0, 0): "│",
    (0, 0, 1, 1): "─",
    (0, 1, 0, 1): "╭",
    (0, 1, 1, 0): "╮",
    (1, 0, 0, 1): "╰",
    (1, 0, 1, 0): "╯",
    (1, 1, 0, 1): "├",
    (1, 1, 1, 0): "┤",
    (0, 1, 1, 1): "┬",
    (1, 0, 1, 1): "┴",
    (1, 1, 1, 1): "┼",
}
"""Lines to the top, bottom, left and right of a character."""


@dataclass(frozen=True, slots=True)
class Raster:
    """`lines[y][x]` is a line between regions or a blank, `inside[y][x]` the region a blank lies in (-1: on a line or off the map)."""

    lines: list[list[str]]
    inside: list[list[int]]

    @property
    def width(self) -> int:
        """The width in characters."""
        return len(self.lines[0])

    def runs(self, region: int) -> dict[int, list[tuple[int, int]]]:
        """The stretches of each row inside a region: (first column, one past the last)."""
        found: dict[int, list[tuple[int, int]]] = {}
        for y, row in enumerate(self.inside):
            start = None
            for x, owner in enumerate([*row, OUTSIDE]):
                if owner == region and start is None:
                    start = x
                elif owner != region and start is not None:
                    found.setdefault(y, []).append((start, x))
                    start = None
        return found


def has_shapes(board: BoardMap) -> bool:
    """Can this map be drawn?"""
    return all(len(region.shape) > 2 and region.at for region in board.regions)  # noqa: PLR2004 - a triangle


def rastered(board: BoardMap, width: int) -> Raster:
    """A map on a grid of that width."""
    across, down = board.size
    height = max(round(width * down / across * ASPECT), 4)
    corners = [[OUTSIDE] * (width + 1) for _ in range(height + 1)]
    for place, region in enumerate(board.regions):
        _fill(corners, place, region, (across / (width - 1), down / (height - 1)))
    lines, inside = [], []
    for y in range(height):
        drawn = [_cell(corners, x, y) for x in range(width)]
        lines.append([line for line, _ in drawn])
        inside.append([owner for _, owner in drawn])
    return Raster(lines, inside)


def _fill(corners: list[list[int]], place: int, region: MapRegion, scale: tuple[float, float]) -> None:
    """Mark the corners inside a region. A corner is half a character before its character."""
    dx, dy = scale
    for j, row in enumerate(corners):
        crossings = _crossings(region.shape, (j - 0.5) * dy)
        for left, right in zip(crossings[::2], crossings[1::2], strict=False):
            first, last = int(left / dx + 1.5), int(right / dx + 0.5)
            for i in range(max(first, 0), min(last, len(row) - 1) + 1):
                if left <= (i - 0.5) * dx <= right:
                    row[i] = place


def _crossings(shape: tuple[tuple[float, float], ...], y: float) -> list[float]:
    found = []
    for (x1, y1), (x2, y2) in zip(shape, (*shape[1:], shape[0]), strict=True):
        if (y1 <= y) != (y2 <= y):
            found.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return sorted(found)


def _cell(corners: list[list[int]], x: int, y: int) -> tuple[str, int]:
    a, b = corners[y][x], corners[y][x + 1]
    c, d = corners[y + 1][x], corners[y + 1][x + 1]
    if a == b == c == d:
        return " ", a
    key = (int(a != b), int(c != d), int(a != c), int(b != d))
    return _LINES.get(key, " "), OUTSIDE
