"""A program for cells as one Python module: its functions, bound to a memory."""

from __future__ import annotations

from functools import reduce
from operator import or_
from types import CodeType
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass
from ruledsl.engine.compile.python import support
from ruledsl.engine.compile.python.sets import sets_of
from ruledsl.engine.compile.python.statements import FunctionPrinter
from ruledsl.engine.compile.wasm.plan import PAGE, Plan
from ruledsl.engine.compile.wasm.program import assembled

if TYPE_CHECKING:
    from ruledsl.engine.state.code import Code

FILE = "<cells>"
"""The file name of printed functions."""


@dataclass(slots=True)
class CellsProgram:
    """`module` defines all functions; `data` is the initial content of the memory, `singles` are the sets of one member."""

    module: CodeType
    plan: Plan
    data: list[tuple[int, bytes]]
    singles: list[int]

    def to_plain(self) -> tuple[object, ...]:
        """The program as plain data, for the cache."""
        return self.module, self.plan.to_plain(), self.data, self.singles

    @classmethod
    def from_plain(cls, data: tuple[Any, ...]) -> CellsProgram:
        """The program from plain data."""
        module, plan, *rest = data
        return cls(module, Plan.from_plain(plan), *rest)

    def memory(self) -> bytearray:
        """A memory in its initial state, in whole pages."""
        found = bytearray(-(-self.plan.end // PAGE) * PAGE)
        for place, bytes_ in self.data:
            found[place : place + len(bytes_)] = bytes_
        return found

    def functions(self) -> dict[str, Any]:
        """All functions by name; they work on the memory that `bind` gives them."""
        # No function and no local of the engine has such a name.
        names: dict[str, Any] = {f"{name}_": getattr(support, name) for name in support.__all__}
        names |= {"BIT": self.singles, "MEMBERS": support.MEMBERS, "Stopped": support.Stopped}
        names |= {"reduce_": reduce, "or_": or_}
        exec(self.module, names)  # noqa: S102 - printed by us, from a representation without any text of packs
        return names


def bind(functions: dict[str, Any], memory: bytearray) -> None:
    """Bind functions to a memory: as bytes, and as cells of 64, 32 and 16 bits."""
    shown = memoryview(memory)
    functions |= {"B": shown, "W": shown.cast("q"), "D": shown.cast("i"), "H": shown.cast("h")}


def cells_program(code: Code, words: int = 1) -> CellsProgram:
    """The program of some rules with the engine, for sets of this many words; see `assembled`."""
    found = assembled(code, words)
    texts = [
        FunctionPrinter(found.memory, found.numbers, function).text(pure=function.name in found.pure)
        for function in found.functions
    ]
    texts.append(f"TABLE = [{', '.join(found.numbers.functions)}]\n")
    module = compile("\n".join(texts), FILE, "exec")
    return CellsProgram(module, found.plan, found.memory.data, sets_of(found.memory).singles)
