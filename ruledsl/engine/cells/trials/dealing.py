"""Tiles dealt to places, to each one of a kind that belongs there.

In POOL are the tiles, in TAKES the kinds that a place takes (its sort), as bits. HELD_BY says of a sort and a kind how many such places
have it, HELD_AS of a place which of these it is, and when it came by it; DEALT how many there are of both.
"""

from __future__ import annotations

from ruledsl.engine.small.memory import CHAIN, DEALT, FOUND, HELD_AS, HELD_BY, POOL, POOLED, TAKES, USED_UP
from ruledsl.engine.small.tables import TILE_KINDS, C
from ruledsl.engine.small.words import ones, shr


def dealt(places: int) -> int:
    """In FOUND a tile for every place, those first that take fewer kinds; 0 if they can come in their order, or if it cannot be done."""
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
    """Find a chain: this place gets a kind that another sort of places has, which gets one of another sort …, the last one of what is left."""
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
    """Is a kind among some, as bits?"""
    return shr(kinds, kind) & 1


def first_left(kinds: int) -> int:
    """The first tile of the pool of one of these kinds that is still there; -1: none is."""
    for i in range(POOLED[0]):
        if not USED_UP[i] and takes(kinds, TILE_KINDS[POOL[i]]):
            return i
    return -1


def in_chain(sort: int, found: int) -> int:
    """Was this sort of places come to before?"""
    for link in range(found):
        if CHAIN[link, 0] == sort:
            return 1
    return 0


def pass_on(place: int, places: int, link: int, spare: int) -> None:
    """Deal along the chain that `serve` found: everybody hands on what they have."""
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
    """Where it is kept how many places of a sort have a kind."""
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
    """A place has a tile of a kind now."""
    entry = held_entry(sort, kind)
    HELD_BY[entry, 2] += 1
    HELD_AS[place, 0] = entry
    HELD_AS[place, 1] = DEALT[1]
    DEALT[1] += 1


def last_with(entry: int, places: int) -> int:
    """Of the places that have this, the one that came by it last."""
    found = -1
    for place in range(places):
        if HELD_AS[place, 0] == entry and (found < 0 or HELD_AS[place, 1] > HELD_AS[found, 1]):
            found = place
    return found
