"""Bit sets of several words: immutable lists of words. The empty set is 0, an address where only zeroes lie."""

from __future__ import annotations

from ruledsl.engine.cells.values import item
from ruledsl.engine.small.memory import S
from ruledsl.engine.small.tables import C
from ruledsl.engine.small.words import fail, load, lowest, ones, store


def open_set() -> int:
    """Open a new set, to be filled and then closed."""
    place = S.list_end
    if place + 8 + 8 * C.WORDS > C.LISTS_END:
        fail(C.NARROW)
    S.list_end = place + 8 + 8 * C.WORDS
    store(place, C.WORDS)
    for i in range(C.WORDS):
        store(place + 8 + 8 * i, 0)
    return place


def put_in(members: int, member: int) -> None:
    """Put a member into an open set."""
    place = members + 8 + 8 * (member >> 6)
    store(place, load(place) | 1 << (member & 63))


def put_all_in(members: int, others: int) -> None:
    """Put the members of another set into an open set."""
    for i in range(C.WORDS):
        store(members + 8 + 8 * i, item(members, i) | item(others, i))


def close_set(members: int) -> int:
    """Close a set and free everything that was allocated after it was opened."""
    some = 0
    for i in range(C.WORDS):
        some = some | item(members, i)
    if some == 0:
        S.list_end = members
        return 0
    S.list_end = members + 8 + 8 * C.WORDS
    return members


def handed_out(mark: int, members: int) -> int:
    """The result of a function that began at `mark`; everything else allocated since is freed."""
    if members < mark or members >= S.list_end:
        S.list_end = mark
        return members
    store(mark, C.WORDS)
    for i in range(C.WORDS):
        store(mark + 8 + 8 * i, item(members, i))
    S.list_end = mark + 8 + 8 * C.WORDS
    return mark


def few(word: int) -> int:
    """The set whose members are the bits of a number."""
    if word == 0:
        return 0
    members = open_set()
    store(members + 8, word)
    return members


def together(one: int, other: int) -> int:
    """The union of both sets."""
    if one == 0:
        return other
    if other == 0:
        return one
    result = open_set()
    for i in range(C.WORDS):
        store(result + 8 + 8 * i, item(one, i) | item(other, i))
    return result


def in_both(one: int, other: int) -> int:
    """The intersection of both sets."""
    if one == 0 or other == 0:
        return 0
    result = open_set()
    for i in range(C.WORDS):
        store(result + 8 + 8 * i, item(one, i) & item(other, i))
    return close_set(result)


def leave_out(one: int, other: int) -> int:
    """The members that the other set does not have."""
    if one == 0 or other == 0:
        return one
    result = open_set()
    for i in range(C.WORDS):
        store(result + 8 + 8 * i, item(one, i) & ~item(other, i))
    return close_set(result)


def are_same(one: int, other: int) -> int:
    """Do both sets have the same members?"""
    if one == 0 or other == 0:
        return one == other
    differs = 0
    for i in range(C.WORDS):
        differs = differs | item(one, i) ^ item(other, i)
    return differs == 0


def members_of(members: int) -> int:
    """How many members a set has."""
    count = 0
    for i in range(C.WORDS):
        count += ones(item(members, i))
    return count


def lowest_of(members: int) -> int:
    """The first member of a set; -1 of an empty one."""
    for i in range(C.WORDS):
        if item(members, i):
            return 64 * i + lowest(item(members, i))
    return -1
