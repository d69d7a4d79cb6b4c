"""Explanations: lines of data (a key with arguments, amounts, places), which become sentences on demand."""

from __future__ import annotations

import re
from html import escape
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.language.vocabulary.types import FLAG, NUMBER, STRATA, Type
from ruledsl.play.explain.facts import Facts
from ruledsl.play.explain.rules import At
from ruledsl.rules.check import typed as t
from ruledsl.rules.packs.model import Owner

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Span
    from ruledsl.engine.state.state import State
    from ruledsl.play.explain.evaluator import Evaluator
    from ruledsl.play.explain.rules import Answer, Step
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.check.typed.declarations import DefineDef

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class TraceLine:
    """One line of an explanation.

    `key` and `args` say what it states, `text` is the sentence without its place. `amount` is what the line adds to a
    number (for others: what the rule says). `source` is the pack, tile or piece, `place` where the rule is written.
    `dropped` says why the line has no effect (`immune`, `replaced`, `idle`); lines that are not `shown` are not printed.
    """

    key: str
    args: dict[str, Any]
    text: str
    amount: Any = None
    source: str = ""
    span: Span | None = None
    dropped: str = ""
    shown: bool = True
    children: tuple[TraceLine, ...] = ()

    @property
    def place(self) -> str:
        """`file:line:column`."""
        return str(self.span) if self.span else ""

    @property
    def counts(self) -> bool:
        """Is the amount part of the sum?"""
        return self.dropped not in ("immune", "replaced")

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "key": self.key,
            "args": self.args,
            "text": self.text,
            "amount": self.amount,
            "source": self.source,
            "place": self.place,
            "dropped": self.dropped,
            "shown": self.shown,
            "lines": [child.as_dict() for child in self.children],
        }

    def printed(self, depth: int = 0) -> list[str]:
        """The sentence with its place, and the lines below it."""
        where = f"{PurePath(self.span.file).name}:{self.span.line}" if self.span else ""
        brackets = ", ".join(part for part in (self.source, where) if part)
        first = f"{'  ' * depth}{self.text}" + (f" ({brackets})" if brackets else "")
        below = [line for child in self.children if child.shown for line in child.printed(depth + 1)]
        return [first, *below]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a value is what it is, or why an action is not available. `str` gives all of it in words."""

    key: str
    args: dict[str, Any]
    result: Any
    head: str
    lines: list[TraceLine]

    @property
    def text(self) -> str:
        """The whole explanation in words, a line each."""
        return "\n".join([self.head, *(row for line in self.lines if line.shown for row in line.printed(1))])

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        lines = [line.as_dict() for line in self.lines]
        return {"key": self.key, "args": self.args, "result": self.result, "text": self.head, "lines": lines}

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """For notebooks."""
        return f"<pre>{escape(self.text)}</pre>"


class TraceWriter:
    """Puts lines into words."""

    def __init__(self, g: State, naming: Naming, facts: Facts) -> None:
        self.g = g
        self.facts = facts
        self.naming = naming
        self.composition = g.code.program.composition

    def template(self, key: str, args: dict[str, Any], fallback: str, pack: str = "") -> str:
        """A text of the packs with its placeholders filled; the fallback without one. `pack` declares its subject.

        Several questions may share a name, such as `regions` and `regions of people`: a text for other arguments is not for this one.
        """
        texts = self.composition.text(key, pack)
        text = fallback if texts is None else self.naming.text(texts, fallback)
        if not args.keys() >= set(_PLACEHOLDER.findall(text)):
            return fallback
        return _PLACEHOLDER.sub(lambda place: str(args[place[1]]), text)

    def label(self, kind: Type, value: Any) -> str:
        """A noun, a number, a set."""
        return self.facts.label(kind, value)

    def line(self, line: Line, *, first: bool = False) -> TraceLine:
        """A line of a value."""
        label = line.label
        if line.count != 1 and line.kind == "modifier":
            label = f"{label} × {line.count}"
        return TraceLine(
            f"why.{line.kind}",
            {"op": line.op, "label": label, "count": line.count, "change": self._plain(line, line.change)},
            self._sentence(line, label, first=first),
            self._plain(line, line.amount),
            str(line.source),
            line.span,
            line.dropped,
            line.dropped not in ("idle", "replaced"),
            tuple(self.lines(line.children)) if len(line.children) > 1 else (),
        )

    def lines(self, lines: list[Line] | tuple[Line, ...]) -> list[TraceLine]:
        """The lines of a value; if none counts, the first one is shown nevertheless."""
        trace: list[TraceLine] = []
        started = False
        none = not any(line.dropped in ("", "immune") for line in lines)
        for place, line in enumerate(lines):
            phrase_text = self.line(line, first=not started)
            if none and place == next((i for i, other in enumerate(lines) if other.dropped == "idle"), 0):
                phrase_text = replace(phrase_text, shown=True)
            started = started or phrase_text.shown
            trace.append(phrase_text)
        return trace

    def _plain(self, line: Line, value: Any) -> Any:
        return self.naming.id_of(self.g, line.type, value)

    def _sentence(self, line: Line, label: str, *, first: bool) -> str:
        number = line.type == NUMBER
        what = self.label(line.type, line.change)
        if line.op == "+" and number:
            phrase_text = f"{what if first or line.change < 0 else f'+{what}'} {label}".rstrip()
        elif line.op == "+":
            phrase_text = f"{what}: {label}"
        elif line.kind == "base":
            phrase_text = label
        else:
            phrase_text = self.facts.own(_OPERATIONS[line.op], n=what) + (f": {label}" if label else "")
        return self.naming.word("immune", what=phrase_text) if line.dropped == "immune" else phrase_text


# ── lines ───────────────────────────────────────────────────────────────────────
# From an answer to its lines: the parts of a value's base, and every rule that changed it, each with its amount and its place.
#
# The amounts of the lines that count add up to the result.


_OPERATIONS = {
    "times": "times {n}",
    "becomes": "becomes {n}",
    "at least": "at least {n}",
    "at most": "at most {n}",
    "also": "also {n}",
    "without": "without {n}",
}
"""What a rule does to a value, if it does not only add."""
_BOUND = {"max": "at least", "min": "at most"}


@dataclass(frozen=True, slots=True)
class Line:
    """The contribution of one rule.

    `kind` is `base` (a part of the value's base) or `modifier`; `op` is `+`, `times`, `becomes`, `at least`, `at most`,
    `also` or `without`. `amount` is what it adds to the result (for other types: its value), `change` what is
    written. `source` is the owner of the rule, `tile` the instance it runs for, `count` the number of pieces it applies to.
    `dropped` says why it has no effect: `immune` (its victim is immune), `replaced` (another rule sets the value),
    `idle` (a bound that was kept anyway, or nothing).
    """

    kind: str
    op: str
    amount: Any
    change: Any
    label: str
    type: Type
    span: Span
    source: Owner
    count: int = 1
    tile: int = -1
    dropped: str = ""
    children: tuple[Line, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class _Reading:
    """The owner of the rule, and the name of its value, for a part that is the value's whole base."""

    at: At
    source: Owner
    name: str = ""
    whole: bool = True


class Lines:
    """Splits answers into lines."""

    def __init__(self, evaluator: Evaluator, naming: Naming) -> None:
        self.evaluator = evaluator
        self.facts = Facts(evaluator, naming)

    def value(self, answer: Answer) -> list[Line]:
        """The lines of a value."""
        value = answer.value
        name = self.facts.named(value.name, value.preps, value.params, answer.args)
        at = At.of(value.params, answer.args)
        lines = self._expression(value.base, _Reading(at, value.origin.owner, name))
        for step in answer.steps:
            line = self._step(step, answer)
            if STRATA[step.modifier.op].operator is None and not step.immune:
                lines = [replace(old, dropped=old.dropped or "replaced") for old in lines]
            lines.append(line)
        return lines

    def define(self, define: DefineDef, args: tuple[Any, ...]) -> list[Line]:
        """The lines of a definition."""
        name = self.facts.named(define.name, define.preps, define.params, args)
        return self._expression(define.body, _Reading(At.of(define.params, args), define.origin.owner, name))

    def expression(self, node: t.TExpr, at: At, source: Owner) -> list[Line]:
        """The lines of any number."""
        return self._expression(node, _Reading(at, source, whole=False))

    def _step(self, step: Step, answer: Answer) -> Line:
        modifier, bearer = step.modifier, step.bearer
        number = answer.value.type == NUMBER
        stratum = STRATA[modifier.op]
        replaces = stratum.operator is None
        amount = step.change if replaces or stratum.adds or not number else step.after - step.before
        dropped = "immune" if step.immune else "idle" if number and not amount and not replaces else ""
        at = At.of(answer.value.params, answer.args, bearer)
        children = (
            ()
            if isinstance(modifier.change, t.Const)
            else self._children(modifier.change, at, modifier.origin.owner)
        )
        label = self.facts.bringer(modifier.origin.owner, bearer.this)
        if not label and isinstance(modifier.change, t.ValueOf | t.Defined):
            label = self.facts.of(modifier.change, at)  # a rule of no tile is called what it adds
        return Line(
            "modifier",
            "+" if stratum.adds else modifier.op,
            amount,
            step.change,
            label,
            answer.value.type,
            modifier.origin.span,
            modifier.origin.owner,
            step.count,
            bearer.this,
            dropped,
            children,
        )

    def _children(self, node: t.TExpr, at: At, source: Owner) -> tuple[Line, ...]:
        return tuple(self.expression(node, at, source)) if node.type == NUMBER else ()

    # ── the parts of a value's base ──

    def _expression(self, node: t.TExpr, reading: _Reading) -> list[Line]:
        at = reading.at
        match node:
            case t.ValueOf(value=value, args=args):
                return self.value(
                    self.evaluator.answers.value(value, tuple(self.evaluator(arg, at) for arg in args))
                )
            case t.Defined(define=define, args=args) if not define.is_predicate:
                return self.define(define, tuple(self.evaluator(arg, at) for arg in args))
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                return self._expression(then if self.evaluator(condition, at) else otherwise, reading)
            case t.Math(op="+" | "-", left=left, right=right):
                inner = replace(reading, whole=False)
                first, second = self._expression(left, inner), self._expression(right, inner)
                return first + (second if node.op == "+" else self._negative(right, second, inner))
            case t.Math(op="max" | "min"):
                return self._bounded(node, reading)
            case t.Fold(op="sum") if node.type == NUMBER:
                inner = replace(reading, whole=False)
                parts = [
                    self._expression(node.term, replace(inner, at=at.bind(node.var, item)))
                    for item in self.evaluator.chosen(node, at)
                ]
                return [line for part in parts for line in part] or [self._leaf(node, reading)]
            case _:
                return [self._leaf(node, reading)]

    def _leaf(self, node: t.TExpr, reading: _Reading) -> Line:
        """Something that is not split: a number, or a question."""
        result = self.evaluator(node, reading.at)
        label = reading.name if reading.whole and reading.name else self.facts.of(node, reading.at)
        if node.type == FLAG and not isinstance(node, t.Const):
            label = self.facts.about(node, reading.at)
        dropped = "idle" if node.type == NUMBER and not result else ""
        children: list[Line] = []
        if isinstance(node, t.Math):
            inner = replace(reading, whole=False)
            children = self._expression(node.left, inner) + self._expression(node.right, inner)
        given = (result, result, label, node.type, node.span, reading.source)
        return Line("base", "+", *given, dropped=dropped, children=tuple(children))

    def _negative(self, node: t.TExpr, lines: list[Line], reading: _Reading) -> list[Line]:
        """The lines of a subtrahend; one with effective bounds, or replacements, is a single line."""
        telling = [line for line in lines if line.op == "+" or line.dropped != "idle"]
        if all(line.op == "+" for line in telling):
            return [replace(line, amount=-line.amount, change=-line.change) for line in telling]
        whole = -self.evaluator(node, reading.at)
        label = self.facts.of(node, reading.at)
        return [
            Line("base", "+", whole, whole, label, NUMBER, node.span, reading.source, children=tuple(lines))
        ]

    def _bounded(self, node: t.Math, reading: _Reading) -> list[Line]:
        """`a but at least b`."""
        inner = replace(reading, whole=False)
        lines = self._expression(node.left, inner)
        amount = self.evaluator(node, reading.at) - self.evaluator(node.left, reading.at)
        bound = self.evaluator(node.right, reading.at)
        label = self.facts.own(_OPERATIONS[_BOUND[node.op]], n=str(bound))
        children = () if isinstance(node.right, t.Const) else tuple(self._expression(node.right, inner))
        dropped = "" if amount else "idle"
        given = (amount, bound, label, NUMBER, node.right.span, reading.source)
        return [*lines, Line("base", _BOUND[node.op], *given, dropped=dropped, children=children)]
