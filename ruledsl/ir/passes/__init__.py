"""From the intermediate representation to itself: one idea a file. Without them a program does the same, slower."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.passes.cut import cut
from ruledsl.ir.passes.hoist import hoist
from ruledsl.ir.passes.inline import inline
from ruledsl.ir.passes.notes import without_notes
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
        unswitch_functions(module)
        hoist(module)
    cut(module)
    return module
