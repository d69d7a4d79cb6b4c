"""Tries every option in determinized games, the most promising ones most often; `play/bots/greedy.py` does the same in Python.

`D` holds the numbers of the decision. TRIED holds for each option the sum of results, the number of rollouts, and the cell with the record of
such choices.
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
    """Run up to `most` further rollouts. Returns the option with the best mean once all are done, or -1 if there are more to come."""
    for _ in range(min(most, D.trials - D.trial)):
        D.option = -1
        if D.trial % D.every == 0:
            another_world()
        try_one()
        D.trial += 1
    return best_known() if D.trial == D.trials else -1


def another_world() -> None:
    """Make another determinized game the current world."""
    D.stands = 0
    begin_world()
    save(D.world)
    D.stands = 1


def begin_world() -> None:
    """Enter a game that could be the real one."""
    restore(D.real)
    imagine(drawn_for_bot(1 << 31))


def best_by_weights() -> int:
    """The option with the highest weight of the policy in a determinized game; the first of equals."""
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
    """Write to TAKEN, for several games, what the policy chooses there."""
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
    """Begin a rollout in the current world; 0 if there is no world."""
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
    """Run one rollout of the most promising option."""
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
    """Record the lead of a rollout, for the spread of leads."""
    D.tried += 1
    D.sum += lead
    D.squares += lead * lead


def spread_of_leads() -> int:
    """The variance of leads."""
    mean = mean_lead()
    return max(D.squares // D.tried - mean * mean, 0) if D.tried else 1


def trial_is_lost() -> int:
    """Record a rollout without a known result."""
    if D.option >= 0:
        TRIED[D.option, 0] += HOPELESS
    D.trial += 1
    return 0


def drawn_for_bot(bound: int) -> int:
    """A random number from 0 to `bound` - 1, from the bot's own generator."""
    state = D.chance
    D.chance = state * MULTIPLIER + INCREMENT
    return drawn(state, bound)


def promising() -> int:
    """The option with the highest upper confidence bound."""
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
    """The option with the best mean."""
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
    """The mean lead of rollouts."""
    return D.sum // D.tried


def known_of(option: int, mean: int) -> int:
    """The mean result of an option; other rollouts that took it later count a little, too."""
    shared = mean
    if D.keyed:
        cell = TRIED[option, 2]
        if DONE[cell, 1]:
            shared = DONE[cell, 0] // DONE[cell, 1]
    return (TRIED[option, 0] + SHARED * shared) // (TRIED[option, 1] + SHARED)


def log_of(trials: int) -> int:
    """The logarithm from LOGS; beyond the table, log 2 for each doubling."""
    more = 0
    while trials >= length(C.LOGS):
        trials = trials // 2
        more += LOG_OF_TWO
    return item(C.LOGS, trials) + more


def root(number: int) -> int:
    """The integer square root."""
    found = 1
    while found * found < number:
        found = found * 2
    after = (found + number // found) // 2
    while after < found:
        found = after
        after = (found + number // found) // 2
    return found if number > 0 else 0
