"""Maps that are drawn from several boards for each game: the boards, and the resulting map."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from string import ascii_lowercase
from typing import TYPE_CHECKING

from ruledsl.rules.packs.maps.layout import together

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.packs.model import BoardMap, Face

MOST_DRAWN = len(ascii_lowercase)
"""Each board of a game has a letter."""


def with_faces(board: BoardMap, faces: dict[str, Face], diagnostics: Diagnostics) -> BoardMap:
    """The map with the boards that it can draw: its regions are all that could come into play."""
    mine = {key: face for key, face in faces.items() if face.size in board.draw}
    parts = [("", board.own)] * bool(board.own)
    regions, size = together([*parts, *((key, face.regions) for key, face in mine.items())])
    found = replace(board, faces=mine, regions=regions, size=size)
    for wanted_size, wanted in board.draw.items():
        there = len(_sheets(found, wanted_size))
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
    return found


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
    found: dict[str, list[str]] = {}
    for key, face in board.faces.items():
        if face.size == size:
            found.setdefault(face.sheet, []).append(key)
    return found


def draw_faces(board: BoardMap, pick: Callable[[int], int]) -> tuple[str, ...]:
    """Draw boards for a game, and the face of each. `pick(n)` returns a number below n."""
    found = []
    for size, wanted in board.draw.items():
        sheets = list(_sheets(board, size).values())
        for _ in range(wanted):
            faces = sheets.pop(pick(len(sheets)))
            found.append(faces[pick(len(faces))])
    return tuple(found)


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
    found = len(board.own)
    for size, wanted in board.draw.items():
        sheets = _sheets(board, size).values()
        largest = sorted(
            (max(len(board.faces[key].regions) for key in faces) for faces in sheets), reverse=True
        )
        found += sum(largest[:wanted])
    return found


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
