"""A position from which games are tried out again and again, by quick bots that learn which choices do well; and what a position is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ruledsl.native.machine import TooMuch
from ruledsl.native.rollouts import Judging
from ruledsl.native.running import wider, words_for

if TYPE_CHECKING:
    from ruledsl.native.rollouts import Rollouts
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.play.views.view import SeatView


LONGEST = 400
"""No trial has more choices than this."""
AHEAD = 3
"""A choice of direction is looked at for so many rounds."""


class Effort(NamedTuple):
    """How many trials, after how many of them another game is made up, and to the end of how many turns they go."""

    trials: int
    every: int
    turns: int


def rollouts_of(view: SeatView) -> Rollouts:
    """Of what this seat has to choose. `EngineError` if there is no room for it."""
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
    """What trials are judged by."""
    return Judging(_worths_of(rules), LONGEST, MOST_LEFT)


def horizon(rollouts: Rollouts) -> tuple[int, bool]:
    """To the end of how many turns a choice is tried out, and is it one of direction (one action out of several)?

    What is done in a series shows at the end of the turn, and what others do then by chance would only hide it; what is placed shows when they
    have had their turns; a direction some rounds later.
    """
    if rollouts.kind == "offer":
        return 1, False
    direction = rollouts.kind == "offer_one"
    return rollouts.players * (AHEAD if direction else 1) + direction, direction


DECIDES, BREAKS_TIES, A_TURN = 64, 16, 40
MOST_LEFT = 3
"""No more of the turns that are left are thought to be like the last one."""


class _Worth(NamedTuple):
    """A value by its number: what a unit of it counts, and what it counts more for each turn that is left."""

    value: int
    now: int
    later: int


def _worths_of(rules: Rulebook) -> list[_Worth]:
    """What decides the game, what breaks ties, and the first panel: what a turn brings."""
    composition = rules.composition
    decides, *ties = (name for name, _ in composition.standings)
    weights = {decides: (DECIDES, 0), **dict.fromkeys(ties, (BREAKS_TIES, 0))}
    first = next((panel.value for panel in composition.panels if panel.value not in weights), None)
    if first is not None:
        weights[first] = (0, A_TURN)
    found = [(rules.program.value(name), weight) for name, weight in weights.items()]
    return [_Worth(value.index, *weight) for value, weight in found if value is not None]
