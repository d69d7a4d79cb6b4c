"""How large numbers can be: what is stored, passed, given back or multiplied stays within these bounds, so that sums fit 64 bits."""

from __future__ import annotations

from typing import Final

LARGEST: Final = 1_000_000_000
"""No number is larger, none is smaller than its negative."""
MOST_COUNTED: Final = 1_000_000
"""So many race tokens, or pieces of a kind, are as many as anybody could want: what has no end is counted as this."""
MOST_MEMBERS: Final = 100
"""So many numbers can be in a set. Sets of anything else have as many members as there are such things."""
MOST_CHOSEN: Final = MOST_MEMBERS - 1
"""The largest number that somebody can choose; the smallest is 0."""

MOST_KINDS: Final = 62
"""So many kinds of tiles can be in one game: there is a bit for each where that saves room."""
MOST_PLAYERS: Final = 12
"""So many can sit at a table."""


def saturated(number: int) -> int:
    """The nearest number within the bounds."""
    if -LARGEST <= number <= LARGEST:
        return number
    return LARGEST if number > 0 else -LARGEST
