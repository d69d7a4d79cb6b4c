"""Describes an option by features that exist for any pack, and weighs it by a learned policy: the sum of its features' weights.

`engine/compile/wasm/memory.py` lists the features. `D` holds the numbers of the decision; if `D.telling` is set, the features of each option are
also written, one after the other from `D.told` on, for a learner.
"""

from __future__ import annotations

from ruledsl.engine.cells.changes import enter_game
from ruledsl.engine.cells.regions import neighbours
from ruledsl.engine.cells.values import item, length
from ruledsl.engine.small.columns import (
    THE_COINS,
    THE_COST,
    THE_GAIN,
    THE_NEAR,
    THE_NUMBER,
    THE_OPEN,
    THE_PARTNER,
    THE_PLACE,
    THE_REGION,
    THE_SORT,
    THE_SPARE,
    THE_STOP,
    THE_THREAT,
    THE_TILE,
    THE_TOKENS,
    THE_WHOSE,
)
from ruledsl.engine.small.kinds import A_NUMBER, A_REGION, A_TILE, MARKS_PEOPLES, MARKS_THEM
from ruledsl.engine.small.memory import (
    ABOUT,
    CONCEALED,
    COUNTS,
    DECKS,
    LAID,
    ON,
    OPTIONS,
    ROW,
    SITE,
    TILE_COINS,
    TRAITS,
    WEIGHTS,
    WORTHS,
    D,
    G,
    P,
    R,
    S,
    T,
    Y,
)
from ruledsl.engine.small.rules import cost_to, gain_of, value
from ruledsl.engine.small.tables import ACTION_SORTS, ASKED_SORTS, TILE_WORDS, C
from ruledsl.engine.small.words import (
    bits,
    common,
    current,
    few,
    has,
    load,
    popcount,
    store,
    switch,
    union,
    without,
)
from ruledsl.engine.state.layout import (
    HAND,
    HOLDER,
    KINDS,
    LAND,
    LIVE,
    OWN,
    OWNER,
    POWER,
    RACE,
    ROUND,
    STAGE,
    TOKENS,
)
from ruledsl.engine.state.limits import MOST_ROUNDS


def observe(blocks: int, games: int, told: int, counted: int, measured: int) -> int:
    """Write, for several games, the features of all options from `told` on, and the number of features of each option from `counted` on.

    From `measured` on come, for each game, the remaining rounds, and for each seat every value in WORTHS, the tokens in hand and the regions.
    The result is the number of words of the features.
    """
    home = current()
    D.told = told
    D.counted = counted
    D.measured = measured
    D.telling = 1
    for game in range(games):
        enter_game(blocks, game)
        observe_game(COUNTS[game])
    switch(home)
    D.telling = 0
    return (D.told - told) // 8


