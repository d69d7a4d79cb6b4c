"""Monte Carlo tree search over determinized games.

All of them share one tree (information set MCTS: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", 2012): the key of a
choice is its option, and a game in which it is no option skips it. Of many options the most promising are expanded first, more of them the more
often a node is visited (progressive widening: Coulom, "Computing Elo ratings of move patterns in the game of Go", 2007); how promising one is
follows from all rollouts with the same choice. That holds below the root. At the root the best option matters, rather than the losses while
searching: all options that may be the best get the same number of rollouts, and surely worse ones are given up (successive elimination: Even-Dar,
Mannor and Mansour, "Action Elimination and Stopping Conditions for the Multi-Armed Bandit and Reinforcement Learning Problems", 2006).
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass
from ruledsl.engine.machines.games import GUIDED, STEADY
from ruledsl.engine.small.room import LONGEST_PATH
from ruledsl.play.bots.policy import policy_of
from ruledsl.play.bots.simple import Chance, horizon, rollouts_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.machines.games import Manner, Rollouts
    from ruledsl.play.views import SeatView

ROLLOUTS = 400
AT_ONCE = 64
"""Rollouts between two checks of the clock and of a request to stop."""
TO_THE_END = 1 << 20
"""More turns than any game has: rollouts of a choice of direction run to the end, since its benefit shows late, unless a value is learned."""
ENOUGH = 1000
"""Rollouts of a choice that is not of direction: the benefit of more could not be told from noise (benchmarks/strength.md)."""
LONGEST = 6
"""Digits of a number of rollouts or milliseconds."""
MOST = 10**LONGEST
"""The most rollouts of any choice, whatever the time."""


@dataclass(frozen=True, slots=True)
class Think:
    """The limit of thinking for a choice: a number of rollouts, however long they take, or of milliseconds.

    With milliseconds, the same seed may give different games.
    """

    rollouts: int = ROLLOUTS
    milliseconds: int = 0

    @classmethod
    def of(cls, text: str) -> Think | None:
        """Read `400` as rollouts and `200ms` as milliseconds; None for anything else."""
        number = text.removesuffix("ms")
        if not number.isdecimal() or len(number) > LONGEST or not int(number):
            return None
        return cls(milliseconds=int(number)) if number != text else cls(int(number))

    def more(self, enough: int) -> Callable[[int, int], int]:
        """A function from the number of rollouts and of options left to the number of further rollouts.

        It returns 0 once there are enough, or one option is left. The clock starts now; some rollouts run however short the time is.
        """
        until = time.monotonic() + self.milliseconds / 1000 if self.milliseconds else math.inf
        most = enough if self.milliseconds else min(self.rollouts, enough)

        def more(trials: int, left: int) -> int:
            return min(AT_ONCE, most - trials) if left > 1 and (not trials or time.monotonic() < until) else 0

        return more


class Search:
    """Takes the option with the best mean result if everybody continues to choose well."""

    def __init__(self, seed: int = 0, think: Think | None = None) -> None:
        self.seed = seed
        self.think = think or Think()

    def choose(self, view: SeatView) -> int:
        """The best option; the first one if no game comes to an end."""
        if view.count == 1:
            return 0
        return self.best(rollouts_of(view), view.made)

    def best(self, rollouts: Rollouts, made: int) -> int:
        """The best option for the player who is asked in these rollouts, after `made` choices; the first one if no game comes to an end."""
        chance = Chance(self.seed, rollouts.player, made)
        turns, direction = horizon(rollouts)
        manner = self._manner(rollouts, direction=direction)
        if direction:
            turns, depth, enough = turns if manner.valued else TO_THE_END, 1, MOST
        else:  # the others' replies matter as well
            turns, depth, enough = max(turns, rollouts.players), LONGEST_PATH, ENOUGH
        rollouts.choose_by(manner)
        return rollouts.search(chance.state, turns, depth, self.think.more(enough))

    def _manner(self, rollouts: Rollouts, *, direction: bool) -> Manner:  # noqa: ARG002 - it is one for all
        return STEADY


class Guided(Search):
    """Takes the option with the best mean result of rollouts in which everybody samples a learned policy (`ruledsl train`) by its softmax.

    Such rollouts are slower, and each says more (Silver and others, "Mastering the game of Go with deep neural networks and tree search", 2016).
    Where a value was learned, rollouts of a choice of direction stop after some rounds and ask it, instead of going on to the end: that takes
    less time in the first two thirds of a game; that it plays better is not shown (`benchmarks/strength.md`).
    Without a policy for the packs of a game, it is `Search`.
    """

    def _manner(self, rollouts: Rollouts, *, direction: bool) -> Manner:
        policy = policy_of(rollouts.machine.code)
        if not policy.weights:
            return STEADY
        rollouts.go_by(policy.weights)
        rollouts.value_by(policy.values)
        return GUIDED._replace(valued=direction and bool(policy.values))
