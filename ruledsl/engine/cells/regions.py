"""Questions about regions, pieces, tiles and decks."""

from __future__ import annotations

from ruledsl.engine.cells.inplay import bearer_of_laid, bringer, lends_pieces, own_kind, with_people
from ruledsl.engine.cells.questions import held
from ruledsl.engine.cells.values import append, contains, item, length, room, settled
from ruledsl.engine.small.memory import (
    BOARDS,
    BORDERS,
    BORROWED,
    CONCEALED,
    DECKS,
    EXTRA,
    KMASK,
    LAID,
    NEAR,
    ON,
    POINTLESS,
    SITE,
    STOCK,
    TERRAIN,
    TRAITS,
    USED,
    G,
    P,
    R,
    S,
    Y,
)
from ruledsl.engine.small.room import EMPTY
from ruledsl.engine.small.tables import (
    BRINGS,
    BROUGHT_BY,
    DEFENDING,
    EACH_IN_LISTS,
    LASTING,
    TILE_KINDS,
    TILES_BY_KIND,
    WARES,
    C,
)
from ruledsl.engine.small.words import address, bit, bits, common, first, has, popcount, union, without
from ruledsl.engine.state.keys import HAND_BITS, ON_TILE, REGION_BITS, REGION_MASK
from ruledsl.engine.state.layout import (
    HOLDER,
    KINDS,
    LAND,
    LIVE,
    OWN,
    POWER,
    RACE,
    TOKENS,
)


def regions() -> int:
    """The whole map."""
    return S.everywhere


def holder(region: int) -> int:
    """Who holds a region; -1: nobody."""
    return R[region, HOLDER]


def occupants(region: int) -> int:
    """All peoples that have tokens in a region."""
    peoples = bit(R[region, HOLDER])
    for i in range(S.extras):
        if EXTRA[i, 0] & REGION_MASK == region:
            peoples = union(peoples, bit(EXTRA[i, 0] >> REGION_BITS))
    return peoples


def force(region: int) -> int:
    """How many tokens are in a region, of all peoples."""
    count = R[region, TOKENS]
    if S.extras and region >= 0:
        for i in range(S.extras):
            if EXTRA[i, 0] & REGION_MASK == region:
                count += EXTRA[i, 1]
    return count


def terrain(region: int) -> int:
    """The terrain of a region."""
    return TERRAIN[region]


def counting_as(trait: int) -> int:
    """The regions that have a terrain or symbol, or one that counts as it."""
    return TRAITS[trait] if trait >= 0 else 0


def neighbours(region: int) -> int:
    """The neighbours of a region, by borders and by pieces that join regions."""
    near = NEAR[region]
    if region >= 0:
        for i in range(length(C.JOINING)):
            mask = KMASK[item(C.JOINING, i)]
            if has(mask, region):
                near = union(near, without(mask, bit(region)))
    return near


def borders(region: int) -> int:
    """The borders of a region with its neighbours on the map."""
    return BORDERS[region]


def all_borders(mask: int) -> int:
    """The borders of all regions in a set."""
    edges = 0
    for region in bits(mask):
        edges = union(edges, BORDERS[region])
    return edges


def border(one: int, other: int) -> int:
    """The border between two regions; -1 if the map has none there."""
    between = common(BORDERS[one], BORDERS[other]) if one != other else 0
    return first(between) if between else -1


def is_region(place: int) -> int:
    """Is a place one of the regions, and neither a border nor none?"""
    return has(S.everywhere, place)


def surroundings(mask: int) -> int:
    """The neighbours of all regions in a set."""
    near = 0
    for region in bits(mask):
        near = union(near, neighbours(region))
    return near


def spread(start: int, through: int) -> int:
    """Flood fill; bounded by the number of regions."""
    reach = start
    edge = start
    while edge:
        edge = without(common(surroundings(edge), through), reach)
        reach = union(reach, edge)
    return reach


def groups(mask: int) -> int:
    """How many connected parts a set of regions has."""
    count = 0
    while mask:
        mask = without(mask, spread(bit(first(mask)), mask))
        count += 1
    return count


def distance(region: int, goal: int) -> int:
    """The number of steps to the nearest region of a set; the number of regions if none can be reached."""
    return distance_through(region, goal, regions())


