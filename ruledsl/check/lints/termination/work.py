"""Loops that would take longer than anybody waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.check import typed as t
from ruledsl.check.graph import constant, effects_in

if TYPE_CHECKING:
    from ruledsl.check.program import Program
    from ruledsl.diagnostics import Diagnostics

__all__ = ["loops_are_short"]

MOST_TIMES = 10_000


def loops_are_short(program: Program, diagnostics: Diagnostics) -> None:
    """`repeat` with written numbers, one in the other, stays below a bound. What depends on the game is bounded when it runs."""
    rules: list[Any] = [*program.events, *program.triggers, *program.actions]
    for rule in rules:
        _look(rule.body, 1, diagnostics)


def _look(body: t.TBlock, times: int, diagnostics: Diagnostics) -> None:
    for effect in body:
        inner = times
        if isinstance(effect, t.TRepeat):
            inner *= max(constant(effect.times) or 1, 1)
            if inner > MOST_TIMES:
                message = f"This would be repeated {inner} times."
                diagnostics.error(
                    "R042", message, effect.span, expected=f"at most {MOST_TIMES}, loops around it included"
                )
                continue
        _look(effects_in(effect), inner, diagnostics)
