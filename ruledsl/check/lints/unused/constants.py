"""Conditions that always hold or never, and amounts that are never more than nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.check.bounds.ranges import Ranges
from ruledsl.check.bounds.sizes import Sizes
from ruledsl.check.graph import Clause, clauses, constant, walk
from ruledsl.check.program import ActionDef, ForbidDef, ModifierDef, PermitDef, TriggerDef
from ruledsl.vocabulary.operators import compared
from ruledsl.vocabulary.strata import STRATA
from ruledsl.vocabulary.types import NUMBER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.check.program import Program
    from ruledsl.diagnostics import Diagnostics

__all__ = ["conditions_vary", "numbers_can_be_so"]


def conditions_vary(program: Program, diagnostics: Diagnostics) -> None:
    """A condition asks for something that can be one way or the other."""
    for clause in clauses(program):
        clause.report(_vary, diagnostics)


def _vary(clause: Clause, diagnostics: Diagnostics) -> None:
    for condition in _conditions(clause):
        known = constant(condition)
        if known is not None:
            always = "always holds" if known else "never holds"
            diagnostics.warning("R024", f"This condition {always}.", condition.span)
    for node in clause.walk():
        amount = t.amount_of(node)  # type: ignore[arg-type]
        known = constant(amount) if amount is not None else None
        if amount is not None and known is not None and known <= 0:
            message = "This happens 0 times, so it does nothing."
            diagnostics.warning("R025", message, amount.span, expected="at least 1")
        if isinstance(node, t.Math) and node.op == "/" and constant(node.right) == 0:
            message = "This is divided by 0, so it is always 0."
            diagnostics.warning("R034", message, node.right.span, expected="another number")
    if isinstance(clause.what, ModifierDef):
        _idle(clause.what, diagnostics)


def _idle(rule: ModifierDef, diagnostics: Diagnostics) -> None:
    """What adds 0 or multiplies by 1 changes nothing."""
    kind = STRATA[rule.op]
    grows = kind.operator is not None and kind.operator.grows
    if rule.value.type == NUMBER and (kind.adds or grows) and constant(rule.change) == int(not kind.adds):
        diagnostics.warning("R025", "This changes nothing.", rule.change.span, expected="another number")


def numbers_can_be_so(program: Program, diagnostics: Diagnostics) -> None:
    """What is counted is compared with a number that it can be below, or the same as: most things are never less than none."""
    ranges = Ranges(Sizes(program))
    for clause in clauses(program):
        for node, written in clause.once(_compared):
            _can_be_so(node, written, ranges, diagnostics)


def _compared(clause: Clause) -> list[tuple[t.Order, int]]:
    """What is counted and compared with a number that is written."""
    found: list[tuple[t.Order, int]] = []
    for condition in _conditions(clause) if any(isinstance(node, t.Order) for node in clause.nodes) else ():
        for node in walk(condition):
            if isinstance(node, t.Order) and isinstance(node.left, t.Ask | t.Count | t.FieldOf):
                written = constant(node.right)
                if node.left.type == NUMBER and written is not None:
                    found.append((node, written))
    return found


def _can_be_so(node: t.Order, written: int, ranges: Ranges, diagnostics: Diagnostics) -> None:
    least = ranges(node.left)[0]
    if written < least or (written == least and node.op in ("<", ">=")):
        word = "always" if compared(node.op, least, written) else "never"
        message = f"This condition {word} holds: such a number is never below {least}."
        diagnostics.warning("R024", message, node.span)


def _conditions(clause: Clause) -> Iterator[t.TExpr]:
    rule = clause.what
    if (
        isinstance(rule, ModifierDef | ForbidDef | PermitDef | TriggerDef | ActionDef)
        and rule.condition is not None
    ):
        yield rule.condition
    for node in clause.walk():
        yield from t.conditions_in(node)
