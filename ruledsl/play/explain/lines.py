"""From an answer to its lines: the parts of a value's base, and every rule that changed it, each with its amount and its place.

The amounts of the lines that count add up to the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.language.vocabulary.strata import STRATA
from ruledsl.language.vocabulary.types import FLAG, NUMBER, Type
from ruledsl.play.explain.phrases import Noun, Words
from ruledsl.play.explain.rules import At
from ruledsl.rules.check import typed as t
from ruledsl.rules.packs.model import Owner

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Span
    from ruledsl.play.explain.evaluator import Evaluator
    from ruledsl.play.explain.phrases import Phrase
    from ruledsl.play.explain.rules import Answer, Step
    from ruledsl.rules.check.typed.declarations import DefineDef

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
    label: Phrase
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
    name: Phrase = ()
    whole: bool = True


class Lines:
    """Splits answers into lines."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.words = Words(evaluator)

    def value(self, answer: Answer) -> list[Line]:
        """The lines of a value."""
        value = answer.value
        name = self.words.called(value.name, value.preps, value.params, answer.args)
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
        name = self.words.called(define.name, define.preps, define.params, args)
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
        label = self.words.bringer(modifier.origin.owner, bearer.this)
        if not label and isinstance(modifier.change, t.ValueOf | t.Defined):
            label = self.words(modifier.change, at)  # a rule of no tile is called what it adds
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
        label = reading.name if reading.whole and reading.name else self.words(node, reading.at)
        if node.type == FLAG and not isinstance(node, t.Const):
            label = self.words.holding(node, reading.at)
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
        label = self.words(node, reading.at)
        return [
            Line("base", "+", whole, whole, label, NUMBER, node.span, reading.source, children=tuple(lines))
        ]

    def _bounded(self, node: t.Math, reading: _Reading) -> list[Line]:
        """`a but at least b`."""
        inner = replace(reading, whole=False)
        lines = self._expression(node.left, inner)
        amount = self.evaluator(node, reading.at) - self.evaluator(node.left, reading.at)
        bound = self.evaluator(node.right, reading.at)
        label = (_BOUND[node.op], Noun(NUMBER, bound))
        children = () if isinstance(node.right, t.Const) else tuple(self._expression(node.right, inner))
        dropped = "" if amount else "idle"
        given = (amount, bound, label, NUMBER, node.right.span, reading.source)
        return [*lines, Line("base", _BOUND[node.op], *given, dropped=dropped, children=children)]
