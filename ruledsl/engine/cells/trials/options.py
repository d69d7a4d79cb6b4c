"""Every option tried out on games that could be this one, most often those that look best; `play/bots/greedy.py` does the same in Python.

`D` are the numbers of the decision; of each option TRIED has what came of it all together, how often it was tried, and the cell where it is kept how
such choices have done.
"""

from __future__ import annotations

from ruledsl.engine.cells.changes import drawn
from ruledsl.engine.cells.keeping import enter_game, restore, save
from ruledsl.engine.cells.trials.imagining import imagine
from ruledsl.engine.cells.trials.quick import (
    begin_trial,
    cell_of_option,
    judge,
    place_asked,
    take_noted,
    try_out,
)
from ruledsl.engine.cells.trials.weighing import look_around, weigh
from ruledsl.engine.cells.values import item, length
from ruledsl.engine.small.memory import COUNTS, DONE, LEADS, TAKEN, TRIED, TRY, D, G, S
from ruledsl.engine.small.room import HOPELESS, LOG_OF_TWO, LOG_UNIT, SHARED
from ruledsl.engine.small.tables import C
from ruledsl.engine.small.words import current, switch
from ruledsl.engine.state.layout import RANDOM
from ruledsl.engine.state.rng import INCREMENT, MULTIPLIER


def try_options(most: int) -> int:
    """So many trials more, as far as there are to be; then the place of the option that is best on average, or -1 if there are more to come."""
    for _ in range(min(most, D.trials - D.trial)):
        D.option = -1
        if D.trial % D.every == 0:
            another_world()
        try_one()
        D.trial += 1
    return best_known() if D.trial == D.trials else -1


def another_world() -> None:
    """Another game that could be this one is the world at hand."""
    D.stands = 0
    begin_world()
    save(D.world)
    D.stands = 1


def begin_world() -> None:
    """Stand in a game that could be the real one."""
    restore(D.real)
    imagine(drawn_for_bot(1 << 31))


def best_by_weights() -> int:
    """The option of which the policy thinks most, in a game that could be the real one; of equals the first one."""
    begin_world()
    look_around()
    best = 0
    most = 0
    for option in range(S.options):
        weight = weigh(option)
        if option == 0 or weight > most:
            best = option
            most = weight
    return best


def suggest(blocks: int, games: int) -> int:
    """In TAKEN, for each of some games, what the policy chooses there."""
    home = current()
    for game in range(games):
        if COUNTS[game]:
            enter_game(blocks, game)
            D.real = current()
            switch(D.world)
            TAKEN[game] = best_by_weights()
    switch(home)
    return 0


def begin_anew() -> int:
    """A trial begins in the world at hand; 0 if there is none."""
    luck = drawn_for_bot(1 << 32) << 31
    luck = luck | drawn_for_bot(1 << 31)
    if D.stands == 0:
        return 0
    restore(D.world)
    TRY[0] = luck
    G[RANDOM] = G[RANDOM] ^ luck
    begin_trial()
    return 1


def try_one() -> int:
    """One trial of the most promising option."""
    if begin_anew() == 0:
        return 0
    if D.keyed == 0:
        place = place_asked()
        for option in range(D.options):
            TRIED[option, 2] = cell_of_option(place, option)
        D.keyed = 1
    D.option = promising()
    TRIED[D.option, 1] += 1
    take_noted(D.option)
    try_out(D.turns, D.longest)
    judge(D.worths, D.most_left)
    TRIED[D.option, 0] += LEADS[D.seat]
    note_lead(LEADS[D.seat])
    return 0


def note_lead(lead: int) -> None:
    """How far a trial came out ahead, for how far trials lie apart."""
    D.tried += 1
    D.sum += lead
    D.squares += lead * lead


def spread_of_leads() -> int:
    """How far leads lie apart: the square of their deviation."""
    mean = mean_lead()
    return max(D.squares // D.tried - mean * mean, 0) if D.tried else 1


def trial_is_lost() -> int:
    """What came of it cannot be known."""
    if D.option >= 0:
        TRIED[D.option, 0] += HOPELESS
    D.trial += 1
    return 0


def drawn_for_bot(bound: int) -> int:
    """A number from 0 to `bound` - 1, by the chance of the decision."""
    state = D.chance
    D.chance = state * MULTIPLIER + INCREMENT
    return drawn(state, bound)


def promising() -> int:
    """The option that could be best."""
    mean = mean_lead()
    width = (spread_of_leads() + 1) * log_of(D.trial)
    best = 0
    most = 0
    for option in range(D.options):
        promise = known_of(option, mean) + root(width // (LOG_UNIT * (2 * TRIED[option, 1] + 1)))
        if option == 0 or promise > most:
            best = option
            most = promise
    return best


def best_known() -> int:
    """The option that is best on average."""
    mean = mean_lead()
    best = 0
    most = 0
    for option in range(D.options):
        known_lead = known_of(option, mean)
        if option == 0 or known_lead > most:
            best = option
            most = known_lead
    return best


def mean_lead() -> int:
    """How far trials came out ahead on average."""
    return D.sum // D.tried


def known_of(option: int, mean: int) -> int:
    """What came of it on average, that of other trials in which it was taken later counted a little."""
    shared = mean
    if D.keyed:
        cell = TRIED[option, 2]
        if DONE[cell, 1]:
            shared = DONE[cell, 0] // DONE[cell, 1]
    return (TRIED[option, 0] + SHARED * shared) // (TRIED[option, 1] + SHARED)


def log_of(trials: int) -> int:
    """See LOGS; beyond them, the logarithm of 2 for each time that it is twice as many."""
    more = 0
    while trials >= length(C.LOGS):
        trials = trials // 2
        more += LOG_OF_TWO
    return item(C.LOGS, trials) + more


def root(number: int) -> int:
    """The whole part of the square root."""
    found = 1
    while found * found < number:
        found = found * 2
    after = (found + number // found) // 2
    while after < found:
        found = after
        after = (found + number // found) // 2
    return found if number > 0 else 0
