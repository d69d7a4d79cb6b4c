"""Plans: packs, table and seed. Everything about a game follows from its plan and its number."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from ruledsl.base.dataclass import dataclass

SEED_BITS = 53
"""Every reader of JSON supports integers of this many bits."""


class Change(NamedTuple):
    """A changed number of a tile: the tile, the number's key in its file or its name in the tile's rules, and the new value."""

    tile: str
    field: str
    value: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A series of games. `variants` are pairs of name and option, `seats` the names of bots, one a player."""

    packs: tuple[str, ...]
    variants: tuple[tuple[str, str], ...]
    seats: tuple[str, ...]
    seed: int
    map: str | None = None
    changes: tuple[Change, ...] = ()


def seed_of(seed: int, game: int) -> int:
    """The seed of one game of a series.

    The first 53 bits of the SHA-256 of `SEED/GAME`, both in decimal: it does not depend on other games or their distribution.
    """
    digest = hashlib.sha256(f"{seed}/{game}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - SEED_BITS)
