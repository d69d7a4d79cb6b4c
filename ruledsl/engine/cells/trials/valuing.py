"""What a position is worth to a seat, by a learned value: a weight for each number of the seat, by its turns left, and for its tiles in play.

`VALUES` has the weights of numbers, `VALUES_OF_TILES` for each tile its weight and that for each turn left.
"""

from __future__ import annotations

from ruledsl.engine.cells.changes import enter_game
from ruledsl.engine.cells.trials.weighing import look_for
from ruledsl.engine.small.columns import (
    LEFTS,
    MOST_VALUED,
    MOST_WORTHS,
    VALUED_HAND,
    VALUED_PAST,
    VALUED_POWER,
    VALUED_RACE,
    VALUED_REGIONS,
    VALUED_TOKENS,
)
from ruledsl.engine.small.memory import ABOUT, VALUES, VALUES_OF_TILES, WORTHS, D, G, P, S
from ruledsl.engine.small.rules import value
from ruledsl.engine.small.tables import C
from ruledsl.engine.small.words import current, popcount, store, switch
from ruledsl.engine.state.layout import HAND, LAND, POWER, RACE, ROUND, TURN_PLAYER
from ruledsl.engine.state.limits import MOST_ROUNDS


def turns_left(player: int) -> int:
    """The turns that a player has still to begin or to end; none after the end."""
    if S.kind == 0:
        return 0
    left = S.rounds - G[ROUND]
    if player >= G[TURN_PLAYER]:
        left += 1
    return max(0, left)


def look_at(player: int) -> None:
    """The numbers of a seat come to ABOUT: the values by which bots judge, and what its peoples have."""
    for worth in range(MOST_WORTHS):
        ABOUT[worth] = value(WORTHS[worth, 0], player) if worth < D.worths else 0
    look_for(player)
    ABOUT[VALUED_HAND] = 0
    ABOUT[VALUED_REGIONS] = 0
    ABOUT[VALUED_RACE] = -1
    ABOUT[VALUED_POWER] = -1
    ABOUT[VALUED_TOKENS] = D.force
    ABOUT[VALUED_PAST] = D.past
    if D.actor >= 0:
        ABOUT[VALUED_HAND] = P[D.actor, HAND]
        ABOUT[VALUED_REGIONS] = popcount(P[D.actor, LAND])
        ABOUT[VALUED_RACE] = tile_of(P[D.actor, RACE])
        ABOUT[VALUED_POWER] = tile_of(P[D.actor, POWER])


def tile_of(tile: int) -> int:
    """A tile without regard to its copies; -1 for none."""
    return tile % C.TILES if tile >= 0 else -1


def learned_value(player: int, left: int) -> int:
    """What the position is worth to a player with so many turns left."""
    look_at(player)
    row = min(left, LEFTS - 1)
    own = 0
    for column in range(MOST_VALUED):
        own += VALUES[row, column] * ABOUT[column]
    for column in range(VALUED_RACE, VALUED_POWER + 1):
        tile = ABOUT[column]
        if tile >= 0:
            own += VALUES_OF_TILES[tile, 0] + left * VALUES_OF_TILES[tile, 1]
    return own


def appraise(blocks: int, games: int, told: int) -> int:
    """Write for several games, for each seat from `told` on, its turns left, and what its value is made from."""
    home = current()
    for game in range(games):
        enter_game(blocks, game)
        S.fuel = MOST_ROUNDS
        for player in range(S.seats):
            look_at(player)
            store(told, turns_left(player))
            for column in range(VALUED_POWER + 1):
                store(told + 8 + 8 * column, ABOUT[column])
            told += 16 + 8 * VALUED_POWER
    switch(home)
    return told
