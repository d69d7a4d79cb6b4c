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
from ruledsl.ir.passes.unswitch import unswitch_functions, unswitch_loops
from ruledsl.ir.passes.ways import Directness

if TYPE_CHECKING:
    from ruledsl.ir.module import Module

__all__ = ["optimized"]


def optimized(module: Module, *, plainly: bool = False) -> Module:
    """The module, ready to be printed; `plainly` without any pass that only makes it fast, and with notes of what is used."""
    module.direct = Directness(module.program, off=plainly)
    if not plainly:
        without_notes(module)
        inline(module)
        unswitch_loops(module)
        set_arithmetic(module)
        batch(module)
        unswitch_functions(module)
        hoist(module)
        remember(module)
        call_events(module)
    count_rounds(module)
    cut(module)
    return module
