"""Maps that are drawn from several boards for each game: the boards, and the resulting map."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from ruledsl.rules.packs.model import MapRegion

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.packs.model import BoardMap, Face

# ── bounds ──────────────────────────────────────────────────────────────────────
# Limits on the size of maps and the names of their parts, for maps in packs and in positions.


MOST_REGIONS: Final = 2000
"""Regions of one map with the maps beside it, before boards are drawn."""
MOST_TOGETHER: Final = 20_000
"""Regions of all maps that are built from others."""
MOST_CORNERS: Final = 200
LETTERS: Final = "^[a-z][a-z_]{0,19}$"
"""The prefix of regions of a map that lies beside another."""


# ── layout ──────────────────────────────────────────────────────────────────────
# Regions of several maps and boards side by side: their names and their places in the drawing.


GAP = 4.0
"""Water between two boards, in units of the drawing."""
WIDEST = 210.0
"""The largest width of a row of boards."""


def together(
    parts: Sequence[tuple[str, list[MapRegion]]],
) -> tuple[list[MapRegion], tuple[float, float]]:
    """The regions of all parts side by side, with their parts' letters as prefixes, and the total size."""
    places, size = _laid_out([regions for _, regions in parts])
    moved = [
        _moved(region, letters, place)
        for (letters, regions), place in zip(parts, places, strict=True)
        for region in regions
    ]
    return moved, size


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


MOST_DRAWN = len(ascii_lowercase)
"""Each board of a game has a letter."""


def with_faces(board: BoardMap, faces: dict[str, Face], diagnostics: Diagnostics) -> BoardMap:
    """The map with the boards that it can draw: its regions are all that could come into play."""
    mine = {key: face for key, face in faces.items() if face.size in board.draw}
    parts = [("", board.own)] * bool(board.own)
    regions, size = together([*parts, *((key, face.regions) for key, face in mine.items())])
    drawn = replace(board, faces=mine, regions=regions, size=size)
    for wanted_size, wanted in board.draw.items():
        there = len(_sheets(drawn, wanted_size))
        if there < wanted:
            sizes = sorted({face.size for face in faces.values()})
            near = diagnostics.nearest(wanted_size, sizes) if not there else []
            diagnostics.error(
                "P045",
                f"The map `{board.id}` draws {wanted} boards of size `{wanted_size}`, and there are {there}.",
                board.places.get(("draw", wanted_size), board.span),
                expected=f"boards of the sizes {', '.join(sizes)}" if sizes else "an entry under `boards:`",
                suggestion=near[0] if near else "",
            )
    return drawn


def undrawn(maps: Collection[BoardMap], faces: Collection[Face], diagnostics: Diagnostics) -> None:
    """Report boards that no map draws. Those of a pack without such a map are for the maps of others."""
    sizes = {size for board in maps for size in board.draw}
    drawing = {board.pack for board in maps if board.draw}
    for face in faces:
        if face.pack in drawing and face.size not in sizes:
            near = diagnostics.nearest(face.size, sizes)
            diagnostics.warning(
                "P052",
                f"No map draws boards of the size `{face.size}`.",
                face.places.get(("size", face.size), face.span),
                expected=" or ".join(f"`{size}`" for size in sorted(sizes)),
                suggestion=near[0] if near else "",
            )


def _sheets(board: BoardMap, size: str) -> dict[str, list[str]]:
    """The printed boards of a size, with the faces of each."""
    sheets: dict[str, list[str]] = {}
    for key, face in board.faces.items():
        if face.size == size:
            sheets.setdefault(face.sheet, []).append(key)
    return sheets


def draw_faces(board: BoardMap, pick: Callable[[int], int]) -> tuple[str, ...]:
    """Draw boards for a game, and the face of each. `pick(n)` returns a number below n."""
    chosen = []
    for size, wanted in board.draw.items():
        sheets = list(_sheets(board, size).values())
        for _ in range(wanted):
            faces = sheets.pop(pick(len(sheets)))
            chosen.append(faces[pick(len(faces))])
    return tuple(chosen)


def draws(board: BoardMap) -> Iterator[tuple[str, ...]]:
    """All possible draws, ignoring the order within a size."""
    choices = []
    for size, wanted in board.draw.items():
        sheets = _sheets(board, size).values()
        choices.append([faces for some in combinations(sheets, wanted) for faces in product(*some)])
    for parts in product(*choices):
        yield tuple(face for part in parts for face in part)


def most_regions(board: BoardMap) -> int:
    """The number of regions of a map; for one that is drawn, that of the largest draw."""
    if not board.draw:
        return len(board.regions)
    count = len(board.own)
    for size, wanted in board.draw.items():
        sheets = _sheets(board, size).values()
        largest = sorted(
            (max(len(board.faces[key].regions) for key in faces) for faces in sheets), reverse=True
        )
        count += sum(largest[:wanted])
    return count


def map_of_faces(board: BoardMap, chosen: Sequence[str]) -> BoardMap | None:
    """The map of some faces; None if they cannot be drawn together. The names of regions are a1, a2 … b1 … by board."""
    if any(key not in board.faces for key in chosen):
        return None
    faces = [board.faces[key] for key in chosen]
    sheets = Counter((face.size, face.sheet) for face in faces)
    if Counter(face.size for face in faces) != Counter(board.draw) or max(sheets.values()) > 1:
        return None
    lettered = list(zip(ascii_lowercase, faces, strict=False))
    parts = [("", board.own)] * bool(board.own)
    regions, size = together([*parts, *((letter, face.regions) for letter, face in lettered)])
    joins = [(letter + one, letter + other) for letter, face in lettered for one, other in face.joins]
    return replace(
        board,
        id=f"{board.id}:{'+'.join(chosen)}",
        regions=regions,
        joins=(*board.joins, *joins),
        draw={},
        faces={},
        own=regions,
        size=size,
    )
