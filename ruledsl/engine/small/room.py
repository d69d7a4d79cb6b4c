"""How much of everything a memory has room for, and the numbers that bots reckon with in trials."""

from __future__ import annotations

import math
from typing import Final

NOTHING: Final = -(1 << 62)
"""In place of an amount: all of it; of a holder of coins: the supply."""
EMPTY: Final = 16
"""Where the empty list lies. Before `ZEROES` there is nothing but zeroes, so that the empty set of several words is 0."""
MOST_PAIRS: Final = 128
"""Of pieces in hands, of tokens that share a region, of limits that were used."""

# ── trials of bots ──

MOST_NOTED: Final = 1024
"""Choices of a trial of which it is kept how it went."""
CELLS: Final = 1 << 13
"""Where it is kept how choices have done in trials; a power of two."""
SHARED: Final = 4
"""What is known of a choice from later in other trials counts as so many trials of it."""
HOPELESS: Final = -(1 << 40)
"""What comes of a trial that leads nowhere."""
LOG_UNIT: Final = 1024
LOGS: Final = tuple(int(LOG_UNIT * 2 * 0.7**2 * math.log(trial + 2)) for trial in range(1024))
"""How wide apart two options may be that are tried again: twice the square of the deviations by which one may look worse, times the logarithm of the
trials. Whole numbers, so that it is the same everywhere."""
LOG_OF_TWO: Final = int(LOG_UNIT * 2 * 0.7**2 * math.log(2))
LUCKS: Final = 1024
LUCK: Final = tuple(round(-100 * math.log(-math.log((place + 0.5) / LUCKS))) for place in range(LUCKS))
"""Gumbel's distribution, in hundredths: who adds such luck to the weight of each option, and takes the largest sum, chooses as a softmax does."""
SURE: Final = 2
"""What is worse than the best by so many standard errors, on both sides, is given up in a search."""
A_WORLD: Final = 16
"""In a search so many games are tried out in each game that could be this one."""
LONGEST_PATH: Final = 8
"""Choices on a way down the tree of a search: beyond, quick bots do as well."""
BRANCH: Final = 56
"""Bytes of a choice in that tree."""

# ── who wants to know which rules were used ──

MOST_HEARD: Final = 1 << 15
"""Uses of rules in one answer of a value, before those that are the same are thrown together."""
