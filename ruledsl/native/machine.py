"""One instance of a native program: its memory, and calls into it. It runs one state at a time, and belongs to one thread."""

from __future__ import annotations

import ctypes
from functools import partial
from typing import TYPE_CHECKING, Any

import wasmtime

from ruledsl.compile.native.memory import SCALARS, WORD_BITS
from ruledsl.compile.native.program import ENTRY_POINTS, PAGE, Plan
from ruledsl.engine.state.limits import EngineError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.rules.code import Code
    from ruledsl.engine.state.board import Board

__all__ = ["WORD", "Machine", "TooMuch", "signed"]

WORD = 1 << 64

_CELLS = {8: ctypes.c_int64, 4: ctypes.c_int32, 2: ctypes.c_int16}
_MOST_ARGS = 4
CAPACITY, WITHOUT_END, TOO_DEEP = 1, 2, 3
"""What the engine says when it gives up (`fail` in its sources)."""


class TooMuch(Exception):
    """A state has more of something than there is room for natively; Python has room for it."""


class Machine:
    """`cells` are the arrays of the memory by name, `base` is where it lies in that of this process."""

    def __init__(
        self,
        code: Code,
        plan: Plan,
        engine: wasmtime.Engine,
        module: wasmtime.Module,
        called: Sequence[str] = ENTRY_POINTS,
    ) -> None:
        self.code, self.plan = code, plan
        self.store = wasmtime.Store(engine)
        instance = wasmtime.Instance(self.store, module, [])
        exports = instance.exports(self.store)
        memory = exports["memory"]
        assert isinstance(memory, wasmtime.Memory)  # noqa: S101 - the program exports it
        self.memory = memory
        self.calls = {name: _Call(self.store, exports[name]) for name in called}
        self.board: Board | None = None
        self.everywhere = 0
        self.cells: dict[str, Any] = {}
        self._find()

    def _find(self) -> None:
        """Where the memory is now."""
        self.base = ctypes.cast(self.memory.data_ptr(self.store), ctypes.c_void_p).value or 0
        size = self.memory.data_len(self.store)
        for name, array in self.plan.arrays.items():
            kind = _CELLS[array.size] * ((size - array.base) // array.size)
            self.cells[name] = kind.from_address(self.base + array.base)

    def grow(self, end: int) -> None:
        """Let the memory reach to an address at least."""
        missing = end - self.memory.data_len(self.store)
        if missing > 0:
            try:
                self.memory.grow(self.store, -(-missing // PAGE))
            except wasmtime.WasmtimeError as problem:
                raise TooMuch from problem
            self._find()

    def call(self, name: str, *args: int) -> int:
        """Run a function. `EngineError` if the rules run away, `TooMuch` if there is no room; the state is spoilt then."""
        trapped, found = self.calls[name](args)
        if not trapped:
            return found
        error = self.scalar("error")
        if error == CAPACITY:
            raise TooMuch
        if error == WITHOUT_END:
            raise EngineError("the rules repeat something without end")
        if error == TOO_DEEP:
            raise EngineError("the rules do not come to an end")
        raise EngineError("the native engine came upon something that it cannot do")

    def scalar(self, name: str) -> int:
        """One of the numbers that the engine has for itself."""
        return self.cells["S"][SCALARS[name]]  # type: ignore[no-any-return]

    def put(self, name: str, value: int) -> None:
        """Write one of them."""
        self.cells["S"][SCALARS[name]] = value

    def words(self, place: int, count: int) -> Any:  # noqa: ANN401 - an array of ctypes
        """So many words of 64 bits, at an address."""
        return (ctypes.c_int64 * count).from_address(self.base + place)

    def members(self, place: int) -> tuple[int, ...]:
        """Of a list, by where it lies."""
        (count,) = self.words(place, 1)
        return tuple(self.words(place + 8, count))

    def set_at(self, place: int) -> int:
        """The members of a set of several words, as bits."""
        found = self.members(place) if place else ()
        return sum((word % (1 << WORD_BITS)) << WORD_BITS * number for number, word in enumerate(found))

    def below(self, name: str, values: list[int]) -> None:
        """Write what an array says of nobody."""
        array = self.plan.arrays[name]
        row: Any = (_CELLS[array.size] * len(values)).from_address(self.base + array.base - array.stride)
        row[:] = values

    def clear(self, first: str, last: str) -> None:
        """Zeroes from the beginning of an array to that of another one."""
        start, end = self.plan.arrays[first].base, self.plan.arrays[last].base
        ctypes.memset(self.base + start, 0, end - start)


class _Call:
    """A function that is called as quickly as ctypes can: the package's own way takes twenty times as long."""

    def __init__(self, store: wasmtime.Store, function: Any) -> None:  # noqa: ANN401 - it is asked for its inside
        from wasmtime import _bindings as ffi  # noqa: PLC0415

        self.forget = ffi.wasm_trap_delete
        self.forget_error, self.error = ffi.wasmtime_error_delete, ctypes.POINTER(ffi.wasmtime_error_t)
        self.values = (ffi.wasmtime_val_raw_t * _MOST_ARGS)()
        self.words = (ctypes.c_int64 * (_MOST_ARGS * ctypes.sizeof(ffi.wasmtime_val_raw_t) // 8)).from_buffer(
            self.values
        )
        self.step = len(self.words) // _MOST_ARGS
        self.trap = ctypes.POINTER(ffi.wasm_trap_t)()
        self.words_of_trap = (ctypes.c_size_t * 1).from_buffer(self.trap)
        # Without types of arguments nothing is converted: a call is made three times as quickly.
        address = ctypes.cast(ffi._wasmtime_func_call_unchecked, ctypes.c_void_p).value  # noqa: SLF001
        self.run = partial(
            ctypes.CFUNCTYPE(ctypes.c_void_p)(address or 0),
            ctypes.cast(store._context(), ctypes.c_void_p),  # noqa: SLF001
            ctypes.byref(function._func),  # noqa: SLF001
            self.values,
            ctypes.c_size_t(_MOST_ARGS),
            ctypes.byref(self.trap),
        )

    def __call__(self, args: tuple[int, ...]) -> tuple[bool, int]:
        """Did it trap, and what does it say?"""
        for place, arg in enumerate(args):
            self.words[place * self.step] = arg
        return self._run()

    def one(self, arg: int) -> tuple[bool, int]:
        """The same with one argument, a little quicker."""
        self.words[0] = arg
        return self._run()

    def _run(self) -> tuple[bool, int]:
        error = self.run()
        if error:
            self.forget_error(ctypes.cast(error, self.error))
            return True, 0
        if self.words_of_trap[0]:
            self.forget(self.trap)
            self.words_of_trap[0] = 0
            return True, 0
        return False, self.words[0]


def signed(word: int) -> int:
    """A word of 64 bits as memory has it."""
    return word - WORD if word >= WORD // 2 else word
