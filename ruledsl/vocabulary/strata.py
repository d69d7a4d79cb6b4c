"""In which order the rules that change a value count; shared by the compiler and what compiled code calls."""

from __future__ import annotations

__all__ = ["BATCHES", "PIECES", "STRATA", "SUMS"]

STRATA = {"becomes": 0, "+": 1, "-": 1, "also": 1, "times": 2, "without": 2, "at least": 3, "at most": 4}

PIECES = 5
"""The strata of pieces come after those of tiles."""

SUMS = (STRATA["+"], STRATA["+"] + PIECES)
"""Rules of these only add."""

BATCHES = 10
"""Then come all of them once more, for many regions at once."""
