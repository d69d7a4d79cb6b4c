"""Determinization: a game that could be this one as far as a player knows. Everything unknown is generated again.

Two games that this player cannot tell apart become the same one for the same seed. So nothing read from such a game can reveal a secret.
"""

from __future__ import annotations

from typing import Final

from ruledsl.engine.cells.changes import drawn
from ruledsl.engine.cells.secrets import where_hidden
from ruledsl.engine.cells.values import append, contains, item, length, room, set_item
from ruledsl.engine.small.kinds import FACE_DOWN, NOWHERE, OF_GAME, OF_PEOPLE, OF_PLAYER, OF_REGION
from ruledsl.engine.small.memory import (
    BORROWED,
    CHAIN,
    CONCEALED,
    DEALT,
    DECKS,
    FOUND,
    HELD,
    HELD_AS,
    HELD_BY,
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
    USED,
    USED_UP,
    WHERE,
    G,
    P,
    R,
    S,
    T,
    Y,
)
from ruledsl.engine.small.tables import (
    AFTER_LISTS,
    AIMED_AT_TILES,
    BACKS,
    DECK_KINDS,
    EACH,
    HIDDEN,
    LIST_SLOTS,
    PROCEDURES,
    SECRET_SLOTS,
    TILE_CHOICES,
    TILE_KINDS,
    TILE_SLOTS,
    C,
)
from ruledsl.engine.small.words import address, bits, load, ones, shr, store
from ruledsl.engine.state.keys import ON_TILE
from ruledsl.engine.state.layout import COINS, LIVE, OWNER, RANDOM, SECRET, SUPPLY
from ruledsl.engine.state.rng import INCREMENT, MULTIPLIER
from ruledsl.language.vocabulary.types import BY_NAME, BY_PLACE

# ── dealing ─────────────────────────────────────────────────────────────────────
# Deals tiles to places; each place takes certain kinds.
#
# POOL holds the tiles, TAKES the kinds that each place takes (its sort) as bits. HELD_BY counts for a sort and a kind how many such places
# have it. HELD_AS holds for each place which of these it is, and when it got it; DEALT holds both counts.


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
    links = 1
    link = 0
    while link < links:
        spare = first_left(CHAIN[link, 0])
        if spare >= 0:
            pass_on(place, places, link, spare)
            return 1
        for entry in range(DEALT[0]):
            if (
                HELD_BY[entry, 2]
                and takes(CHAIN[link, 0], HELD_BY[entry, 1])
                and not in_chain(HELD_BY[entry, 0], links)
            ):
                CHAIN[links, 0] = HELD_BY[entry, 0]
                CHAIN[links, 1] = link
                CHAIN[links, 2] = HELD_BY[entry, 1]
                links += 1
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


def in_chain(sort: int, links: int) -> int:
    """Is this sort of places already in the chain?"""
    for link in range(links):
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
    last = -1
    for place in range(places):
        if HELD_AS[place, 0] == entry and (last < 0 or HELD_AS[place, 1] > HELD_AS[last, 1]):
            last = place
    return last


# ── half done ───────────────────────────────────────────────────────────────────
# The contents of unfinished rules, limits and options, as the deciding player knows them.


THE_PLAYER: Final = 2
"""A slot says whose a secret is: the player in it (0: nobody knows it, 1: the bearer of the rule, 3: the people in it)."""


def procedure_of(frame: int) -> int:
    """The procedure of a frame; for a frame around an event, that of the event."""
    return PROCEDURES[load(frame + 40)] if load(frame) == 0 else load(frame)


def first_slot(frame: int) -> int:
    """The first slot of a frame that is a variable."""
    return 6 if load(frame) == 0 else 5


def is_list_slot(frame: int, slot: int) -> int:
    """Does a slot hold a list?"""
    return contains(LIST_SLOTS[load(frame)] if load(frame) else AFTER_LISTS[load(frame + 40)], slot)


def make_up_frames(frame: int, end: int) -> None:
    """Rewrite all frames, from the top down."""
    while frame:
        make_up_frame(frame, end)
        end = frame - 8
        frame = load(frame - 8)


