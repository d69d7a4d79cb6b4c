"""Expressions as text, with the necessary brackets and those that the author added for the reader; long ones are broken inside brackets.

Every expression has a level, that of its rule in the grammar: it needs brackets where a higher level is required. Those of the author stay,
except around a single word or number, and a second pair around the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import Formatter
from typing import Any, Final, NamedTuple, cast

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
    Has,
    Members,
    My,
    Name,
    Node,
    Nothing,
    Number,
    Operand,
    Pronoun,
    Unary,
    Word,
    narrowed,
)
from ruledsl.language.vocabulary.levels import ATOM, CHAIN, COMPARISON, EXPR, FACTOR, NOT, OR, SUM
from ruledsl.language.vocabulary.operators import BINARY

_LEVELS: Final = {"expr": EXPR, "or": OR, "sum": SUM, "factor": FACTOR, "chain": CHAIN, "atom": ATOM}
"""The names of operand levels in sentences."""
NARROWEST: Final = 30  # columns for deeply nested parts

Parts = list[str | tuple[Expr, int]]
"""A line: text, and expressions with the required level. Nothing is inserted between the parts."""


class Segment(NamedTuple):
    """A possible line inside an expression: words, and an operand with the required level."""

    words: str
    operand: Expr | None
    level: int


def level_of(expr: Expr) -> int:
    """The level of an expression as written."""
    match expr:
        case Fold():
            return EXPR
        case Binary(op=op):
            return BINARY[op].level
        case Unary(op=op):
            return NOT if op == "not" else FACTOR
        case Compare():
            return COMPARISON
        case Can():
            return FACTOR
        case Call(args=args):
            return CHAIN if len(args) == 1 else FACTOR
        case My(args=args):
            return FACTOR if args else ATOM
        case Count(members=members):
            return FACTOR if members.condition is None else EXPR
    return expr.level if expr.written else ATOM


def flat(expr: Expr, level: int = EXPR) -> str:
    """The expression on one line, in brackets if this level requires them."""
    text = inside(expr)
    return f"({text})" if _in_brackets(expr, level) else text


def inside(expr: Expr) -> str:
    """The same without outer brackets."""
    text = _atom(expr) or " ".join(_flat(segment) for segment in segments(expr))
    return "-" + text[2:] if isinstance(expr, Unary) and expr.op == "-" else text


def _in_brackets(expr: Expr, level: int) -> bool:
    return level_of(expr) < level or (expr.bracketed and not _is_short(expr))


def _is_short(expr: Expr) -> bool:
    """Are brackets around it useless?"""
    return level_of(expr) == ATOM or (isinstance(expr, Count) and expr.members.condition is None)


def _flat(segment: Segment) -> str:
    if segment.operand is None:
        return segment.words
    operand = flat(segment.operand, segment.level)
    return f"{segment.words} {operand}" if segment.words else operand


def _atom(expr: Expr) -> str:
    match expr:
        case Number(value=value):
            return str(value)
        case Flag(value=value):
            return "yes" if value else "no"
        case Nothing():
            return "none"
        case Pronoun(word=word):
            return word
        case Name(text=text):
            return text
    return ""


def segments(expr: Expr) -> list[Segment]:
    """The parts of an expression, each of which could be a line of its own."""
    match expr:
        case Binary():
            return _binary(expr)
        case Unary(op=op, operand=operand):
            return [Segment(op, operand, _below(op, operand))]
        case Compare():
            return _compare(expr)
        case Call(name=name, args=args):
            return _call(name.text, args)
        case My(name=name, args=args):
            return _call(f"my {name.text}", args)
        case Can(name=name, args=args, despite=despite):
            lifted = [Segment(f"despite {word.text}", None, 0) for word in despite]
            return [*_call(f"can {name.text}", args), *lifted]
        case Fold(op=op, term=term, members=members):
            return [Segment(f"{op} of", term, OR), *_members("over", members, OR)]
        case Filter(members=members, condition=condition) if narrowed(members, condition):
            return [Segment("", members, ATOM), Segment("where", condition, OR)]
    return list(_sentence(expr)) if expr.written else [Segment(_atom(expr), None, 0)]


def _spoken(node: Node) -> Iterator[tuple[str, Node | None, int]]:
    """A sentence as words, each with the following operand and its level; names are words."""
    words = ""
    for text, field, level, _ in Formatter().parse(node.written):
        part = getattr(node, field) if field else None
        words += text + (part.text if isinstance(part, Word) else "")
        if part is not None and not isinstance(part, Word):
            yield words, part, _LEVELS[level or "expr"]
            words = ""
    if words:
        yield words, None, EXPR


def sentence_parts(node: Node) -> Parts:
    """An effect that is a sentence."""
    parts: list[Any] = []
    for words, part, level in _spoken(node):
        parts += [words] if part is None else [words, (part, level)]
    return parts


def _sentence(expr: Operand) -> Iterator[Segment]:
    """An expression that is a sentence: each operand with the words before it."""
    for words, part, level in _spoken(expr):
        if isinstance(part, Members):
            yield from _members(words.strip(), part, level)
        else:
            yield Segment(words.strip(), cast("Expr | None", part), level)


def _below(op: str, operand: Expr) -> int:
    """The operand level of `not` and `-`; `not (a is b)` keeps brackets that it could omit, because it is easier to read."""
    if op == "-":
        return FACTOR
    return ATOM if isinstance(operand, Compare | Has) else NOT


def _binary(expr: Binary) -> list[Segment]:
    """`a + b - c` as three segments, however deep the tree is."""
    level = BINARY[expr.op].level
    found: list[Segment] = []
    left: Expr = expr
    while (
        isinstance(left, Binary) and BINARY[left.op].level == level and (left is expr or not left.bracketed)
    ):
        found.append(Segment(left.op, left.right, level + 1))
        left = left.left
    return [Segment("", left, level), *reversed(found)]


def _compare(expr: Compare) -> list[Segment]:
    left = Segment("", expr.left, SUM)
    right = expr.right
    if isinstance(right, Call) and right.args and right.args[0].prep != "of":
        first, *others = _call(right.name.text, right.args)
        return [left, Segment(f"{expr.op} {first.words}", first.operand, first.level), *others]
    return [left, Segment(expr.op, right, SUM)]


def _members(words: str, members: Members, level: int) -> list[Segment]:
    binder = f"{words} {members.binder.text} in" if members.binder else words
    found = [Segment(binder, members.members, level)]
    if members.condition is not None:
        found.append(Segment("where", members.condition, OR))
    return found


def _call(name: str, args: Sequence[Arg]) -> list[Segment]:
    if not args:
        return [Segment(name, None, 0)]
    first, *others = args
    return [
        Segment(f"{name} {first.prep}", first.value, CHAIN),
        *(Segment(arg.prep, arg.value, CHAIN) for arg in others),
    ]


def args_parts(args: Sequence[Arg]) -> Parts:
    """Arguments after a name, with a space before each."""
    return [part for arg in args for part in (f" {arg.prep} ", (arg.value, CHAIN))]


def joined(parts: Parts) -> str:
    """The parts on one line."""
    return "".join(part if isinstance(part, str) else flat(*part) for part in parts)


def broken(expr: Expr, level: int, margin: int, width: int) -> str:
    """The expression over several lines in brackets, the later ones indented by `margin`. Parts that fit stay whole.

    A question with its arguments is no list: if it fits, it gets a line of its own.
    """
    parts = segments(expr)
    if _atom(expr):
        return flat(expr, level)
    if len(parts) == 1:
        text = _broken_segment(parts[0], margin, width)
        return f"({text})" if _in_brackets(expr, level) else text
    if isinstance(expr, Call) and margin + len(inside(expr)) < width:
        return f"(\n{' ' * margin}{inside(expr)})"
    return "(" + f"\n{' ' * margin}".join(_fitted(part, margin, width) for part in parts) + ")"


def _fitted(part: Segment, margin: int, width: int) -> str:
    line = _flat(part)
    return (
        line
        if margin + len(line) < max(width, margin + NARROWEST)
        else _broken_segment(part, margin + 2, width)
    )


def _broken_segment(part: Segment, margin: int, width: int) -> str:
    if part.operand is None:
        return part.words
    operand = broken(part.operand, part.level, margin, width)
    return f"{part.words} {operand}" if part.words else operand
