"""A map as the engine sees it: regions are small integers, sets of them bit sets. Never changes in the course of a game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

__all__ = ["Board", "bits"]


@lru_cache(maxsize=1 << 16)
def bits(mask: int) -> tuple[int, ...]:
    """The members of a bit set in ascending order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


@dataclass(slots=True)
class Board:
    """`near[r]` and `bit[r]` have one entry more than there are regions, so that -1 (none) gives the empty set.

    `traits` are the regions with each terrain or symbol (or an equivalent one), `grounds` those whose terrain it is.
    """

    id: str
    rounds: int
    ids: list[str]
    everywhere: int
    bit: list[int]
    near: list[int]
    terrain: list[int]
    traits: list[int]
    grounds: list[int]
    boards: list[int]

    @property
    def size(self) -> int:
        """How many regions there are."""
        return len(self.ids)
