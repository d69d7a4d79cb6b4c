"""Deals tiles to places; each place takes certain kinds.

POOL holds the tiles, TAKES the kinds that each place takes (its sort) as bits. HELD_BY counts for a sort and a kind how many such places
have it. HELD_AS holds for each place which of these it is, and when it got it; DEALT holds both counts.
"""

from __future__ import annotations

from ruledsl.engine.small.memory import CHAIN, DEALT, FOUND, HELD_AS, HELD_BY, POOL, POOLED, TAKES, USED_UP
from ruledsl.engine.small.tables import TILE_KINDS, C
from ruledsl.engine.small.words import ones, shr


def dealt(places: int) -> int:
    """Deal a tile to every place, in FOUND, starting with the places that take the fewest kinds.

    Returns 0 if the tiles can keep their order, or if no deal exists.
    """
    kinds = 0
    for i in range(POOLED[0]):
        kinds = kinds | 1 << TILE_KINDS[POOL[i]]
        USED_UP[i] = 0
    picky = 0
    for place in range(places):
        HELD_AS[place, 0] = -1
        if kinds & ~TAKES[place]:
            picky = 1
    if picky == 0:
        return 0
    DEALT[0] = 0
    DEALT[1] = 0
    for size in range(C.KINDS_OF_TILES + 1):
        for place in range(places):
            if ones(TAKES[place]) == size and not serve(place, places):
                return 0
    return 1


def serve(place: int, places: int) -> int:
    """Find an augmenting chain, from this place to the remaining tiles.

    The place gets a kind from another sort of places, which gets one from a third sort …, the last one from the remaining tiles.
    """
    CHAIN[0, 0] = TAKES[place]
    CHAIN[0, 1] = -1
    found = 1
    link = 0
    while link < found:
        spare = first_left(CHAIN[link, 0])
        if spare >= 0:
            pass_on(place, places, link, spare)
            return 1
        for entry in range(DEALT[0]):
            if (
                HELD_BY[entry, 2]
                and takes(CHAIN[link, 0], HELD_BY[entry, 1])
                and not in_chain(HELD_BY[entry, 0], found)
            ):
                CHAIN[found, 0] = HELD_BY[entry, 0]
                CHAIN[found, 1] = link
                CHAIN[found, 2] = HELD_BY[entry, 1]
                found += 1
        link += 1
    return 0


def takes(kinds: int, kind: int) -> int:
    """Is a kind in a set of kinds (bits)?"""
    return shr(kinds, kind) & 1


def first_left(kinds: int) -> int:
    """The first remaining tile of the pool of one of these kinds; -1 if there is none."""
    for i in range(POOLED[0]):
        if not USED_UP[i] and takes(kinds, TILE_KINDS[POOL[i]]):
            return i
    return -1


def in_chain(sort: int, found: int) -> int:
    """Is this sort of places already in the chain?"""
    for link in range(found):
        if CHAIN[link, 0] == sort:
            return 1
    return 0


def pass_on(place: int, places: int, link: int, spare: int) -> None:
    """Deal along the chain that `serve` found: every sort hands on what it has."""
    USED_UP[spare] = 1
    tile = POOL[spare]
    kind = TILE_KINDS[tile]
    while CHAIN[link, 1] >= 0:
        giver = last_with(held_entry(CHAIN[link, 0], CHAIN[link, 2]), places)
        HELD_BY[HELD_AS[giver, 0], 2] -= 1
        hold(giver, CHAIN[link, 0], kind)
        given = FOUND[giver]
        FOUND[giver] = tile
        tile = given
        kind = CHAIN[link, 2]
        link = CHAIN[link, 1]
    hold(place, CHAIN[link, 0], kind)
    FOUND[place] = tile


def held_entry(sort: int, kind: int) -> int:
    """The row that counts how many places of a sort have a kind."""
    for entry in range(DEALT[0]):
        if HELD_BY[entry, 0] == sort and HELD_BY[entry, 1] == kind:
            return entry
    entry = DEALT[0]
    HELD_BY[entry, 0] = sort
    HELD_BY[entry, 1] = kind
    HELD_BY[entry, 2] = 0
    DEALT[0] += 1
    return entry


def hold(place: int, sort: int, kind: int) -> None:
    """Record that a place has a tile of a kind now."""
    entry = held_entry(sort, kind)
    HELD_BY[entry, 2] += 1
    HELD_AS[place, 0] = entry
    HELD_AS[place, 1] = DEALT[1]
    DEALT[1] += 1


def last_with(entry: int, places: int) -> int:
    """Of the places with this sort and kind, the one that got it last."""
    found = -1
    for place in range(places):
        if HELD_AS[place, 0] == entry and (found < 0 or HELD_AS[place, 1] > HELD_AS[found, 1]):
            found = place
    return found
