"""Tiles whose identity nobody knows, and their order among others."""

from __future__ import annotations

from typing import Final

from ruledsl.engine.cells.regions import position
from ruledsl.engine.cells.values import append, contains, item, length, room, set_item
from ruledsl.engine.small.kinds import (
    COINS_MOVED,
    COVER_PART,
    EVENT,
    FACE_DOWN,
    FIRST_COVER,
    IN_DECK,
    MADE_ITSELF,
    NOWHERE,
    OPTION_CHOSEN,
    ROLLED,
    SOMEWHERE,
)
from ruledsl.engine.small.memory import (
    ARGS,
    CONCEALED,
    DECKS,
    HELD,
    HOME,
    LAID,
    LOG,
    OPTIONS,
    ROW,
    SITE,
    G,
    P,
    R,
    S,
    T,
    Y,
)
from ruledsl.engine.small.room import NOTHING
from ruledsl.engine.small.tables import (
    AFTER_LISTS,
    AIMED_AT_TILES,
    ARITIES,
    DECK_BACKS,
    EVENT_WAYS,
    FIRST_BACKS,
    HIDDEN,
    LENDERS,
    LOGGED,
    TILE_CHOICES,
    TILE_KINDS,
    C,
)
from ruledsl.engine.small.words import address, bits, fail, load
from ruledsl.engine.state.keys import HAND_MASK, ON_TILE
from ruledsl.engine.state.layout import LIVE, POWER, RACE
from ruledsl.engine.state.limits import MOST_LOGGED
from ruledsl.language.vocabulary.types import BY_NAME, BY_PLACE


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
    if SITE[tile] != -1:
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
    return is_shown_on_map(tile) or is_in_a_shown_set(tile) or is_in_a_shown_set_on_map(tile)


def is_shown_on_map(tile: int) -> int:
    """Does a region, or a tile that is not hidden, remember a tile where everybody sees it?"""
    for i in range(length(C.REGION_SHOWS)):
        for region in range(S.regions):
            if R[region, item(C.REGION_SHOWS, i)] == tile:
                return 1
    for i in range(length(C.TILE_SHOWS)):
        for other in range(C.TILES):
            if T[ROW[other], item(C.TILE_SHOWS, i)] == tile and where_hidden(other) < 0:
                return 1
    return 0


def is_in_a_shown_set(tile: int) -> int:
    """Does the game, a player or a people remember a tile in a set that everybody sees?"""
    for i in range(length(C.GAME_SHOWS_SETS)):
        if contains(G[item(C.GAME_SHOWS_SETS, i)], tile):
            return 1
    for i in range(length(C.PLAYER_SHOWS_SETS)):
        for player in range(S.seats):
            if contains(Y[player, item(C.PLAYER_SHOWS_SETS, i)], tile):
                return 1
    for i in range(length(C.PEOPLE_SHOWS_SETS)):
        for people in bits(G[LIVE]):
            if contains(P[people, item(C.PEOPLE_SHOWS_SETS, i)], tile):
                return 1
    return 0


def is_in_a_shown_set_on_map(tile: int) -> int:
    """Does a region, or a tile that is not hidden, remember it in such a set?"""
    for i in range(length(C.REGION_SHOWS_SETS)):
        for region in range(S.regions):
            if contains(R[region, item(C.REGION_SHOWS_SETS, i)], tile):
                return 1
    for i in range(length(C.TILE_SHOWS_SETS)):
        for other in range(C.TILES):
            if contains(T[ROW[other], item(C.TILE_SHOWS_SETS, i)], tile) and where_hidden(other) < 0:
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
    ordered = room(length(tiles))
    for i in range(length(tiles)):
        if not is_hidden(item(tiles, i)):
            append(ordered, item(tiles, i))
    first = length(ordered)
    for i in range(length(tiles)):
        tile = item(tiles, i)
        if is_hidden(tile):
            append(ordered, tile)
            at = length(ordered) - 1
            while at > first:
                if place_of_hidden(item(ordered, at - 1)) <= place_of_hidden(tile):
                    break
                set_item(ordered, at, item(ordered, at - 1))
                at -= 1
            set_item(ordered, at, tile)
    return ordered


# ── log ─────────────────────────────────────────────────────────────────────────
# The log of what happens, line by line, in LOG. The driver of a game takes it out after each choice; trials and inner games keep none.
#
# A line consists of its length in words, its kind and its data: coins (payer, receiver, amount; -1 is the supply, below that a tile), a roll (die,
# face), an event (its number, its arguments; for a list the length, then the members), a choice (player, procedure, step, the chosen option).
# Hidden tiles are written as their placeholder (`cover`).


