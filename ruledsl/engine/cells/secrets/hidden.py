"""Tiles whose identity nobody knows, and their order among others."""

from __future__ import annotations

from ruledsl.engine.cells.regions import position
from ruledsl.engine.cells.values import append, item, length, room, set_item
from ruledsl.engine.small.kinds import FACE_DOWN, IN_DECK, NOWHERE
from ruledsl.engine.small.memory import CONCEALED, HELD, HOME, LAID, ROW, SITE, G, P, R, S, T, Y
from ruledsl.engine.small.tables import HIDDEN, LENDERS, C
from ruledsl.engine.small.words import address, bits
from ruledsl.engine.state.keys import HAND_MASK, ON_TILE
from ruledsl.engine.state.layout import LIVE, POWER, RACE


def is_hidden(tile: int) -> int:
    """Is the identity of this tile unknown to everybody?"""
    if tile < 0 or tile >= C.TILES:
        return 0
    what = where_hidden(tile)
    return what in (FACE_DOWN, IN_DECK) or (what == NOWHERE and not is_shown(tile))


def where_hidden(tile: int) -> int:
    """FACE_DOWN on the map, IN_DECK if that deck is hidden, NOWHERE; -1 if it is not hidden."""
    if HOME[tile] >= 0:
        return IN_DECK if HIDDEN[HOME[tile]] else -1
    if SITE[tile] >= 0:
        return FACE_DOWN if CONCEALED[tile] else -1
    if LENDERS[tile]:
        return -1
    for people in bits(G[LIVE]):
        if P[people, RACE] == tile or P[people, POWER] == tile:
            return -1
    return NOWHERE


def is_shown(tile: int) -> int:
    """Is a tile remembered where everybody sees it, or do pieces lie on it?"""
    for i in range(S.held):
        if HELD[i, 0] & HAND_MASK == ON_TILE | tile << 1 | 1:
            return 1
    for i in range(length(C.GAME_SHOWS)):
        if G[item(C.GAME_SHOWS, i)] == tile:
            return 1
    for i in range(length(C.PLAYER_SHOWS)):
        for player in range(S.seats):
            if Y[player, item(C.PLAYER_SHOWS, i)] == tile:
                return 1
    for i in range(length(C.PEOPLE_SHOWS)):
        for people in bits(G[LIVE]):
            if P[people, item(C.PEOPLE_SHOWS, i)] == tile:
                return 1
    return is_shown_on_map(tile)


def is_shown_on_map(tile: int) -> int:
    """The same, for memories of regions and tiles."""
    for i in range(length(C.REGION_SHOWS)):
        for region in range(S.regions):
            if R[region, item(C.REGION_SHOWS, i)] == tile:
                return 1
    for i in range(length(C.TILE_SHOWS)):
        for other in range(C.TILES):
            if T[ROW[other], item(C.TILE_SHOWS, i)] == tile and where_hidden(other) < 0:
                return 1
    return 0


def place_of_hidden(tile: int) -> int:
    """The sort key of hidden tiles, chosen so that their order reveals nothing."""
    what = where_hidden(tile)
    if what == FACE_DOWN:
        return position_in(address(LAID[0]), tile)
    if what == IN_DECK:
        return (1 << 40) + (HOME[tile] << 20) + position(tile, HOME[tile])
    return (2 << 40) + tile


def position_in(items: int, tile: int) -> int:
    """The place of a tile in a list; -1 if it is not there."""
    for i in range(length(items)):
        if item(items, i) == tile:
            return i
    return -1


def in_tile_order(tiles: int) -> int:
    """Tiles in an order that reveals nothing about hidden ones: those come last, by their places."""
    hidden = 0
    for i in range(length(tiles)):
        hidden += is_hidden(item(tiles, i))
    if hidden == 0:
        return tiles
    found = room(length(tiles))
    for i in range(length(tiles)):
        if not is_hidden(item(tiles, i)):
            append(found, item(tiles, i))
    first = length(found)
    for i in range(length(tiles)):
        tile = item(tiles, i)
        if is_hidden(tile):
            append(found, tile)
            at = length(found) - 1
            while at > first:
                if place_of_hidden(item(found, at - 1)) <= place_of_hidden(tile):
                    break
                set_item(found, at, item(found, at - 1))
                at -= 1
            set_item(found, at, tile)
    return found
