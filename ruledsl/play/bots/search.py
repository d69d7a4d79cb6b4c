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

from ruledsl.dataclass import dataclass
from ruledsl.engine.small.room import LONGEST_PATH
from ruledsl.native.rollouts import GUIDED, STEADY
from ruledsl.play.bots.chance import Chance
from ruledsl.play.bots.policy import policy_for
from ruledsl.play.bots.rollouts import horizon, rollouts_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.native.rollouts import Manner, Rollouts
    from ruledsl.play.views.view import SeatView

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
        """How many trials there are to be from now on, by how many there were; none once there are enough, or as soon as one option is left.

        The clock begins to run; some there are however short the time is.
        """
        until = time.monotonic() + self.milliseconds / 1000 if self.milliseconds else math.inf
        most = enough if self.milliseconds else min(self.rollouts, enough)

        def more(trials: int, left: int) -> int:
            return min(AT_ONCE, most - trials) if left > 1 and (not trials or time.monotonic() < until) else 0

        return more


class Search:
    """Takes the option that is best on average if everybody continues to choose well."""

    def __init__(self, seed: int = 0, think: Think | None = None) -> None:
        self.seed = seed
        self.think = think or Think()

    def choose(self, view: SeatView) -> int:
        """The best option; the first one if no game comes to an end."""
        if view.count == 1:
            return 0
        return self.best(rollouts_of(view), view.made)

    def best(self, rollouts: Rollouts, made: int) -> int:
        """The same for whoever is asked there, when so many choices were made."""
        chance = Chance(self.seed, rollouts.player, made)
        turns, direction = horizon(rollouts)
        if direction:
            turns, depth, enough = TO_THE_END, 1, MOST
        else:  # what others make of it is found out
            turns, depth, enough = max(turns, rollouts.players), LONGEST_PATH, ENOUGH
        rollouts.choose_by(self._manner(rollouts))
        return rollouts.search(chance.state, turns, depth, self.think.more(enough))

    def _manner(self, _rollouts: Rollouts) -> Manner:
        return STEADY


class Guided(Search):
    """The same, with trials in which everybody chooses as a learned policy does (`ruledsl train`), each option as often as its softmax says.

    Such trials are slower, and each says more (Silver and others, "Mastering the game of Go with deep neural networks and tree search", 2016). Where
    nothing was learned for the packs of a game, it is `Search`.
    """

    def _manner(self, rollouts: Rollouts) -> Manner:
        weights = policy_for(pack.id for pack in rollouts.machine.code.program.composition.packs).weights
        rollouts.go_by(weights)
        return GUIDED if weights else STEADY
