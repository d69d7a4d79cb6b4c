"""From the intermediate representation to itself: one idea a file. Without them a program does the same, slower."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir.passes.cut import cut
from ruledsl.ir.passes.notes import without_notes
from ruledsl.ir.passes.ways import Directness

if TYPE_CHECKING:
    from ruledsl.ir.module import Module

__all__ = ["optimized"]


def optimized(module: Module, *, plainly: bool = False) -> Module:
    """The module, ready to be printed; `plainly` without any pass that only makes it fast, and with notes of what is used."""
    module.direct = Directness(module.program, off=plainly)
    if not plainly:
        without_notes(module)
    cut(module)
    return module
