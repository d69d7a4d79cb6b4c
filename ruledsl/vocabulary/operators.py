"""The operators of expressions: how each is written, how tightly it binds, what it comes to.

Grammar, tree, checker, lowering, explanations and printer read these tables. `word` is what stands between the operands, `rule` the rule of the
grammar that makes it; the checked tree and the intermediate representation call it by its `sign`.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final

from ruledsl.dataclass import dataclass
from ruledsl.vocabulary.levels import AND, OR, PLAIN_SUM, SUM, TERM
from ruledsl.vocabulary.limits import saturated
from ruledsl.vocabulary.types import ANY_SET, FLAG, NUMBER, Type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(frozen=True, slots=True)
class Operator:
    """What makes one of two things `of` a type: `said` is how explanations say it.

    What `grows` has to be kept within what numbers can be.
    """

    word: str
    rule: str
    sign: str
    said: str
    level: int
    of: Type
    result: Callable[[int, int], int]
    grows: bool = False


def _divided(left: int, right: int) -> int:
    """Rounded down; through zero it is zero."""
    return left // right if right else 0


OPERATORS: Final[dict[str, Operator]] = {
    found.sign: found
    for found in (
        Operator("+", "add", "+", "+", PLAIN_SUM, NUMBER, operator.add),
        Operator("-", "subtract", "-", "-", PLAIN_SUM, NUMBER, operator.sub),
        Operator(
            "*",
            "multiply",
            "*",
            "×",
            TERM,
            NUMBER,
            lambda left, right: saturated(left * right),
            grows=True,
        ),
        Operator("/", "divide", "/", "/", TERM, NUMBER, _divided),
        Operator("but at least", "floor", "max", "but at least", SUM, NUMBER, max),
        Operator("but at most", "ceiling", "min", "but at most", SUM, NUMBER, min),
    )
}
"""Of numbers, by their signs."""

SETS: Final = {
    found.word: found
    for found in (
        Operator("+", "add", "|", "and", PLAIN_SUM, ANY_SET, operator.or_),
        Operator("-", "subtract", "-", "without", PLAIN_SUM, ANY_SET, lambda left, right: left & ~right),
    )
}
"""Of bit sets, by what is written: the same words as between numbers."""

LOGIC: Final = {
    found.sign: found
    for found in (
        Operator("or", "or_expr", "or", "or", OR, FLAG, lambda left, right: int(left or right)),
        Operator("and", "and_expr", "and", "and", AND, FLAG, lambda left, right: int(left and right)),
    )
}
"""Of flags; the right side is looked at only if it matters."""

BINARY: Final = {found.word: found for found in (*LOGIC.values(), *OPERATORS.values())}
"""All that can stand between two operands, by what is written."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two things can stand to each other: `contrary` is the sign of the opposite. Only numbers have an order (`ordered`)."""

    word: str
    rule: str
    sign: str
    contrary: str
    holds: Callable[[int, int], bool]
    ordered: bool = True


COMPARISONS: Final = {
    found.word: found
    for found in (
        Comparison("is", "is_", "==", "!=", operator.eq, ordered=False),
        Comparison("is not", "is_not", "!=", "==", operator.ne, ordered=False),
        Comparison("is at least", "ge", ">=", "<", operator.ge),
        Comparison("is at most", "le", "<=", ">", operator.le),
        Comparison("is more than", "gt", ">", "<=", operator.gt),
        Comparison("is less than", "lt", "<", ">=", operator.lt),
    )
}
"""By what is written between the two."""

_BY_SIGN: Final = {found.sign: found for found in COMPARISONS.values()}


@dataclass(frozen=True, slots=True)
class Fold:
    """What makes one number of many: `sign` is what the intermediate representation calls it. Of none it is 0."""

    word: str
    rule: str
    sign: str
    result: Callable[[Iterable[int]], int]


FOLDS: Final = {
    found.word: found
    for found in (
        Fold("sum", "total", "sum", sum),
        Fold("highest", "highest", "max", lambda terms: max(terms, default=0)),
        Fold("lowest", "lowest", "min", lambda terms: min(terms, default=0)),
    )
}
"""By what is written."""


def calculated(sign: str, left: int, right: int) -> int:
    """What two numbers come to; through zero is zero, and a product stays within what a number can be."""
    return OPERATORS[sign].result(left, right)


def compared(sign: str, left: int, right: int) -> bool:
    """Do two numbers stand to each other like this?"""
    return bool(_BY_SIGN[sign].holds(left, right))


def contrary(sign: str) -> str:
    """The comparison that holds when this one does not."""
    return _BY_SIGN[sign].contrary
