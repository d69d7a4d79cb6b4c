"""The built-in questions, in the part of Python that becomes native."""


def tokens_in(people, region):
    if people < 0:
        return 0
    if R[region, HOLDER] == people:
        return R[region, TOKENS]
    if S.extras and region >= 0:
        return extra(people << REGION_BITS | region)
    return 0


def extra(key):
    for i in range(S.extras):
        if EXTRA[i, 0] == key:
            return EXTRA[i, 1]
    return 0


def held(key):
    for i in range(S.held):
        if HELD[i, 0] == key:
            return HELD[i, 1]
    return 0


def players():
    return few((1 << S.seats) - 1)


def opponents(player):
    return without(players(), bit(player)) if player >= 0 else 0


def turn_player():
    return G[TURN_PLAYER]


def seat(player):
    return max(player, 0)


def next_player(player):
    return (player + 1) % S.seats if player >= 0 else -1


def coins_of_player(player):
    return Y[player, COINS]


def coins_of_tile(tile):
    return TILE_COINS[tile]


def rounds():
    return S.rounds


def round_now():
    return G[ROUND]


def peoples():
    return G[LIVE]


def peoples_of(player):
    return Y[player, OWN]


def owner(people):
    return P[people, OWNER]


def race(people):
    return P[people, RACE]


def power(people):
    return P[people, POWER]


def stage(people):
    return P[people, STAGE]


def founded(people):
    return P[people, FOUNDED]


def land(people):
    return P[people, LAND]


def hand(people):
    return P[people, HAND_OF]


def tray(people):
    return TRAYS[P[people, RACE]]


def troops(people):
    total = 0
    for region in bits(P[people, LAND]):
        total += tokens_in(people, region)
    return total


def stand_ins_in(people, region):
    if people < 0 or region < 0:
        return 0
    if R[region, HOLDER] != people:
        return 0
    total = 0
    for i in range(length(STAND_INS)):
        total += ON[item(STAND_INS, i), region]
    return total


def stand_ins_on_map(people):
    if people < 0 or length(STAND_INS) == 0:
        return 0
    total = unsettled(people)
    for region in bits(P[people, LAND]):
        total += stand_ins_in(people, region)
    return total


def stand_ins_with(people):
    total = 0
    for i in range(length(STAND_INS)):
        total += held(item(STAND_INS, i) << HAND_BITS | people << 1)
    return total


def unsettled(people):
    return max(stand_ins_with(people) - hand(people), 0)


def regions():
    return S.everywhere


def holder(region):
    return R[region, HOLDER]


def occupants(region):
    found = bit(R[region, HOLDER])
    for i in range(S.extras):
        if EXTRA[i, 0] & REGION_MASK == region:
            found = union(found, bit(EXTRA[i, 0] >> REGION_BITS))
    return found


def force(region):
    count = R[region, TOKENS]
    if S.extras and region >= 0:
        for i in range(S.extras):
            if EXTRA[i, 0] & REGION_MASK == region:
                count += EXTRA[i, 1]
    return count


def terrain(region):
    return TERRAIN[region]


def neighbours(region):
    found = NEAR[region]
    if region >= 0:
        for i in range(length(JOINING)):
            mask = KMASK[item(JOINING, i)]
            if has(mask, region):
                found = union(found, without(mask, bit(region)))
    return found


def surroundings(mask):
    found = 0
    for region in bits(mask):
        found = union(found, neighbours(region))
    return found


def spread(start, through):
    found = start
    edge = start
    while edge:
        edge = without(common(surroundings(edge), through), found)
        found = union(found, edge)
    return found


def groups(mask):
    count = 0
    while mask:
        mask = without(mask, spread(bit(first(mask)), mask))
        count += 1
    return count


def board(region):
    return max(BOARDS[region], 0)


def pieces_in(kind, region):
    return ON[kind, region] if kind >= 0 and region >= 0 else 0


def lying(kind, region):
    return ON[kind, region] if region >= 0 else 0


def pieces_with_people(kind, people):
    return held(kind << HAND_BITS | people << 1) if kind >= 0 and people >= 0 else 0


def pieces_with_player(kind, player):
    return held(kind << HAND_BITS | player << 1 | 1) if kind >= 0 and player >= 0 else 0


def hand_of_people(people):
    return -16 - (people << 1) if people >= 0 else -1


def hand_of_player(player):
    return -16 - (player << 1 | 1) if player >= 0 else -1


def stock(kind):
    return STOCK[kind] if kind >= 0 else 0


def sites(kind):
    return KMASK[kind] if kind >= 0 else 0


def pieces_of_region(region):
    if region < 0:
        return EMPTY
    if R[region, KINDS] == 0:
        return EMPTY
    found = room(KINDS_THERE_ARE)
    for kind in range(KINDS_THERE_ARE):
        if has(KMASK[kind], region):
            append(found, kind)
    return settled(found)


def pieces_of_tile(tile):
    if tile < TILES:
        return BRINGS[tile] if tile >= 0 else EMPTY
    if not lends_pieces(tile - TILES):
        return EMPTY
    return BRINGS[BORROWED[tile - TILES]]


def bearer_of_piece(kind):
    if kind < 0:
        return -1
    tile = BROUGHT_BY[kind]
    found = bearer_of_tile(tile)
    return found if found >= 0 else bearer_of_tile(bringer(tile))


def bearer_of_tile(tile):
    if tile < 0:
        return -1
    tile = tile % TILES
    if contains(address(LAID[0]), tile):
        return holder(SITE[tile])
    for people in bits(G[LIVE]):
        if P[people, RACE] == tile or P[people, POWER] == tile:
            return people
    return -1


def site(tile):
    return SITE[tile]


def copy_of_tile(tile):
    if tile < 0:
        return -1
    return TILES + tile if BORROWED[tile] >= 0 else -1


def model_of_tile(tile):
    return BORROWED[tile - TILES] if tile >= TILES else -1


def wares_of_tile(tile):
    if tile >= TILES:
        tile = BORROWED[tile - TILES]
    return WARES[tile] if tile >= 0 else EMPTY


def tiles_of_region(region):
    found = room(LAID[0])
    for i in range(LAID[0]):
        if SITE[LAID[i + 1]] == region:
            append(found, LAID[i + 1])
    return settled(found)


def tiles_of_kind(kind):
    return TILES_BY_KIND[kind]


def kind_of_tile(tile):
    return TILE_KINDS[tile]


def concealed(tile):
    return CONCEALED[tile]


def lasting(tile):
    return LASTING[tile]


def pointless(tile):
    return POINTLESS[tile % TILES] if tile >= 0 else 0


def position(tile, deck):
    if deck < 0:
        return 0
    for i in range(DECKS[deck, 0]):
        if DECKS[deck, i + 1] == tile:
            return i
    return 0


def deck_list(deck):
    return address(DECKS[deck, 0])


def held_by(people):
    if people >= 0 and S.extras == 0:
        return P[people, LAND]
    found = 0
    for region in range(S.regions):
        if R[region, HOLDER] == people:
            found = union(found, bit(region))
    return found


def lands_of(player):
    if player < 0:
        return held_by(-1)
    found = 0
    for people in bits(Y[player, OWN]):
        found = union(found, held_by(people))
    return found


def tile_purse(tile):
    return -2 - tile if tile >= 0 else -1


def used(action, tile, each):
    for i in range(S.used):
        if USED[i, 0] == action and USED[i, 1] == tile and USED[i, 2] == each:
            return USED[i, 3]
    return 0
