"""Tries every option on games that could be this one, and takes the one after which it stands best. All of it is whole numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ruledsl.engine.small.room import HOPELESS, LOG_UNIT, SHARED
from ruledsl.play.bots.chance import Chance
from ruledsl.play.bots.course import Effort, Lost, course_of, horizon
from ruledsl.play.bots.leads import Leads, log_of

if TYPE_CHECKING:
    from ruledsl.play.bots.course import Course
    from ruledsl.play.views.view import SeatView

__all__ = ["Greedy"]

TURNS, TURNS_OF_DIRECTION = 72, 720
"""So many turns are tried out for a choice, all trials together, and for one of direction: what it costs hangs little on the number of players."""
LEAST = 16
"""Trials there are at least."""
WORLDS = 8
"""In so many games that could be this one."""


class Greedy:
    """Plays each option on with quick bots, most often those that look best. A choice of direction is looked at for some turns more."""

    def __init__(self, seed: int = 0, patience: int = 1) -> None:
        self.seed = seed
        self.patience = patience

    def choose(self, view: SeatView) -> int:
        """The option with the best outcome on average; the first one if no trial comes to an end."""
        if view.count == 1:
            return 0
        return self.best(course_of(view), view.made)

    def best(self, course: Course, made: int) -> int:
        """The same for whoever is asked there, when so many choices were made."""
        turns, direction = horizon(course)
        trials = self.patience * max(LEAST, (TURNS_OF_DIRECTION if direction else TURNS) // turns)
        effort = Effort(trials, max(1, trials // WORLDS), turns)
        chance = Chance(self.seed, course.player, made)
        found = course.best(chance.state, effort)
        return _Trials(course, chance, effort).best() if found is None else found


class _Trials:
    """What one decision comes to, option by option. `ruledsl/engine/cells/trials/options.py` does the same."""

    def __init__(self, course: Course, chance: Chance, effort: Effort) -> None:
        self.course, self.chance, self.effort = course, chance, effort
        self.seat = course.player
        self.totals = [0] * course.count
        self.times = [0] * course.count
        self.keys: list[int] = []
        self.leads = Leads()

    def best(self) -> int:
        """Try out, then say which."""
        for trial in range(self.effort.trials):
            try:
                if trial % self.effort.every == 0:
                    self.course.imagine(self.chance.below(1 << 31))
                self._try(trial)
            except Lost:
                continue
        known = self._known()
        return max(range(len(known)), key=known.__getitem__, default=0)

    def _try(self, trial: int) -> None:
        """One of them. What leads to nowhere was tried too, and is worse than whatever leads somewhere."""
        course = self.course
        course.again(self.chance.below(1 << 32) << 31 | self.chance.below(1 << 31))
        self.keys = self.keys or course.keys()
        option = self._promising(trial)
        self.times[option] += 1
        try:
            course.take(option)
            lead = course.finish(self.effort.turns)[self.seat]
        except Lost:
            self.totals[option] += HOPELESS
            return
        self.totals[option] += lead
        self.leads.note(lead)

    def _promising(self, trial: int) -> int:
        """The option that could be best."""
        width = (self.leads.spread + 1) * log_of(trial)
        known = self._known()
        return max(
            range(len(known)),
            key=lambda o: known[o] + math.isqrt(width // (LOG_UNIT * (2 * self.times[o] + 1))),
        )

    def _known(self) -> list[int]:
        """What came of each option on average, that of other trials in which it was taken later counted a little."""
        mean = self.leads.mean
        found = []
        for option, key in enumerate(self.keys):
            total, times = self.course.done(key)
            shared = total // times if times else mean
            found.append((self.totals[option] + SHARED * shared) // (self.times[option] + SHARED))
        return found
