"""The answers to the built-in questions of the language (`vocabulary.builtins` names these functions).

Every one is total: asked about nobody (-1) it gives the fallback of its type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.primitives.lending import borrowed, bringer, lends_pieces
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.keys import HAND_BITS, REGION_BITS, REGION_MASK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.engine.state.state import State

# ruff: noqa: D103 - the registry in vocabulary/builtins.py is the documentation of these functions


# ── the table ──


def players(g: State) -> int:
    return (1 << g.seats) - 1


def opponents(g: State, player: int) -> int:
    return (1 << g.seats) - 1 & ~(1 << player) if player >= 0 else 0


def turn_player(g: State) -> int:
    return g.G[at.TURN_PLAYER]


def seat(_g: State, player: int) -> int:
    return max(player, 0)


def next_player(g: State, player: int) -> int:
    return (player + 1) % g.seats if player >= 0 else -1


def coins_of_player(g: State, player: int) -> int:
    return g.Y[player * g.code.player_width]


def coins_of_tile(g: State, tile: int) -> int:
    return g.T.get(tile * g.code.tile_width + at.TILE_COINS, 0)


def rounds(g: State) -> int:
    return g.board.rounds


def round_now(g: State) -> int:
    return g.G[at.ROUND]


# ── peoples ──


def peoples(g: State) -> int:
    return g.G[at.LIVE]


def peoples_of(g: State, player: int) -> int:
    return g.Y[player * g.code.player_width + at.OWN]


def owner(g: State, people: int) -> int:
    return g.P[people * g.code.people_width + at.OWNER]


def race(g: State, people: int) -> int:
    return g.P[people * g.code.people_width + at.RACE]


def power(g: State, people: int) -> int:
    return g.P[people * g.code.people_width + at.POWER]


def stage(g: State, people: int) -> int:
    return g.P[people * g.code.people_width + at.STAGE]


def founded(g: State, people: int) -> int:
    return g.P[people * g.code.people_width + at.FOUNDED]


def land(g: State, people: int) -> int:
    return g.P[people * g.code.people_width + at.LAND]


def hand(g: State, people: int) -> int:
    return g.P[people * g.code.people_width + at.HAND]


def tray(g: State, people: int) -> int:
    banner = g.P[people * g.code.people_width + at.RACE]
    return g.T.get(banner * g.code.tile_width + at.TRAY, g.code.trays[banner])


def tokens_in(g: State, people: int, region: int) -> int:
    if people < 0:
        return 0
    row = region * g.code.region_width
    if g.R[row] == people:
        return g.R[row + at.TOKENS]
    return g.extra.get(people << REGION_BITS | region, 0) if g.extra and region >= 0 else 0


def troops(g: State, people: int) -> int:
    return sum(tokens_in(g, people, region) for region in bits(land(g, people)))


# ── stand-ins: pieces that are race tokens (`stand_ins`) ──


def stand_ins_in(g: State, people: int, region: int) -> int:
    if people < 0 or region < 0 or g.R[region * g.code.region_width] != people:
        return 0
    return sum(g.on.get(kind << REGION_BITS | region, 0) for kind in g.code.stand_ins)


def stand_ins_on_map(g: State, people: int) -> int:
    if people < 0 or not g.code.stand_ins:
        return 0
    return sum(stand_ins_in(g, people, region) for region in bits(land(g, people))) + unsettled(g, people)


def stand_ins_with(g: State, people: int) -> int:
    """Those in the hand of a people."""
    return sum(g.held.get(kind << HAND_BITS | people << 1, 0) for kind in g.code.stand_ins)


def unsettled(g: State, people: int) -> int:
    """Those in the hand of a people that cannot all be tokens in hand: so many are on the map, and nobody has said where."""
    return max(stand_ins_with(g, people) - hand(g, people), 0)


# ── regions ──


def regions(g: State) -> int:
    return g.board.everywhere


def holder(g: State, region: int) -> int:
    return g.R[region * g.code.region_width]


def occupants(g: State, region: int) -> int:
    first = g.R[region * g.code.region_width]
    found = 1 << first if first >= 0 else 0
    for key in g.extra:
        if key & REGION_MASK == region:
            found |= 1 << (key >> REGION_BITS)
    return found


def force(g: State, region: int) -> int:
    count = g.R[region * g.code.region_width + at.TOKENS]
    if g.extra and region >= 0:
        count += sum(n for key, n in g.extra.items() if key & REGION_MASK == region)
    return count


def terrain(g: State, region: int) -> int:
    return g.board.terrain[region]


def neighbours(g: State, region: int) -> int:
    """By borders, and by pieces that join regions."""
    found = g.board.near[region]
    for kind in g.code.joining:
        if region >= 0 and g.kmask[kind] >> region & 1:
            found |= g.kmask[kind] & ~(1 << region)
    return found


def surroundings(g: State, mask: int) -> int:
    near = _near(g)
    found = 0
    for region in bits(mask):
        found |= near[region]
    return found


def _near(g: State) -> list[int]:
    """The neighbours of all regions, as `board.near` has them."""
    joining = g.code.joining
    if not joining or not any(g.kmask[kind] for kind in joining):
        return g.board.near
    return [*(neighbours(g, region) for region in range(g.board.size)), 0]


def spread(g: State, start: int, through: int) -> int:
    """Flood fill; bounded by the number of regions."""
    near = _near(g)
    found, edge = start, start
    while edge:
        reached = 0
        for region in bits(edge):
            reached |= near[region]
        edge = reached & through & ~found
        found |= edge
    return found


def groups(g: State, mask: int) -> int:
    count = 0
    while mask:
        mask &= ~spread(g, mask & -mask, mask)
        count += 1
    return count


def board(g: State, region: int) -> int:
    return max(g.board.boards[region], 0)


# ── pieces ──


def pieces_in(g: State, kind: int, region: int) -> int:
    return g.on.get(kind << REGION_BITS | region, 0) if kind >= 0 and region >= 0 else 0


def pieces_with_people(g: State, kind: int, people: int) -> int:
    return g.held.get(kind << HAND_BITS | people << 1, 0) if kind >= 0 and people >= 0 else 0


def pieces_with_player(g: State, kind: int, player: int) -> int:
    return g.held.get(kind << HAND_BITS | player << 1 | 1, 0) if kind >= 0 and player >= 0 else 0


def hand_of_people(people: int) -> int:
    """The place that `mutations.move_pieces` knows as this people's hand."""
    return -16 - (people << 1) if people >= 0 else -1


