"""Means with intervals that hold however often you look, so that you may add games until the answer is sure.

The intervals are asymptotic confidence sequences (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
asymptotic confidence sequences", Annals of Statistics 52, 2024, theorem 2.2): with probability 1 - alpha the true mean lies in the intervals
after all numbers of games at once, not only after a number fixed in advance. They are about one and a half times as wide as the usual ones.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ruledsl.base.dataclass import dataclass

EARLIEST = 100
"""With fewer games there is no interval, unless a measure has bounds: asymptotics need some games."""
SHARPEST = 5_000
"""The number of games at which the intervals are narrowest by default, relative to other such sequences."""


class Interval(NamedTuple):
    """An interval from `low` to `high`."""

    low: float
    high: float

    @property
    def nearest(self) -> float:
        """The smallest distance from zero in the interval."""
        return max(0.0, self.low, -self.high)

    @property
    def farthest(self) -> float:
        """The largest distance from zero in the interval."""
        return max(abs(self.low), abs(self.high))

    def holds(self, number: float) -> bool:
        """Does the interval contain the number?"""
        return self.low <= number <= self.high


EVERYTHING = Interval(-math.inf, math.inf)


@dataclass(slots=True)
class Tally:
    """Exact sums of integers, so that their order does not matter; the measure is the sum divided by `unit`.

    A measure with `bounds` has no number beyond them, nor have its intervals.
    """

    unit: int = 1
    count: int = 0
    total: int = 0
    squares: int = 0
    bounds: tuple[int, int] | None = None

    def add(self, number: int) -> None:
        """Add one game."""
        self.count += 1
        self.total += number
        self.squares += number * number

    def merge(self, other: Tally) -> None:
        """Add all games of another tally of the same unit."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        """The estimate; 0 without games."""
        return self.total / (self.count * self.unit) if self.count else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of one game."""
        if self.count < 2:  # noqa: PLR2004 - of one nothing can be told
            return 0.0
        spread = self.squares * self.count - self.total * self.total
        return math.sqrt(spread / (self.count * (self.count - 1))) / self.unit

    def interval(self, alpha: float, sharpest: int = SHARPEST) -> Interval:
        """The interval for the true mean; the probability that it is ever wrong is `alpha`.

        With few games it uses only the bounds of the measure: a variable within a range of 1 has at most a deviation of 1/2
        (Hoeffding), so that the same formula holds exactly. Without bounds everything is possible then.
        """
        deviation = self.deviation
        low, high = self.possible
        if self.count < EARLIEST:
            if self.bounds is None or not self.count:
                return self.possible
            deviation = (high - low) / 2
        half = deviation * _half_width(self.count, alpha, sharpest)
        return Interval(max(self.mean - half, low), min(self.mean + half, high))

    @property
    def possible(self) -> Interval:
        """The interval of all possible means: it gives no information."""
        if self.bounds is None:
            return EVERYTHING
        low, high = self.bounds
        return Interval(low / self.unit, high / self.unit)


def known(tally: Tally, interval: Interval) -> list[float] | None:
    """The ends of an interval; None if it contains every possible value."""
    return None if interval == tally.possible else list(interval)


def _half_width(count: int, alpha: float, sharpest: int) -> float:
    """The half width for a standard deviation of 1. `rho` makes it narrowest after this many games (the paper's appendix B.2)."""
    level = -2 * math.log(alpha)
    rho = math.sqrt((level + math.log(level) + 1) / sharpest)
    spread = count * rho * rho
    return math.sqrt(2 * (spread + 1) / (spread * count) * math.log(math.sqrt(spread + 1) / alpha))
