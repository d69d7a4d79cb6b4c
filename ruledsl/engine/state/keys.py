"""Packed keys: pieces, and race tokens that share a region, are counted under a number that says what and where.

Written out in place, for speed, with the constants of this module, they are only in the primitives of the engine, in `compile.support`, and in what
`compile.python_expressions` prints.
"""

from __future__ import annotations

from typing import Final

__all__ = ["HAND_BITS", "HAND_MASK", "REGION_BITS", "REGION_MASK", "in_hand", "in_region", "region_key"]

REGION_BITS: Final = 12
"""A map has fewer regions than this many bits can tell apart."""
REGION_MASK: Final = (1 << REGION_BITS) - 1
HAND_BITS: Final = 20
"""So many bits are for whose hand it is: the index of a people twice, or that of a player twice and one more."""
HAND_MASK: Final = (1 << HAND_BITS) - 1


def region_key(index: int, region: int) -> int:
    """The key of a kind of pieces (in `State.on`), or of a people (in `State.extra`), in a region."""
    return index << REGION_BITS | region


def in_region(key: int) -> tuple[int, int]:
    """Which kind or people such a key is of, and in which region."""
    return key >> REGION_BITS, key & REGION_MASK


def in_hand(key: int) -> tuple[int, int]:
    """Which kind such a key is of, and in which hand."""
    return key >> HAND_BITS, key & HAND_MASK
