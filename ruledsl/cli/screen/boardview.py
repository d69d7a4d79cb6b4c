"""A map for the terminal: regions in their shapes, with terrain, holder, tokens and contents."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rich.text import Text

from ruledsl.base.dataclass import dataclass, field
from ruledsl.cli.screen.console import ground, player_colour

if TYPE_CHECKING:
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.play.views import SeatView
    from ruledsl.rules.packs.model import BoardMap, Composition, MapRegion

# ── raster ──────────────────────────────────────────────────────────────────────
# A map on a grid of characters: the region under each character, and the lines between regions.


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
        stretches: dict[int, list[tuple[int, int]]] = {}
        for y, row in enumerate(self.inside):
            start = None
            for x, owner in enumerate([*row, OUTSIDE]):
                if owner == region and start is None:
                    start = x
                elif owner != region and start is not None:
                    stretches.setdefault(y, []).append((start, x))
                    start = None
        return stretches


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
    crossings = []
    for (x1, y1), (x2, y2) in zip(shape, (*shape[1:], shape[0]), strict=True):
        if (y1 <= y) != (y2 <= y):
            crossings.append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
    return sorted(crossings)


def _cell(corners: list[list[int]], x: int, y: int) -> tuple[str, int]:
    a, b = corners[y][x], corners[y][x + 1]
    c, d = corners[y + 1][x], corners[y + 1][x + 1]
    if a == b == c == d:
        return " ", a
    key = (int(a != b), int(c != d), int(a != c), int(b != d))
    return _LINES.get(key, " "), OUTSIDE


LINE = "#6c6c6c"
LEVELS = 4
"""Levels of abbreviation; names get a few letters shorter with each."""
SHORT = (99, 6, 4, 3)
STEPS = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2), (3, 2), (2, 3), (3, 3))
"""Abbreviations of terrain and holder, tried in order."""

Span = tuple[str, str]
"""A piece of text and its style."""


@dataclass(slots=True)
class Cell:
    """The label of one region; `holder` is (player, name, tokens, whether its own rules are in full force)."""

    id: str
    terrain: str
    ground: str
    holders: list[tuple[int, str, int, bool]] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Board:
    """A map with everything on it."""

    map: BoardMap
    cells: list[Cell]
    borders: list[Cell]

    def lines(self, width: int) -> list[Text]:
        """The drawing, or a list of the regions if there are no shapes or there is no room; then the borders on which something lies."""
        return [*self._regions(width), *(_listed(cell) for cell in self.borders)]

    def _regions(self, width: int) -> list[Text]:
        if not has_shapes(self.map) or width < 60:  # noqa: PLR2004 - less is no map
            return [_listed(cell) for cell in self.cells]
        raster = _raster(_Key(self.map), width)
        written: dict[tuple[int, int], Span] = {}
        for place, (region, cell) in enumerate(zip(self.map.regions, self.cells, strict=True)):
            _label(raster, self.map, place, region, cell, written)
        return [self._row(raster, y, written) for y in range(len(raster.lines))]

    def _row(self, raster: Raster, y: int, written: dict[tuple[int, int], Span]) -> Text:
        spans: list[Span] = []
        for x, line in enumerate(raster.lines[y]):
            owner = raster.inside[y][x]
            back = "" if owner == OUTSIDE else f" on {self.cells[owner].ground}"
            char, style = written.get((x, y), (line, LINE))
            spans.append((char, style if " on " in style else style + back))
        text = Text(no_wrap=True)
        for style, run in groupby(spans, key=lambda span: span[1]):
            text.append("".join(char for char, _ in run), style)
        text.rstrip()
        return text


class _Key:
    """Maps are compared by identity."""

    def __init__(self, board: BoardMap) -> None:
        self.board = board

    def __hash__(self) -> int:
        return id(self.board)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.board is self.board


@lru_cache(maxsize=8)
def _raster(key: _Key, width: int) -> Raster:
    return rastered(key.board, width)


def _listed(cell: Cell) -> Text:
    text = Text(f"{cell.id:>3} {cell.terrain:<12} ")
    for span in _holder(cell, 0):
        text.append(*span)
    return text.append(f"  {' '.join([*cell.marks, *cell.words])}".rstrip(), "dim")


# ── labels ──


def _short(word: str, level: int) -> str:
    return word[: SHORT[level]].rstrip()


def _holder(cell: Cell, level: int) -> list[Span]:
    spans: list[Span] = []
    for player, name, tokens, full in cell.holders:
        colour = player_colour(player)
        short = _short(name, level)
        wording = f"{player + 1}:{short} {tokens}" if full else f"{player + 1}({short}) {tokens}"
        spans.append((wording, f"bold #000000 on {colour}" if full else colour))
        spans.append((" ", ""))
    return spans[:-1]


def _head(cell: Cell, level: int) -> list[Span]:
    terrain = _short(cell.terrain, level) if level < LEVELS else ""
    return [(cell.id, "bold #ffffff"), (f" {terrain}" if terrain else "", "#b0b0b0")]


def _marks(cell: Cell, level: int) -> list[Span]:
    spans: list[Span] = [(mark, "bold #ffffff") for mark in cell.marks]
    spans += [(_short(word, level), "italic #d0d0d0") for word in cell.words]
    return [span for pair in spans for span in (pair, (" ", ""))][:-1]


def _layouts(cell: Cell) -> list[list[list[Span]]]:
    """The possible layouts of a label, the best one first."""
    gap: list[Span] = [(" ", "")]
    layouts = []
    for of_head, of_holder in STEPS:
        head, holder, marks = (
            _head(cell, of_head),
            _holder(cell, of_holder),
            _marks(cell, max(of_head, of_holder)),
        )
        layouts.append([row for row in (head, holder, marks) if row])
        if marks:
            layouts.append([row for row in (head + gap + marks, holder) if row])
    bare, holder, marks = _head(cell, LEVELS), _holder(cell, LEVELS - 1), _marks(cell, LEVELS - 1)
    only_marks: list[Span] = [(mark, "bold #ffffff") for mark in cell.marks]
    for tail in (marks, only_marks, []):
        first = bare + gap + tail if tail else bare
        layouts.append([row for row in (first, holder) if row])
        layouts.append([[*first, *gap, *holder] if holder else first])
    return layouts


def _label(
    raster: Raster,
    board: BoardMap,
    place: int,
    region: MapRegion,
    cell: Cell,
    written: dict[tuple[int, int], Span],
) -> None:
    """Write the best layout that fits, as near to the region's middle as possible."""
    runs = raster.runs(place)
    x, y = region.at or (0.0, 0.0)
    middle = (x / board.size[0] * (raster.width - 1), y / board.size[1] * (len(raster.lines) - 1))
    for layout in _layouts(cell):
        spots = _spots(layout, runs, middle)
        if spots is None:
            continue
        for row, (left, top) in zip(layout, spots, strict=True):
            column = left
            for text, style in row:
                for char in text:
                    written[column, top] = (char, style)
                    column += 1
        return


