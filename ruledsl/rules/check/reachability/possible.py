"""Possible values: a few integers, or anything (None). For a set: its possible members.

The sets are conservative: every value that can come about is in them, and there may be others. Regions, players and peoples are not
distinguished: one of them is anybody or nobody, a set of them is empty or anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ruledsl.language.vocabulary.operators import calculated, compared

if TYPE_CHECKING:
    from ruledsl.language.vocabulary.types import Type

Possible = frozenset[int] | None

EMPTY: Final[Possible] = frozenset()
"""For a set: it has no members."""
NOBODY: Final[Possible] = frozenset({-1})
ZERO: Final[Possible] = frozenset({0})
NO, YES = ZERO, frozenset({1})
EITHER: Final[Possible] = frozenset({0, 1})

MOST = 16
"""The most numbers that are distinguished."""


def both(first: Possible, second: Possible) -> Possible:
    """One or the other; for sets, their union."""
    return None if first is None or second is None else first | second


def capped(numbers: Possible) -> Possible:
    """These numbers, if they are few."""
    return None if numbers is None or len(numbers) > MOST else numbers


def can_be(wanted: bool, flag: Possible) -> bool:  # noqa: FBT001 - yes or no is what is asked for
    """Can it be yes (or no)?"""
    return flag is None or int(wanted) in flag


def truth(*, yes: bool, no: bool) -> Possible:
    """A flag, by whether it can be yes, and can be no."""
    if yes:
        return EITHER if no else YES
    return NO if no else EMPTY


def negated(flag: Possible) -> Possible:
    """The opposite of a flag."""
    return None if flag is None else truth(yes=0 in flag, no=1 in flag)


def fallback(kind: Type) -> Possible:
    """The answer to a question about nobody."""
    if kind.is_set:
        return EMPTY
    if kind.name in ("number", "flag"):
        return ZERO
    return None if kind.name == "stage" else NOBODY


def _pairs(first: Possible, second: Possible, join: Callable[[int, int], int]) -> Possible:
    if first is None or second is None:
        return None
    return capped(frozenset(join(a, b) for a in first for b in second))


def math(op: str, left: Possible, right: Possible) -> Possible:
    """Two numbers combined."""
    if (op in "*/" and left == ZERO) or (op == "*" and right == ZERO):
        return ZERO
    return _pairs(left, right, lambda a, b: calculated(op, a, b))


def order(op: str, left: Possible, right: Possible) -> Possible:
    """Two numbers compared."""
    return _pairs(left, right, lambda a, b: int(compared(op, a, b)))


def equal(left: Possible, right: Possible, *, sets: bool = False) -> Possible:
    """Are these equal? Two sets surely are if neither can have members."""
    if left is None or right is None:
        return None
    if sets:
        return None if left | right else YES
    return truth(yes=bool(left & right), no=len(left | right) != 1)