def observe_game(options: int) -> int:
    """Write the features of this many options of the current game, and what is measured of it, from the places in `D` on.

    From `D.told` on come the features of each option, from `D.counted` on their numbers, and from `D.measured` on the remaining rounds, and for
    each seat every value in WORTHS, the tokens in hand and the number of regions.
    """
    look_around()
    store(D.measured, S.rounds - G[ROUND])
    D.measured += 8
    for player in range(S.seats):
        for worth in range(D.worths):
            store(D.measured, value(WORTHS[worth, 0], player))
            D.measured += 8
        hand = 0
        lands = 0
        for people in bits(Y[player, OWN]):
            hand += P[people, HAND]
            lands += popcount(P[people, LAND])
        store(D.measured, hand)
        store(D.measured + 8, lands)
        D.measured += 16
    for option in range(options):
        before = D.told
        weigh(option)
        store(D.counted, (D.told - before) // 8)
        D.counted += 8
    return 0


def look_around() -> int:
    """Compute what all options of a decision have in common, for the policy."""
    D.numbers = 0
    look_at_question()
    return look_for(S.player)


def look_at_question() -> int:
    """Compute the sort of choice of the pending question, and what it asks for."""
    D.sort = 0
    D.sought = 0
    rows = ASKED_SORTS[load(S.frame)]
    step = load(S.frame + 8)
    for i in range(length(rows) // 3):
        if item(rows, 3 * i) == step:
            D.sort = item(rows, 3 * i + 1)
            D.sought = item(rows, 3 * i + 2)
            return 1
    return 0


def look_for(player: int) -> int:
    """Compute the situation of a player who looks on: the acting people, if there is one, its other peoples, and the lands of all."""
    D.viewer = player
    D.actor = -1
    D.force = 0
    D.past = 0
    D.held = few(0)
    D.rivals = few(0)
    for people in bits(G[LIVE]):
        D.held = union(D.held, P[people, LAND])
        if P[people, STAGE] == 0 and P[people, OWNER] != player:
            D.rivals = union(D.rivals, P[people, LAND])
    if player >= 0:
        for people in bits(Y[player, OWN]):
            if P[people, STAGE] == 0:
                D.actor = people
        for people in bits(Y[player, OWN]):
            if people != D.actor:
                D.past += popcount(P[people, LAND])
    if D.actor >= 0:
        D.force = P[D.actor, HAND]
        for region in bits(P[D.actor, LAND]):
            D.force += R[region, TOKENS]
    return 0


def feature(place: int) -> int:
    """Add a feature to the option that is being weighed."""
    D.score += WEIGHTS[place]
    if D.telling:
        store(D.told, place)
        D.told += 8
    return 0


def number(column: int, section: int, sort: int, most: int, exact: int) -> int:
    """A number that is told of the option: as it is to who looks on, up to a limit to the policy."""
    ABOUT[column] = exact
    if D.numbers:
        return 0
    return feature(section + sort * most + clamped(exact, most - 1))


def clamped(number: int, most: int) -> int:
    """The number, clamped to 0 … `most`."""
    return max(0, min(number, most))


def sort_of(option: int) -> int:
    """The sort of choice of an option: an action, or the question that it answers. An option that ends a phase counts as an answer."""
    if S.slot < 0 and OPTIONS[option, 0] >= 0:
        return OPTIONS[option, 0]
    return D.sort


def weigh(option: int) -> int:
    """Compute the policy's weight of an option in `D.score`."""
    D.score = 0
    S.fuel = MOST_ROUNDS
    sort = sort_of(option)
    ABOUT[THE_SORT] = sort
    target = OPTIONS[option, 0]
    kind = 0
    if S.slot >= 0:
        kind = D.sought
    elif target >= 0:
        kind = ACTION_SORTS[target]
        target = OPTIONS[option, 1]
    if D.numbers == 0:
        weigh_situation(sort, target if kind == A_REGION else -1)
    if kind == A_REGION and target >= 0:
        weigh_region(sort, target)
    if kind == A_TILE and target >= 0:
        weigh_tile(sort, target)
    if kind == A_NUMBER:
        number(THE_NUMBER, C.AT_NUMBER, sort, 16, target)
    if kind == 0 and S.slot >= 0:
        ABOUT[THE_NUMBER] = target
    if target < 0:
        ABOUT[THE_STOP] = 1
        feature(C.AT_NONE + sort)
    return D.score


def weigh_situation(sort: int, region: int) -> int:
    """Features of the decision, which all options of a sort have in common, but for memories about the target region."""
    feature(C.AT_SORT + sort)
    feature(C.AT_LEFT + sort * 16 + clamped(S.rounds - G[ROUND], 15))
    if D.actor >= 0:
        feature(C.AT_HAND + sort * 16 + clamped(P[D.actor, HAND], 15))
        feature(C.AT_LAND + sort * 16 + clamped(popcount(P[D.actor, LAND]), 15))
        feature(C.AT_FORCE + sort * 16 + clamped(D.force // 2, 15))
        feature(C.AT_PAST + sort * 16 + clamped(D.past, 15))
        weigh_bearer(sort)
        weigh_marks(sort, R[region, HOLDER], region)
    return 0


def weigh_bearer(sort: int) -> int:
    """Features of the acting people: its tiles."""
    if P[D.actor, RACE] >= 0:
        feature(C.AT_BEARER + sort * C.TILES + P[D.actor, RACE] % C.TILES)
    if P[D.actor, POWER] >= 0:
        feature(C.AT_BEARER + sort * C.TILES + P[D.actor, POWER] % C.TILES)
    return 0


def weigh_region(sort: int, region: int) -> int:
    """Features of the target region: who is there, what it costs and yields, what is printed and lies there."""
    ABOUT[THE_REGION] = region + 1
    weigh_holder(sort, region)
    if D.actor >= 0:
        weigh_around(sort, region)
        cost = cost_to(D.actor, region)
        number(THE_COST, C.AT_COST, sort, 16, cost)
        ABOUT[THE_SPARE] = P[D.actor, HAND] - cost
        if D.numbers == 0:
            feature(C.AT_SPARE + sort * 16 + clamped(P[D.actor, HAND] - cost + 8, 15))
        number(THE_GAIN, C.AT_GAIN, sort, 8, gain_of(D.actor, region))
    if D.numbers == 0:
        weigh_lying(sort, region)
    return 0


def weigh_lying(sort: int, region: int) -> int:
    """What is printed and lies in a region."""
    for trait in range(C.TRAITS_THERE_ARE):
        if has(TRAITS[trait], region):
            feature(C.AT_TRAIT + sort * C.TRAITS_THERE_ARE + trait)
            if D.actor >= 0 and P[D.actor, RACE] >= 0:
                feature(C.AT_FOND + P[D.actor, RACE] % C.TILES * C.TRAITS_THERE_ARE + trait)
            if D.actor >= 0 and P[D.actor, POWER] >= 0:
                feature(C.AT_FOND + P[D.actor, POWER] % C.TILES * C.TRAITS_THERE_ARE + trait)
    if R[region, KINDS]:
        for kind in range(C.KINDS_THERE_ARE):
            if ON[kind, region]:
                feature(C.AT_PIECE + sort * C.KINDS_THERE_ARE + kind)
    for i in range(LAID[0]):
        tile = LAID[i + 1]
        if SITE[tile] == region and CONCEALED[tile] == 0:
            feature(C.AT_SITE + tile % C.TILES)
    return 0


def weigh_around(sort: int, region: int) -> int:
    """How many neighbours are the player's own, another's who can attack, or nobody's."""
    around = neighbours(region)
    number(THE_NEAR, C.AT_NEAR, sort, 8, popcount(common(around, P[D.actor, LAND])))
    number(THE_THREAT, C.AT_THREAT, sort, 8, popcount(common(around, D.rivals)))
    number(THE_OPEN, C.AT_OPEN, sort, 8, popcount(without(around, D.held)))
    return 0


def weigh_marks(sort: int, holder: int, region: int) -> int:
    """Memories of the acting people about itself, about the holder of the target region, and about that region."""
    marks = length(C.MARKS) // 2
    for mark in range(marks):
        held = P[D.actor, item(C.MARKS, 2 * mark)]
        what = item(C.MARKS, 2 * mark + 1)
        if what == MARKS_THEM:
            there = held
        elif what == MARKS_PEOPLES:
            there = has(held, holder)
        else:
            there = has(held, region)
        if there:
            feature(C.AT_MARK + sort * marks + mark)
    return 0


def weigh_rival(race: int) -> int:
    """Traits of the tiles of two races that oppose each other."""
    own = TILE_WORDS[P[D.actor, RACE] % C.TILES]
    other = TILE_WORDS[race]
    for i in range(length(own)):
        for j in range(length(other)):
            feature(C.AT_RIVAL + item(own, i) * C.TILE_TRAITS_THERE_ARE + item(other, j))
    return 0


def weigh_holder(sort: int, region: int) -> int:
    """The holder's relation to the deciding player, in the order of `features.WHOSE`, and the holder's tokens."""
    holder = R[region, HOLDER]
    whose = 0
    if holder >= 0:
        whose = 3
        if P[holder, OWNER] == D.viewer:
            whose = 1 if holder == D.actor else 2
        elif P[holder, STAGE] > 0:
            whose = 4
        if P[holder, RACE] >= 0 and P[holder, OWNER] != D.viewer:
            race = P[holder, RACE] % C.TILES
            feature(C.AT_VICTIM + sort * C.TILES + race)
            if D.numbers == 0 and D.actor >= 0 and P[D.actor, RACE] >= 0:
                weigh_rival(race)
    ABOUT[THE_WHOSE] = whose
    number(THE_TOKENS, C.AT_HOLDER, sort * 5 + whose, 8, R[region, TOKENS])
    return 0


def weigh_tile(sort: int, tile: int) -> int:
    """The tile that it takes; in the market also its companion, the coins on it and its place."""
    ABOUT[THE_TILE] = tile % C.TILES + 1
    feature(C.AT_TILE + tile % C.TILES)
    if C.MARKET >= 0:
        for place in range(DECKS[C.MARKET, 0]):
            if DECKS[C.MARKET, place + 1] == tile:
                weigh_ware(sort, tile, place)
    return 0


def weigh_ware(sort: int, tile: int, place: int) -> int:
    """A tile of the market."""
    number(THE_PLACE, C.AT_PLACE, sort, 16, place)
    number(THE_COINS, C.AT_COINS, sort, 16, TILE_COINS[tile])
    if C.PARTNER >= 0 and ROW[tile] >= 0:
        partner = T[ROW[tile], C.PARTNER]
        if partner >= 0:
            ABOUT[THE_PARTNER] = partner % C.TILES + 1
            feature(C.AT_TILE + partner % C.TILES)
    return 0
