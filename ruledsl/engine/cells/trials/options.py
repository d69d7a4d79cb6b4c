"""Tries every option in determinized games, the most promising ones most often; `play/bots/simple.py` does the same in Python.

`D` holds the numbers of the decision. TRIED holds for each option the sum of results, the number of rollouts, and the cell with the record of
such choices.
"""

from __future__ import annotations

from typing import Final

from ruledsl.engine.cells.changes import drawn, enter_game, restore, save
from ruledsl.engine.cells.events import answer
from ruledsl.engine.cells.trials.imagining import imagine
from ruledsl.engine.cells.trials.valuing import learned_value, turns_left
from ruledsl.engine.cells.trials.weighing import look_around, weigh
from ruledsl.engine.cells.values import item, length
from ruledsl.engine.small.memory import (
    CHOICES,
    COUNTS,
    COURSE,
    DONE,
    FOLLOWS,
    FOUNDS,
    LEADS,
    NOTED,
    OPEN,
    OPTIONS,
    SEEDS,
    TAKEN,
    THINKS,
    TRIED,
    TRY,
    WORTHS,
    D,
    G,
    P,
    S,
    Y,
)
from ruledsl.engine.small.room import (
    CELLS,
    HOPELESS,
    LOG_OF_TWO,
    LOG_UNIT,
    LUCKS,
    MOST_COURSE,
    MOST_NOTED,
    SHARED,
)
from ruledsl.engine.small.rules import value
from ruledsl.engine.small.tables import C
from ruledsl.engine.small.words import current, load, shr, switch
from ruledsl.engine.state.layout import COINS, LOST, OWNER, POWER, RACE, RANDOM, ROUND, TURN_PLAYER
from ruledsl.engine.state.limits import MOST_CHOICES, MOST_ROUNDS
from ruledsl.engine.state.rng import GOLDEN, INCREMENT, MULTIPLIER, ODD
from ruledsl.language.vocabulary.limits import BEHIND

# ── keys ────────────────────────────────────────────────────────────────────────
# Keys of choices in rollouts: printed with the rest of the engine, and run as Python when Python bots ask.


def place_of(procedure: int, step: int) -> int:
    """The place of a choice, as a number."""
    return procedure * 64 + step


def key_of(place: int, action: int, target: int, player: int, when: int) -> int:
    """The key of a choice in rollouts: its place, the option, the player, and the time, if times are distinguished."""
    return ((place * 67 + action) * 1031 + target) * 13 + player + when * 7919


# ── quick ───────────────────────────────────────────────────────────────────────
# Rollouts by quick bots, which learn which choices did well, or follow a learned policy.


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
        left = turns_left(player)
        if D.valued and S.kind:
            own = learned_value(player, left)
        else:
            own = judged_value(player, worths, min(left, most_left))
        LEADS[player] = own
        total += own
    for player in range(S.seats):
        LEADS[player] = S.seats * LEADS[player] - total
    for i in range(TRY[3]):
        DONE[NOTED[i, 0], 0] += LEADS[NOTED[i, 1]]
        DONE[NOTED[i, 0], 1] += 1
    return 0


def judged_value(player: int, worths: int, left: int) -> int:
    """What a position is worth to a player by the values that count now, and the last turn's yield for each of the turns left."""
    own = -Y[player, LOST] * BEHIND
    for worth in range(worths):
        weight = WORTHS[worth, 1] + left * WORTHS[worth, 2]
        if weight:
            own += weight * value(WORTHS[worth, 0], player)
    return own


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


