"""Devices: signs for pieces and badges in one ink, distinguishable at the size of a token.

Areas, strokes and areas to cut out, in a square from -10 to 10.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.language.vocabulary.motifs import DEVICES, MOTIFS
from ruledsl.play.draw.motifs import SHAPES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.rules.packs.model import Composition, Tile

Emblem = dict[str, list[str]]
"""SVG paths in a square from -1 to 1: `shape` paths are filled, `lines` are stroked, and those in `cut` are cut out."""


class _Device(NamedTuple):
    areas: str
    lines: str = ""
    cut: str = ""


_SHAPES: dict[str, _Device] = {
    "castle": _Device("M-8 9V-6H-5V-3H-2V-6H2V-3H5V-6H8V9H2.5V4A2.5 2.5 0 0 0 -2.5 4V9Z"),
    "tower": _Device("M-4 9L-5 -3H-6V-9H-3.5V-6.5H-1.2V-9H1.2V-6.5H3.5V-9H6V-3H5L4 9Z"),
    "wall": _Device(
        "M-9 -6H9V8H-9Z",
        "",
        "M-9 -1.8H9V-.6H-9ZM-9 3H9V4.2H-9ZM-4 -6H-2.8V-1.8H-4ZM3 -6H4.2V-1.8H3ZM-.6 -.6H.6V3H-.6Z",
    ),
    "den": _Device("M-10 9Q-9 -8 0 -8Q9 -8 10 9H4Q4 1 0 1Q-4 1 -4 9Z"),
    "hole": _Device("M-8 1A8 4.5 0 1 0 8 1A8 4.5 0 1 0 -8 1Z", "M-10 3Q0 13 10 3"),
    "wyrm": _Device(
        "M-9 8Q-9 -3 -3 -5L-5 -10L1 -6Q9 -6 10 1L4 2L7 5Q3 6 0 3Q-3 4 -3 9Z",
        "",
        "M1.3 -2A1.2 1.2 0 1 0 3.7 -2A1.2 1.2 0 1 0 1.3 -2Z",
    ),
    "sword": _Device("M0 -10L2 -7V3H-2V-7Z", "M-6 4H6M0 4V9"),
    "axe": _Device("M-1 -8Q8 -11 9 1Q5 -2 -1 -1Z", "M-2 -10V10"),
    "bow": _Device("M10 0L4 -3.5V3.5Z", "M-5 -9Q8 0 -5 9M-5 -9V9M-9 0H6"),
    "hammer": _Device("M-8 -9H8V-2H-8Z", "M0 -2V10"),
    "buckler": _Device("M-8 -9H8V0Q8 7 0 10Q-8 7 -8 0Z", "", "M-1 -6H1V-2H5V0H1V6H-1V0H-5V-2H-1Z"),
    "skull": _Device(
        "M-7.5 -1A7.5 8 0 1 1 7.5 -1Q7.5 3 4 4V9H-4V4Q-7.5 3 -7.5 -1Z",
        "",
        "M-5.1 -1A2.1 2.1 0 1 0 -0.9 -1A2.1 2.1 0 1 0 -5.1 -1ZM0.9 -1A2.1 2.1 0 1 0 5.1 -1A2.1 2.1 0 1 0 0.9 -1ZM0 2L1.3 5H-1.3Z",
    ),
    "bone": _Device(
        "M-9.1 4A2.6 2.6 0 1 0 -3.9 4A2.6 2.6 0 1 0 -9.1 4Z"
        "M-6.6 6.5A2.6 2.6 0 1 0 -1.4 6.5A2.6 2.6 0 1 0 -6.6 6.5Z"
        "M3.9 -4A2.6 2.6 0 1 0 9.1 -4A2.6 2.6 0 1 0 3.9 -4Z"
        "M1.4 -6.5A2.6 2.6 0 1 0 6.6 -6.5A2.6 2.6 0 1 0 1.4 -6.5Z",
        "M-5 5L5 -5M-4 5L5 -4",
    ),
    "ghost": _Device(
        "M-7.5 9V-2A7.5 7.5 0 0 1 7.5 -2V9L4 6L1.5 9H-1.5L-4 6Z",
        "",
        "M-4.7 -2A1.7 1.7 0 1 0 -1.3 -2A1.7 1.7 0 1 0 -4.7 -2ZM1.3 -2A1.7 1.7 0 1 0 4.7 -2A1.7 1.7 0 1 0 1.3 -2Z",
    ),
    "tentacles": _Device(
        "M-6.5 1A6.5 8 0 1 1 6.5 1Z",
        "M-6 1Q-10 5 -7 9M-2 1Q-4 6 -2 9M2 1Q4 6 2 9M6 1Q10 5 7 9",
        "M-4 -2A1.4 1.4 0 1 0 -1.2 -2A1.4 1.4 0 1 0 -4 -2ZM1.2 -2A1.4 1.4 0 1 0 4 -2A1.4 1.4 0 1 0 1.2 -2Z",
    ),
    "queen": _Device("M-6 9H6L5 6H-5ZM-5 5L-9 -5L-3.5 -1L0 -9L3.5 -1L9 -5L5 5Z"),
    "bag": _Device("M-3 -4Q-9 0 -8 6Q-7 9 0 9Q7 9 8 6Q9 0 3 -4ZM-4.5 -9H4.5L2.5 -5.5H-2.5Z"),
    "pot": _Device("M-8 -3H8Q9 9 0 9Q-9 9 -8 -3ZM-9 -6H9V-4H-9Z", "M-4 -9V-8M0 -10V-8M4 -9V-8"),
    "coin": _Device(
        "M-9 0A9 9 0 1 0 9 0A9 9 0 1 0 -9 0Z", "", "M-6 0A6 6 0 1 0 6 0A6 6 0 1 0 -6 0ZM-1.2 -4H1.2V4H-1.2Z"
    ),
    "scroll": _Device("M-7 -9H7V9H-7Z", "", "M-4 -5.5H4V-4H-4ZM-4 -1.5H4V0H-4ZM-4 2.5H2V4H-4Z"),
    "key": _Device(
        "M-9.5 0A4.5 4.5 0 1 0 -0.5 0A4.5 4.5 0 1 0 -9.5 0ZM-1 -1.2H10V4H8V1.2H6V4H4V1.2H-1Z",
        "",
        "M-7 0A2 2 0 1 0 -3 0A2 2 0 1 0 -7 0Z",
    ),
    "hand": _Device("M-6 9L-9 0L-6 -1.5L-4.5 2V-7H-2V-1H-1.5V-9H1V-1H1.5V-8H4V0H4.5V-5H7V5L5 9Z"),
    "heart": _Device("M0 9Q-12 0 -8.5 -6Q-4 -10 0 -4Q4 -10 8.5 -6Q12 0 0 9Z"),
    "paw": _Device(
        "M-5 5Q0 -4 5 5Q6 9 0 8Q-6 9 -5 5ZM-9.7 -0.5A2.2 2.2 0 1 0 -5.3 -0.5A2.2 2.2 0 1 0 -9.7 -0.5Z"
        "M-5.5 -5.5A2.5 2.5 0 1 0 -0.5 -5.5A2.5 2.5 0 1 0 -5.5 -5.5Z"
        "M0.5 -5.5A2.5 2.5 0 1 0 5.5 -5.5A2.5 2.5 0 1 0 0.5 -5.5Z"
        "M5.3 -0.5A2.2 2.2 0 1 0 9.7 -0.5A2.2 2.2 0 1 0 5.3 -0.5Z"
    ),
    "horse": _Device(
        "M-7 9Q-7 -2 0 -7L0 -10L4 -7Q8 -4 10 2L7 5L2 1Q1 5 5 9Z",
        "",
        "M3 -2.5A1 1 0 1 0 5 -2.5A1 1 0 1 0 3 -2.5Z",
    ),
    "wing": _Device("M-9 8Q-9 -8 9 -9Q9 -5 5 -4Q7 -3 6 -1Q4 1 1 1Q3 2 1 4Q-4 8 -9 8Z"),
    "boot": _Device("M-5 -9H2V2Q9 3 9 9H-5Z"),
    "ship": _Device("M-10 4H10Q7 9 0 9Q-7 9 -10 4ZM1 -10L8 2H1ZM-1 -7L-7 2H-1Z"),
    "balloon": _Device("M-10 -4A10 5 0 1 0 10 -4A10 5 0 1 0 -10 -4ZM-4 4.5H4V9H-4Z", "M-5 1L-3 4M5 1L3 4"),
    "wheel": _Device(
        "M-1.8 0A1.8 1.8 0 1 0 1.8 0A1.8 1.8 0 1 0 -1.8 0Z",
        "M-8.5 0A8.5 8.5 0 1 0 8.5 0A8.5 8.5 0 1 0 -8.5 0M-8 0H8M0 -8V8M-5.6 -5.6L5.6 5.6M-5.6 5.6L5.6 -5.6",
    ),
    "gear": _Device(
        "M-5.5 0A5.5 5.5 0 1 0 5.5 0A5.5 5.5 0 1 0 -5.5 0Z",
        "M0 -8.5V8.5M-8.5 0H8.5M-6 -6L6 6M-6 6L6 -6",
        "M-2.4 0A2.4 2.4 0 1 0 2.4 0A2.4 2.4 0 1 0 -2.4 0Z",
    ),
    "spark": _Device("M3 -10L-7 2H-1L-4 10L7 -3H1Z"),
    "flake": _Device(
        "",
        "M0 -9V9M-8 -4.5L8 4.5M-8 4.5L8 -4.5M-3 -8L0 -5L3 -8M-3 8L0 5L3 8M-8 -.5L-5 -3M8 -.5L5 -3M-8 .5L-5 3M8 .5L5 3",
    ),
    "drop": _Device("M0 -10Q7 0 7 4A7 6 0 1 1 -7 4Q-7 0 0 -10Z"),
    "sun": _Device(
        "M-4.5 0A4.5 4.5 0 1 0 4.5 0A4.5 4.5 0 1 0 -4.5 0Z",
        "M0 -10V-7M0 7V10M-10 0H-7M7 0H10M-7 -7L-5 -5M5 5L7 7M-7 7L-5 5M5 -5L7 -7",
    ),
    "spiral": _Device("", "M0 0Q3 -4 5 1Q4 7 -2 6Q-9 3 -6 -4Q0 -11 8 -6"),
    "target": _Device(
        "M-2.2 0A2.2 2.2 0 1 0 2.2 0A2.2 2.2 0 1 0 -2.2 0Z",
        "M-8.5 0A8.5 8.5 0 1 0 8.5 0A8.5 8.5 0 1 0 -8.5 0M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0",
    ),
    "fuse": _Device("M-8 2A7 7 0 1 0 6 2A7 7 0 1 0 -8 2Z", "M4 -3L6 -6Q8 -9 10 -7"),
    "barrel": _Device(
        "M-10 -2L7 -8L10 -1L-6 5ZM-6.5 5A4.5 4.5 0 1 0 2.5 5A4.5 4.5 0 1 0 -6.5 5Z",
        "",
        "M-3.6 5A1.6 1.6 0 1 0 -0.4 5A1.6 1.6 0 1 0 -3.6 5Z",
    ),
    "banner": _Device("M-4 -9H10L6 -4L10 1H-4Z", "M-6 -9V10"),
    "bell": _Device("M-8 5Q-5 3 -5 -2Q-5 -9 0 -9Q5 -9 5 -2Q5 3 8 5ZM-2 6.5H2Q1.5 10 0 10Q-1.5 10 -2 6.5Z"),
    "chain": _Device(
        "", "M-9.5 0A4.5 4 0 1 0 -.5 0A4.5 4 0 1 0 -9.5 0M.5 0A4.5 4 0 1 0 9.5 0A4.5 4 0 1 0 .5 0M-3 0H3"
    ),
    "ladder": _Device("", "M-5 -10V10M5 -10V10M-5 -6H5M-5 -1H5M-5 4H5M-5 9H5"),
    "egg": _Device(
        "M0 -10Q7 -2 7 3A7 6.5 0 1 1 -7 3Q-7 -2 0 -10Z", "", "M-6 0L-3 -2L0 0L3 -2L6 0L3 2L0 0L-3 2Z"
    ),
    "spider": _Device(
        "M-4.2 1A4.2 4.2 0 1 0 4.2 1A4.2 4.2 0 1 0 -4.2 1Z",
        "M-3 -1L-9 -7M-3 1H-10M-3 3L-9 9M3 -1L9 -7M3 1H10M3 3L9 9",
    ),
    "mask": _Device(
        "M-9 -5Q0 -9 9 -5Q10 5 3 6L0 3L-3 6Q-10 5 -9 -5Z",
        "",
        "M-6 -1A2 1.5 0 1 0 -2 -1A2 1.5 0 1 0 -6 -1ZM2 -1A2 1.5 0 1 0 6 -1A2 1.5 0 1 0 2 -1Z",
    ),
}
assert tuple(_SHAPES) == DEVICES  # noqa: S101 - the vocabulary has the names, this module the shapes

STEP = re.compile(r"([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+))")
ARC = 7
"""Numbers of an arc: the third is an angle, the next two are flags."""
PLAIN = range(2, 5)
TENTH = 0.1


def drawn_device(name: str) -> Emblem:
    """A device or a motif as an emblem."""
    found = _SHAPES.get(name) or _Device(SHAPES[name].areas, SHAPES[name].lines)
    return {
        "shape": [_small(found.areas)] if found.areas else [],
        "cut": [_small(found.cut)] if found.cut else [],
        "lines": [_small(found.lines)] if found.lines else [],
    }


def _small(path: str) -> str:
    """The same path at a tenth of its size."""
    said, letter, place = [], "", 0
    for found, number in STEP.findall(path):
        if found:
            letter, place = found, 0
            said.append(found)
            continue
        kept = letter in "Aa" and place % ARC in PLAIN
        said.append(number if kept else f"{float(number) * TENTH:g}")
        place += 1
    return " ".join(said)


def devices_of(composition: Composition) -> tuple[dict[str, str], dict[str, str]]:
    """A device for each piece, and for each tile of a kind without tokens, by id.

    It is the one that a pack names, that of the first piece of a tile, or a free one chosen by the id. Copies look like their originals.
    """
    named, words = composition.drawing, set(composition.words.region_traits)
    pieces = {id_: named[id_] for id_ in composition.pieces if id_ in named}
    taken = {*pieces.values(), *(motif for word, motif in named.items() if word in words)}
    for id_ in sorted(composition.printed_pieces.keys() - pieces.keys()):
        pieces[id_] = _free(id_, DEVICES, taken)
    pieces |= {id_: pieces[piece.copy_of] for id_, piece in composition.pieces.items() if piece.copy_of}
    tiles: dict[str, str] = {}
    for id_, tile in sorted(
        composition.tiles.items(), key=lambda one: (not _given(composition, one[1], pieces), one[0])
    ):
        if not composition.kinds[tile.kind].tray and not tile.copy_of:
            tiles[id_] = _given(composition, tile, pieces) or _free(
                id_, (*DEVICES, *MOTIFS), set(tiles.values())
            )
    return pieces, tiles


def _given(composition: Composition, tile: Tile, pieces: dict[str, str]) -> str:
    """The device that follows from a tile's data in packs."""
    return composition.drawing.get(tile.id) or next((pieces[id_] for id_ in tile.pieces if id_ in pieces), "")


def _free(id_: str, names: Iterable[str], taken: set[str]) -> str:
    """A free device, if there is one, chosen by an id."""
    free = [name for name in names if name not in taken] or list(names)
    found = free[int(hashlib.sha256(id_.encode()).hexdigest(), 16) % len(free)]
    taken.add(found)
    return found
