"""Expressions as written."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import merge
from ruledsl.language.syntax.tree.base import Node, Word
from ruledsl.language.vocabulary.levels import COMPARISON, EXPR

__all__ = [
    "Arg",
    "Binary",
    "Call",
    "Can",
    "Compare",
    "Count",
    "Either",
    "Expr",
    "Filter",
    "Flag",
    "Fold",
    "Has",
    "Members",
    "My",
    "Name",
    "Nothing",
    "Number",
    "Numbers",
    "Operand",
    "Pronoun",
    "Reached",
    "Some",
    "Unary",
    "counting_all",
    "narrowed",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operand(Node):
    """The base of expressions; `bracketed` if the author put it in brackets. These have no meaning, so comparison ignores them too.

    `level` is the precedence of a sentence.
    """

    level: ClassVar[int] = EXPR

    bracketed: bool = field(default=False, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number(Operand):
    """`3`."""

    value: int


@dataclass(frozen=True, slots=True)
class Flag(Operand):
    """`yes` or `no`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Nothing(Operand):
    """`none`."""


@dataclass(frozen=True, slots=True)
class Pronoun(Operand):
    """`me`, `you`, `here`, `this` or `it`."""

    word: str


@dataclass(frozen=True, slots=True)
class Name(Operand):
    """A bare name: a local, a parameter, a word of a pack, or something without parameters."""

    text: str


@dataclass(frozen=True, slots=True)
class Arg(Node):
    """An argument with its preposition (`""` for one left of `is`)."""

    prep: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Call(Operand):
    """`tokens of me in region`; also the right side of `region is near to home`, then without its first argument."""

    name: Word
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class My(Operand):
    """`my ally`, `my tokens in region`: a call whose first argument is the bearer."""

    name: Word
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True)
class Can(Operand):
    """`can conquer of region by me despite unreachable`: a permission, asked as if some prohibitions were lifted."""

    name: Word
    args: tuple[Arg, ...]
    despite: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Unary(Operand):
    """`op` is `not` or `-`."""

    op: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Operand):
    """`op` is `and`, `or`, `+`, `-`, `*`, `/`, `but at least` or `but at most`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Compare(Operand):
    """`op` is `is`, `is not`, `is in`, `is not in`, `is at least`, `is at most`, `is more than` or `is less than`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Has(Operand):
    """`here has fortress`."""

    rule = "has"
    written = "{left:sum} has {kind}"
    level = COMPARISON

    left: Expr
    kind: Word


@dataclass(frozen=True, slots=True)
class Filter(Operand):
    """`regions where it is forest`."""

    rule = "filter"
    written = "{members:or} where {condition:or}"

    members: Expr
    condition: Expr


@dataclass(frozen=True, slots=True)
class Members(Node):
    """`[home in] regions of me [where home is hill]` after `number of`, `some`, `over`."""

    binder: Word | None
    members: Expr
    condition: Expr | None


@dataclass(frozen=True, slots=True)
class Count(Operand):
    """`number of …`, narrowed by the `where` behind it."""

    rule = "count"
    written = "number of {members:factor}"

    members: Members


@dataclass(frozen=True, slots=True)
class Fold(Operand):
    """`sum of E over …`; `op` is `sum`, `highest` or `lowest` (0 for an empty set)."""

    op: str
    term: Expr
    members: Members


@dataclass(frozen=True, slots=True)
class Reached(Operand):
    """`reached stand from A by B`: the closure of A under B, which names a member `stand`."""

    rule = "reached"
    written = "reached {name} from {start:chain} by {step:chain}"

    name: Word
    start: Expr
    step: Expr


@dataclass(frozen=True, slots=True)
class Some(Operand):
    """`some …`: is there one?"""

    rule = "some"
    written = "some {members:or}"

    members: Members


@dataclass(frozen=True, slots=True)
class Either(Operand):
    """`if C then A else B`."""

    rule = "either"
    written = "if {condition:or} then {then:or} else {otherwise:expr}"

    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Numbers(Operand):
    """`1 to hand of me`: the numbers that can be chosen."""

    rule = "numbers"
    written = "{least:atom} to {most:sum}"

    least: Expr
    most: Expr


Expr = (
    Number
    | Flag
    | Nothing
    | Pronoun
    | Name
    | Call
    | My
    | Can
    | Unary
    | Binary
    | Compare
    | Has
    | Filter
    | Count
    | Fold
    | Some
    | Either
    | Reached
    | Numbers
)


def narrowed(expr: Expr, condition: Expr) -> Expr | None:
    """The same with a condition for a count at its end: `2 + number of regions` and `it is forest`. None if it counts nothing there."""
    if expr.bracketed:
        return None
    span = merge(expr.span, condition.span)
    match expr:
        case Count(members=Members(condition=None) as members):
            some = replace(members, condition=condition, span=merge(members.span, condition.span))
            return replace(expr, members=some, span=span)
        case Binary(right=last) | Compare(right=last):
            inner = narrowed(last, condition)
            return replace(expr, right=inner, span=span) if inner is not None else None
        case Unary(operand=last):
            inner = narrowed(last, condition)
            return replace(expr, operand=inner, span=span) if inner is not None else None
    return None


def counting_all(expr: Expr, condition: Expr | None = None) -> Count | None:
    """`number of a + b` as version 1 reads it: all of `a + b` is counted. None if it does not begin with a count."""
    match expr:
        case Count(bracketed=False, members=Members(condition=None) as members):
            return replace(expr, members=replace(members, condition=condition))
        case Binary(op="+" | "-", left=first, bracketed=False):
            counted = counting_all(first, condition)
            if counted is not None:
                first = counted.members.members
                line, column = first.span.start
                whole = replace(expr, left=first, span=expr.span._replace(line=line, column=column))
                members = replace(
                    counted.members, members=whole, span=merge(counted.members.span, whole.span)
                )
                return replace(counted, members=members, span=expr.span)
    return None