FIRST_ARG: Final = 6
"""The slot of an event's first argument in the frame of procedure 0, as AFTER_LISTS counts."""


def begin_line(kind: int) -> None:
    """Begin a line."""
    S.lines += 1
    if S.lines > MOST_LOGGED:
        fail(4)
    S.line = S.logged
    write_word(0)
    write_word(kind)


def write_word(word: int) -> None:
    """Write one word."""
    if S.logged >= C.LOG_WORDS:
        fail(5)
    LOG[S.logged] = word
    S.logged += 1


def end_line() -> None:
    """End the line and store its length."""
    LOG[S.line] = S.logged - S.line


def log_coins(payer: int, receiver: int, amount: int) -> int:
    """Log that coins went from one holder to another."""
    if S.logging == 0:
        return 0
    begin_line(COINS_MOVED)
    write_word(purse_told(payer))
    write_word(purse_told(receiver))
    write_word(amount)
    end_line()
    return 0


def purse_told(holder: int) -> int:
    """A holder of coins in its public form."""
    if holder == NOTHING:
        return -1
    return holder if holder >= 0 else -2 - shown_as(-2 - holder, BY_NAME | BY_PLACE)


def log_roll(die: int, face: int) -> int:
    """Log a roll."""
    if S.logging == 0:
        return 0
    begin_line(ROLLED)
    write_word(die)
    write_word(face)
    end_line()
    return 0


def log_event(event: int) -> int:
    """Log an event, whose parameters are in ARGS."""
    if S.logging == 0 or LOGGED[event] == 0:
        return 0
    begin_line(EVENT)
    write_word(event)
    ways = EVENT_WAYS[event]
    for i in range(ARITIES[event]):
        way = item(ways, i) if length(ways) else 0
        if contains(AFTER_LISTS[event], FIRST_ARG + i):
            log_list(ARGS[i], way)
        else:
            write_word(shown_as(ARGS[i], way) if way else ARGS[i])
    end_line()
    return 0


def log_list(items: int, way: int) -> None:
    """Write the length of a list, then its members."""
    write_word(length(items))
    for i in range(length(items)):
        write_word(shown_as(item(items, i), way) if way else item(items, i))


def log_forced(player: int) -> int:
    """Log a choice that made itself: the player and the question. Without any option the line ends there."""
    if S.forcing == 0:
        return 0
    begin_line(MADE_ITSELF)
    write_word(player)
    write_word(load(S.frame))
    write_word(load(S.frame + 8))
    if S.options:
        write_word(OPTIONS[0, 0])
    end_line()
    return 0


def log_choice(option: int) -> int:
    """Log the option that a player takes."""
    if S.logging == 0:
        return 0
    begin_line(OPTION_CHOSEN)
    write_word(S.player)
    write_word(load(S.frame))
    write_word(load(S.frame + 8))
    first = OPTIONS[option, 0]
    if S.slot >= 0:
        asked = contains(TILE_CHOICES[load(S.frame)], load(S.frame + 8))
        write_word(shown_as(first, BY_PLACE) if asked else first)
    else:
        aim = OPTIONS[option, 1]
        aimed = first >= 0 and AIMED_AT_TILES[first]
        write_word(first)
        write_word(shown_as(aim, BY_PLACE) if aimed else aim)
        for i in range(2, 5):
            write_word(OPTIONS[option, i])
    end_line()
    return 0


# ── tiles in their public form ──


def shown_as(tile: int, way: int) -> int:
    """A tile that a rule obtained in this way: itself, or its placeholder."""
    if way == BY_NAME or not is_hidden(tile):
        return tile
    back = FIRST_BACKS[TILE_KINDS[tile]]
    what = where_hidden(tile)
    if way != BY_PLACE:
        return cover(SOMEWHERE, 0, 0, back)
    if what == FACE_DOWN:
        return cover(FACE_DOWN, SITE[tile], place_on_site(tile), back)
    if what == IN_DECK:
        deck = HOME[tile]
        return cover(IN_DECK, deck, position_in(address(DECKS[deck, 0]), tile), DECK_BACKS[deck])
    return cover(what, 0, 0, back)


def place_on_site(tile: int) -> int:
    """How many face-down tiles were laid before this one in the same region."""
    before = 0
    for i in range(LAID[0]):
        other = LAID[i + 1]
        if other == tile:
            return before
        if SITE[other] == SITE[tile] and where_hidden(other) == FACE_DOWN:
            before += 1
    return before


def cover(what: int, where: int, number: int, back: int) -> int:
    """The placeholder of a hidden tile, as a number that no tile has: how it is hidden, its region or deck, its number there, its back."""
    return FIRST_COVER + (((what << COVER_PART | where) << COVER_PART | number) << COVER_PART | back)
