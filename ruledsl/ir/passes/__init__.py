"""From the intermediate representation to itself: one idea a file. Without them a program does the same, slower."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.passes.batch import batch
from ruledsl.ir.passes.cut import cut
from ruledsl.ir.passes.direct import call_events
from ruledsl.ir.passes.fuel import count_rounds
from ruledsl.ir.passes.hoist import hoist
from ruledsl.ir.passes.inline import inline
from ruledsl.ir.passes.notes import without_notes
from ruledsl.ir.passes.remember import remember
from ruledsl.ir.passes.sets import set_arithmetic
from ruledsl.ir.passes.unswitch import unswitch_loops
from ruledsl.ir.passes.ways import Directness

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.ir.module import Module

__all__ = ["LAST", "QUICK", "optimized"]

QUICK: tuple[Callable[[Module], None], ...] = (
    without_notes,
    inline,
    unswitch_loops,
    set_arithmetic,
    batch,
    hoist,
    remember,
    call_events,
)
"""Passes that only make a program fast, in their order."""
LAST: tuple[Callable[[Module], None], ...] = (count_rounds, cut)
"""What every backend needs: rounds that are counted, procedures in steps."""


def optimized(module: Module, *, plainly: bool = False) -> Module:
    """The module, ready to be printed; `plainly` without any pass that only makes it fast, and with notes of what is used."""
    module.direct = Directness(module.program, off=plainly)
    for change in (*(() if plainly else QUICK), *LAST):
        change(module)
    return module
