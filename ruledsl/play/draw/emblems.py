"""Emblems: for each tile of a kind with tokens the outline of a head, composed of parts; distinguishable at the size of a token.

A pack names the parts (`emblems:`), or they follow from the id of the tile. Everything lies in a square from -1 to 1, y goes down.
"""

from __future__ import annotations

import hashlib
import re
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.language.vocabulary.motifs import DEVICES, MOTIFS, PARTS_OF_EMBLEMS
from ruledsl.play.draw.motifs import SHAPES as MOTIFS_SHAPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ruledsl.rules.packs.model import Composition, Kind, Pack, Tile

# ── devices ─────────────────────────────────────────────────────────────────────
# Devices: signs for pieces and badges in one ink, distinguishable at the size of a token.
#
# Areas, strokes and areas to cut out, in a square from -10 to 10.


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
    device = _SHAPES.get(name) or _Device(MOTIFS_SHAPES[name].areas, MOTIFS_SHAPES[name].lines)
    return {
        "shape": [_small(device.areas)] if device.areas else [],
        "cut": [_small(device.cut)] if device.cut else [],
        "lines": [_small(device.lines)] if device.lines else [],
    }


def _small(path: str) -> str:
    """Scale a path to a tenth of its size; the angle and the flags of an arc stay as they are."""
    parts, letter, place = [], "", 0
    for command, number in STEP.findall(path):
        if command:
            letter, place = command, 0
            parts.append(command)
            continue
        kept = letter in "Aa" and place % ARC in PLAIN
        parts.append(number if kept else f"{float(number) * TENTH:g}")
        place += 1
    return " ".join(parts)


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
    chosen = free[int(hashlib.sha256(id_.encode()).hexdigest(), 16) % len(free)]
    taken.add(chosen)
    return chosen


def _disc(x: float, y: float, wide: float, high: float = 0) -> str:
    high = high or wide
    return (
        f"M{x - wide:.2f} {y:.2f}a{wide} {high} 0 1 1 {2 * wide:.2f} 0a{wide} {high} 0 1 1 {-2 * wide:.2f} 0Z"
    )


def _both(path: str) -> str:
    """A path of absolute M, L, Q and Z, and its mirror image."""
    words = path.replace("M", " M ").replace("L", " L ").replace("Q", " Q ").replace("Z", " Z ").split()
    other, is_x = [], True
    for word in words:
        if word in "MLQZ":
            other.append(word)
            is_x = True
        else:
            other.append(f"{-float(word):g}" if is_x else word)
            is_x = not is_x
    return path + " ".join(other)


def _pair(x: float, y: float, wide: float, high: float = 0) -> str:
    return _disc(x, y, wide, high) + _disc(-x, y, wide, high)


