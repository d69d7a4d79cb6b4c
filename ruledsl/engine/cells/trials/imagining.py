"""Determinization: a game that could be this one as far as a player knows. Everything unknown is generated again.

Two games that this player cannot tell apart become the same one for the same seed. So nothing read from such a game can reveal a secret.
"""

from __future__ import annotations

from typing import Final

from ruledsl.engine.cells.changes import drawn
from ruledsl.engine.cells.secrets.hidden import where_hidden
from ruledsl.engine.cells.trials.dealing import dealt
from ruledsl.engine.cells.trials.half_done import (
    aims_at_tiles,
    asks_tiles,
    first_slot,
    is_list_slot,
    make_up_frames,
    make_up_limits,
    make_up_options,
    procedure_of,
)
from ruledsl.engine.cells.values import item, length, set_item
from ruledsl.engine.small.kinds import FACE_DOWN, NOWHERE, OF_GAME, OF_PEOPLE, OF_PLAYER, OF_REGION
from ruledsl.engine.small.memory import (
    BORROWED,
    CONCEALED,
    DECKS,
    FOUND,
    HELD,
    HOME,
    LAID,
    MOVED,
    OLD,
    OPTIONS,
    POOL,
    POOLED,
    ROW,
    SITE,
    SPOTS,
    TAKES,
    TILE_COINS,
    TRY,
    WHERE,
    G,
    P,
    R,
    S,
    T,
    Y,
)
from ruledsl.engine.small.tables import BACKS, DECK_KINDS, HIDDEN, TILE_KINDS, TILE_SLOTS, C
from ruledsl.engine.small.words import address, bits, load
from ruledsl.engine.state.keys import ON_TILE
from ruledsl.engine.state.layout import COINS, LIVE, OWNER, RANDOM, SECRET, SUPPLY
from ruledsl.engine.state.rng import INCREMENT, MULTIPLIER
from ruledsl.language.vocabulary.types import BY_PLACE

DEALT_AGAIN: Final = 4
"""Besides the ways in which a tile is hidden: it was dealt to a place."""


def imagine(seed: int) -> int:
    """Generate everything that the deciding player cannot know, with a fresh random generator; both follow from the seed."""
    return imagine_for(S.player, seed)


def imagine_for(seat: int, seed: int) -> int:
    """The same for any player; -1 stands for public knowledge. When nobody is asked, no memory is a secret."""
    S.seat = seat
    TRY[4] = seeded(~seed)
    note_hidden()
    if S.kind or seat < 0:
        forget_secrets()
    deal_anew()
    if S.kind:
        make_up_purses()
    count_supply()
    make_up_frames(S.frame, S.frame_end)
    make_up_limits()
    if is_the_one_asked():
        make_up_options()
    G[RANDOM] = TRY[4]
    S.loaded = 0
    S.dirty = 1
    return 0


def is_the_one_asked() -> int:
    """Is this player the one who decides?"""
    return S.kind != 0 and S.seat == S.player


def seeded(seed: int) -> int:
    """The initial generator state of a seed."""
    return (INCREMENT + seed) * MULTIPLIER + INCREMENT


def picked(bound: int) -> int:
    """A random number from 0 to `bound` - 1, from the generator of determinization."""
    state = TRY[4]
    TRY[4] = state * MULTIPLIER + INCREMENT
    return drawn(state, bound)


# ── what is hidden from this player ──


def note_hidden() -> None:
    """Write to WHERE how each tile is hidden, if this player cannot tell it from others; -1 for all other tiles."""
    for tile in range(C.TILES):
        WHERE[tile] = where_hidden(tile)
    for i in range(length(C.GAME_SHOWS)):
        show(G[item(C.GAME_SHOWS, i)])
    for player in range(S.seats):
        for i in range(length(C.PLAYER_SHOWS)):
            show(Y[player, item(C.PLAYER_SHOWS, i)])
    for people in bits(G[LIVE]):
        for i in range(length(C.PEOPLE_SHOWS)):
            show(P[people, item(C.PEOPLE_SHOWS, i)])
    for region in range(S.regions):
        for i in range(length(C.REGION_SHOWS)):
            show(R[region, item(C.REGION_SHOWS, i)])
    show_of_tiles()
    show_to_player()
    for i in range(S.held):
        if HELD[i, 0] & ON_TILE:
            show((HELD[i, 0] & ON_TILE - 1) >> 1)


