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
"""So many bits are for whose hand it is: the index of a people twice, or that of a player twice and one more; the latter of a tile with `ON_TILE`."""
HAND_MASK: Final = (1 << HAND_BITS) - 1
ON_TILE: Final = 1 << HAND_BITS - 1
"""The bit of a hand that is none: the pieces lie on a tile."""


def region_key(index: int, region: int) -> int:
    """The key of a kind of pieces (in `State.on`), or of a people (in `State.extra`), in a region."""
    return index << REGION_BITS | region


def in_region(key: int) -> tuple[int, int]:
    """The kind or people of such a key, and the region."""
    return key >> REGION_BITS, key & REGION_MASK


def in_hand(key: int) -> tuple[int, int]:
    """The kind of such a key, and the hand."""
    return key >> HAND_BITS, key & HAND_MASK


def on_tile(hand: int) -> int:
    """The tile that such a hand is; -1 if it is somebody's."""
    return (hand & ~ON_TILE) >> 1 if hand & ON_TILE else -1


def hand_of_people(people: int) -> int:
    """The place of a people's hand."""
    return -16 - (people << 1) if people >= 0 else -1


def hand_of_player(player: int) -> int:
    """The place of a player's hand."""
    return -16 - (player << 1 | 1) if player >= 0 else -1


def hand_on_tile(tile: int) -> int:
    """A tile as such a hand."""
    return ON_TILE | tile << 1 | 1


def top_of_tile(tile: int) -> int:
    """The place where pieces on a tile are."""
    return -16 - hand_on_tile(tile) if tile >= 0 else -1