SHAPES: dict[str, str] = {
    # heads
    "round": _disc(0, 0.1, 0.54),
    "long": _disc(0, 0.12, 0.4, 0.68),
    "broad": _disc(0, 0.2, 0.72, 0.46),
    "jaw": "M-0.44 -0.45H0.44L0.6 0.2Q0.5 0.72 0 0.74Q-0.5 0.72 -0.6 0.2Z",
    "skull": "M-0.56 -0.05A0.56 0.56 0 1 1 0.56 -0.05Q0.56 0.28 0.3 0.34V0.74H-0.3V0.34Q-0.56 0.28 -0.56 -0.05Z",
    "snout": "M-0.52 -0.35Q0 -0.62 0.52 -0.35Q0.56 0.1 0.17 0.78Q0 0.94 -0.17 0.78Q-0.56 0.1 -0.52 -0.35Z",
    "block": "M-0.5 -0.5H0.5V0.7H-0.5Z",
    "drop": "M0 -0.95Q0.25 -0.5 0.55 0.05A0.58 0.58 0 1 1 -0.55 0.05Q-0.25 -0.5 0 -0.95Z",
    # at the sides
    "pricked": _both("M-0.5 -0.05L-0.66 -0.88L-0.1 -0.42Z"),
    "swept": _both("M-0.38 0.12L-1 -0.38L-0.38 -0.28Z"),
    "mouse": _pair(0.58, -0.5, 0.34),
    "hare": _pair(0.28, -0.66, 0.14, 0.34),
    "lop": _both("M-0.4 -0.35Q-1 -0.25 -0.88 0.55Q-0.6 0.5 -0.45 0.1Z"),
    "fins": _both("M-0.42 -0.2L-1 -0.55L-0.82 -0.1L-1 0.18L-0.78 0.24L-0.86 0.6L-0.42 0.36Z"),
    "wings": _both("M-0.4 0.55Q-0.95 0.5 -1 -0.6Q-0.8 -0.2 -0.62 -0.2Q-0.55 0 -0.4 0.05Z"),
    "knobs": _pair(0.6, 0.14, 0.17),
    # on top
    "horns": _both("M-0.2 -0.42Q-0.95 -0.3 -0.9 -1Q-0.62 -0.62 -0.12 -0.62Z"),
    "spikes": _both("M-0.42 -0.3L-0.55 -0.9L-0.12 -0.5ZM-0.2 -0.4L0 -1L0.02 -0.4Z"),
    "mohawk": "M-0.14 -0.3L-0.2 -1L0.2 -1L0.14 -0.3Z",
    "pointed_hat": "M-0.86 -0.16Q-0.3 -0.36 -0.3 -0.4L0.06 -1L0.3 -0.4Q0.3 -0.36 0.86 -0.16Q0 -0.02 -0.86 -0.16Z",
    "helmet": "M-0.66 0Q-0.7 -0.78 0 -0.8Q0.7 -0.78 0.66 0ZM-0.09 -0.7L0 -1L0.09 -0.7Z",
    "hood": "M0 -1Q0.78 -0.75 0.76 0.1L0.95 0.92H-0.95L-0.76 0.1Q-0.78 -0.75 0 -1Z",
    "crown": "M-0.5 -0.22L-0.62 -0.9L-0.26 -0.58L0 -1L0.26 -0.58L0.62 -0.9L0.5 -0.22Z",
    "locks": _both("M0 -0.72Q-0.86 -0.76 -0.8 0.05Q-0.8 0.6 -0.92 0.85Q-0.5 0.9 -0.44 0.1L0 -0.3Z"),
    "curls": _pair(0.44, -0.34, 0.24) + _pair(0.2, -0.55, 0.24) + _disc(0, -0.6, 0.2),
    "antlers": _both(
        "M-0.12 -0.35L-0.3 -0.72L-0.72 -0.66L-0.78 -0.78L-0.5 -0.82L-0.56 -1L-0.44 -1L-0.3 -0.86L-0.2 -1L-0.1 -0.96L-0.02 -0.5Z"
    ),
    "cap": "M-0.95 -0.06Q-0.9 -0.92 0 -0.92Q0.9 -0.92 0.95 -0.06Z",
    "flame": "M-0.55 -0.1Q-0.75 -0.55 -0.45 -0.85Q-0.38 -0.55 -0.2 -0.5Q-0.2 -0.9 0.1 -1Q0.08 -0.7 0.3 -0.55Q0.4 -0.7 0.4 -0.9Q0.8 -0.55 0.55 -0.1Z",
    "feelers": _both("M-0.16 -0.3L-0.5 -0.86L-0.42 -0.92L-0.05 -0.4Z") + _pair(0.5, -0.88, 0.13),
    "feather": "M-0.6 -0.32H0.6V-0.12H-0.6ZM0.1 -0.3Q0.15 -0.95 0.6 -1Q0.7 -0.6 0.34 -0.3Z",
    "turban": _disc(0, -0.45, 0.7, 0.36) + _disc(0, -0.82, 0.13),
    # below
    "beard": "M-0.56 0.1Q-0.55 1 0 1Q0.55 1 0.56 0.1Z",
    "forked": "M-0.56 0.15L-0.5 1L0 0.66L0.5 1L0.56 0.15Z",
    "goatee": "M-0.22 0.5L0 1L0.22 0.5Z",
    "tusks": _both("M-0.28 0.72L-0.78 0.7L-0.86 0.2L-0.66 0.48L-0.3 0.46Z"),
    "braids": _both("M-0.62 0L-0.78 0.3L-0.62 0.5L-0.78 0.72L-0.62 0.98L-0.46 0.72L-0.5 0Z"),
    "arms": _both(
        "M-0.52 0.35Q-0.95 0.55 -0.7 1L-0.5 0.96Q-0.62 0.7 -0.36 0.55ZM-0.3 0.5Q-0.4 0.8 -0.2 1L0 0.98Q-0.2 0.8 -0.1 0.5Z"
    ),
    "ruff": "M-0.95 0.95L-0.7 0.55L-0.42 0.8L0 0.5L0.42 0.8L0.7 0.55L0.95 0.95Z",
    "shell": _disc(0, 0.62, 0.95, 0.36),
    "bare": "",
    "smooth": "",
    "bald": "",
}
"""Filled areas, by the name of a part."""
CUTS: dict[str, str] = {
    "dots": _pair(0.21, 0.06, 0.1),
    "one_eye": _disc(0, 0.04, 0.2),
    "slits": _both("M-0.4 -0.08L-0.08 0.1L-0.12 0.2L-0.4 0.08Z"),
    "sockets": _pair(0.24, 0.02, 0.19) + "M0 0.2L0.1 0.38H-0.1Z",
    "visor": "M-0.42 -0.04H0.42V0.12H0.06V0.5H-0.06V0.12H-0.42Z",
    "veil": "M-0.4 0.16Q0 0.02 0.4 0.16V0.28H-0.4Z",
    "fangs": _pair(0.21, 0.0, 0.1) + _both("M-0.3 0.4H0L-0.16 0.66Z".replace("H0", "L0 0.4")),
    "grin": _pair(0.21, 0.0, 0.09) + "M-0.34 0.3Q0 0.5 0.34 0.3Q0.2 0.68 0 0.68Q-0.2 0.68 -0.34 0.3Z",
    "goggles": _pair(0.27, 0.02, 0.23),
    "wide_eyes": _pair(0.3, 0.05, 0.15, 0.2),
    "shade": "M-0.5 0.5Q-0.55 -0.45 0 -0.5Q0.55 -0.45 0.5 0.5Q0 0.75 -0.5 0.5Z",
}
"""Areas cut out of them: faces."""


