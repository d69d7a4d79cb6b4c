# ruff: noqa
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
    return (1 << S.seats) - 1


def opponents(player):
    return players() & ~bit(player) if player >= 0 else 0


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
            found |= bit(EXTRA[i, 0] >> REGION_BITS)
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
            if mask & bit(region):
                found |= mask & ~bit(region)
    return found


def surroundings(mask):
    found = 0
    for region in bits(mask):
        found |= neighbours(region)
    return found


def spread(start, through):
    found = start
    edge = start
    while edge:
        edge = surroundings(edge) & through & ~found
        found |= edge
    return found


def groups(mask):
    count = 0
    while mask:
        mask = mask & ~spread(mask & -mask, mask)
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
        if KMASK[kind] & bit(region):
            append(found, kind)
    return settled(found)


def pieces_of_tile(tile):
    return BRINGS[tile] if tile >= 0 and tile < TILES else EMPTY


def bearer_of_piece(kind):
    return bearer_of_tile(BROUGHT_BY[kind]) if kind >= 0 else -1


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


def remainder(number, by):
    if by == 0:
        return 0
    rest = number % by
    if rest and (rest < 0) != (by < 0):
        rest += by
    return rest


def only_bit(mask):
    return first_bit(mask) if mask and (mask & (mask - 1)) == 0 else -1


def first_bit(mask):
    for member in bits(mask):
        return member
    return -1


def only_item(items):
    return item(items, 0) if length(items) == 1 else -1


def first_item(items):
    return item(items, 0) if length(items) else -1


def only_number(items):
    return item(items, 0) if length(items) == 1 else 0


def first_number(items):
    return item(items, 0) if length(items) else 0


def in_seat_order(mask):
    found = room(S.seats)
    for i in range(S.seats):
        player = (G[TURN_PLAYER] + i) % S.seats
        if mask & bit(player):
            append(found, player)
    return found


def in_people_order(mask):
    found = room(popcount(mask))
    for i in range(S.seats):
        player = (G[TURN_PLAYER] + i) % S.seats
        for people in bits(mask):
            if P[people, OWNER] == player:
                append(found, people)
    return found


def in_bit_order(mask):
    found = room(popcount(mask))
    for member in bits(mask):
        append(found, member)
    return found


def held_by(people):
    if people >= 0 and S.extras == 0:
        return P[people, LAND]
    found = 0
    for region in range(S.regions):
        if R[region, HOLDER] == people:
            found |= bit(region)
    return found


def lands_of(player):
    if player < 0:
        return held_by(-1)
    found = 0
    for people in bits(Y[player, OWN]):
        found |= held_by(people)
    return found


def tile_purse(tile):
    return -2 - tile if tile >= 0 else -1


def divide(left, right):
    if right == 0:
        return 0
    found = quotient(left, right)
    if (left < 0) != (right < 0) and found * right != left:
        found -= 1
    return found


def saturated(number):
    return max(min(number, LARGEST), -LARGEST)


def used(action, tile, each):
    for i in range(S.used):
        if USED[i, 0] == action and USED[i, 1] == tile and USED[i, 2] == each:
            return USED[i, 3]
    return 0


# ── tiles of which nobody knows which they are ──


def is_hidden(tile):
    if tile < 0 or tile >= TILES:
        return 0
    what = where_hidden(tile)
    return what == 0 or what == 1 or (what == 2 and not is_shown(tile))


def where_hidden(tile):
    if HOME[tile] >= 0:
        return 1 if HIDDEN[HOME[tile]] else -1
    if SITE[tile] >= 0:
        return 0 if CONCEALED[tile] else -1
    if LENDERS[tile]:
        return -1
    for people in bits(G[LIVE]):
        if P[people, RACE] == tile or P[people, POWER] == tile:
            return -1
    return 2


def is_shown(tile):
    for i in range(length(GAME_SHOWS)):
        if G[item(GAME_SHOWS, i)] == tile:
            return 1
    for i in range(length(PLAYER_SHOWS)):
        for player in range(S.seats):
            if Y[player, item(PLAYER_SHOWS, i)] == tile:
                return 1
    for i in range(length(PEOPLE_SHOWS)):
        for people in bits(G[LIVE]):
            if P[people, item(PEOPLE_SHOWS, i)] == tile:
                return 1
    for i in range(length(REGION_SHOWS)):
        for region in range(S.regions):
            if R[region, item(REGION_SHOWS, i)] == tile:
                return 1
    for i in range(length(TILE_SHOWS)):
        for other in range(TILES):
            if T[ROW[other], item(TILE_SHOWS, i)] == tile:
                if where_hidden(other) < 0:
                    return 1
    return 0


def place_of_hidden(tile):
    what = where_hidden(tile)
    if what == 0:
        return position_in(address(LAID[0]), tile)
    if what == 1:
        return (1 << 40) + (HOME[tile] << 20) + position(tile, HOME[tile])
    return (2 << 40) + tile


def position_in(items, tile):
    for i in range(length(items)):
        if item(items, i) == tile:
            return i
    return -1


def in_tile_order(tiles):
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


# ── lists ──


def length(items):
    return load(items)


def item(items, place):
    return load(items + 8 + 8 * place)


def set_item(items, place, value):
    store(items + 8 + 8 * place, value)


def room(most):
    """A new list, empty, with room for so many."""
    place = S.list_end
    if place + 8 + 8 * most > LISTS_END:
        fail(1)
    store(place, 0)
    S.list_end = place + 8 + 8 * most
    return place


def settled(items):
    """The list that was made last takes no more room than it needs."""
    S.list_end = items + 8 + 8 * load(items)
    return items


def append(items, value):
    count = load(items)
    store(items + 8 + 8 * count, value)
    store(items, count + 1)


def contains(items, value):
    for i in range(length(items)):
        if item(items, i) == value:
            return 1
    return 0


def copied(items):
    found = room(length(items))
    for i in range(length(items)):
        append(found, item(items, i))
    return found


def tail(items):
    found = room(length(items))
    for i in range(1, length(items)):
        append(found, item(items, i))
    return found


def with_member(items, noun):
    if noun < 0 or contains(items, noun):
        return items
    return with_one_more(items, noun)


def with_one_more(items, value):
    found = room(length(items) + 1)
    for i in range(length(items)):
        append(found, item(items, i))
    append(found, value)
    return found


def with_number(items, number):
    number = saturated(number)
    if contains(items, number) or length(items) >= MOST_MEMBERS:
        return items
    return with_one_more(items, number)


def without_member(items, member):
    if not contains(items, member):
        return items
    found = room(length(items))
    for i in range(length(items)):
        if item(items, i) != member:
            append(found, item(items, i))
    return settled(found)


def without_number(items, number):
    return without_member(items, saturated(number))


def same_members(one, other):
    if length(one) != length(other):
        return 0
    for i in range(length(one)):
        if not contains(other, item(one, i)):
            return 0
    return 1


def spend(times):
    if times <= 0:
        return 0
    S.fuel -= times
    if S.fuel < 0:
        fail(2)
    return times
