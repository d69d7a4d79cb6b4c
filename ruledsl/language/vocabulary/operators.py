"""The operators of expressions: their spelling, precedence and meaning.

Grammar, tree, checker, lowering, explanations and printer read these tables. `word` is the text between the operands, `rule` the rule of the
grammar; the checked tree and the intermediate representation use the `sign`.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final

from ruledsl.base.dataclass import dataclass
from ruledsl.language.vocabulary.levels import AND, OR, PLAIN_SUM, SUM, TERM
from ruledsl.language.vocabulary.limits import saturated
from ruledsl.language.vocabulary.types import ANY_SET, FLAG, NUMBER, Type

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(frozen=True, slots=True)
class Operator:
    """A binary operator on values `of` a type: `said` is its form in explanations.

    The result of one that `grows` must be saturated.
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
    """Floor division; 0 for a division by zero."""
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
"""Operators on numbers, by sign."""

SETS: Final = {
    found.word: found
    for found in (
        Operator("+", "add", "|", "and", PLAIN_SUM, ANY_SET, operator.or_),
        Operator("-", "subtract", "-", "without", PLAIN_SUM, ANY_SET, lambda left, right: left & ~right),
    )
}
"""Operators on bit sets, by spelling: the same words as for numbers."""

LOGIC: Final = {
    found.sign: found
    for found in (
        Operator("or", "or_expr", "or", "or", OR, FLAG, lambda left, right: int(left or right)),
        Operator("and", "and_expr", "and", "and", AND, FLAG, lambda left, right: int(left and right)),
    )
}
"""Operators on flags; the right side is evaluated only if needed."""

BINARY: Final = {found.word: found for found in (*LOGIC.values(), *OPERATORS.values())}
"""All binary operators, by spelling."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison: `contrary` is the sign of its negation. Only numbers have an order (`ordered`)."""

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
"""Comparisons, by spelling."""

_BY_SIGN: Final = {found.sign: found for found in COMPARISONS.values()}


@dataclass(frozen=True, slots=True)
class Fold:
    """A fold of many numbers to one: `sign` is its name in the intermediate representation. It is 0 for none."""

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
"""Folds, by spelling."""


def calculated(sign: str, left: int, right: int) -> int:
    """The result of an operator on two numbers; a division by zero is 0, and a product is saturated."""
    return OPERATORS[sign].result(left, right)


def compared(sign: str, left: int, right: int) -> bool:
    """Does the comparison hold for two numbers?"""
    return bool(_BY_SIGN[sign].holds(left, right))


def contrary(sign: str) -> str:
    """The negation of a comparison."""
    return _BY_SIGN[sign].contrary
