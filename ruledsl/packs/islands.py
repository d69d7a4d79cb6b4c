"""Maps that are put together from several boards for each game: which boards are drawn, and what map they make."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from string import ascii_lowercase
from typing import TYPE_CHECKING

from ruledsl.packs.model import BoardMap, Face, MapRegion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ruledsl.diagnostics import Diagnostics
    from ruledsl.packs.model import Composition

__all__ = ["draw_faces", "draws", "fill_drawn_maps", "map_of_faces"]

GAP = 4.0
"""Water between two islands, in the units in which they are drawn."""
WIDEST = 210.0
"""A row of islands is no wider than this."""


def fill_drawn_maps(found: Composition, faces: dict[str, Face], diagnostics: Diagnostics) -> None:
    """Maps that draw boards get those there are; their regions are all that could come into play."""
    _undrawn(found, faces, diagnostics)
    for board in found.maps.values():
        if not board.draw:
            if not board.regions:
                expected = "`regions:`, or `draw:` with the sizes of boards"
                diagnostics.error(
                    "P046", f"The map `{board.id}` has no regions.", board.span, expected=expected
                )
            continue
        board.faces = {key: face for key, face in faces.items() if face.size in board.draw}
        board.regions, board.size = _together(board.faces)
        for size, wanted in board.draw.items():
            there = len(_sheets(board, size))
            if there < wanted:
                sizes = sorted({face.size for face in faces.values()})
                near = diagnostics.nearest(size, sizes) if not there else []
                diagnostics.error(
                    "P045",
                    f"The map `{board.id}` draws {wanted} boards of size `{size}`, and there are {there}.",
                    board.places.get(("draw", size), board.span),
                    expected=f"boards of the sizes {', '.join(sizes)}"
                    if sizes
                    else "an entry under `boards:`",
                    suggestion=near[0] if near else "",
                )


def _undrawn(found: Composition, faces: dict[str, Face], diagnostics: Diagnostics) -> None:
    """Boards are there to be drawn. Those of a pack without a map that draws any wait for the maps of others."""
    sizes = {size for board in found.maps.values() for size in board.draw}
    drawing = {board.pack for board in found.maps.values() if board.draw}
    for face in faces.values():
        if face.pack in drawing and face.size not in sizes:
            near = diagnostics.nearest(face.size, sizes)
            diagnostics.warning(
                "P047",
                f"No map draws boards of the size `{face.size}`.",
                face.places.get(("size", face.size), face.span),
                expected=" or ".join(f"`{size}`" for size in sorted(sizes)),
                suggestion=near[0] if near else "",
            )


def _sheets(board: BoardMap, size: str) -> dict[str, list[str]]:
    """The printed boards of a size, with the faces of each."""
    found: dict[str, list[str]] = {}
    for key, face in board.faces.items():
        if face.size == size:
            found.setdefault(face.sheet, []).append(key)
    return found


def draw_faces(board: BoardMap, pick: Callable[[int], int]) -> tuple[str, ...]:
    """Boards for a game, and for each of them the face that lies up. `pick(n)` gives a number below n."""
    found = []
    for size, wanted in board.draw.items():
        sheets = list(_sheets(board, size).values())
        for _ in range(wanted):
            faces = sheets.pop(pick(len(sheets)))
            found.append(faces[pick(len(faces))])
    return tuple(found)


def draws(board: BoardMap) -> Iterator[tuple[str, ...]]:
    """Everything that can be drawn, but for the order within a size."""
    choices = []
    for size, wanted in board.draw.items():
        sheets = _sheets(board, size).values()
        choices.append([faces for some in combinations(sheets, wanted) for faces in product(*some)])
    for parts in product(*choices):
        yield tuple(face for part in parts for face in part)


def map_of_faces(board: BoardMap, chosen: tuple[str, ...]) -> BoardMap | None:
    """The map that some faces make; None if they cannot be drawn together. Regions are called a1, a2 … b1 … by island."""
    if any(key not in board.faces for key in chosen):
        return None
    faces = [board.faces[key] for key in chosen]
    sheets = Counter((face.size, face.sheet) for face in faces)
    if Counter(face.size for face in faces) != Counter(board.draw) or max(sheets.values()) > 1:
        return None
    regions, size = _together(dict(zip(ascii_lowercase, faces, strict=False)))
    return replace(board, id=f"{board.id}:{'+'.join(chosen)}", regions=regions, draw={}, faces={}, size=size)


def _together(faces: dict[str, Face]) -> tuple[list[MapRegion], tuple[float, float]]:
    """The regions of several faces side by side, each with a name before its number, and how large it all is."""
    places, size = _laid_out(list(faces.values()))
    regions = [
        _moved(region, key, place)
        for (key, face), place in zip(faces.items(), places, strict=True)
        for region in face.regions
    ]
    return regions, size


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


def _laid_out(faces: list[Face]) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """Where each island begins, in rows, and how large it all is."""
    places = []
    x = y = height = width = 0.0
    for face in faces:
        corners = [corner for region in face.regions for corner in region.shape] or [(0.0, 0.0)]
        wide, high = max(corner[0] for corner in corners), max(corner[1] for corner in corners)
        if x and x + wide > WIDEST:
            x, y, height = 0.0, y + height + GAP, 0.0
        places.append((x, y))
        x, height, width = x + wide + GAP, max(height, high), max(width, x + wide)
    return places, (width, y + height)
