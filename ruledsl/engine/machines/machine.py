"""One instance of a program for cells: its memory, and calls into it. It runs one state at a time and belongs to one thread."""

from __future__ import annotations

import ctypes
import gc
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

from ruledsl.base.diagnostics.travelling import Travelling
from ruledsl.base.errors import EngineError
from ruledsl.engine.compile.python.support import Stopped, bind
from ruledsl.engine.compile.wasm.memory import GRAIN, PAGE, SCALARS, Plan, mask_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.compile.python.program import CellsProgram
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import Code

WORD = 1 << 64

_CELLS = {8: ctypes.c_int64, 4: ctypes.c_int32, 2: ctypes.c_int16}
CAPACITY, WITHOUT_END, TOO_DEEP, TOO_LONG, FULL = 1, 2, 3, 4, 5
"""The engine's errors (`fail` in its sources)."""


@lru_cache(1 << 12)
def _array(kind: Any, count: int) -> Any:
    """The ctypes array type for this many cells, memoised: Python would drop unused ones, each as garbage."""
    return kind * count


class TooMuch(Travelling, EngineError):
    """A state exceeds a capacity of this machine. One for larger sets may have room for it; if none has, callers are told this."""

    def __init__(self) -> None:
        super().__init__("there is more on the table than there is room for")


class Host(Protocol):
    """The host of a machine: a memory, and the functions of a program that work on it."""

    @property
    def base(self) -> int:
        """The address of the memory in this process."""
        ...

    @property
    def size(self) -> int:
        """The size of the memory in bytes."""
        ...

    def block(self, place: int) -> int:
        """The current address of a block in the memory of this process."""
        ...

    def grow(self, pages: int) -> None:
        """Add pages. `TooMuch` if they are not available."""
        ...

    def function(self, name: str) -> Function:
        """An exported function."""
        ...


class Function(Protocol):
    """A function of a program: did it stop without coming to its end, and what is its result?"""

    def __call__(self, args: tuple[int, ...]) -> tuple[bool, int]:
        """With any arguments."""
        ...

    def one(self, arg: int) -> tuple[bool, int]:
        """With one argument."""
        ...


