"""Programs as Python over the same memory: where there is no compiler, or it does not run."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from ruledsl.engine.compile.python.program import bind
from ruledsl.engine.compile.python.support import Stopped
from ruledsl.engine.compile.wasm.plan import PAGE
from ruledsl.engine.machines.machine import TooMuch

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.compile.python.program import CellsProgram

MOST_BYTES = 1 << 32
"""The range of addresses of WebAssembly; Python refuses more, too."""


class PythonHost:
    """A memory of bytes, and Python functions that work on it.

    They work at the beginning of the memory: switching blocks copies the current one back to its place and the next one in. Compared with the
    time that Python takes for a choice, that costs nothing.
    """

    def __init__(self, program: CellsProgram) -> None:
        self.functions = program.functions()
        self.functions |= {"switch_": self.switch, "current_": self.current}
        self.memory = program.memory()
        self.slot = program.plan.slot
        self.on = 0
        self._bind()

    def _bind(self) -> None:
        bind(self.functions, self.memory)
        self.base = ctypes.addressof((ctypes.c_char * len(self.memory)).from_buffer(self.memory))

    @property
    def size(self) -> int:
        """The size of the memory in bytes."""
        return len(self.memory)

    def block(self, place: int) -> int:
        """The current address of a block in the memory of this process."""
        return self.base if place == self.on else self.base + place

    def switch(self, place: int) -> None:
        """Work on another block."""
        if place != self.on:
            if self.on:
                ctypes.memmove(self.base + self.on, self.base, self.slot)
            ctypes.memmove(self.base, self.base + place, self.slot)
            self.on = place

    def current(self) -> int:
        """The current block."""
        return self.on

    def grow(self, pages: int) -> None:
        """Add pages. `TooMuch` if they are not available."""
        if self.size + PAGE * pages > MOST_BYTES:
            raise TooMuch
        self.memory = self.memory + bytearray(PAGE * pages)
        self._bind()

    def function(self, name: str) -> _Call:
        """An exported function."""
        return _Call(self.functions[name])


class _Call:
    """A function. Anything that stops it counts as a trap, which spoils the state."""

    def __init__(self, function: Callable[..., int]) -> None:
        self.function = function

    def __call__(self, args: tuple[int, ...]) -> tuple[bool, int]:
        """Did it stop, and what is its result?"""
        try:
            return False, int(self.function(*args))
        except (Stopped, ArithmeticError, LookupError, ValueError, RecursionError):
            return True, 0

    def one(self, arg: int) -> tuple[bool, int]:
        """The same with one argument."""
        return self((arg,))