def show_to_player() -> None:
    """Show this player's secret memories of tiles; when the game is over, everybody's."""
    over = S.kind == 0 and S.seat >= 0
    for player in range(S.seats):
        if over or player == S.seat:
            for i in range(length(C.PLAYER_KEEPS)):
                show(Y[player, item(C.PLAYER_KEEPS, i)])
    for people in bits(G[LIVE]):
        if over or P[people, OWNER] == S.seat:
            for i in range(length(C.PEOPLE_KEEPS)):
                show(P[people, item(C.PEOPLE_KEEPS, i)])


def show_of_tiles() -> int:
    """Show the tiles that are remembered by tiles which are not hidden."""
    if length(C.TILE_SHOWS) == 0:
        return 0
    for tile in range(C.TILES):
        if ROW[tile] >= 0 and where_hidden(tile) < 0:
            for i in range(length(C.TILE_SHOWS)):
                show(T[ROW[tile], item(C.TILE_SHOWS, i)])
    return 0


def show(tile: int) -> None:
    """Record that this player knows where a tile is, if it is nowhere else."""
    if tile >= 0 and tile < C.TILES and WHERE[tile] == NOWHERE:
        WHERE[tile] = -1


def forget_secrets() -> None:
    """Clear the secrets of others, and secrets without an owner."""
    for i in range(length(C.SECRETS) // 3):
        forget_secret(item(C.SECRETS, 3 * i), item(C.SECRETS, 3 * i + 1), item(C.SECRETS, 3 * i + 2))


def forget_secret(noun: int, cell: int, blank: int) -> None:
    """Blank one secret cell in all rows of a noun whose owner is somebody else."""
    if noun == OF_GAME:
        G[cell] = blank
    elif noun == OF_PLAYER:
        for player in range(S.seats):
            if player != S.seat:
                Y[player, cell] = blank
    elif noun == OF_PEOPLE:
        for people in bits(G[LIVE]):
            if P[people, OWNER] != S.seat:
                P[people, cell] = blank
    elif noun == OF_REGION:
        for region in range(S.regions):
            R[region, cell] = blank
    else:
        for tile in range(C.TILES):
            if ROW[tile] >= 0:
                T[ROW[tile], cell] = blank


# ── tiles: OLD has the hidden ones in the order of their places, TAKES the kinds that each place takes ──


def deal_anew() -> None:
    """Deal each place one of its kinds, if that is possible. MOVED maps each tile to the one that replaces it."""
    places = places_of_hidden()
    count = unseen_behind(places)
    shuffle_pool()
    if not dealt(places):
        for place in range(places):
            FOUND[place] = POOL[place]
    for place in range(places):
        MOVED[OLD[place]] = FOUND[place]
        WHERE[FOUND[place]] += DEALT_AGAIN
    for i in range(count):
        tile = POOL[i]
        if WHERE[tile] >= DEALT_AGAIN:
            WHERE[tile] -= DEALT_AGAIN
        else:
            MOVED[OLD[places]] = tile
            places += 1
    lay_anew()


def places_of_hidden() -> int:
    """The places of hidden tiles: those on the map, then those in decks."""
    places = 0
    for i in range(LAID[0]):
        tile = item(address(LAID[0]), i)
        if WHERE[tile] == FACE_DOWN:
            OLD[places] = tile
            TAKES[places] = BACKS[TILE_KINDS[tile]]
            places += 1
    for deck in range(C.DECKS_THERE_ARE):
        if HIDDEN[deck]:
            for i in range(DECKS[deck, 0]):
                OLD[places] = item(address(DECKS[deck, 0]), i)
                TAKES[places] = DECK_KINDS[deck]
                places += 1
    return places


def unseen_behind(count: int) -> int:
    """Tiles that are nowhere, first those in the hands of rules. All hidden tiles form the POOL, in order."""
    first = count
    count = handled(S.frame, S.frame_end, first, count)
    for i in range(S.options if is_the_one_asked() else 0):
        if S.slot >= 0:
            if asks_tiles():
                count = handled_one(OPTIONS[i, 0], first, count)
        elif aims_at_tiles(i):
            count = handled_one(OPTIONS[i, 1], first, count)
    pool = 0
    for tile in range(C.TILES):
        if WHERE[tile] >= 0:
            POOL[pool] = tile
            pool += 1
            count = handled_one(tile, first, count)
    POOLED[0] = pool
    return count


def handled(frame: int, end: int, first: int, count: int) -> int:
    """Collect them from the frames, lowest first."""
    if frame == 0:
        return count
    count = handled(load(frame - 8), frame - 8, first, count)
    slots = TILE_SLOTS[procedure_of(frame)]
    for i in range(length(slots) // 2):
        slot = first_slot(frame) + item(slots, 2 * i)
        if item(slots, 2 * i + 1) == BY_PLACE and frame + 8 * slot < end:
            held = load(frame + 8 * slot)
            if is_list_slot(frame, slot) and held > 0:
                for j in range(length(held)):
                    count = handled_one(item(held, j), first, count)
            else:
                count = handled_one(held, first, count)
    return count


def handled_one(tile: int, first: int, count: int) -> int:
    """Add a tile that is nowhere to OLD, once."""
    if tile < 0 or tile >= C.TILES:
        return count
    if WHERE[tile] != NOWHERE:
        return count
    for i in range(first, count):
        if OLD[i] == tile:
            return count
    OLD[count] = tile
    return count + 1


def shuffle_pool() -> None:
    """Shuffle the POOL."""
    for i in range(1, POOLED[0]):
        last = POOLED[0] - i
        pick = picked(last + 1)
        tile = POOL[last]
        POOL[last] = POOL[pick]
        POOL[pick] = tile


def lay_anew() -> None:
    """For tiles that nobody can tell apart, keep only the tokens in their trays, and what lies in their places."""
    place = 0
    for i in range(LAID[0]):
        tile = item(address(LAID[0]), i)
        if WHERE[tile] == FACE_DOWN:
            SPOTS[place, 0] = SITE[tile]
            SPOTS[place, 1] = TILE_COINS[tile]
            set_item(address(LAID[0]), i, FOUND[place])
            place += 1
    for i in range(POOLED[0]):
        blank_tile(POOL[i])
        blank_tile(POOL[i] + C.TILES)
    for i in range(place):
        SITE[FOUND[i]] = SPOTS[i, 0]
        TILE_COINS[FOUND[i]] = SPOTS[i, 1]
        CONCEALED[FOUND[i]] = 1
    for deck in range(C.DECKS_THERE_ARE):
        if HIDDEN[deck]:
            for i in range(DECKS[deck, 0]):
                set_item(address(DECKS[deck, 0]), i, FOUND[place])
                HOME[FOUND[place]] = deck
                place += 1


def blank_tile(tile: int) -> None:
    """Forget everything about a tile."""
    SITE[tile] = -1
    CONCEALED[tile] = 0
    TILE_COINS[tile] = 0
    BORROWED[tile] = -1
    HOME[tile] = -1
    if ROW[tile] >= 0:
        for cell in range(C.TILE_CELLS):
            T[ROW[tile], cell] = T[-1, cell]


# ── coins ──


def make_up_purses() -> None:
    """Everybody saw what others gained and paid; assume that they began with the same coins as this player."""
    own = Y[S.seat, SECRET]
    for player in range(S.seats):
        if player != S.seat:
            seen = Y[player, COINS] - Y[player, SECRET]
            Y[player, COINS] = max(seen + own, 0)
            Y[player, SECRET] = Y[player, COINS] - seen


def count_supply() -> None:
    """Give the supply the remaining coins."""
    found = 0
    for tile in range(2 * C.TILES):
        found += TILE_COINS[tile]
    for player in range(S.seats):
        found += Y[player, COINS]
    G[SUPPLY] = -found
