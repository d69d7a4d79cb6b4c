"""A position for rollouts by quick bots, which learn which choices do well; and the evaluation of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ruledsl.engine.machines.machine import TooMuch
from ruledsl.engine.machines.rollouts import Judging
from ruledsl.engine.machines.running import wider, words_for

if TYPE_CHECKING:
    from ruledsl.engine.machines.rollouts import Rollouts
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.play.views.view import SeatView


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
    words = words_for(view.standing)
    while True:
        found = view.rules.backend.rollouts(words, judging(view.rules))
        try:
            found.begin(view.standing)
        except TooMuch:
            words = wider(words)
            continue
        return found


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
    found = [(rules.program.value(name), weight) for name, weight in weights.items()]
    return [_Worth(value.index, *weight) for value, weight in found if value is not None]
