"""Questions about players, peoples and their tokens."""

from __future__ import annotations

from ruledsl.engine.cells.values import item, length
from ruledsl.engine.small.memory import EXTRA, HELD, ON, SET_ASIDE, TILE_COINS, TRAYS, G, P, R, S, Y
from ruledsl.engine.small.tables import C
from ruledsl.engine.small.words import bit, bits, few, without
from ruledsl.engine.state.keys import HAND_BITS, REGION_BITS
from ruledsl.engine.state.layout import (
    COINS,
    FOUNDED,
    HOLDER,
    LAND,
    LIVE,
    OWN,
    OWNER,
    POWER,
    RACE,
    ROUND,
    STAGE,
    TOKENS,
    TURN_PLAYER,
)
from ruledsl.engine.state.layout import (
    HAND as HAND_OF,
)


def tokens_in(people: int, region: int) -> int:
    """How many tokens of a people are in a region."""
    if people < 0:
        return 0
    if R[region, HOLDER] == people:
        return R[region, TOKENS]
    if S.extras and region >= 0:
        return extra(people << REGION_BITS | region)
    return 0


def extra(key: int) -> int:
    """The tokens that a people who does not hold the region has there, by a packed key."""
    for i in range(S.extras):
        if EXTRA[i, 0] == key:
            return EXTRA[i, 1]
    return 0


def held(key: int) -> int:
    """The pieces in a hand, by a packed key of kind and hand."""
    for i in range(S.held):
        if HELD[i, 0] == key:
            return HELD[i, 1]
    return 0


def players() -> int:
    """All players."""
    return few((1 << S.seats) - 1)


def opponents(player: int) -> int:
    """All other players; none for -1."""
    return without(players(), bit(player)) if player >= 0 else 0


def turn_player() -> int:
    """The player whose turn it is."""
    return G[TURN_PLAYER]


def seat(player: int) -> int:
    """Where a player sits, from 0."""
    return max(player, 0)


def next_player(player: int) -> int:
    """The player to the left."""
    return (player + 1) % S.seats if player >= 0 else -1


def coins_of_player(player: int) -> int:
    """How many coins somebody has."""
    return Y[player, COINS]


def coins_of_tile(tile: int) -> int:
    """How many coins lie on a tile."""
    return TILE_COINS[tile]


def rounds() -> int:
    """How many rounds there are."""
    return S.rounds


def round_now() -> int:
    """The round, from 1."""
    return G[ROUND]


def peoples() -> int:
    """All peoples in the game."""
    return G[LIVE]


def peoples_of(player: int) -> int:
    """The peoples of a player."""
    return Y[player, OWN]


def owner(people: int) -> int:
    """The player whose people it is."""
    return P[people, OWNER]


def race(people: int) -> int:
    """The race of a people."""
    return P[people, RACE]


def power(people: int) -> int:
    """The power of a people; -1 if it has none."""
    return P[people, POWER]


def stage(people: int) -> int:
    """The stage of a people's life."""
    return P[people, STAGE]


def founded(people: int) -> int:
    """The round in which a people began."""
    return P[people, FOUNDED]


def land(people: int) -> int:
    """The regions in which a people has tokens."""
    return P[people, LAND]


def hand(people: int) -> int:
    """How many tokens a people has in hand."""
    return P[people, HAND_OF]


def tray(people: int) -> int:
    """How many tokens are left in the tray of a people's race."""
    return TRAYS[P[people, RACE]]


def aside(tile: int) -> int:
    """How many tokens of a race lie beside its banner."""
    return SET_ASIDE[tile]


def troops(people: int) -> int:
    """How many tokens a people has on the map."""
    total = 0
    for region in bits(P[people, LAND]):
        total += tokens_in(people, region)
    return total


def stand_ins_in(people: int, region: int) -> int:
    """How many of the tokens of a people in a region are pieces."""
    if people < 0 or region < 0:
        return 0
    if R[region, HOLDER] != people:
        return 0
    total = 0
    for i in range(length(C.STAND_INS)):
        total += ON[item(C.STAND_INS, i), region]
    return total


def stand_ins_on_map(people: int) -> int:
    """How many of the tokens of a people on the map are stand-ins, including those whose place is not specified."""
    if people < 0 or length(C.STAND_INS) == 0:
        return 0
    total = unsettled(people)
    for region in bits(P[people, LAND]):
        total += stand_ins_in(people, region)
    return total


def stand_ins_with(people: int) -> int:
    """The stand-ins in the hand of a people."""
    total = 0
    for i in range(length(C.STAND_INS)):
        total += held(item(C.STAND_INS, i) << HAND_BITS | people << 1)
    return total


def unsettled(people: int) -> int:
    """The stand-ins of a people's hand that cannot all be in hand: so many are on the map, in places that are not specified."""
    return max(stand_ins_with(people) - hand(people), 0)
