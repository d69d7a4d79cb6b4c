"""How large things can get in a game. What would be larger stays at the bound: nothing that can be played is ever too large to be saved."""

from __future__ import annotations

__all__ = ["LARGEST", "MOST_MEMBERS", "within"]

LARGEST = 1_000_000_000
"""No number that a game keeps is larger, and none is less than minus this."""

MOST_MEMBERS = 100
"""So many numbers can be in a set. Sets of anything else have as many members as there are such things."""


def within(number: int) -> int:
    """The number itself, or the bound that it is beyond."""
    if -LARGEST <= number <= LARGEST:
        return number
    return LARGEST if number > 0 else -LARGEST
