"""Monte Carlo tree search over games that could be this one.

One tree for all of them (information set MCTS: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012): a choice is known by
what is chosen, and where it is no option in one of these games it is passed over there. Of many options the most promising are looked at first,
more of them the more often a place was visited (progressive widening: Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007);
what is promising follows from all trials in which the same was chosen.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruledsl.compile.native.memory import A_WORLD, HOPELESS, LOG_UNIT, LONGEST_PATH, SHARED
from ruledsl.play.bots.chance import Chance
from ruledsl.play.bots.course import Lost, course_of, horizon
from ruledsl.play.bots.leads import Leads, log_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.play.bots.course import Course
    from ruledsl.play.views.view import SeatView

__all__ = ["Search", "Think"]

ROLLOUTS = 400
AT_ONCE = 64
"""Between two looks at the clock, and at whether somebody wants to stop."""
TO_THE_END = 1 << 20
"""Turns that no game has: a choice of direction is tried out to the end, since what it is good for shows as late as that."""
DIRECTION = 3
"""Such a trial counts as so many: it takes longer."""
LONGEST = 6
"""Digits of a number of rollouts or milliseconds."""


@dataclass(frozen=True, slots=True)
class Think:
    """How long about a choice: so many games tried out, or so many milliseconds. With milliseconds the same seed need not mean the same game."""

    rollouts: int = ROLLOUTS
    milliseconds: int = 0

    @classmethod
    def of(cls, text: str) -> Think | None:
        """`400` are rollouts, `200ms` milliseconds; None for what is neither."""
        number = text.removesuffix("ms")
        if not number.isdecimal() or len(number) > LONGEST or not int(number):
            return None
        return cls(milliseconds=int(number)) if number != text else cls(int(number))

    def more(self, cost: int) -> Callable[[int, int], int]:
        """How many trials there are to be from now on, by how many there were; none as soon as those that are left change nothing.

        That is so when the option that was tried most often is so much ahead of the next one. A trial counts as so many rollouts as it costs. The
        clock begins to run.
        """
        began = time.monotonic()
        most = max(1, self.rollouts // cost)

        def by_count(trials: int, ahead: int) -> int:
            left = most - trials
            return min(AT_ONCE, left) if ahead <= left else 0

        def by_clock(trials: int, ahead: int) -> int:
            passed = time.monotonic() - began
            left = self.milliseconds / 1000 - passed
            return AT_ONCE if left > 0 and ahead * passed <= trials * left else 0

        return by_clock if self.milliseconds else by_count


@dataclass(slots=True)
class _Node:
    """A place where somebody chooses; the branches by the keys of their options."""

    times: int = 0
    branches: dict[int, _Branch] = field(default_factory=dict)


@dataclass(slots=True)
class _Branch:
    """An option that was looked at: how often, and what came of it for whoever chose it; what lies beyond, once that was come to."""

    times: int = 0
    total: int = 0
    node: _Node | None = None


class Search:
    """Takes what it looked at most often."""

    def __init__(self, seed: int = 0, think: Think | None = None) -> None:
        self.seed = seed
        self.think = think or Think()

    def choose(self, view: SeatView) -> int:
        """The option that is best on average when everybody goes on choosing well; the first one if no game comes to an end."""
        if view.count == 1:
            return 0
        return self.best(course_of(view), view.made)

    def best(self, course: Course, made: int) -> int:
        """The same for whoever is asked there, when so many choices were made."""
        chance = Chance(self.seed, course.player, made)
        turns, direction = horizon(course)
        turns = TO_THE_END if direction else max(turns, course.players)  # what others make of it is found out
        cost = DIRECTION if direction else 1
        found = course.search(chance.state, turns, self.think.more(cost))
        return _Tree(course, chance, turns).best(self.think.more(cost)) if found is None else found


class _Tree:
    """What one decision comes to. `ruledsl/compile/native/runtime/trials/tree.py` does the same."""

    def __init__(self, course: Course, chance: Chance, turns: int) -> None:
        self.course, self.chance, self.turns = course, chance, turns
        self.seat = course.player
        self.root = _Node()
        self.keys: list[int] = []
        self.leads = Leads()

    def best(self, more: Callable[[int, int], int]) -> int:
        """Think, then say which."""
        trials = 0
        while more_now := more(trials, self._ahead()):
            for trial in range(trials, trials + more_now):
                self._try(fresh=trial % A_WORLD == 0)
            trials += more_now
        branches = [self.root.branches.get(key, _Branch()) for key in self.keys]
        return max(
            range(len(branches)),
            key=lambda o: (branches[o].times, branches[o].total // (branches[o].times or 1)),
            default=0,
        )

    def _ahead(self) -> int:
        """How much more often the option that was tried most often was tried than the next one."""
        branches = self.root.branches
        *_, second, most = sorted([0, 0, *(branches[key].times for key in self.keys if key in branches)])
        return most - second

    def _try(self, *, fresh: bool) -> None:
        """Go down the tree, a step out of it, and on with quick bots."""
        path: list[tuple[_Branch, int]] = []
        try:
            if fresh:
                self.course.imagine(self.chance.below(1 << 31))
            self.course.again(self.chance.below(1 << 32) << 31 | self.chance.below(1 << 31))
            self.keys = self.keys or self.course.keys()
            self._descend(path)
            leads = self.course.finish(self.turns)
        except Lost:
            return
        self.leads.note(leads[self.seat])
        for branch, player in path:
            branch.times += 1
            branch.total += leads[player]

    def _descend(self, path: list[tuple[_Branch, int]]) -> None:
        node, course = self.root, self.course
        for _ in range(LONGEST_PATH):
            if not course.count:
                return
            if course.count == 1:
                course.take(0)
                continue
            node.times += 1
            keys = course.keys()
            key = self._chosen(node, keys)
            branch = node.branches[key]
            path.append((branch, course.player))
            course.take(keys.index(key))
            if branch.node is None:
                branch.node = _Node()
                return
            node = branch.node

    def _chosen(self, node: _Node, keys: list[int]) -> int:
        """The most promising of the options that are looked at; one more is, if it is time: one and a half times the root of the visits are."""
        branches = node.branches
        there = [key for key in keys if key in branches]
        if len(there) < len(keys) and 4 * len(there) ** 2 < 9 * node.times:
            fresh = [key for key in keys if key not in branches]
            found = max(fresh, key=self._prior)
            branches[found] = _Branch()
            return found
        width = (self.leads.spread + 1) * log_of(node.times - 1) * 25 // 49
        best, most = there[0], -math.inf
        for key in there:
            branch = branches[key]
            total, times = self.course.done(key)
            shared = total // times if times else 0
            known = (branch.total + SHARED * shared) // (branch.times + SHARED)
            promise = known + math.isqrt(width // (LOG_UNIT * (2 * branch.times + 1)))
            if promise > most:
                best, most = key, promise
        return best

    def _prior(self, key: int) -> int:
        """What came of it elsewhere; what was never chosen comes first."""
        total, times = self.course.done(key)
        return total // times if times else -HOPELESS
