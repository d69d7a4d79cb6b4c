"""Capacities of a memory, and the parameters of rollouts."""

from __future__ import annotations

import math
from typing import Final

NOTHING: Final = -(1 << 62)
"""In place of an amount: everything; in place of a holder of coins: the supply."""
EMPTY: Final = 16
"""The address of the empty list. Everything before `ZEROES` is zero, so that the empty set of several words is 0."""
MOST_COURSE: Final = 64
"""The most rounds of which the coins are recorded."""
MOST_PAIRS: Final = 128
"""Capacity for pieces in hands, for tokens that share a region, and for used limits."""

# ── rollouts of bots ──

MOST_NOTED: Final = 1024
"""Choices of a rollout whose results are recorded."""
CELLS: Final = 1 << 13
"""Cells for the records of choices in rollouts; a power of two."""
SHARED: Final = 4
"""Results of a choice made later in other rollouts count as this many rollouts of it."""
HOPELESS: Final = -(1 << 40)
"""The result of a rollout that leads nowhere."""
LOG_UNIT: Final = 1024
LOGS: Final = tuple(int(LOG_UNIT * 2 * 0.7**2 * math.log(trial + 2)) for trial in range(1024))
"""The exploration term: twice the square of the deviations by which an option may look worse, times the logarithm of the rollouts. Integers, so that
it is the same on every machine."""
LOG_OF_TWO: Final = int(LOG_UNIT * 2 * 0.7**2 * math.log(2))
LUCKS: Final = 1024
LUCK: Final = tuple(round(-100 * math.log(-math.log((place + 0.5) / LUCKS))) for place in range(LUCKS))
"""Gumbel's distribution, in hundredths: adding such noise to the weight of each option and taking the largest sum samples a softmax."""
SURE: Final = 2
"""A search gives up an option that is worse than the best by this many standard errors, on both sides."""
FORESEEN: Final = 40
"""What a policy expects of an option at the root counts as much as this many rollouts of it."""
FORESIGHT: Final = 6
"""An option that is e times less likely by the policy is expected to be worse by this percentage of the standard deviation of results."""
A_WORLD: Final = 16
"""Rollouts that a search runs in each determinized game."""
LONGEST_PATH: Final = 8
"""Choices on a path down the tree of a search: beyond that, quick bots do as well."""
BRANCH: Final = 56
"""Bytes of a record in that tree."""

# ── recording which rules were used ──

MOST_HEARD: Final = 1 << 15
"""Uses of rules in one answer of a value, before duplicates are merged."""
