"""Passes over the intermediate representation, one idea a file. Those in `QUICK` only make a program faster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.ir.passes.cut import cut
from ruledsl.engine.ir.passes.fuel import count_rounds
from ruledsl.engine.ir.passes.inline import inline
from ruledsl.engine.ir.passes.sets import set_arithmetic, told_notes, unswitch_loops, without_notes

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.ir.module import Module

__all__ = ["QUICK", "optimized"]

QUICK: tuple[Callable[[Module], None], ...] = (inline, unswitch_loops, set_arithmetic)
"""Passes that only make a program faster, in order. After them, rounds are counted and procedures are cut into steps."""


def optimized(module: Module, *, noting: bool = False) -> Module:
    """The module, ready for a printer; with `noting`, it records which rules are used."""
    for change in (told_notes if noting else without_notes, *QUICK, count_rounds, cut):
        change(module)
    return module
