"""Passes over the intermediate representation, one idea a file. Those in `QUICK` only make a program faster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.store.remembering import remembered, taken
from ruledsl.engine.ir.lower.rules import lowered
from ruledsl.engine.ir.passes.cut import cut
from ruledsl.engine.ir.passes.fuel import count_rounds
from ruledsl.engine.ir.passes.inline import inline
from ruledsl.engine.ir.passes.sets import set_arithmetic, told_notes, unswitch_loops, without_notes

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.ir.module import Module
    from ruledsl.rules.check.program import Program

__all__ = ["QUICK", "ready"]

QUICK: tuple[Callable[[Module], None], ...] = (inline, unswitch_loops, set_arithmetic)
"""Passes that only make a program faster, in order. After them, rounds are counted and procedures are cut into steps."""


def ready(program: Program, *, noting: bool = False, keep: bool = False) -> Module:
    """The module of a program without errors, ready for a printer; with `noting`, it records which rules are used.

    One with `keep` stays with the program for the next caller. That one takes it away: after tables and printer nobody needs it, and it is large.
    """
    find = remembered if keep else taken
    return find(program, ready, lambda: _optimized(lowered(program), noting), (noting, QUICK))


def _optimized(module: Module, noting: bool) -> Module:  # noqa: FBT001 - the two of `ready`
    for change in (told_notes if noting else without_notes, *QUICK, count_rounds, cut):
        change(module)
    return module