def drawn(parts: Sequence[str]) -> Emblem:
    """An emblem of the parts with these names."""
    tables = {"shape": SHAPES, "cut": CUTS}
    return {
        name: [path for part in parts for path in _LINE.findall(shapes.get(part, ""))]
        for name, shapes in tables.items()
    } | {"lines": []}


_LINE = re.compile(r"M[^M]*")


def emblems_of(composition: Composition) -> dict[str, Emblem]:
    """An emblem for each tile with tokens, by its key; all different while there are enough parts."""
    emblems: dict[str, Emblem] = {}
    taken: set[tuple[str, ...]] = set()
    tiles = {
        key: tile
        for key, tile in composition.tiles.items()
        if composition.kinds[tile.kind].tray and not tile.copy_of
    }
    for key in sorted(tiles, key=lambda key: (tiles[key].id not in composition.emblems, key)):
        parts = _parts_of(tiles[key].id, composition.emblems.get(tiles[key].id, ()), taken)
        taken.add(parts)
        emblems[key] = drawn(parts)
    return emblems


def heads_of(pack: Pack, kinds: Mapping[str, Kind]) -> dict[str, Emblem]:
    """The emblems of a pack's own tiles with tokens, without other packs, by id; those first that it names itself.

    `kinds` are all that its tiles may have.
    """
    own = [tile.id for tile in pack.tiles.values() if kinds[tile.kind].tray and not tile.copy_of]
    named = sorted(own, key=lambda id_: (id_ not in pack.emblems, id_))
    taken: set[tuple[str, ...]] = set()
    heads = {}
    for id_ in named:
        parts = _parts_of(id_, pack.emblems.get(id_, ()), taken)
        taken.add(parts)
        heads[id_] = drawn(parts)
    return heads


