"""The words of the small part of Python that mean something of their own there.

Here they are as they are where sets are one word, so that editors can follow them, mypy checks them, and the engine's functions run as they stand
(`arrays.bound`). What is printed comes from `compile/native/subset.py` and the printers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from ruledsl.engine.small.arrays import bound

if TYPE_CHECKING:
    from collections.abc import Iterator

WORD = 1 << 64


# ── sets of regions, peoples and players ──


def bits(members: int) -> Iterator[int]:
    """The members of a set, in order."""
    return (place for place in range(members.bit_length()) if members >> place & 1)


def has(members: int, item: int) -> bool:
    """Is something in a set? Nobody is in none."""
    return item >= 0 and bool(members >> item & 1)


def bit(item: int) -> int:
    """The set with one member; empty for nobody."""
    return 1 << item if item >= 0 else 0


def few(word: int) -> int:
    """The set with the members that the bits of a number say."""
    return word


def union(one: int, other: int) -> int:
    """The members of both."""
    return one | other


def common(one: int, other: int) -> int:
    """The members that both have."""
    return one & other


def without(one: int, other: int) -> int:
    """The members that the other one does not have."""
    return one & ~other


def popcount(members: int) -> int:
    """How many members a set has."""
    return members.bit_count()


def first(members: int) -> int:
    """The first member of a set that is not empty."""
    return lowest(members)


# ── words of 64 bits ──


def ones(word: int) -> int:
    """How many of its bits are set."""
    return (word % WORD).bit_count()


def lowest(word: int) -> int:
    """Which of them is the first."""
    return (word & -word).bit_length() - 1


def shr(word: int, places: int) -> int:
    """Its bits moved down, with zeroes behind them."""
    return word % WORD >> places % 64


def quotient(left: int, right: int) -> int:
    """Rounded towards 0."""
    found = abs(left) // abs(right)
    return -found if (left < 0) != (right < 0) else found


# ── the memory, and functions by number ──


def load(place: int) -> int:
    """The word at an address."""
    return bound().load(place)


def store(place: int, value: int) -> None:
    """Another word at an address."""
    bound().store(place, value)


def copy(to: int, start: int, size: int) -> None:
    """So many bytes from one address to another."""
    bound().copy(to, start, size)


def switch(block: int) -> None:
    """Work on another block from now on."""
    bound().switch(block)


def current() -> int:
    """Where the block lies that is worked on."""
    return bound().current()


def address(cell: int) -> int:
    """The place of a cell of an array: only of a cell as it is written, `address(P[people, HAND])`. It cannot be run as it stands."""
    raise NotImplementedError(cell)


def invoke(function: int, *args: int) -> int:
    """A function by its number in the table."""
    return bound().invoke(function, args)


def fail(why: int) -> NoReturn:
    """Give up.

    1: there is no room, and with wider sets there may be. 2: something is repeated without end. 3: the rules do not come to an end. 4: too much is
    logged. 5: there is no room, and never will be.
    """
    raise RuntimeError(why)