def hand_of_player(player: int) -> int:
    """The place that `mutations.move_pieces` knows as this player's hand."""
    return -16 - (player << 1 | 1) if player >= 0 else -1


def stock(g: State, kind: int) -> int:
    return g.stock[kind] if kind >= 0 else 0


def sites(g: State, kind: int) -> int:
    return g.kmask[kind] if kind >= 0 else 0


def pieces_of_region(g: State, region: int) -> tuple[int, ...]:
    if region < 0 or not g.R[region * g.code.region_width + at.KINDS]:
        return ()
    kmask = g.kmask
    return tuple([kind for kind in bits(g.G[at.SEEN]) if kmask[kind] >> region & 1])


def pieces_of_tile(g: State, tile: int) -> tuple[int, ...]:
    code = g.code
    if tile < code.tile_count:
        return code.brings.get(tile, ())
    bearer = tile - code.tile_count
    return code.brings.get(borrowed(g, bearer), ()) if lends_pieces(g, bearer) else ()


def bearer_of_piece(g: State, kind: int) -> int:
    if kind < 0:
        return -1
    tile = g.code.brought_by[kind]
    found = bearer_of_tile(g, tile)
    return found if found >= 0 else bearer_of_tile(g, bringer(g, tile))


# ── tiles ──


def bearer_of_tile(g: State, tile: int) -> int:
    if tile < 0:
        return -1
    tile %= g.code.tile_count
    if tile in g.laid:
        return holder(g, site(g, tile))
    width = g.code.people_width
    for people in bits(g.G[at.LIVE]):
        if tile in (g.P[people * width + at.RACE], g.P[people * width + at.POWER]):
            return people
    return -1


def site(g: State, tile: int) -> int:
    return g.T.get(tile * g.code.tile_width + at.SITE, -1) if tile >= 0 else -1


def copy_of_tile(g: State, tile: int) -> int:
    code = g.code
    return code.tile_count + tile if g.T.get(tile * code.tile_width + at.BORROWED, -1) >= 0 else -1


def model_of_tile(g: State, tile: int) -> int:
    return borrowed(g, tile - g.code.tile_count) if tile >= g.code.tile_count else -1


def wares_of_tile(g: State, tile: int) -> tuple[int, ...]:
    return g.code.wares.get(model_of_tile(g, tile) if tile >= g.code.tile_count else tile, ())


def tiles_of_region(g: State, region: int) -> tuple[int, ...]:
    return tuple(tile for tile in g.laid if site(g, tile) == region)


def tiles_of_kind(g: State, kind: int) -> tuple[int, ...]:
    return g.code.tiles_by_kind.get(kind, ())


def kind_of_tile(g: State, tile: int) -> int:
    return g.code.tile_kinds[tile]


def concealed(g: State, tile: int) -> int:
    return g.T.get(tile * g.code.tile_width + at.CONCEALED, 0) if tile >= 0 else 0


def lasting(g: State, tile: int) -> int:
    return int(tile in g.code.lasting)


def pointless(g: State, tile: int) -> int:
    return int(tile >= 0 and tile % g.code.tile_count in g.board.pointless(g.code.program))


def position(g: State, tile: int, deck: int) -> int:
    return g.decks[deck].index(tile) if deck >= 0 and tile in g.decks[deck] else 0


# ── numbers ──


def remainder(_g: State, number: int, by: int) -> int:
    return number % by if by else 0


# ── sets ──


def only_bit(mask: int) -> int:
    return mask.bit_length() - 1 if mask and not mask & mask - 1 else -1


def first_bit(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def only_item(items: tuple[int, ...]) -> int:
    return items[0] if len(items) == 1 else -1


def first_item(items: tuple[int, ...]) -> int:
    return items[0] if items else -1


def only_number(items: tuple[int, ...]) -> int:
    return items[0] if len(items) == 1 else 0


def first_number(items: tuple[int, ...]) -> int:
    return items[0] if items else 0


# ── the order of loops (R7: clockwise from the player whose turn it is, the oldest people first) ──


def in_seat_order(g: State, mask: int) -> list[int]:
    """Players clockwise from the one whose turn it is."""
    start, seats = g.G[at.TURN_PLAYER], g.seats
    return [p for p in ((start + i) % seats for i in range(seats)) if mask >> p & 1]


def in_people_order(g: State, mask: int) -> Iterable[int]:
    """Peoples by their owners clockwise, each owner's oldest first."""
    found = bits(mask)
    if len(found) < 2:  # noqa: PLR2004 - nothing to order
        return found
    start, seats, width = g.G[at.TURN_PLAYER], g.seats, g.code.people_width
    return sorted(found, key=lambda p: ((g.P[p * width + at.OWNER] - start) % seats, p))
