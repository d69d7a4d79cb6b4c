"""Changes to coins, tiles, decks and peoples, and chance. Total, and never more than there is."""


def move_coins(payer, receiver, amount):
    if payer == -1 or receiver == -1:
        return 0
    amount = min(amount, LARGEST + G[SUPPLY] if payer == NOTHING else purse(payer))
    if amount <= 0:
        return 0
    add_coins(payer, -amount)
    add_coins(receiver, amount)
    return amount


def gain(player, amount):
    if player >= 0:
        move_coins(NOTHING, player, amount)


def purse(holder):
    return Y[holder, COINS] if holder >= 0 else TILE_COINS[-2 - holder]


def add_coins(holder, by):
    if holder == NOTHING:
        G[SUPPLY] += by
    elif holder >= 0:
        Y[holder, COINS] += by
    else:
        TILE_COINS[-2 - holder] += by


# ── tiles and decks ──


def row_to_write(tile):
    """The row in which a tile's memories are, made when it is written for the first time."""
    if ROW[tile] < 0:
        row = S.rows
        S.rows += 1
        for i in range(TILE_CELLS):
            T[row, i] = T[-1, i]
        ROW[tile] = row
    return ROW[tile]


def unplace(tile):
    for people in bits(G[LIVE]):
        if P[people, POWER] == tile:
            P[people, POWER] = -1
            S.dirty = 1
    if HOME[tile] >= 0:
        remove(address(DECKS[HOME[tile], 0]), tile)
        HOME[tile] = -1
    if contains(address(LAID[0]), tile):
        remove(address(LAID[0]), tile)
        SITE[tile] = -1
        CONCEALED[tile] = 0
        S.dirty = 1


def is_banner(tile):
    for people in bits(G[LIVE]):
        if P[people, RACE] == tile:
            return 1
    return 0


def remove(items, value):
    at = position_in(items, value)
    if at >= 0:
        for i in range(at, length(items) - 1):
            set_item(items, i, item(items, i + 1))
        store(items, length(items) - 1)


def insert(items, value):
    """At the front."""
    store(items, length(items) + 1)
    for i in range(length(items) - 1, 0, -1):
        set_item(items, i, item(items, i - 1))
    set_item(items, 0, value)


def put_in_deck(tile, deck, top):
    if tile < 0 or tile >= TILES or deck < 0:
        return 0
    unplace(tile)
    HOME[tile] = deck
    if top:
        insert(address(DECKS[deck, 0]), tile)
    else:
        append(address(DECKS[deck, 0]), tile)
    return 0


def draw(deck):
    if deck < 0:
        return -1
    if DECKS[deck, 0] == 0:
        return -1
    tile = DECKS[deck, 1]
    unplace(tile)
    if HIDDEN[deck]:
        G[REVEALS] += 1
    return tile


def shuffle(deck):
    if deck < 0:
        return 0
    tiles = address(DECKS[deck, 0])
    spend(length(tiles))
    for last in range(length(tiles) - 1, 0, -1):
        pick = below(last + 1)
        tile = item(tiles, last)
        set_item(tiles, last, item(tiles, pick))
        set_item(tiles, pick, tile)
    return 0


def lay(tile, region, face_down):
    if tile < 0 or region < 0:
        return 0
    if tile >= TILES:
        SITE[tile] = region
        S.dirty = 1
        return 0
    if is_banner(tile):
        return 0
    unplace(tile)
    append(address(LAID[0]), tile)
    SITE[tile] = region
    if face_down:
        CONCEALED[tile] = 1
    S.dirty = 1
    return 0


def reveal(tile):
    if tile >= 0:
        if CONCEALED[tile]:
            CONCEALED[tile] = 0
            G[REVEALS] += 1
            S.dirty = 1


def borrow(tile, bearer):
    if bearer >= 0 and tile < TILES:
        BORROWED[bearer] = tile
        if TILES + bearer < 2 * TILES:
            SITE[TILES + bearer] = -1
        S.dirty = 1


# ── peoples ──


def found(race, power, player):
    if race < 0 or race >= TILES or player < 0:
        return -1
    if is_banner(race):
        return -1
    if power >= TILES or power == race or is_banner(power):
        power = -1
    unplace(race)
    if power >= 0:
        unplace(power)
    people = S.peoples
    if people >= MOST_PEOPLES:
        fail(1)
    S.peoples += 1
    for i in range(PEOPLE_CELLS):
        P[people, i] = P[-1, i]
    P[people, OWNER] = player
    P[people, RACE] = race
    P[people, POWER] = power
    P[people, STAGE] = 0
    P[people, FOUNDED] = G[ROUND]
    G[LIVE] = union(G[LIVE], bit(people))
    Y[player, OWN] = union(Y[player, OWN], bit(people))
    S.dirty = 1
    return people


def set_stage(people, stage):
    if people < 0 or stage < 0:
        return 0
    if not has(G[LIVE], people):
        return 0
    if stage == LAST_STAGE:
        if P[people, LAND] or P[people, HAND_OF]:
            march(NOTHING, people, EVERYWHERE, TRAY)
        G[LIVE] = without(G[LIVE], bit(people))
        Y[P[people, OWNER], OWN] = without(Y[P[people, OWNER], OWN], bit(people))
    P[people, STAGE] = stage
    S.dirty = 1
    return 0


def set_power(people, power):
    if people < 0 or power >= TILES:
        return 0
    if has(G[LIVE], people) == 0 or is_banner(power):
        return 0
    if power >= 0:
        unplace(power)
    P[people, POWER] = power
    S.dirty = 1
    return 0


def set_turn_player(player):
    if player >= 0:
        G[TURN_PLAYER] = player


def set_round(number):
    G[ROUND] = max(1, min(number, S.rounds + 1))


def do_nothing():
    pass


def end_game():
    store(S.frame - 8, 0)
    S.frames = 1


# ── chance ──


def below(bound):
    """PCG32: a number from 0 to `bound` - 1."""
    state = G[RANDOM]
    G[RANDOM] = state * MULTIPLIER + INCREMENT
    return drawn(state, bound)


def drawn(state, bound):
    shifted = shr(shr(state, 18) ^ state, 27) & MASK32
    turn = shr(state, 59)
    number = (shr(shifted, turn) | shifted << (32 - turn)) & MASK32
    return shr(number * bound, 32)


def loaded():
    face = LOADED[0]
    S.loaded -= 1
    for i in range(S.loaded):
        LOADED[i] = LOADED[i + 1]
    return face


def roll(die):
    if S.loaded:
        face = loaded()
    else:
        face = item(DICE[die], below(length(DICE[die])))
    G[REVEALS] += 1
    return face


def pick(members):
    if members == 0:
        return -1
    if S.loaded:
        place = loaded() % popcount(members)
    else:
        place = below(popcount(members))
    G[REVEALS] += 1
    for member in bits(members):
        if place == 0:
            return member
        place -= 1
    return -1