def make_up_frame(frame: int, end: int) -> None:
    """Rewrite what a frame holds of tiles that are elsewhere now, and of secrets."""
    first = first_slot(frame)
    secret = secrets_in(frame, end)
    slots = TILE_SLOTS[procedure_of(frame)]
    for i in range(length(slots) // 2):
        slot = first + item(slots, 2 * i)
        if frame + 8 * slot < end:
            held = load(frame + 8 * slot)
            way = item(slots, 2 * i + 1)
            if is_list_slot(frame, slot) and held > 0:
                store(frame + 8 * slot, known_ones(held, way))
            else:
                store(frame + 8 * slot, known(held, way))
    slots = SECRET_SLOTS[procedure_of(frame)]
    at = 0
    number = 0
    while at < length(slots):
        if shr(secret, number) & 1:
            store(frame + 8 * (first + item(slots, at)), item(slots, at + 1))
        at += 3 + 2 * item(slots, at + 2)
        number += 1


def secrets_in(frame: int, end: int) -> int:
    """The slots that depend on somebody else's secrets: a bit for each."""
    mask = 0
    slots = SECRET_SLOTS[procedure_of(frame)]
    first = first_slot(frame)
    at = 0
    number = 0
    while at < length(slots):
        if frame + 8 * (first + item(slots, at)) < end:
            for i in range(item(slots, at + 2)):
                owner_at = at + 3 + 2 * i
                if owner_of_secret(frame, first, item(slots, owner_at), item(slots, owner_at + 1)) != S.seat:
                    mask = mask | 1 << number
        at += 3 + 2 * item(slots, at + 2)
        number += 1
    return mask


def owner_of_secret(frame: int, first: int, word: int, slot: int) -> int:
    """The player whose secret it is; `word` says where that is stored."""
    if word == THE_PLAYER:
        return load(frame + 8 * (first + slot))
    if word == 0:
        return -1
    return P[load(frame + 16) if word == 1 else load(frame + 8 * (first + slot)), OWNER]


def known(tile: int, way: int) -> int:
    """A tile that a rule obtained in some way, as the player knows it."""
    if way == BY_NAME or tile < 0 or tile >= C.TILES:
        return tile
    if WHERE[tile] < 0:
        return tile
    return MOVED[tile] if way == BY_PLACE else -1


def known_ones(items: int, way: int) -> int:
    """Tiles that a rule obtained in some way, as the player knows them."""
    members = room(length(items))
    for i in range(length(items)):
        append(members, known(item(items, i), way))
    return members


def make_up_limits() -> None:
    """Rewrite the tiles for which an action was already taken, as far as they are known."""
    kept = 0
    for i in range(S.used):
        way = EACH[USED[i, 0]]
        each = USED[i, 2]
        if way > 0 and each >= 0:
            each = known(each, way)
        if way == 0 or (way > 0 and (USED[i, 2] < 0 or each >= 0)):
            USED[kept, 0] = USED[i, 0]
            USED[kept, 1] = USED[i, 1]
            USED[kept, 2] = each
            USED[kept, 3] = USED[i, 3]
            kept += 1
    S.used = kept


def make_up_options() -> None:
    """Rewrite the options that are tiles: a hidden tile was obtained by its place."""
    for i in range(S.options):
        if S.slot >= 0:
            if asks_tiles():
                OPTIONS[i, 0] = known(OPTIONS[i, 0], BY_PLACE)
        elif aims_at_tiles(i):
            OPTIONS[i, 1] = known(OPTIONS[i, 1], BY_PLACE)


def asks_tiles() -> int:
    """Is the current question about tiles?"""
    return contains(TILE_CHOICES[load(S.frame)], load(S.frame + 8))


def aims_at_tiles(option: int) -> int:
    """Is an option an action with a tile as its target?"""
    return AIMED_AT_TILES[OPTIONS[option, 0]] if OPTIONS[option, 0] >= 0 else 0


DEALT_AGAIN: Final = 4
"""Besides the ways in which a tile is hidden: it was dealt to a place."""


def imagine(seed: int) -> int:
    """Generate everything that the deciding player cannot know, with a fresh random generator; both follow from the seed."""
    return imagine_for(S.player, seed)


def imagine_for(seat: int, seed: int) -> int:
    """Generate everything that a player (-1: the public) cannot know, with a fresh random generator; both follow from the seed.

    When nobody is asked, no memory is a secret.
    """
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
    show_sets()
    show_of_tiles()
    show_to_player()
    for i in range(S.held):
        if HELD[i, 0] & ON_TILE:
            show((HELD[i, 0] & ON_TILE - 1) >> 1)


def show_sets() -> None:
    """Show the tiles in sets that everybody sees."""
    for i in range(length(C.GAME_SHOWS_SETS)):
        show_all(G[item(C.GAME_SHOWS_SETS, i)])
    for i in range(length(C.PLAYER_SHOWS_SETS)):
        for player in range(S.seats):
            show_all(Y[player, item(C.PLAYER_SHOWS_SETS, i)])
    for i in range(length(C.PEOPLE_SHOWS_SETS)):
        for people in bits(G[LIVE]):
            show_all(P[people, item(C.PEOPLE_SHOWS_SETS, i)])
    for i in range(length(C.REGION_SHOWS_SETS)):
        for region in range(S.regions):
            show_all(R[region, item(C.REGION_SHOWS_SETS, i)])


def show_to_player() -> None:
    """Show this player's secret memories of tiles; when the game is over, everybody's."""
    over = S.kind == 0 and S.seat >= 0
    for player in range(S.seats):
        if over or player == S.seat:
            for i in range(length(C.PLAYER_KEEPS)):
                show(Y[player, item(C.PLAYER_KEEPS, i)])
            for i in range(length(C.PLAYER_KEEPS_SETS)):
                show_all(Y[player, item(C.PLAYER_KEEPS_SETS, i)])
    for people in bits(G[LIVE]):
        if over or P[people, OWNER] == S.seat:
            for i in range(length(C.PEOPLE_KEEPS)):
                show(P[people, item(C.PEOPLE_KEEPS, i)])
            for i in range(length(C.PEOPLE_KEEPS_SETS)):
                show_all(P[people, item(C.PEOPLE_KEEPS_SETS, i)])


def show_of_tiles() -> int:
    """Show the tiles that are remembered by tiles which are not hidden."""
    if length(C.TILE_SHOWS) + length(C.TILE_SHOWS_SETS) == 0:
        return 0
    for tile in range(C.TILES):
        if ROW[tile] >= 0 and where_hidden(tile) < 0:
            for i in range(length(C.TILE_SHOWS)):
                show(T[ROW[tile], item(C.TILE_SHOWS, i)])
            for i in range(length(C.TILE_SHOWS_SETS)):
                show_all(T[ROW[tile], item(C.TILE_SHOWS_SETS, i)])
    return 0


def show_all(tiles: int) -> None:
    """Record that of each tile of a list."""
    for i in range(length(tiles)):
        show(item(tiles, i))


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
    if S.kind or S.seat < 0:
        deal_hands()
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
    count = handled_hands(first, count)
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


def handled_hands(first: int, count: int) -> int:
    """Collect those in the hands of others, of which this player sees only how many they are."""
    for player in range(S.seats):
        for i in range(length(C.PLAYER_KEEPS_SETS)):
            cards = Y[player, item(C.PLAYER_KEEPS_SETS, i)]
            for j in range(length(cards)):
                count = handled_one(item(cards, j), first, count)
    return count


def deal_hands() -> None:
    """Each hidden tile in the hand of another player is another one now; a secret about tiles that lie elsewhere is forgotten."""
    for player in range(S.seats):
        if player != S.seat:
            for i in range(length(C.PLAYER_KEEPS_SETS)):
                cards = Y[player, item(C.PLAYER_KEEPS_SETS, i)]
                dealt_ones = room(length(cards))
                for j in range(length(cards)):
                    if WHERE[item(cards, j)] == NOWHERE:
                        append(dealt_ones, MOVED[item(cards, j)])
                Y[player, item(C.PLAYER_KEEPS_SETS, i)] = dealt_ones


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
    """Everybody saw what others gained and paid; assume that they began with the same coins as this player, unless everybody sees them."""
    if C.OPEN_PURSES:
        return
    own = Y[S.seat, SECRET]
    for player in range(S.seats):
        if player != S.seat:
            seen = Y[player, COINS] - Y[player, SECRET]
            Y[player, COINS] = max(seen + own, 0)
            Y[player, SECRET] = Y[player, COINS] - seen


def count_supply() -> None:
    """Give the supply the remaining coins."""
    coins = 0
    for tile in range(2 * C.TILES):
        coins += TILE_COINS[tile]
    for player in range(S.seats):
        coins += Y[player, COINS]
    G[SUPPLY] = -coins
