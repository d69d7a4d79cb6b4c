"""How far trials came out ahead, in whole numbers: the same natively (`ruledsl/engine/cells/trials/options.py`)."""

from __future__ import annotations

from ruledsl.engine.small.room import LOG_OF_TWO, LOGS

__all__ = ["Leads", "log_of"]


class Leads:
    """All of them together."""

    __slots__ = ("squares", "sum", "tried")

    def __init__(self) -> None:
        self.tried = self.sum = self.squares = 0

    def note(self, lead: int) -> None:
        """One more."""
        self.tried += 1
        self.sum += lead
        self.squares += lead * lead

    @property
    def mean(self) -> int:
        """On average."""
        return self.sum // self.tried if self.tried else 0

    @property
    def spread(self) -> int:
        """How far they lie apart: the square of their deviation."""
        return max(self.squares // self.tried - self.mean**2, 0) if self.tried else 1


def log_of(trials: int) -> int:
    """See `LOGS`; beyond them, the logarithm of 2 for each time that it is twice as many."""
    more = 0
    while trials >= len(LOGS):
        trials //= 2
        more += LOG_OF_TWO
    return LOGS[trials] + more
