"""Emblems: for each tile of a kind with tokens the outline of a head, composed of parts; distinguishable at the size of a token.

A pack names the parts (`emblems:`), or they follow from the id of the tile. Everything lies in a square from -1 to 1, y goes down.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from ruledsl.language.vocabulary.motifs import PARTS_OF_EMBLEMS
from ruledsl.play.draw.devices import devices_of, drawn_device

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.play.draw.devices import Emblem
    from ruledsl.rules.packs.model import Composition


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
    found = {"shape": SHAPES, "cut": CUTS}
    return {
        name: [path for part in parts for path in _LINE.findall(shapes.get(part, ""))]
        for name, shapes in found.items()
    } | {"lines": []}


_LINE = re.compile(r"M[^M]*")


def emblems_of(composition: Composition) -> dict[str, Emblem]:
    """An emblem for each tile with tokens, by its key; all different while there are enough parts."""
    found: dict[str, Emblem] = {}
    taken: set[tuple[str, ...]] = set()
    tiles = {
        key: tile
        for key, tile in composition.tiles.items()
        if composition.kinds[tile.kind].tray and not tile.copy_of
    }
    for key in sorted(tiles, key=lambda key: (tiles[key].id not in composition.emblems, key)):
        parts = _parts_of(tiles[key].id, composition.emblems.get(tiles[key].id, ()), taken)
        taken.add(parts)
        found[key] = drawn(parts)
    return found


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
