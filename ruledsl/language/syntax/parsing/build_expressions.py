"""The expressions of the grammar."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ruledsl.base.diagnostics import merge
from ruledsl.language.syntax.parsing.building import Made, Part, sentence
from ruledsl.language.syntax.tree import (
    Arg,
    Binary,
    Call,
    Can,
    Compare,
    Count,
    Expr,
    Filter,
    Flag,
    Fold,
    Members,
    My,
    Name,
    Nothing,
    Number,
    Operand,
    Pronoun,
    Unary,
    Word,
    narrowed,
)
from ruledsl.language.vocabulary.operators import COMPARISONS, FOLDS, LOGIC, OPERATORS


def _arguments(made: Made, first: int) -> tuple[Arg, ...]:
    """Pairs of a preposition and an expression, from the child `first` on."""
    preps, values = made.children[first::2], made.children[first + 1 :: 2]
    spans = (merge(prep.span, end) for prep, end in zip(preps, made.ends[first + 1 :: 2], strict=True))
    return tuple(
        Arg(prep.value, value, span=span) for prep, value, span in zip(preps, values, spans, strict=True)
    )


def _binary(op: str) -> Callable[[Made], Expr]:
    def make(made: Made) -> Expr:
        return Binary(op, made[0], made[-1], span=made.span)

    return make


def _compare(op: str) -> Callable[[Made], Expr]:
    def make(made: Made) -> Expr:
        return Compare(op, made[0], made[-1], span=made.span)

    return make


def _chain_of(op: str) -> Callable[[Made], Expr]:
    """`a and b and c`, left-associative."""

    def make(made: Made) -> Expr:
        result: Expr = made[0]
        for operand, end in zip(made.children[2::2], made.ends[2::2], strict=True):
            result = Binary(op, result, operand, span=merge(made.ends[0], end))
        return result

    return make


def _fold(op: str) -> Callable[[Made], Expr]:
    def make(made: Made) -> Expr:
        return Fold(op, made[2], made[-1], span=made.span)

    return make


def _unary(op: str) -> Callable[[Made], Expr]:
    def make(made: Made) -> Expr:
        return Unary(op, made[1], span=made.span)

    return make


def _call(made: Made) -> Expr:
    return Call(made[0], _arguments(made, 1), span=made.span)


def _my(made: Made) -> Expr:
    return My(made[1], _arguments(made, 2), span=made.span)


def _can(made: Made) -> Expr:
    return Can(made[1], made[2].value, tuple(part.value for part in made.children[3:]), span=made.span)


def _args(made: Made) -> Part:
    return made.part("args", _arguments(made, 0))


def _members(made: Made) -> Members:
    binder, _, members, _, condition = made.children
    return Members(binder, members, condition, span=made.span)


def _count(made: Made) -> Expr:
    members: Expr = made[4]
    return Count(
        Members(made[2], members, None, span=merge(made.ends[2 if made[2] else 4], made.ends[4])),
        span=made.span,
    )


def _filter(made: Made) -> Expr:
    """`where` narrows the set before it, or the counted set."""
    members, condition = made[0], made[2]
    return narrowed(members, condition) or Filter(members, condition, span=made.span)


def _name(made: Made) -> Expr:
    word: Word = made[0]
    return Name(word.text, span=word.span)


def _flag(made: Made) -> Expr:
    return Flag(made[0].kind == "YES", span=made.span)


MAKERS: Final[dict[str, Callable[[Made], Any]]] = {
    **{kind.rule: sentence(kind) for kind in Operand.__subclasses__() if kind.rule},
    **{fold.rule: _fold(fold.word) for fold in FOLDS.values()},
    "count": _count,
    "filter": _filter,
    "despite": lambda made: made.part("despite", made[1]),
    "every": lambda made: Word("all", span=made.span),
    "members": _members,
    **{operator.rule: _chain_of(operator.word) for operator in LOGIC.values()},
    "negation": _unary("not"),
    **{comparison.rule: _compare(comparison.word) for comparison in COMPARISONS.values()},
    "is_in": _compare("is in"),
    "is_not_in": _compare("is not in"),
    "call": _call,
    **{operator.rule: _binary(operator.word) for operator in OPERATORS.values()},
    "negative": _unary("-"),
    "my": _my,
    "can": _can,
    "name": _name,
    "pronoun": lambda made: Pronoun(made[0].value, span=made.span),
    "number": lambda made: Number(int(made[0].value), span=made.span),
    "flag": _flag,
    "nothing": lambda made: Nothing(span=made.span),
    "bracketed": lambda made: replace(made[1], bracketed=True),
    "args": _args,
}
