"""The rules in play: chains of rules of tiles (with peoples, on the map, alone) for every value, permission, event and phase."""

from __future__ import annotations

from ruledsl.engine.cells.values import item, length
from ruledsl.engine.small.kinds import OF_BEARER, OF_OWNER
from ruledsl.engine.small.memory import (
    BORROWED,
    CONCEALED,
    ENTRIES,
    HEAD,
    LAID,
    ROW,
    SEEN,
    SITE,
    TAIL,
    G,
    P,
    R,
    S,
    T,
)
from ruledsl.engine.small.rules import untouchable
from ruledsl.engine.small.tables import (
    ALONE,
    BRINGS,
    BROUGHT_BY,
    COPIES,
    ENTRIES_OF,
    OWN_RULES,
    RULES_OF_TILE,
    C,
)
from ruledsl.engine.small.words import bits, fail, shr, union
from ruledsl.engine.state.layout import HOLDER, LAND, LIVE, OWNER, POWER, RACE, STAGE


def refresh() -> None:
    """Rebuild all chains if what is in play has changed."""
    if S.dirty:
        S.dirty = 0
        S.fuel -= 25
        for key in range(C.KEYS):
            HEAD[key] = 0
        S.entries = 0
        for people in bits(G[LIVE]):
            bring(P[people, RACE], people, -1)
            bring(P[people, POWER], people, -1)
        for i in range(LAID[0]):
            tile = LAID[i + 1]
            if CONCEALED[tile] == 0:
                bring(tile, bearer_of_laid(tile), max(-1, SITE[tile]))
        for kind in range(C.KINDS_THERE_ARE):
            if ALONE[kind] >= 0 and SEEN[kind]:
                bring_rules(ALONE[kind], -1, -1, -1)


def bring(tile: int, me: int, here: int) -> int:
    """Add the rules of a tile (with a people or in a region) and of the tile it has borrowed; none if the tile is silenced."""
    if tile < 0 or silent(tile):
        return 0
    sets = RULES_OF_TILE[tile]
    for i in range(length(sets)):
        bring_rules(item(sets, i), me, here, tile)
    lent = BORROWED[tile]
    if lent >= 0:
        if lends_pieces(tile):
            sets = RULES_OF_TILE[lent]
            for i in range(length(sets)):
                bring_rules(item(sets, i), me, SITE[C.TILES + tile], C.TILES + tile)
        elif OWN_RULES[lent] >= 0:
            bring_rules(OWN_RULES[lent], me, SITE[C.TILES + tile], C.TILES + tile)
    return 0


def silent(tile: int) -> int:
    """Does a tile do nothing, with everything it brings? It remembers this itself if packs name a memory for it."""
    if C.SILENCE < 0 or ROW[tile] < 0:
        return 0
    return T[ROW[tile], C.SILENCE]


def as_if_active(tile: int) -> int:
    """Do the rules of a tile, or of what it has borrowed, count as in the first stage? It remembers this if packs name a memory for it."""
    own = tile - C.TILES if tile >= C.TILES else tile
    if C.ACTING < 0 or own < 0 or ROW[own] < 0:
        return 0
    return T[ROW[own], C.ACTING]


def with_people(tile: int) -> int:
    """The people with which a tile lies, beside its banner and badge (`lay_with`); -1 for a tile that lies in a region, or nowhere."""
    return max(-1, -2 - SITE[tile])


def bearer_of_laid(tile: int) -> int:
    """The people for which a laid tile works: the one with which it lies, or that it remembers (the role `bearing`), or else the holder."""
    if SITE[tile] < 0:
        return with_people(tile)
    if C.BEARING >= 0 and ROW[tile] >= 0 and T[ROW[tile], C.BEARING] >= 0:
        return T[ROW[tile], C.BEARING]
    return R[SITE[tile], HOLDER]


def stir() -> None:
    """Mark the rules in play as changed."""
    S.dirty = 1


