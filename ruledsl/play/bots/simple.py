"""Random numbers, and the random bot."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.engine.machines.blocks import place, wider
from ruledsl.engine.machines.games import Judging
from ruledsl.engine.machines.machine import TooMuch
from ruledsl.engine.state.rng import below, mixed_with, seeded

if TYPE_CHECKING:
    from ruledsl.engine.machines.games import Rollouts
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.play.views import SeatView


class Chance:
    """Random numbers for one choice of one bot, the same on every machine."""

    __slots__ = ("state",)

    def __init__(self, *parts: int) -> None:
        mixed = 0
        for part in parts:
            mixed = mixed_with(mixed, part)
        self.state = seeded(mixed)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1."""
        number, self.state = below(self.state, bound)
        return number


class Random:
    """Chooses a random option."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: SeatView) -> int:
        """A random option; all are equally likely."""
        return Chance(self.seed, view.seat, view.made).below(view.count)


def seed_of_seat(seed: int, seat: int) -> int:
    """The seed of a seat's bot, derived from the game's seed. A bot with that seed itself could find out everything hidden.

    The first 53 bits of the SHA-256 of `SEED/seat SEAT`, both numbers in decimal.
    """
    digest = hashlib.sha256(f"{seed}/seat {seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 11


# ── rollouts ────────────────────────────────────────────────────────────────────
# A position for rollouts by quick bots, which learn which choices do well; and the evaluation of positions.


LONGEST = 400
"""The most choices of a rollout."""
AHEAD = 3
"""Rounds that a choice of direction looks ahead."""


class Effort(NamedTuple):
    """The number of rollouts, the number in each determinized game, and their length in turns."""

    trials: int
    every: int
    turns: int


def rollouts_of(view: SeatView) -> Rollouts:
    """Rollouts of this seat's choice. `EngineError` if there is no room for them."""
    words, _ = view.standing.source.packed()
    while True:
        rollouts = view.rules.backend.rollouts(words, judging(view.rules))
        try:
            place(rollouts.machine, view.standing)
            rollouts.begin_here()
        except TooMuch:
            words = wider(words)
            continue
        return rollouts


def judging(rules: Rulebook) -> Judging:
    """The evaluation of rollouts."""
    return Judging(_worths_of(rules), LONGEST, MOST_LEFT)


def horizon(rollouts: Rollouts) -> tuple[int, bool]:
    """The length of rollouts in turns, and whether the choice is one of direction (one of several actions).

    Effects in a series show at the end of the turn, and later random play of others would only hide them; placements show after the
    others' turns; a direction some rounds later.
    """
    if rollouts.kind == "offer":
        return 1, False
    direction = rollouts.kind == "offer_one"
    return rollouts.players * (AHEAD if direction else 1) + direction, direction


DECIDES, BREAKS_TIES, A_TURN = 64, 16, 40
MOST_LEFT = 3
"""The most remaining turns that are assumed to resemble the last one."""


class _Worth(NamedTuple):
    """A value by its number: the weight of a unit, and the additional weight for each remaining turn."""

    value: int
    now: int
    later: int


def _worths_of(rules: Rulebook) -> list[_Worth]:
    """The deciding values, those that break ties, and the first panel: the yield of a turn."""
    composition = rules.composition
    decides, *ties = (name for name, _ in composition.standings)
    weights = {decides: (DECIDES, 0), **dict.fromkeys(ties, (BREAKS_TIES, 0))}
    first = next((panel.value for panel in composition.panels if panel.value not in weights), None)
    if first is not None:
        weights[first] = (0, A_TURN)
    weighed = [(rules.program.value(name), weight) for name, weight in weights.items()]
    return [_Worth(value.index, *weight) for value, weight in weighed if value is not None]


# ── greedy ──────────────────────────────────────────────────────────────────────
# Tries every option in determinized games, and takes the one with the best position. All arithmetic is in integers.


TURNS, TURNS_OF_DIRECTION = 72, 720
"""Turns played for a choice, over all rollouts, and for one of direction: the cost depends little on the number of players."""
LEAST = 16
"""The least number of rollouts."""
WORLDS = 8
"""The number of determinized games."""


class Greedy:
    """Runs rollouts of each option with quick bots, mostly of the most promising ones, and some turns longer for choices of direction."""

    def __init__(self, seed: int = 0, patience: int = 1) -> None:
        self.seed = seed
        self.patience = patience

    def choose(self, view: SeatView) -> int:
        """The option with the best mean result; the first one if no rollout comes to an end."""
        if view.count == 1:
            return 0
        return self.best(rollouts_of(view), view.made)

    def ranked(self, view: SeatView) -> list[tuple[int, float]]:
        """All tried options with how far each is behind the best one (mean, in units of what decides the game), the best one first."""
        rollouts = rollouts_of(view)
        best = self.best(rollouts, view.made)
        tried = {option: lead / many for option, (lead, many) in enumerate(rollouts.tried()) if many}
        a_unit = DECIDES * max(1, rollouts.players - 1)  # a lead is counted over each of the others
        behind = {option: (tried.get(best, 0) - lead) / a_unit for option, lead in tried.items()} | {best: 0}
        return sorted(behind.items(), key=lambda one: (one[0] != best, one[1]))

    def best(self, rollouts: Rollouts, made: int) -> int:
        """The best option for the player who is asked in these rollouts, after `made` choices; the first one if none comes to an end."""
        turns, direction = horizon(rollouts)
        trials = self.patience * max(LEAST, (TURNS_OF_DIRECTION if direction else TURNS) // turns)
        effort = Effort(trials, max(1, trials // WORLDS), turns)
        chance = Chance(self.seed, rollouts.player, made)
        return rollouts.best(chance.state, effort)
