"""Tries every option on games that could be this one, and takes the one after which it stands best."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ruledsl.play.bots.chance import Chance
from ruledsl.play.bots.course import Lost, course_of, horizon

if TYPE_CHECKING:
    from ruledsl.play.bots.course import Course
    from ruledsl.play.views.view import SeatView

__all__ = ["Greedy"]

TURNS, TURNS_OF_DIRECTION = 72, 240
"""So many turns are tried out for a choice, all trials together, and for one of direction: what it costs hangs little on the number of players."""
LEAST = 16
"""Trials there are at least."""
WORLDS = 8
"""In so many games that could be this one."""
SHARED = 4
"""What is known of a choice from later in other trials counts as so many trials of it."""
WIDTH = 0.7
"""How many deviations an option may look worse than another one and be tried again."""
HOPELESS = -(1 << 40)


class Greedy:
    """Plays each option on with quick bots, most often those that look best. A choice of direction is looked at for some turns more."""

    def __init__(self, seed: int = 0, patience: int = 1) -> None:
        self.seed = seed
        self.patience = patience

    def choose(self, view: SeatView) -> int:
        """The option with the best outcome on average."""
        if view.count == 1:
            return 0
        return _Trials(view, Chance(self.seed, view.seat, view.made)).best(self.patience)


class _Trials:
    """What one decision comes to, option by option."""

    def __init__(self, view: SeatView, chance: Chance) -> None:
        self.view, self.chance = view, chance
        self.totals = [0.0] * view.count
        self.times = [0] * view.count
        self.keys: list[int] = []
        self.sum = self.squares = 0.0

    def best(self, patience: int) -> int:
        """Try out, then say which."""
        turns, direction = horizon(self.view)
        trials = patience * max(LEAST, (TURNS_OF_DIRECTION if direction else TURNS) // turns)
        course = course_of(self.view.rules, self.view.board)
        course.forget()
        for trial in range(trials):
            if trial % max(1, trials // WORLDS) == 0:
                course.stand(self.view.sample(self.chance.below(1 << 31)).state)
            self._try(course, turns, trial)
        known = self._known(course)
        return max(range(len(known)), key=lambda option: known[option], default=0)

    def _try(self, course: Course, turns: int, trial: int) -> None:
        try:
            course.again(self.chance.below(1 << 32) << 31 | self.chance.below(1 << 31))
        except Lost:
            return  # from a position in which nothing can be tried out
        self.keys = self.keys or course.keys()
        option = self._promising(course, trial)
        try:
            course.take(option)
            lead = course.finish(turns)[self.view.seat]
        except Lost:
            lead = HOPELESS
        self.totals[option] += lead
        self.times[option] += 1
        self.sum += lead
        self.squares += lead * lead

    def _promising(self, course: Course, trial: int) -> int:
        """The option that could be best."""
        mean = self.sum / trial if trial else 0.0
        spread = math.sqrt(max(0.0, self.squares / trial - mean * mean)) if trial else 1.0
        width = WIDTH * (spread + 1) * math.sqrt(math.log(trial + 2))
        known = self._known(course)
        options = range(len(known))
        return max(options, key=lambda o: known[o] + width / math.sqrt(self.times[o] + 0.5))

    def _known(self, course: Course) -> list[float]:
        """What came of each option on average, those of other trials in which it was taken later counted a little."""
        seen = sum(self.times)
        mean = self.sum / seen if seen else 0.0
        found = []
        for option, key in enumerate(self.keys):
            total, times = course.done(key)
            shared = total / times if times else mean
            own = self.times[option]
            found.append((self.totals[option] + SHARED * shared) / (own + SHARED))
        return found