def distance_through(region: int, goal: int, through: int) -> int:
    """The number of steps if all regions on the way are among some; the number of regions if none can be reached."""
    steps = 0
    edge = bit(region)
    reach = edge
    while edge:
        if common(edge, goal):
            return steps
        if steps:
            edge = common(edge, through)
        edge = without(surroundings(edge), reach)
        reach = union(reach, edge)
        steps += 1
    return popcount(S.everywhere)


def board(region: int) -> int:
    """The board a region is on."""
    return max(BOARDS[region], 0)


def pieces_in(kind: int, region: int) -> int:
    """How many pieces of a kind are in a region."""
    return ON[kind, region] if kind >= 0 and region >= 0 else 0


def lying(kind: int, region: int) -> int:
    """How many pieces of an existing kind are in a region; 0 if there is no region."""
    return ON[kind, region] if region >= 0 else 0


def pieces_with_people(kind: int, people: int) -> int:
    """How many pieces of a kind a people has."""
    return held(kind << HAND_BITS | people << 1) if kind >= 0 and people >= 0 else 0


def pieces_with_player(kind: int, player: int) -> int:
    """How many pieces of a kind a player has."""
    return held(kind << HAND_BITS | player << 1 | 1) if kind >= 0 and player >= 0 else 0


def hand_of_people(people: int) -> int:
    """The place of a people's hand, as `move_pieces` expects it."""
    return -16 - (people << 1) if people >= 0 else -1


def hand_of_player(player: int) -> int:
    """The place of a player's hand, as `move_pieces` expects it."""
    return -16 - (player << 1 | 1) if player >= 0 else -1


def pieces_on_tile(kind: int, tile: int) -> int:
    """How many pieces of a kind lie on a tile, or on the one that has borrowed it."""
    return held(kind << HAND_BITS | ON_TILE | tile % C.TILES << 1 | 1) if kind >= 0 and tile >= 0 else 0


def top_of_tile(tile: int) -> int:
    """The place on top of a tile, as `move_pieces` expects it; of a borrowed copy that is the tile which has borrowed it."""
    return -16 - (ON_TILE | tile % C.TILES << 1 | 1) if tile >= 0 else -1


def tiles_with(kind: int) -> int:
    """The tiles on which pieces of a kind lie."""
    if S.held == 0:
        return EMPTY
    tiles = room(C.TILES)
    for tile in range(C.TILES):
        if pieces_on_tile(kind, tile):
            append(tiles, tile)
    return settled(tiles)


def markers_of(tile: int) -> int:
    """The kinds of pieces that lie on a tile."""
    if S.held == 0:
        return EMPTY
    kinds = room(C.KINDS_THERE_ARE)
    for kind in range(C.KINDS_THERE_ARE):
        if pieces_on_tile(kind, tile):
            append(kinds, kind)
    return settled(kinds)


def stock(kind: int) -> int:
    """How many pieces of a kind are in the supply."""
    return STOCK[kind] if kind >= 0 else 0


def sites(kind: int) -> int:
    """The regions with a piece of a kind."""
    return KMASK[kind] if kind >= 0 else 0


def pieces_of_region(region: int) -> int:
    """The kinds of pieces in a region."""
    if region < 0:
        return EMPTY
    if R[region, KINDS] == 0:
        return EMPTY
    kinds = room(C.KINDS_THERE_ARE)
    for kind in range(C.KINDS_THERE_ARE):
        if has(KMASK[kind], region):
            append(kinds, kind)
    return settled(kinds)


def pieces_of_tile(tile: int) -> int:
    """The kinds of pieces that a tile brings now."""
    if tile < C.TILES:
        return BRINGS[tile] if tile >= 0 else EMPTY
    if not lends_pieces(tile - C.TILES):
        return EMPTY
    brought = BRINGS[BORROWED[tile - C.TILES]]
    kinds = room(length(brought))
    for i in range(length(brought)):
        append(kinds, own_kind(item(brought, i), tile))
    return settled(kinds)


def bearer_of_piece(kind: int) -> int:
    """The people that has the tile that brings a kind of piece."""
    if kind < 0:
        return -1
    tile = BROUGHT_BY[kind]
    bearer = bearer_of_tile(tile)
    return bearer if bearer >= 0 else bearer_of_tile(bringer(tile))