def lends_pieces(tile: int) -> int:
    """Do the rules of pieces come with the tile that this one in play has borrowed?"""
    lent = BORROWED[tile]
    if lent < 0 or lent == tile:
        return 0
    return has_own_pieces(tile) or bringer(lent) == tile


def has_own_pieces(tile: int) -> int:
    """Does the tile that this one has borrowed have pieces of its own there?"""
    brought = BRINGS[BORROWED[tile]]
    if length(brought) == 0:
        return 0
    return own_kind(item(brought, 0), C.TILES + tile) != item(brought, 0)


def own_kind(kind: int, this: int) -> int:
    """The kind of pieces that a rule of the tile `this` means by a kind: for a borrowed instance its own, if it has one."""
    if this < C.TILES or kind < 0 or BORROWED[this - C.TILES] != BROUGHT_BY[kind]:
        return kind
    copies = COPIES[kind]
    i = 0
    while i < length(copies):
        if item(copies, i) == this:
            return item(copies, i + 1)
        i += 2
    return kind


def bringer(tile: int) -> int:
    """The tile in play that brings the pieces of a tile: itself, or the first face-up tile that borrows it; -1 if there is none."""
    first = -1
    for people in bits(G[LIVE]):
        race = P[people, RACE]
        power = P[people, POWER]
        if tile in (race, power):
            return tile
        first = lender(race, tile, first)
        first = lender(power, tile, first)
    for i in range(LAID[0]):
        if LAID[i + 1] == tile:
            return tile
        first = lender(LAID[i + 1], tile, first)
    return first


def lender(other: int, tile: int, first: int) -> int:
    """The first tile that borrows a tile with its pieces: this one, if none was found before."""
    if first >= 0 or other < 0 or tile < 0 or BORROWED[other] != tile or CONCEALED[other]:
        return first
    return first if has_own_pieces(other) else other


def bring_rules(rules: int, me: int, here: int, this: int) -> None:
    """Add the rules of a tile or piece that count at the stage of its people."""
    entries = ENTRIES_OF[rules]
    stage = 0 if as_if_active(this) else P[me, STAGE]
    i = 0
    while i < length(entries):
        stages = item(entries, i + 4)
        if stages < 0 or (stage >= 0 and shr(stages, stage) & 1):
            own = item(entries, i + 3)
            subject = -1
            if own == OF_BEARER:
                subject = me
            elif own == OF_OWNER:
                subject = P[me, OWNER]
            if own == 0 or subject >= 0:
                enter(item(entries, i), item(entries, i + 1), me, here, this, item(entries, i + 2), subject)
        i += 5


def enter(key: int, rule: int, me: int, here: int, this: int, place: int, subject: int) -> None:
    """Append one rule to its chain."""
    S.entries += 1
    entry = S.entries
    if entry >= C.MOST_ENTRIES:
        fail(5)
    ENTRIES[entry, 0] = 0
    ENTRIES[entry, 1] = rule
    ENTRIES[entry, 2] = me
    ENTRIES[entry, 3] = here
    ENTRIES[entry, 4] = this
    ENTRIES[entry, 5] = place
    ENTRIES[entry, 6] = subject
    if HEAD[key]:
        ENTRIES[TAIL[key], 0] = entry
    else:
        HEAD[key] = entry
    TAIL[key] = entry


def chain(key: int) -> int:
    """The first rule in play for a key; 0 if there is none."""
    if S.dirty:
        refresh()
    return HEAD[key]


def shielded(me: int) -> int:
    """The regions held by peoples that are immune to the tiles of `me`. Empty at once when no rule in play concerns immunity."""
    if C.IMMUNITY < 0 or me < 0:
        return 0
    if C.IMMUNITY_DORMANT and chain(C.IMMUNITY) == 0:
        return 0
    regions = 0
    for people in bits(G[LIVE]):
        if people != me and untouchable(people, me):
            regions = union(regions, P[people, LAND])
    return regions
