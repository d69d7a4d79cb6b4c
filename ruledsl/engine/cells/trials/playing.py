"""Whole games of bots that choose inside the engine, at random or by a learned policy. The caller is asked for the other bots."""

from __future__ import annotations

from typing import Final

from ruledsl.engine.cells.changes import drawn
from ruledsl.engine.cells.choices import answer
from ruledsl.engine.cells.keeping import restore, save
from ruledsl.engine.cells.trials.options import best_by_weights
from ruledsl.engine.cells.trials.quick import mix
from ruledsl.engine.small.memory import CHOICES, COURSE, FOLLOWS, FOUNDS, OPEN, SEEDS, THINKS, D, G, P, S, Y
from ruledsl.engine.small.room import MOST_COURSE
from ruledsl.engine.state.layout import COINS, OWNER, POWER, RACE, ROUND
from ruledsl.engine.state.limits import MOST_CHOICES
from ruledsl.engine.state.rng import INCREMENT, MULTIPLIER

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
    """The same up to the first people of a player, or up to those of all players (-1). Returns 3 as soon as they are there."""
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
