"""A game that could be this one for all that the player knows who is asked; `play/views/seat.py` does the same in Python."""


def imagine(seed):
    """All that this player cannot know is made up anew, and chance is fresh: both follow from the seed."""
    TRY[4] = seeded(~seed)
    note_hidden()
    forget_secrets()
    deal_anew()
    make_up_purses()
    count_supply()
    make_up_frames(S.frame, S.frame_end)
    make_up_limits()
    make_up_options()
    G[RANDOM] = TRY[4]
    S.loaded = 0
    S.dirty = 1
    return 0


def seeded(seed):
    return (INCREMENT + seed) * MULTIPLIER + INCREMENT


def picked(bound):
    state = TRY[4]
    TRY[4] = state * MULTIPLIER + INCREMENT
    return drawn(state, bound)


# ── what is hidden from this player ──


def note_hidden():
    """WHERE says of a tile: 0 face down on the map, 1 in a hidden deck, 2 nowhere, of those that this player cannot tell apart; -1 of all others."""
    for tile in range(TILES):
        WHERE[tile] = where_hidden(tile)
    for i in range(length(GAME_SHOWS)):
        show(G[item(GAME_SHOWS, i)])
    for player in range(S.seats):
        for i in range(length(PLAYER_SHOWS)):
            show(Y[player, item(PLAYER_SHOWS, i)])
    for people in bits(G[LIVE]):
        for i in range(length(PEOPLE_SHOWS)):
            show(P[people, item(PEOPLE_SHOWS, i)])
    for region in range(S.regions):
        for i in range(length(REGION_SHOWS)):
            show(R[region, item(REGION_SHOWS, i)])
    show_of_tiles()
    for i in range(length(PLAYER_KEEPS)):
        show(Y[S.player, item(PLAYER_KEEPS, i)])
    for people in bits(G[LIVE]):
        if P[people, OWNER] == S.player:
            for i in range(length(PEOPLE_KEEPS)):
                show(P[people, item(PEOPLE_KEEPS, i)])


def show_of_tiles():
    if length(TILE_SHOWS) == 0:
        return 0
    for tile in range(TILES):
        if ROW[tile] >= 0 and where_hidden(tile) < 0:
            for i in range(length(TILE_SHOWS)):
                show(T[ROW[tile], item(TILE_SHOWS, i)])
    return 0


def show(tile):
    """This player knows where a tile is that is nowhere else."""
    if tile >= 0 and tile < TILES:
        if WHERE[tile] == 2:
            WHERE[tile] = -1