def bearer_of_tile(tile: int) -> int:
    """The people that has a tile, or for which it works in the region where it lies."""
    if tile < 0:
        return -1
    tile = tile % C.TILES
    if contains(address(LAID[0]), tile):
        return bearer_of_laid(tile)
    for people in bits(G[LIVE]):
        if P[people, RACE] == tile or P[people, POWER] == tile:
            return people
    return -1


def site(tile: int) -> int:
    """The region where a tile lies; -1 for one that lies with a people."""
    return max(-1, SITE[tile])


def copy_of_tile(tile: int) -> int:
    """The borrowed instance of a tile; -1 if it has borrowed nothing."""
    if tile < 0:
        return -1
    return C.TILES + tile if BORROWED[tile] >= 0 else -1


def model_of_tile(tile: int) -> int:
    """The tile that a borrowed one is a copy of; -1 for one that is not borrowed."""
    return BORROWED[tile - C.TILES] if tile >= C.TILES else -1


def wares_of_tile(tile: int) -> int:
    """The kinds of pieces that rules of a tile take from the box and that no tile brings; for a borrowed tile, those of its model."""
    if tile >= C.TILES:
        tile = BORROWED[tile - C.TILES]
    return WARES[tile] if tile >= 0 else EMPTY


def tiles_of_region(region: int) -> int:
    """The tiles that lie in a region."""
    tiles = room(LAID[0])
    for i in range(LAID[0]):
        if SITE[LAID[i + 1]] == region:
            append(tiles, LAID[i + 1])
    return settled(tiles)


def tiles_of_people(people: int) -> int:
    """The tiles of a people: banner, badge, and those that lie with it."""
    tiles = room(LAID[0] + 2)
    if people >= 0 and has(G[LIVE], people):
        append(tiles, P[people, RACE])
        if P[people, POWER] >= 0:
            append(tiles, P[people, POWER])
        for i in range(LAID[0]):
            if with_people(LAID[i + 1]) == people:
                append(tiles, LAID[i + 1])
    return settled(tiles)


def tiles_of_kind(kind: int) -> int:
    """All tiles of a kind."""
    return TILES_BY_KIND[kind]


def kind_of_tile(tile: int) -> int:
    """The kind of a tile."""
    return TILE_KINDS[tile]


def concealed(tile: int) -> int:
    """Does a tile lie face down?"""
    return CONCEALED[tile]


def lasting(tile: int) -> int:
    """Does a tile have a rule that is in force outside the first stage?"""
    return LASTING[tile]


def protective(kind: int) -> int:
    """Can a piece of a kind raise the defence where it lies?"""
    return DEFENDING[kind] if kind >= 0 else 0


def pointless(tile: int) -> int:
    """Can a tile do nothing on this map?"""
    return POINTLESS[tile % C.TILES] if tile >= 0 else 0


def position(tile: int, deck: int) -> int:
    """How many tiles lie above a tile in a deck."""
    if deck < 0:
        return 0
    for i in range(DECKS[deck, 0]):
        if DECKS[deck, i + 1] == tile:
            return i
    return 0


def deck_list(deck: int) -> int:
    """The tiles of a deck from the top, as the list itself (not a copy)."""
    return address(DECKS[deck, 0])


def held_by(people: int) -> int:
    """The regions that a people holds; for -1, the regions that nobody holds."""
    if people >= 0 and S.extras == 0:
        return P[people, LAND]
    land = 0
    for region in range(S.regions):
        if R[region, HOLDER] == people:
            land = union(land, bit(region))
    return common(land, S.everywhere)


def lands_of(player: int) -> int:
    """The regions that the peoples of a player hold."""
    if player < 0:
        return held_by(-1)
    land = 0
    for people in bits(Y[player, OWN]):
        land = union(land, held_by(people))
    return land


def tile_purse(tile: int) -> int:
    """A tile as a holder of coins, see `move_coins`."""
    return -2 - tile if tile >= 0 else -1


def used(action: int, tile: int, each: int) -> int:
    """How often an action was taken, under the key of its limit."""
    for i in range(S.used):
        if USED[i, 0] == action and USED[i, 1] == tile and same_each(action, USED[i, 2], each):
            return USED[i, 3]
    return 0


def same_each(action: int, one: int, other: int) -> int:
    """Are two keys of a limit equal? Lists are compared member by member."""
    if EACH_IN_LISTS[action] == 0:
        return one == other
    if length(one) != length(other):
        return 0
    for i in range(length(one)):
        if item(one, i) != item(other, i):
            return 0
    return 1
