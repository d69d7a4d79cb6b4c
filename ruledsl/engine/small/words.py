"""The words that have a special meaning in the subset of Python.

These definitions hold for sets of one word, so that editors can follow them, mypy checks them, and the engine's functions run as Python
(`arrays.bound`). The printed code comes from `engine/compile/wasm/subset.py` and the printers.
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
    """Is something in a set? Nobody (-1) is in none."""
    return item >= 0 and bool(members >> item & 1)


def bit(item: int) -> int:
    """The set with one member; empty for nobody."""
    return 1 << item if item >= 0 else 0


def few(word: int) -> int:
    """The set whose members are the bits of a number."""
    return word


def union(one: int, other: int) -> int:
    """The members of either set."""
    return one | other


def common(one: int, other: int) -> int:
    """The members of both sets."""
    return one & other


def without(one: int, other: int) -> int:
    """The members that the other set does not have."""
    return one & ~other


def popcount(members: int) -> int:
    """How many members a set has."""
    return members.bit_count()


def first(members: int) -> int:
    """The first member of a non-empty set."""
    return lowest(members)


# ── words of 64 bits ──


def ones(word: int) -> int:
    """How many bits are set."""
    return (word % WORD).bit_count()


def lowest(word: int) -> int:
    """The position of the lowest set bit."""
    return (word & -word).bit_length() - 1


def shr(word: int, places: int) -> int:
    """Logical shift right."""
    return word % WORD >> places % 64


def quotient(left: int, right: int) -> int:
    """Division, rounded towards 0."""
    magnitude = abs(left) // abs(right)
    return -magnitude if (left < 0) != (right < 0) else magnitude


# ── the memory, and functions by number ──


def load(place: int) -> int:
    """Load the word at an address."""
    return bound().load(place)


def store(place: int, value: int) -> None:
    """Store a word at an address."""
    bound().store(place, value)


def copy(to: int, start: int, size: int) -> None:
    """Copy bytes from one address to another."""
    bound().copy(to, start, size)


def switch(block: int) -> None:
    """Work on another block from now on."""
    bound().switch(block)


def current() -> int:
    """The address of the current block."""
    return bound().current()


def address(cell: int) -> int:
    """The address of a cell, given as it is written: `address(P[people, HAND])`. It cannot run as Python."""
    raise NotImplementedError(cell)


def invoke(function: int, *args: int) -> int:
    """Call a function by its number in the table."""
    return bound().invoke(function, args)


def fail(why: int) -> NoReturn:
    """Fail with an error.

    1: no room, but wider sets may have it. 2: an infinite repetition. 3: the rules do not come to an end. 4: the log is too long. 5: no room,
    with any sets.
    """
    raise RuntimeError(why)
