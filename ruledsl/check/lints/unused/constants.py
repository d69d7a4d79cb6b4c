"""Conditions that always hold or never, and amounts that are never more than nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.check.graph import Clause, clauses, constant
from ruledsl.check.program import ActionDef, ForbidDef, ModifierDef, PermitDef, TriggerDef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.check.program import Program
    from ruledsl.diagnostics import Diagnostics

__all__ = ["conditions_vary"]


def conditions_vary(program: Program, diagnostics: Diagnostics) -> None:
    """A condition asks for something that can be one way or the other."""
    for clause in clauses(program):
        for condition in _conditions(clause):
            known = constant(condition)
            if known is not None:
                always = "always holds" if known else "never holds"
                diagnostics.warning("R024", f"This condition {always}.", condition.span)
        for node in clause.walk():
            amount = _amount(node)
            known = constant(amount) if amount is not None else None
            if amount is not None and known is not None and known <= 0:
                message = "This happens 0 times, so it does nothing."
                diagnostics.warning("R025", message, amount.span, expected="at least 1")


def _conditions(clause: Clause) -> Iterator[t.TExpr]:
    rule = clause.what
    if (
        isinstance(rule, ModifierDef | ForbidDef | PermitDef | TriggerDef | ActionDef)
        and rule.condition is not None
    ):
        yield rule.condition
    for node in clause.walk():
        match node:
            case t.TIf(branches=branches):
                yield from (condition for condition, _ in branches)
            case t.Filter(condition=condition) | t.Either(condition=condition):
                yield condition
            case t.Count(condition=found) | t.Exists(condition=found) | t.Fold(condition=found):
                yield from (found,) if found is not None else ()


def _amount(node: object) -> t.TExpr | None:
    match node:
        case t.TRepeat(times=times):
            return times
        case t.TMoveTokens(amount=amount) | t.TMovePieces(amount=amount):
            return amount
        case t.TCoins(amount=amount):
            return amount
        case _:
            return None
