"""Sets that are no bit sets: tuples without repetition, in the order in which their members came in.

What these functions give is a new tuple, or the old one where nothing changes. Members that are nouns are never nobody; of numbers there are at most
`MOST_MEMBERS`, of everything else there are not more in any world.
"""

from __future__ import annotations

from ruledsl.vocabulary.limits import MOST_MEMBERS, saturated

__all__ = ["same_members", "with_member", "with_number", "without_member", "without_number"]

Members = tuple[int, ...]


def with_member(members: Members, noun: int) -> Members:
    """A set with a noun (or a flag) in it, at the end if it is new; nobody is in no set."""
    return members if noun < 0 or noun in members else (*members, noun)


def with_number(members: Members, number: int) -> Members:
    """A set with a number in it; a full set stays as it is."""
    number = saturated(number)
    return members if number in members or len(members) >= MOST_MEMBERS else (*members, number)


def without_member(members: Members, member: int) -> Members:
    """A set without a member."""
    return tuple([other for other in members if other != member]) if member in members else members


def without_number(members: Members, number: int) -> Members:
    """A set without a number."""
    return without_member(members, saturated(number))


def same_members(one: Members, other: Members) -> bool:
    """Are these the same set, in whatever order their members came in?"""
    return one == other or (len(one) == len(other) and set(one) == set(other))
