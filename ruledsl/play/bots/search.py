"""Monte Carlo tree search over games that could be this one.

One tree for all of them (information set MCTS: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012): a choice is known by
what is chosen, and where it is no option in one of these games it is passed over there. Of many options the most promising are looked at first,
more of them the more often a place was visited (progressive widening: Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007);
what is promising follows from all trials in which the same was chosen. That is so below the root: at the root, where it counts which option is best
and not what is lost while that is found out, all that may be the best are tried as often, and what is surely worse is given up (successive
elimination: Even-Dar, Mannor and Mansour, "Action Elimination and Stopping Conditions for the Multi-Armed Bandit and Reinforcement Learning
Problems", 2006).
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from ruledsl.dataclass import dataclass, field
from ruledsl.engine.small.room import A_WORLD, HOPELESS, LOG_UNIT, LONGEST_PATH, SHARED, SURE
from ruledsl.native.judging import STEADY
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
ENOUGH = 1000
"""Rollouts of a choice that is not of direction: what more of them bring could not be told from noise (benchmarks/strength.md)."""
LONGEST = 6
"""Digits of a number of rollouts or milliseconds."""
MOST = 10**LONGEST
"""Rollouts of any choice, whatever time there is."""


@dataclass(frozen=True, slots=True)
class Think:
    """How long about a choice, at most: so many rollouts, however long they take, or so many milliseconds.

    With milliseconds the same seed need not mean the same game.
    """

    rollouts: int = ROLLOUTS
    milliseconds: int = 0

    @classmethod
    def of(cls, text: str) -> Think | None:
        """`400` are rollouts, `200ms` milliseconds; None for what is neither."""
        number = text.removesuffix("ms")
        if not number.isdecimal() or len(number) > LONGEST or not int(number):
            return None
        return cls(milliseconds=int(number)) if number != text else cls(int(number))

    def more(self, enough: int) -> Callable[[int, int], int]:
        """How many trials there are to be from now on, by how many there were; none once there are enough, or as soon as one option is left.

        The clock begins to run; some there are however short the time is.
        """
        until = time.monotonic() + self.milliseconds / 1000 if self.milliseconds else math.inf
        most = enough if self.milliseconds else min(self.rollouts, enough)

        def more(trials: int, left: int) -> int:
            return min(AT_ONCE, most - trials) if left > 1 and (not trials or time.monotonic() < until) else 0

        return more


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

    def note(self, lead: int) -> None:
        """That came of it once more."""
        self.times += 1
        self.total += lead

    @property
    def mean(self) -> int:
        """What came of it on average."""
        return self.total // self.times if self.times else HOPELESS

    def margin(self, width: int) -> int:
        """How far that may be off."""
        return math.isqrt(width // max(1, self.times))


class Search:
    """Takes what is best on average, when everybody goes on choosing well."""

    def __init__(self, seed: int = 0, think: Think | None = None) -> None:
        self.seed = seed
        self.think = think or Think()

    def choose(self, view: SeatView) -> int:
        """The option that it takes; the first one if no game comes to an end."""
        if view.count == 1:
            return 0
        return self.best(course_of(view), view.made)

    def best(self, course: Course, made: int) -> int:
        """The same for whoever is asked there, when so many choices were made."""
        chance = Chance(self.seed, course.player, made)
        turns, direction = horizon(course)
        if direction:
            turns, depth, enough = TO_THE_END, 1, MOST
        else:  # what others make of it is found out
            turns, depth, enough = max(turns, course.players), LONGEST_PATH, ENOUGH
        course.choose_by(STEADY)
        found = course.search(chance.state, turns, depth, self.think.more(enough))
        return _Tree(course, chance, turns, depth).best(self.think.more(enough)) if found is None else found


class _Tree:
    """What one decision comes to. `ruledsl/engine/cells/trials/tree.py` does the same."""

    def __init__(self, course: Course, chance: Chance, turns: int, depth: int) -> None:
        self.course, self.chance, self.turns, self.depth = course, chance, turns, depth
        self.seat = course.player
        self.root = _Node()
        self.left = course.count
        self.keys: list[int] = []
        self.leads = Leads()

    def best(self, more: Callable[[int, int], int]) -> int:
        """Think, then say which."""
        trials = 0
        while more_now := more(trials, self.left):
            for trial in range(trials, trials + more_now):
                self._try(fresh=trial % A_WORLD == 0)
            trials += more_now
        means = [self.root.branches[key].mean if key in self.root.branches else HOPELESS for key in self.keys]
        return max(range(len(means)), key=means.__getitem__, default=0)

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
            if path:
                path[0][0].note(HOPELESS)
            return
        self.leads.note(leads[self.seat])
        for branch, player in path:
            branch.note(leads[player])

    def _descend(self, path: list[tuple[_Branch, int]]) -> None:
        node, course = self.root, self.course
        for _ in range(self.depth):
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
        """At the root, of the options that may be the best one that was tried least; all are looked at.

        Elsewhere the most promising of those that are looked at; one more is, if it is time: one and a half times the root of the visits are.
        """
        branches = node.branches
        there = [key for key in keys if key in branches]
        if len(there) < len(keys) and (node is self.root or 4 * len(there) ** 2 < 9 * node.times):
            fresh = [key for key in keys if key not in branches]
            found = max(fresh, key=self._prior)
            branches[found] = _Branch()
            return found
        return self._undecided(keys) if node is self.root else self._most_promising(node, there)

    def _undecided(self, keys: list[int]) -> int:
        """Of the options that may be the best one that was tried least."""
        branches = self.root.branches
        top = max(keys, key=lambda key: branches[key].mean)
        width = (self.leads.spread + 1) * SURE * SURE
        floor = branches[top].mean - branches[top].margin(width)
        left = [key for key in keys if branches[key].mean + branches[key].margin(width) >= floor]
        self.left = len(left)
        least = min(left, key=lambda key: branches[key].times)
        return least if branches[least].times < branches[top].times else top

    def _most_promising(self, node: _Node, there: list[int]) -> int:
        branches = node.branches
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
