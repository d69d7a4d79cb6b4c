"""Programs as WebAssembly in a browser, run by its engine beside Python's, in the same memory."""

from __future__ import annotations

import ctypes
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from ruledsl.engine.compile.wasm.plan import PAGE, Plan
from ruledsl.engine.machines.machine import Machine, TooMuch

if TYPE_CHECKING:
    from ruledsl.engine.state.code import Code

BROWSER = "ruledsl_browser"
"""The worker around Python (`ruledsl/table/standalone/static/machine.js`) provides `compiled(binary)`, and on its result `begun(module)`."""
MOST_BYTES = 1 << 30
"""The most bytes of a memory: Python needs the rest."""


def is_here() -> bool:
    """Does this Python run in a browser that can run programs beside it?"""
    return find_spec(BROWSER) is not None


class Guest:
    """A compiled program, and the initial contents of its memory."""

    def __init__(self, code: Code, plan: Plan, binary: bytes, data: list[tuple[int, bytes]]) -> None:
        self.code, self.plan, self.data = code, plan, data
        self.module = import_module(BROWSER).compiled(binary)

    def machine(self) -> Machine:
        """A new machine."""
        return Machine(self.code, self.plan, BrowserHost(self))


class BrowserHost:
    """An instance of a program, whose memory is a part of Python's."""

    def __init__(self, guest: Guest) -> None:
        self.instance: Any = import_module(BROWSER).begun(guest.module)
        self.memory = bytearray(-(-guest.plan.end // PAGE) * PAGE)
        for place, data in guest.data:
            self.memory[place : place + len(data)] = data
        self._find()

    def _find(self) -> None:
        self.base = ctypes.addressof((ctypes.c_char * len(self.memory)).from_buffer(self.memory))
        self.instance.lieAt(self.base)

    @property
    def size(self) -> int:
        """The size of the memory in bytes."""
        return len(self.memory)

    def block(self, place: int) -> int:
        """The current address of a block in the memory of this process."""
        return self.base + place

    def grow(self, pages: int) -> None:
        """Add pages, and some in reserve, since growing moves everything. `TooMuch` if they are not available."""
        size = self.size + PAGE * max(pages, self.size // PAGE // 2)
        if size > MOST_BYTES:
            raise TooMuch
        self.memory = self.memory + bytes(size - self.size)
        self._find()

    def function(self, name: str) -> _Call:
        """An exported function."""
        return _Call(self.instance.function(name))


class _Call:
    """A function of the browser's engine, which gives no reason for a trap."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __call__(self, args: tuple[int, ...]) -> tuple[bool, int]:
        """Did it trap, and what is its result?"""
        found = self.function(*args)
        return found is None, found or 0

    def one(self, arg: int) -> tuple[bool, int]:
        """The same with one argument."""
        found = self.function(arg)
        return found is None, found or 0
