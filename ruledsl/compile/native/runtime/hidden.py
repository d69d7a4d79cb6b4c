"""Tiles of which nobody knows which they are, and where they come among others."""


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