def signs_of(composition: Composition) -> tuple[dict[str, Emblem], dict[str, Emblem]]:
    """The emblems of all tiles, heads for those with tokens and devices for the others, and those of all pieces; by id."""
    pieces, tiles = devices_of(composition)
    devices = {id_: drawn_device(name) for id_, name in tiles.items()}
    return {**emblems_of(composition), **devices}, {id_: drawn_device(name) for id_, name in pieces.items()}


def _parts_of(id_: str, named: Sequence[str], taken: set[tuple[str, ...]]) -> tuple[str, ...]:
    """One part of each sort: the named one, else one that follows from the id."""
    parts: tuple[str, ...] = ()
    for attempt in range(16):
        digest = hashlib.sha256(f"{id_} {attempt}".encode()).digest()
        parts = tuple(
            next((part for part in named if part in sort), sort[digest[place] % len(sort)])
            for place, sort in enumerate(PARTS_OF_EMBLEMS.values())
        )
        if parts not in taken:
            break
    return parts


# ── tokens ──────────────────────────────────────────────────────────────────────
# The contents of regions, drawn on a map's picture: a disc with the tokens of a people, and a word for each piece and tile beside them.


COLOURS = ("#e8b923", "#3b8fd4", "#d9534f", "#4caf50", "#9b6bc9", "#e07b28", "#1fa7a0", "#c65b9c")
NOBODY = "#8a8378"
REGION = re.compile(r'data-region="([^"]+)"[^>]*? data-x="(-?\d+)" data-y="(-?\d+)" data-r="(-?\d+)"')
LEAST, MOST = 16, 34
"""The radius of a disc."""
LONGEST = 14
"""The most characters of a word beside it."""


class Stack(NamedTuple):
    """The contents of a region: its owner (a player, or -1), the owner's abbreviation, the number of tokens; `pale` if they are not active."""

    player: int
    label: str
    tokens: int
    pale: bool
    beside: tuple[str, ...] = ()


def with_tokens(svg: str, lying: Mapping[str, Stack]) -> str:
    """A picture of a map (`map_svg`) with the contents of its regions, by id."""
    parts = [
        _drawn(lying[region], int(x), int(y), int(r))
        for region, x, y, r in REGION.findall(svg)
        if region in lying
    ]
    return svg.removesuffix("</svg>") + f'<g class="tokens">{"".join(parts)}</g></svg>'


def _drawn(lies: Stack, x: int, y: int, room: int) -> str:
    size = min(max(room, LEAST), MOST)
    parts = []
    if lies.tokens:
        colour = COLOURS[lies.player % len(COLOURS)] if lies.player >= 0 else NOBODY
        pale = ' opacity=".6"' if lies.pale else ""
        parts = [
            f'<circle r="{size}" fill="{colour}" stroke="#1b1620" stroke-width="3"{pale}/>',
            _text(str(lies.tokens), 0, size),
            _text(lies.label[:LONGEST], size * 0.62, size * 0.5),
        ]
    for number, word in enumerate(lies.beside):
        parts.append(_text(word[:LONGEST], size + 14 + 15 * number, 14))
    return f'<g transform="translate({x} {y})">{"".join(parts)}</g>'


def _text(text: str, y: float, size: float) -> str:
    return (
        f'<text y="{y:.0f}" font-size="{size:.0f}" font-family="Georgia, serif" font-weight="700" text-anchor="middle" fill="#1b1620" '
        f'stroke="#fff6dc" stroke-width="2.500" paint-order="stroke">{escape(text)}</text>'
    )
