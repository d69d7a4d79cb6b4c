"""Limits of numbers: stored numbers, arguments, results and products stay within these bounds, so that sums fit into 64 bits."""

from __future__ import annotations

from typing import Final

LARGEST: Final = 1_000_000_000
"""The largest number; its negative is the smallest."""
BEHIND: Final = 1 << 37
"""How far behind all others whoever has lost a game counts: more than any number of a game, even weighed."""
MOST_COUNTED: Final = 1_000_000
"""The number that stands for an unlimited supply of race tokens, or pieces of a kind."""
MOST_MEMBERS: Final = 100
"""The most numbers in a set. Sets of other types have at most as many members as there are such things."""
MOST_CHOSEN: Final = MOST_MEMBERS - 1
"""The largest number that can be chosen; the smallest is 0."""

MOST_ASKED: Final = 100
"""How often players are asked in turn, if they do not pass before."""

MOST_KINDS: Final = 62
"""The most kinds of tiles in one game: each has a bit where that saves room."""
MOST_PLAYERS: Final = 12
"""The most players at a table."""
MOST_ROUNDS: Final = 99
"""The most rounds of a game."""
MOST_LOADED: Final = 100
"""The most dice whose faces are given in advance."""


def saturated(number: int) -> int:
    """The nearest number within the bounds."""
    if -LARGEST <= number <= LARGEST:
        return number
    return LARGEST if number > 0 else -LARGEST