def _spots(
    layout: list[list[Span]], runs: dict[int, list[tuple[int, int]]], middle: tuple[float, float]
) -> list[tuple[int, int]] | None:
    best: tuple[float, list[tuple[int, int]]] | None = None
    for top in runs:
        spots: list[tuple[int, int]] = []
        far = abs(top + (len(layout) - 1) / 2 - middle[1]) * 2
        for y, row in enumerate(layout, start=top):
            width = sum(len(text) for text, _ in row)
            places = [
                (abs(left + width / 2 - middle[0]), left)
                for first, last in runs.get(y, ())
                if last - first >= width
                for left in [min(max(round(middle[0] - width / 2), first), last - width)]
            ]
            if not places:
                break
            off, left = min(places)
            far += off
            spots.append((left, y))
        else:
            if best is None or far < best[0]:
                best = far, spots
    return best[1] if best else None


# ── contents of regions ──


def board_of(
    composition: Composition, board: BoardMap, naming: Naming, view: SeatView | None = None
) -> Board:
    """A map: as printed, or as somebody sees it in a game."""
    printed = _printed(composition)
    terrains = list(composition.words.terrains)
    cells, shown = [], {region.id for region in board.regions}
    peoples = {people["race"]: people for people in view["peoples"]} if view is not None else {}
    for region in board.regions:
        terrain = region.traits[0]
        cell = Cell(region.id, terrain.replace("_", " "), ground(terrains.index(terrain)))
        cell.words = [trait.replace("_", " ") for trait in region.traits[1:] if trait in printed]
        if view is not None:
            _occupy(cell, view["regions"][region.id], peoples, composition, naming)
        cells.append(cell)
    borders = []
    for id_, seen in view["regions"].items() if view is not None else ():
        if id_ not in shown and (seen["pieces"] or seen["tiles"]):
            borders.append(Cell(id_, "", ""))
            _occupy(borders[-1], seen, peoples, composition, naming)
    return Board(board, cells, borders)


def _printed(composition: Composition) -> set[str]:
    """The symbols to show: those of packs with maps, except those that only mark where a piece begins."""
    symbols = {s for pack in composition.packs if pack.maps for s in pack.words.symbols}
    return symbols - set(composition.pieces)


def _occupy(
    cell: Cell,
    seen: dict[str, Any],
    peoples: dict[str, dict[str, Any]],
    composition: Composition,
    naming: Naming,
) -> None:
    first = next(iter(composition.words.stages), "")
    held = [(seen["holder"], seen["tokens"])] if seen["holder"] else []
    for race, tokens in [*held, *seen.get("others", {}).items()]:
        people = peoples[race]
        name = naming.text(composition.tiles[race].names, race)
        cell.holders.append((people["player"], name, tokens, people["stage"] == first))
    for id_, count in seen["pieces"].items():
        piece = composition.pieces[id_]
        symbol = piece.symbol or naming.text(piece.names, id_)[:2]
        cell.marks.append(f"{symbol}{count}" if count > 1 else symbol)
    cell.marks += [_tile(composition, naming, tile) for tile in seen["tiles"]]


def _tile(composition: Composition, naming: Naming, tile: str) -> str:
    """The name of a tile; a face-down one has an id that no tile has."""
    return naming.text(composition.tiles[tile].names, tile) if tile in composition.tiles else "?"
