"""What printed Python calls besides the program's own functions. `W` is the memory as words of 64 bits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

__all__ = [
    "MEMBERS",
    "Stopped",
    "copied_bytes",
    "filled",
    "gathered",
    "has_in",
    "items",
    "lowest",
    "members_at",
    "put_bits",
    "quotient",
    "reached",
    "reached_words",
    "rest",
    "rounds",
    "spending",
    "unsigned",
    "wrap",
]

WORD = 1 << 64
LAST = WORD - 1
MOST_KEPT = 20_000
"""The most sets whose members are memoised."""


class Stopped(Exception):
    """The program has failed; the memory holds the error."""


# ── numbers of 64 bits ──


def wrap(number: int) -> int:
    """A number as a cell holds it: 64 bits, signed."""
    number &= LAST
    return number - WORD if number >> 63 else number


def unsigned(number: int) -> int:
    """A signed number of 64 bits, read as an unsigned one."""
    return number & LAST


def quotient(left: int, right: int) -> int:
    """Division, rounded towards 0."""
    magnitude = abs(left) // abs(right)
    return -magnitude if (left < 0) != (right < 0) else magnitude


def rest(left: int, right: int) -> int:
    """The remainder of that division, with the sign of `left`."""
    magnitude = abs(left) % abs(right)
    return -magnitude if left < 0 else magnitude


def lowest(word: int) -> int:
    """The position of the lowest set bit."""
    return (word & -word).bit_length() - 1


class _Members(dict[int, tuple[int, ...]]):
    """The members of sets of one word."""

    def __missing__(self, word: int) -> tuple[int, ...]:
        if len(self) >= MOST_KEPT:
            self.clear()
        members = self[word] = tuple(place for place in range(word.bit_length()) if word >> place & 1)
        return members


MEMBERS = _Members()


# ── lists: their length, then their members ──


def items(W: memoryview, place: int) -> list[int]:  # noqa: N803 - as printed code calls it
    """The members of a list, by its address."""
    at = (place >> 3) + 1
    return W[at : at + W[at - 1]].tolist()


def filled(W: memoryview, place: int, members: Sequence[int]) -> int:  # noqa: N803
    """Fill a list for which there is room."""
    at = place >> 3
    W[at] = len(members)
    for member in members:
        at += 1
        W[at] = member
    return place


def copied_bytes(B: memoryview, to: int, start: int, size: int) -> None:  # noqa: N803
    """Copy bytes of the memory."""
    B[to : to + size] = B[start : start + size]


# ── loops ──


def spending(spend: Callable[[int], int], members: Sequence[int], weight: int) -> Sequence[int]:
    """The members of a loop, whose iterations cost fuel."""
    spend(weight * len(members))
    return members


def reached(start: int, step: Callable[[int], int], spend: Callable[[int], int], weight: int) -> int:
    """The closure of a set of one word under a step from each member."""
    reach = waiting = start
    while waiting:
        members = MEMBERS[waiting]
        spend(weight * len(members))
        new = 0
        for member in members:
            new |= step(member)
        waiting = new & ~reach
        reach |= waiting
    return reach


# ── sets of several words: immutable lists of words ──


def members_at(W: memoryview, place: int) -> list[int]:  # noqa: N803
    """The members of a set; the empty one has the address 0."""
    if not place:
        return []
    at = (place >> 3) + 1
    return [
        64 * number + member
        for number in range(W[at - 1])
        if W[at + number]
        for member in MEMBERS[W[at + number] & LAST]
    ]


def rounds(W: memoryview, top: int, members: Iterable[int]) -> Iterator[int]:  # noqa: N803
    """A loop that changes nothing: lists allocated in one iteration are freed before the next one."""
    mark = W[top]
    for member in members:
        W[top] = mark
        yield member


def put_bits(W: memoryview, place: int, members: Iterable[int]) -> int:  # noqa: N803
    """Put members into an open set."""
    at = (place >> 3) + 1
    for member in members:
        W[at + (member >> 6)] = wrap(W[at + (member >> 6)] | 1 << (member & 63))
    return place


def gathered(put_all_in: Callable[[int, int], int], place: int, sets: Iterable[int]) -> int:
    """Put the members of several sets into an open set."""
    for one in sets:
        put_all_in(place, one)
    return place


def has_in(W: memoryview, place: int, words: int, member: int) -> int:  # noqa: N803
    """Is something in a set? A member beyond its capacity is not."""
    if 0 <= member < 64 * words:
        return W[(place >> 3) + 1 + (member >> 6)] >> (member & 63) & 1
    return 0


def reached_words(start: int, step: Callable[[int], int], names: dict[str, Callable[..., int]]) -> int:
    """As `reached`; `step` returns the closure's next step for a whole set."""
    reach = edge = start
    while edge:
        edge = names["leave_out"](step(edge), reach)
        reach = names["together"](reach, edge)
    return reach


def bind(functions: dict[str, Any], memory: bytearray) -> None:
    """Bind functions to a memory: as bytes, and as cells of 64, 32 and 16 bits."""
    shown = memoryview(memory)
    functions |= {"B": shown, "W": shown.cast("q"), "D": shown.cast("i"), "H": shown.cast("h")}