class Cells(dict[str, Any]):
    """The arrays of a memory by name, for the current block; each is looked up once."""

    def __init__(self, plan: Plan, memory: int, block: int) -> None:
        super().__init__()
        self.plan, self.memory, self.block = plan, memory, block

    def __missing__(self, name: str) -> Any:
        plan = self.plan
        array = plan.arrays[name]
        start, end = (self.block, plan.slot) if array.base < plan.slot else (self.memory, plan.end)
        kind = _array(_CELLS[array.size], (end - array.base) // array.size)
        cells = self[name] = kind.from_address(start + array.base)
        return cells


class Calls(dict[str, Function]):
    """The exported functions by name; each is looked up once."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self.host = host

    def __missing__(self, name: str) -> Function:
        function = self[name] = self.host.function(name)
        return function


class Machine:
    """`block` is the place of the current game, `cells` are the arrays of the memory by name.

    At the beginning of the memory there is room for one block, which no WebAssembly program uses.
    """

    def __init__(self, code: Code, plan: Plan, host: Host) -> None:
        self.code, self.plan, self.host = code, plan, host
        self.calls = Calls(host)
        self.board: Board | None = None
        self.everywhere = 0
        self.block = 0
        self.end = plan.end
        self._free: list[int] = []
        self._known: dict[int, Cells] = {}
        self.cells = Cells(plan, 0, 0)
        self._start = 0
        self.enter(self.room())
        self._passage = self.space(plan.slot)
        """The place through which packed states come and go. It is no block: those that are given back hold states, and nothing else."""

    def _find(self) -> None:
        """Update the address of the current block."""
        start = self.host.block(self.block)
        cells = self._known.get(start)
        if cells is None:
            cells = self._known[start] = Cells(self.plan, self.host.base, start)
        self.cells, self._start = cells, start
        self.log_at = self.host.base + self.plan.arrays["LOG"].base

    def grow(self, end: int) -> None:
        """Grow the memory to at least this address. `TooMuch` if that is impossible."""
        missing = end - self.host.size
        if missing > 0:
            self.host.grow(-(-missing // PAGE))
            self._known.clear()
            if self.block:
                self._find()

    def room(self, blocks: int = 1) -> int:
        """Allocate adjacent blocks. `TooMuch` if there is no room."""
        if blocks == 1 and self._free:
            return self._free.pop()
        try:
            return self.space(blocks * self.plan.slot)
        except TooMuch:
            gc.collect()  # games that only refer to themselves keep their blocks until then
            if blocks == 1 and self._free:
                return self._free.pop()
            raise

    def space(self, size: int) -> int:
        """Allocate bytes. `TooMuch` if there is no room."""
        place = -(-self.end // GRAIN) * GRAIN
        self.grow(place + size)
        self.end = place + size
        return place

    def packed(self) -> bytes:
        """The current block as bytes, readable by any machine with sets of as many words."""
        size = self.call("packed", self._passage)
        return ctypes.string_at(self.host.base + self._passage, size)

    def unpack(self, packed: bytes) -> None:
        """Make these bytes the current block."""
        ctypes.memmove(self.host.base + self._passage, packed, len(packed))
        self.call("unpacked", self._passage)

    def give_back(self, block: int) -> None:
        """Free a block."""
        self._free.append(block)

    def enter(self, block: int) -> None:
        """Play the game in another block from now on."""
        if block != self.block:
            self.calls["enter_block"].one(block)
            self.block = block
            self._find()

    def call(self, name: str, *args: int) -> int:
        """Run a function. `EngineError` if the rules run away, `TooMuch` if there is no room; the state is spoilt then."""
        trapped, result = self.calls[name](args)
        if trapped:
            raise self.stopped()
        return result

    def stopped(self) -> EngineError:
        """Why a function has stopped without coming to its end. The current block remains current, and is spoilt."""
        self.calls["enter_block"].one(self.block)
        error = self.scalar("error")
        if error == CAPACITY:
            return TooMuch()
        reasons = {
            WITHOUT_END: "the rules repeat something without end",
            TOO_DEEP: f"the rules do not come to an end in {self._under_way()}",
            TOO_LONG: "more happens than anybody could read",
            FULL: "there is more on the table than there is room for",
        }
        return EngineError(reasons.get(error, "the engine came upon something that it cannot do"))

    def _under_way(self) -> str:
        """The procedure of the top frame."""
        top = self.scalar("frame")
        return self.code.proc_names[self.words(top, 1)[0]] if top else "the game"

    def scalar(self, name: str) -> int:
        """One of the engine's own numbers."""
        return self.cells["S"][SCALARS[name]]  # type: ignore[no-any-return]

    def put(self, name: str, value: int) -> None:
        """Write one of them."""
        self.cells["S"][SCALARS[name]] = value

    def words(self, place: int, count: int) -> Any:
        """Words of 64 bits, at a place in the current block or at an address beyond all blocks."""
        start = self._start if place < self.plan.slot else self.host.base
        return _array(ctypes.c_int64, count).from_address(start + place)

    def members(self, place: int) -> tuple[int, ...]:
        """The members of a list, by its address."""
        (count,) = self.words(place, 1)
        return tuple(self.words(place + 8, count))

    def set_at(self, place: int) -> int:
        """The members of a set of several words, as bits."""
        return mask_of(self.members(place)) if place else 0

    def below(self, name: str, values: list[int]) -> None:
        """Write an array's values for nobody."""
        array = self.plan.arrays[name]
        start = self._start if array.base < self.plan.slot else self.host.base
        row: Any = _array(_CELLS[array.size], len(values)).from_address(start + array.base - array.stride)
        row[:] = values

    def clear(self, first: str, last: str) -> None:
        """Zero the current block from the beginning of one array to that of another."""
        begin, end = self.plan.arrays[first].base, self.plan.arrays[last].base
        ctypes.memset(self._start + begin, 0, end - begin)

    # ── which rules were used: for programs that record it (`native_of(…, noting=True)`) ──

    def used(self) -> list[int]:
        """The rules used since the last call, by index in `clauses_of` the program, in order."""
        self.cells["ANSWER"][0:2] = [0, 0]  # in case a call has stopped in the middle of an answer
        return self._taken("EFFECTS", self.rules_noted)

    def used_together(self) -> list[tuple[int, int]]:
        """The pairs of rules used in one answer of a value since the last call."""
        return [divmod(place, self.rules_noted) for place in self._taken("TOGETHER", self.rules_noted**2)]

    @property
    def rules_noted(self) -> int:
        """The number of rules."""
        return self.plan.arrays["TOGETHER"].stride // self.plan.arrays["TOGETHER"].size

    def _taken(self, name: str, count: int) -> list[int]:
        cells = self.cells[name]
        places = [place for place, flag in enumerate(cells[0:count]) if flag]
        for place in places:
            cells[place] = 0
        return places


def signed(word: int) -> int:
    """A word of 64 bits as a signed number."""
    return word - WORD if word >= WORD // 2 else word


# ── in python ───────────────────────────────────────────────────────────────────
# Programs as Python over the same memory: where there is no compiler, or it does not run.


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
        """Call the function with one argument: did it stop, and what is its result?"""
        return self((arg,))


# ── in browser ──────────────────────────────────────────────────────────────────
# Programs as WebAssembly in a browser, run by its engine beside Python's, in the same memory.


BROWSER = "ruledsl_browser"
"""The worker around Python (`ruledsl/table/standalone/static/machine.js`) provides `compiled(binary)`, and on its result `begun(module)`."""
MOST_BYTES_IN_BROWSER = 1 << 30
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
        if size > MOST_BYTES_IN_BROWSER:
            raise TooMuch
        self.memory = self.memory + bytes(size - self.size)
        self._find()

    def function(self, name: str) -> _CallInBrowser:
        """An exported function."""
        return _CallInBrowser(self.instance.function(name))


class _CallInBrowser:
    """A function of the browser's engine, which gives no reason for a trap."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __call__(self, args: tuple[int, ...]) -> tuple[bool, int]:
        """Did it trap, and what is its result?"""
        result = self.function(*args)
        return result is None, result or 0

    def one(self, arg: int) -> tuple[bool, int]:
        """Call the function with one argument: did it trap, and what is its result?"""
        result = self.function(arg)
        return result is None, result or 0