def sampled() -> int:
    """An option of a determinized game, sampled by the policy's softmax, with `D.guided` percent of its noise."""
    begin_world()
    TRY[0] = drawn_for_bot(1 << 32) << 31 | drawn_for_bot(1 << 31)
    return guided_choice()


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
    guess = 1
    while guess * guess < number:
        guess = guess * 2
    after = (guess + number // guess) // 2
    while after < guess:
        guess = after
        after = (guess + number // guess) // 2
    return guess if number > 0 else 0


# ── playing ─────────────────────────────────────────────────────────────────────
# Whole games of bots that choose inside the engine, at random or by a learned policy. The caller is asked for the other bots.


WITH_A_PEOPLE: Final = 2
"""In THINKS: as soon as the player has had a people (0: never, 1: always)."""
GOES_ON: Final = 1
"""The result of a choice that was made."""


def luck_of_seat() -> int:
    """The initial generator state of a choice: `bots.Chance` of its seed, its seat and the number of choices made."""
    mixed = mix(mix(mix(0, SEEDS[S.player]), S.player), S.made)
    return (mixed + INCREMENT) * MULTIPLIER + INCREMENT


def random_choice() -> int:
    """The choice of a random bot."""
    return drawn(luck_of_seat(), S.options)


def followed() -> int:
    """The choice of a bot that follows the policy."""
    save(D.real)
    D.chance = luck_of_seat()
    choice = best_by_weights()
    restore(D.real)
    return choice


def play_on(most: int) -> int:
    """Make up to `most` choices of such bots, and keep them in CHOICES. Returns 1 if somebody is still asked, 2 if that bot thinks."""
    note()
    for _ in range(most):
        how = take_one()
        if how != GOES_ON:
            return how
    return S.kind != 0


def open_up(seat: int) -> int:
    """Let bots choose until a player has had a people, or until all players have had one (-1).

    The choices are kept in CHOICES. Returns 3 as soon as the peoples are there; otherwise 0 after the end of the game, 1 if somebody is still
    asked after as many choices as a game may have, or 2 if the bot that is asked thinks.
    """
    note()
    for _ in range(MOST_CHOICES):
        if has_begun(seat):
            return 3
        how = take_one()
        if how != GOES_ON:
            return how
    return S.kind != 0


def take_one() -> int:
    """Make a choice of such a bot. Returns 1; otherwise 0 after the end of the game, or 2 if a bot thinks."""
    if S.kind == 0:
        return 0
    if S.options > 1 and thinks(S.player):
        if FOLLOWS[S.player] == 0:
            return 2
        take_kept(followed())
    else:
        take_kept(random_choice())
    return GOES_ON


def has_begun(seat: int) -> int:
    """Has a player had a people; or have all of them (-1)?"""
    if seat >= 0:
        return has_had_people(seat)
    for player in range(S.seats):
        if has_had_people(player) == 0:
            return 0
    return 1


def thinks(player: int) -> int:
    """Does a player think: never, always, or once they have had a people?"""
    if THINKS[player] < WITH_A_PEOPLE:
        return THINKS[player]
    return has_had_people(player)


def has_had_people(player: int) -> int:
    """Has a player had a people?"""
    for people in range(S.noted):
        if FOUNDS[people, 0] == player:
            return 1
    return 0


def take_kept(choice: int) -> int:
    """Make a choice and keep it."""
    if S.made < MOST_CHOICES:
        CHOICES[S.made] = choice
    if S.options > 1:
        OPEN[0] += 1
        OPEN[1] += S.options
    answer(choice)
    note()
    return 0


def note() -> None:
    """Record owner, race, power and round of new peoples, which may later lose their power or change hands, and the coins in a new round."""
    for people in range(S.noted, S.peoples):
        FOUNDS[people, 0] = P[people, OWNER]
        FOUNDS[people, 1] = P[people, RACE]
        FOUNDS[people, 2] = P[people, POWER]
        FOUNDS[people, 3] = min(G[ROUND], S.rounds)
    S.noted = S.peoples
    if G[ROUND] != OPEN[3] and S.kind and OPEN[2] < MOST_COURSE:
        for player in range(S.seats):
            COURSE[OPEN[2], player] = Y[player, COINS]
        OPEN[2] += 1
        OPEN[3] = G[ROUND]