def forget_secrets():
    """What others have in mind, and what has no owner."""
    for i in range(length(SECRETS) // 3):
        noun = item(SECRETS, 3 * i)
        cell = item(SECRETS, 3 * i + 1)
        blank = item(SECRETS, 3 * i + 2)
        if noun == 0:
            G[cell] = blank
        elif noun == 1:
            for player in range(S.seats):
                if player != S.player:
                    Y[player, cell] = blank
        elif noun == 2:
            for people in bits(G[LIVE]):
                if P[people, OWNER] != S.player:
                    P[people, cell] = blank
        elif noun == 3:
            for region in range(S.regions):
                R[region, cell] = blank
        else:
            for tile in range(TILES):
                if ROW[tile] >= 0:
                    T[ROW[tile], cell] = blank


# ── tiles: OLD are those that are hidden, in the order of their places, TAKES the kinds that a place takes ──


def deal_anew():
    """To every place one of its kinds, if that can be; MOVED says which tile is now where another one was."""
    places = places_of_hidden()
    count = unseen_behind(places)
    shuffle_pool()
    if not dealt(places):
        for place in range(places):
            FOUND[place] = POOL[place]
    for place in range(places):
        MOVED[OLD[place]] = FOUND[place]
        WHERE[FOUND[place]] += 4
    for i in range(count):
        tile = POOL[i]
        if WHERE[tile] >= 4:
            WHERE[tile] -= 4
        else:
            MOVED[OLD[places]] = tile
            places += 1
    lay_anew()


def places_of_hidden():
    """Those on the map, then those in decks."""
    places = 0
    for i in range(LAID[0]):
        tile = item(address(LAID[0]), i)
        if WHERE[tile] == 0:
            OLD[places] = tile
            TAKES[places] = BACKS[TILE_KINDS[tile]]
            places += 1
    for deck in range(DECKS_THERE_ARE):
        if HIDDEN[deck]:
            for i in range(DECKS[deck, 0]):
                OLD[places] = item(address(DECKS[deck, 0]), i)
                TAKES[places] = DECK_KINDS[deck]
                places += 1
    return places


def unseen_behind(count):
    """Tiles that are nowhere, first those that a rule has in hand; all that are hidden are the POOL, in their order."""
    first = count
    count = handled(S.frame, S.frame_end, first, count)
    for i in range(S.options):
        if S.slot >= 0:
            if asks_tiles():
                count = handled_one(OPTIONS[i, 0], first, count)
        elif aims_at_tiles(i):
            count = handled_one(OPTIONS[i, 1], first, count)
    pool = 0
    for tile in range(TILES):
        if WHERE[tile] >= 0:
            POOL[pool] = tile
            pool += 1
            count = handled_one(tile, first, count)
    POOLED[0] = pool
    return count


def handled(frame, end, first, count):
    """From the lowest frame to the highest."""
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


def handled_one(tile, first, count):
    if tile < 0 or tile >= TILES:
        return count
    if WHERE[tile] != 2:
        return count
    for i in range(first, count):
        if OLD[i] == tile:
            return count
    OLD[count] = tile
    return count + 1


def shuffle_pool():
    for i in range(1, POOLED[0]):
        last = POOLED[0] - i
        pick = picked(last + 1)
        tile = POOL[last]
        POOL[last] = POOL[pick]
        POOL[pick] = tile


def lay_anew():
    """Of tiles that nobody can tell from others nothing is known but how many race tokens their trays hold, and what lies where they do."""
    place = 0
    for i in range(LAID[0]):
        tile = item(address(LAID[0]), i)
        if WHERE[tile] == 0:
            SPOTS[place, 0] = SITE[tile]
            SPOTS[place, 1] = TILE_COINS[tile]
            set_item(address(LAID[0]), i, FOUND[place])
            place += 1
    for i in range(POOLED[0]):
        blank_tile(POOL[i])
        blank_tile(POOL[i] + TILES)
    for i in range(place):
        SITE[FOUND[i]] = SPOTS[i, 0]
        TILE_COINS[FOUND[i]] = SPOTS[i, 1]
        CONCEALED[FOUND[i]] = 1
    for deck in range(DECKS_THERE_ARE):
        if HIDDEN[deck]:
            for i in range(DECKS[deck, 0]):
                set_item(address(DECKS[deck, 0]), i, FOUND[place])
                HOME[FOUND[place]] = deck
                place += 1


def blank_tile(tile):
    SITE[tile] = -1
    CONCEALED[tile] = 0
    TILE_COINS[tile] = 0
    BORROWED[tile] = -1
    HOME[tile] = -1
    if ROW[tile] >= 0:
        for cell in range(TILE_CELLS):
            T[ROW[tile], cell] = T[-1, cell]


# ── coins ──


def make_up_purses():
    """What others gained and paid everybody saw; what they began with is taken to be what this player began with."""
    own = Y[S.player, SECRET]
    for player in range(S.seats):
        if player != S.player:
            seen = Y[player, COINS] - Y[player, SECRET]
            Y[player, COINS] = max(seen + own, 0)
            Y[player, SECRET] = Y[player, COINS] - seen


def count_supply():
    found = 0
    for tile in range(2 * TILES):
        found += TILE_COINS[tile]
    for player in range(S.seats):
        found += Y[player, COINS]
    G[SUPPLY] = -found
