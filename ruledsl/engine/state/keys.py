"""Packed keys: pieces, and race tokens that share a region, are counted under a number for kind and place. And the places that are no region."""

from __future__ import annotations

from typing import Final

TRAY: Final = -2
HAND: Final = -3
EVERYWHERE: Final = -4
OUTSIDE: Final = -5
ASIDE: Final = -6
"""Places that are no region; -1 is no place at all. Aside is beside the banner of the race. Outside are the tokens that a people can still get as
stand-ins."""


REGION_BITS: Final = 12
"""The number of regions of a map fits into this many bits."""
REGION_MASK: Final = (1 << REGION_BITS) - 1
HAND_BITS: Final = 20
"""Bits for the owner of a hand: twice the index of a people, or twice that of a player plus one."""
HAND_MASK: Final = (1 << HAND_BITS) - 1


def region_key(index: int, region: int) -> int:
    """The key of a kind of pieces (in `State.on`), or of a people (in `State.extra`), in a region."""
    return index << REGION_BITS | region


def in_region(key: int) -> tuple[int, int]:
    """The kind or people of such a key, and the region."""
    return key >> REGION_BITS, key & REGION_MASK


def in_hand(key: int) -> tuple[int, int]:
    """The kind of such a key, and the hand."""
    return key >> HAND_BITS, key & HAND_MASK


def hand_of_people(people: int) -> int:
    """The place of a people's hand."""
    return -16 - (people << 1) if people >= 0 else -1


def hand_of_player(player: int) -> int:
    """The place of a player's hand."""
    return -16 - (player << 1 | 1) if player >= 0 else -1
