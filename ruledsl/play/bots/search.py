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

from ruledsl.play.bots.chance import Chance
from ruledsl.play.bots.course import Lost, course_of, horizon

if TYPE_CHECKING:
    from ruledsl.play.bots.course import Course
    from ruledsl.play.views.view import SeatView

__all__ = ["Search", "Think"]

A_WORLD = 16
"""So many games are tried out in each game that could be this one."""
WIDTH = 0.5
"""How many deviations an option may look worse than another one and be tried again."""
WIDENING = 1.5
"""Of options, so many times the square root of the visits are looked at."""
SHARED = 4
"""What is known of a choice from other places of the tree counts as so many trials of it."""
ROLLOUTS = 400
DEEPEST = 4
"""Choices on a way down the tree: beyond, quick bots do as well, and five times as fast."""
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


@dataclass(slots=True)
class _Branch:
    """An option that was looked at: how often, and what came of it for whoever chose it; what lies beyond."""

    times: int = 0
    total: float = 0.0
    node: _Node | None = None


@dataclass(slots=True)
class _Node:
    """A place where somebody chooses; the branches by the keys of their options."""

    times: int = 0
    branches: dict[int, _Branch] = field(default_factory=dict)


class Search:
    """Takes what it looked at most often."""

    def __init__(self, seed: int = 0, think: Think | None = None) -> None:
        self.seed = seed
        self.think = think or Think()

    def choose(self, view: SeatView) -> int:
        """The option that is best on average when everybody goes on choosing well."""
        if view.count == 1:
            return 0
        return _Tree(view, Chance(self.seed, view.seat, view.made)).best(self.think)


class _Tree:
    """What one decision comes to."""

    def __init__(self, view: SeatView, chance: Chance) -> None:
        self.view, self.chance = view, chance
        self.course: Course = course_of(view.rules, view.board)
        self.root = _Node()
        self.seen = 0
        self.sum = self.squares = 0.0
        self.width = 1.0
        self.keys: list[int] = []
        self.turns, _ = horizon(view)

    def best(self, think: Think) -> int:
        """Think, then say which."""
        until = time.monotonic() + think.milliseconds / 1000
        self.course.forget()
        while time.monotonic() < until if think.milliseconds else self.seen < think.rollouts:
            if self.seen % A_WORLD == 0:
                self.course.stand(self.view.sample(self.chance.below(1 << 31)).state)
            self._try()
        branches = [self.root.branches.get(key, _Branch()) for key in self.keys]
        return max(
            range(len(branches)),
            key=lambda o: (branches[o].times, branches[o].total / (branches[o].times or 1)),
            default=0,
        )

    def _try(self) -> None:
        """Go down the tree, a step out of it, and on with quick bots."""
        self.seen += 1
        path: list[tuple[_Branch, int]] = []
        try:
            self.course.again(self.chance.below(1 << 32) << 31 | self.chance.below(1 << 31))
            self.keys = self.keys or self.course.keys()
            self._descend(path)
            leads = self.course.finish(self.turns)
        except Lost:
            return
        lead = leads[self.view.seat]
        self.sum += lead
        self.squares += lead * lead
        mean = self.sum / self.seen
        self.width = WIDTH * (math.sqrt(max(0.0, self.squares / self.seen - mean * mean)) + 1)
        for branch, player in path:
            branch.times += 1
            branch.total += leads[player]

    def _descend(self, path: list[tuple[_Branch, int]]) -> None:
        node, course = self.root, self.course
        for _ in range(DEEPEST):
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
        """The most promising of the options that are looked at; one more is, if it is time."""
        branches = node.branches
        there = [key for key in keys if key in branches]
        if len(there) < len(keys) and len(there) < WIDENING * math.sqrt(node.times):
            fresh = [key for key in keys if key not in branches]
            found = max(fresh, key=self._prior)
            branches[found] = _Branch()
            return found
        width = self.width * math.sqrt(math.log(node.times + 1))
        best, most = there[0], -math.inf
        for key in there:
            branch = branches[key]
            total, times = self.course.done(key)
            shared = total / times if times else 0.0
            known = (branch.total + SHARED * shared) / (branch.times + SHARED)
            promise = known + width / math.sqrt(branch.times + 0.5)
            if promise > most:
                best, most = key, promise
        return best

    def _prior(self, key: int) -> float:
        """What came of it elsewhere; what was never chosen comes first."""
        total, times = self.course.done(key)
        return total / times if times else math.inf
