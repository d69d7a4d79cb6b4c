"""Rollouts by quick bots, which learn which choices did well, or follow a learned policy."""

from __future__ import annotations

from ruledsl.engine.cells.changes import drawn
from ruledsl.engine.cells.choices import answer
from ruledsl.engine.cells.trials.keys import key_of, place_of
from ruledsl.engine.cells.trials.weighing import look_around, weigh
from ruledsl.engine.cells.values import item
from ruledsl.engine.small.memory import (
    DONE,
    LEADS,
    NOTED,
    OPTIONS,
    TRY,
    WORTHS,
    D,
    G,
    S,
)
from ruledsl.engine.small.room import CELLS, LUCKS, MOST_NOTED
from ruledsl.engine.small.rules import value
from ruledsl.engine.small.tables import C
from ruledsl.engine.small.words import load, shr
from ruledsl.engine.state.layout import ROUND, TURN_PLAYER
from ruledsl.engine.state.limits import MOST_ROUNDS
from ruledsl.engine.state.rng import GOLDEN, INCREMENT, MULTIPLIER, ODD


def mix(mixed: int, part: int) -> int:
    """Mix two numbers into one."""
    mixed = (mixed ^ part) * GOLDEN + ODD
    return mixed ^ shr(mixed, 29)


# ── rollouts ──


def quick(bound: int) -> int:
    """A random number from the generator of quick bots."""
    state = TRY[0]
    TRY[0] = state * MULTIPLIER + INCREMENT
    return drawn(state, bound)


def begin_trial() -> None:
    """Begin rollouts in this turn, with nothing noted."""
    TRY[1] = G[ROUND]
    TRY[2] = G[TURN_PLAYER]
    TRY[3] = 0


def place_asked() -> int:
    """The place of the pending choice."""
    return place_of(load(S.frame), load(S.frame + 8))


def cell_of(place: int, action: int, target: int) -> int:
    """The cell with the record of such a choice of this player."""
    return key_of(place, action, target, S.player, when_apart()) & (CELLS - 1)


def when_apart() -> int:
    """The time by which choices are distinguished."""
    return G[ROUND] if D.apart else 0


def key_of_option(place: int, option: int) -> int:
    """The key of an option."""
    if S.slot >= 0:
        return key_of(place, 0, OPTIONS[option, 0], S.player, when_apart())
    return key_of(place, OPTIONS[option, 0], OPTIONS[option, 1], S.player, when_apart())


def cell_of_option(place: int, option: int) -> int:
    """The cell with the record of such an option."""
    return key_of_option(place, option) & (CELLS - 1)


def remember_cell(cell: int) -> None:
    """Note a choice that will be judged."""
    if TRY[3] < MOST_NOTED:
        NOTED[TRY[3], 0] = cell
        NOTED[TRY[3], 1] = S.player
        TRY[3] += 1


def take_noted(option: int) -> int:
    """Choose an option and note it."""
    if S.options > 1:
        place = place_asked()
        remember_cell(cell_of_option(place, option))
        if S.slot < 0:
            remember_cell(cell_of(place, OPTIONS[option, 0], -2))
    return answer(option)


def is_better(cell: int, other: int) -> int:
    """Has one cell a better record than the other? An untried one has."""
    if DONE[other, 1] == 0:
        return 0
    if DONE[cell, 1] == 0:
        return 1
    return DONE[cell, 0] * DONE[other, 1] > DONE[other, 0] * DONE[cell, 1]


def quick_choice() -> int:
    """Choose by the policy, if there is one. Otherwise choose the sort of action with the best record (mostly), then the best of a few options."""
    if S.options == 1:
        return 0
    if D.guided:
        return guided_choice()
    place = place_asked()
    first = 0
    after = S.options
    if S.slot < 0:
        first = sort_taken(place)
        after = end_of_sort(first)
    choice = first
    if after - first > 1:
        choice = first + quick(after - first)
        for _ in range(D.keen - 1):
            other = first + quick(after - first)
            if is_better(cell_of_option(place, other), cell_of_option(place, choice)):
                choice = other
    return choice


def guided_choice() -> int:
    """Sample an option with the policy's probability: the largest sum of weight and Gumbel noise (`LUCK`)."""
    look_around()
    best = 0
    most = 0
    for option in range(S.options):
        weight = weigh(option) + item(C.LUCKS, quick(LUCKS)) * D.guided // 100
        if option == 0 or weight > most:
            best = option
            most = weight
    return best


def end_of_sort(first: int) -> int:
    """Options of one action are adjacent; the place where those of the next one begin."""
    action = OPTIONS[first, 0]
    for option in range(first + 1, S.options):
        if OPTIONS[option, 0] != action:
            return option
    return S.options


def sort_taken(place: int) -> int:
    """The first option of the action that is taken."""
    first = 0
    sorts = 1
    after = end_of_sort(0)
    best = 0
    while after < S.options:
        sorts += 1
        if is_better(cell_of(place, OPTIONS[after, 0], -2), cell_of(place, OPTIONS[best, 0], -2)):
            best = after
        after = end_of_sort(after)
    if sorts == 1 or quick(D.curiosity):
        return best
    for _ in range(quick(sorts)):
        first = end_of_sort(first)
    return first


def try_out(turns: int, most: int) -> int:
    """Make quick choices until `turns` turns are over: 1 if the game continues then."""
    for _ in range(most):
        if S.kind == 0:
            return 0
        if G[ROUND] != TRY[1] or G[TURN_PLAYER] != TRY[2]:
            TRY[1] = G[ROUND]
            TRY[2] = G[TURN_PLAYER]
            turns -= 1
            if turns == 0:
                return 1
        take_noted(quick_choice())
    return S.kind != 0


def judge(worths: int, most_left: int) -> int:
    """Write everybody's lead to LEADS, from the values that count now and the remaining turns, and credit the noted choices."""
    S.fuel = MOST_ROUNDS
    total = 0
    for player in range(S.seats):
        left = 0
        if S.kind:
            left = S.rounds - G[ROUND]
            if player >= G[TURN_PLAYER]:
                left += 1
            left = max(0, min(left, most_left))
        own = 0
        for worth in range(worths):
            weight = WORTHS[worth, 1] + left * WORTHS[worth, 2]
            if weight:
                own += weight * value(WORTHS[worth, 0], player)
        LEADS[player] = own
        total += own
    for player in range(S.seats):
        LEADS[player] = S.seats * LEADS[player] - total
    for i in range(TRY[3]):
        DONE[NOTED[i, 0], 0] += LEADS[NOTED[i, 1]]
        DONE[NOTED[i, 0], 1] += 1
    return 0
