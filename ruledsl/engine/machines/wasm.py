"""Programs as WebAssembly, run by wasmtime: the only module that uses it."""

from __future__ import annotations

import ctypes
import hashlib
from functools import cache, partial
from typing import Any

import wasmtime
from wasmtime import _bindings as ffi

from ruledsl.engine.machines.machine import TooMuch

_MOST_ARGS = 16
"""The most arguments of a function."""
LONG = 100_000
"""Characters of a function. Longer ones are compiled without optimization, whose time grows with the square of the length."""
_VALUES = ffi.wasmtime_val_raw_t * _MOST_ARGS
_WORDS = ctypes.c_int64 * (ctypes.sizeof(_VALUES) // 8)
_WORD = ctypes.c_size_t * 1


@cache
def engine() -> wasmtime.Engine:
    """The compiler."""
    return wasmtime.Engine()


@cache
def _plain_engine() -> wasmtime.Engine:
    """A compiler without optimization."""
    config = wasmtime.Config()
    config.cranelift_opt_level = "none"
    return wasmtime.Engine(config)


def compiler_key() -> str:
    """The compiled form of an empty program: it depends on the compiler's version, its settings, and the processor's features."""
    nothing = wasmtime.Module(engine(), b"\0asm\1\0\0\0")
    return hashlib.sha256(bytes(nothing.serialize())).hexdigest()


def binary_of(text: str) -> bytes:
    """The binary module of a program's text, the same on every machine."""
    return bytes(wasmtime.wat2wasm(text))


def compiled(binary: bytes, longest: int = 0) -> wasmtime.Module:
    """A module, compiled for this machine; `longest` is the length of its longest function's text in characters."""
    if longest > LONG:
        return module_of(kept(wasmtime.Module(_plain_engine(), binary)))
    return wasmtime.Module(engine(), binary)


def kept(module: wasmtime.Module) -> bytes:
    """A compiled module as bytes, which `module_of` loads on a machine like this one."""
    return bytes(module.serialize())


def module_of(data: bytes) -> wasmtime.Module:
    """Load a stored module."""
    return wasmtime.Module.deserialize(engine(), data)


def try_out() -> None:
    """Compile and run an empty program; raises whatever fails on this machine."""
    wasmtime.Instance(wasmtime.Store(engine()), compiled(binary_of("(module (memory 1))")), [])


def _address(pointer: Any) -> int:
    """The target of a pointer; a cast would keep a cycle, garbage that only the collector finds."""
    return ctypes.addressof(pointer.contents)


class WasmHost:
    """An instance of a module."""

    def __init__(self, module: wasmtime.Module) -> None:
        store = self.store = wasmtime.Store(engine())
        self.exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        memory = self.exports["memory"]
        assert isinstance(memory, wasmtime.Memory)  # noqa: S101 - the program exports it
        self.memory = memory
        self.context = ctypes.c_void_p(_address(store._context()))  # noqa: SLF001
        self._find()

    def _find(self) -> None:
        self.base = _address(self.memory.data_ptr(self.store))

    @property
    def size(self) -> int:
        """The size of the memory in bytes."""
        return self.memory.data_len(self.store)

    def block(self, place: int) -> int:
        """The address of a block in the memory of this process."""
        return self.base + place

    def grow(self, pages: int) -> None:
        """Add pages. `TooMuch` if they are not available."""
        try:
            self.memory.grow(self.store, pages)
        except wasmtime.WasmtimeError as problem:
            raise TooMuch from problem
        self._find()

    def function(self, name: str) -> _Call:
        """An exported function."""
        return _Call(self.context, self.exports[name])


class _Call:
    """A function, called as fast as ctypes can: the package's own way takes twenty times as long."""

    def __init__(self, context: ctypes.c_void_p, function: Any) -> None:
        self.forget = ffi.wasm_trap_delete
        self.forget_error, self.error = ffi.wasmtime_error_delete, ctypes.POINTER(ffi.wasmtime_error_t)
        self.values = _VALUES()
        self.words = _WORDS.from_buffer(self.values)
        self.step = len(self.words) // _MOST_ARGS
        self.trap = ctypes.POINTER(ffi.wasm_trap_t)()
        self.words_of_trap = _WORD.from_buffer(self.trap)
        # Without argument types ctypes converts nothing, which makes a call three times as fast.
        address = ctypes.cast(ffi._wasmtime_func_call_unchecked, ctypes.c_void_p).value  # noqa: SLF001
        self.run = partial(
            ctypes.CFUNCTYPE(ctypes.c_void_p)(address or 0),
            context,
            ctypes.byref(function._func),  # noqa: SLF001
            self.values,
            ctypes.c_size_t(_MOST_ARGS),
            ctypes.byref(self.trap),
        )

    def __call__(self, args: tuple[int, ...]) -> tuple[bool, int]:
        """Did it trap, and what is its result?"""
        for place, arg in enumerate(args):
            self.words[place * self.step] = arg
        return self._run()

    def one(self, arg: int) -> tuple[bool, int]:
        """Call the function with one argument, a little faster than with several: did it trap, and what is its result?"""
        words = self.words
        words[0] = arg
        error = self.run()
        if error or self.words_of_trap[0]:
            return self._failed(error)
        return False, words[0]

    def _run(self) -> tuple[bool, int]:
        error = self.run()
        return self._failed(error) if error or self.words_of_trap[0] else (False, self.words[0])

    def _failed(self, error: int | None) -> tuple[bool, int]:
        """Forget why it stopped."""
        if error:
            self.forget_error(ctypes.cast(error, self.error))
        else:
            self.forget(self.trap)
            self.words_of_trap[0] = 0
        return True, 0
