"""Programs that machines run: native where there is a compiler, else as Python; compiled once and cached."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING, Literal, Protocol

from ruledsl.base.store import OLD, from_bytes, shipped, store, to_bytes
from ruledsl.engine.compile.wasm.plan import Plan
from ruledsl.engine.machines.machine import Machine
from ruledsl.rules.packs.folders.contents import program_key, sources_key

if TYPE_CHECKING:
    import wasmtime

    from ruledsl.base.store import Shipped
    from ruledsl.engine.compile.python.program import CellsProgram
    from ruledsl.engine.machines.in_browser import Guest
    from ruledsl.engine.state.code import Code

    Kind = Literal["module", "guest"]
    """For a compiler of its own, or as a guest in Python's memory for browsers."""
    Made = tuple[bytes, int, list[tuple[int, bytes]], Plan]


class Program(Protocol):
    """A program, from which any number of machines can be made."""

    def machine(self) -> Machine:
        """A new machine, for one thread."""
        ...


class Native:
    """A compiled program."""

    def __init__(self, code: Code, plan: Plan, module: wasmtime.Module) -> None:
        self.code, self.plan, self.module = code, plan, module

    def machine(self) -> Machine:
        """A new machine, for one thread."""
        from ruledsl.engine.machines.wasm import WasmHost  # noqa: PLC0415 - only where there is a compiler

        return Machine(self.code, self.plan, WasmHost(self.module))


class Printed:
    """A program as Python."""

    def __init__(self, code: Code, program: CellsProgram) -> None:
        self.code, self.program = code, program

    def machine(self) -> Machine:
        """A new machine, for one thread."""
        from ruledsl.engine.machines.in_python import PythonHost  # noqa: PLC0415 - mostly there is a compiler

        return Machine(self.code, self.program.plan, PythonHost(self.program))


def native_of(code: Code, words: int = 1) -> Native:
    """The native program of some rules for sets of this many words, from the cache or compiled now."""
    from ruledsl.engine.machines import wasm  # noqa: PLC0415 - only where there is a compiler

    name = f"native-{_key(code, words, program_key(), wasm.compiler_key())}"
    kept = store().get(name)
    if kept is not None:
        # An entry that does not suit this compiler is compiled again and replaced.
        with suppress(Exception):
            text, plan = from_bytes(kept)
            return Native(code, Plan.from_plain(plan), wasm.module_of(text))
    binary, longest, _, plan = _shipped("module", code, words) or _printed("module", code, words)
    module = wasm.compiled(binary, longest)
    store().put(name, to_bytes((wasm.kept(module), plan.to_plain())))
    return Native(code, plan, module)


def guest_of(code: Code, words: int = 1) -> Guest:
    """The program of some rules in a browser: from the package, from the cache, or printed now."""
    from ruledsl.engine.machines.in_browser import Guest  # noqa: PLC0415 - only in a browser

    binary, _, data, plan = _shipped("guest", code, words) or _guest_printed(code, words)
    return Guest(code, plan, binary, data)


def _guest_printed(code: Code, words: int) -> Made:
    """A guest program that the package does not include."""
    name = f"guest-{_key(code, words, program_key())}"
    kept = store().get(name)
    if kept is not None:
        with suppress(Exception):
            *found, plan = from_bytes(kept)
            return *found, Plan.from_plain(plan)
    *found, layout = _printed("guest", code, words)
    store().put(name, to_bytes((*found, layout.to_plain())))
    return *found, layout


def ship_program(into: Shipped, kind: Kind, code: Code, words: int) -> None:
    """Add the program of some rules to the package."""
    *found, plan = _printed(kind, code, words)
    into.put(f"{kind}-{_key(code, words, sources_key())}", to_bytes((*found, plan.to_plain()), OLD))


def _shipped(kind: Kind, code: Code, words: int) -> Made | None:
    """The result of `_printed`, if the package includes it."""
    if shipped().is_open:
        with suppress(Exception):
            kept = shipped().get(f"{kind}-{_key(code, words, sources_key())}")
            if kept is not None:
                binary, longest, data, plan = from_bytes(kept)
                return binary, longest, data, Plan.from_plain(plan)
    return None


def _printed(kind: Kind, code: Code, words: int) -> Made:
    """The program as WebAssembly, the length of its longest function in characters, its data, and its layout."""
    from ruledsl.engine.compile.wasm.program import native_program  # noqa: PLC0415 - what is kept needs no printer

    program = native_program(code, words, guest=kind == "guest")
    if kind == "guest":
        from ruledsl.engine.compile.wasm.binary import binary_of  # noqa: PLC0415 - the same wherever it is printed
    else:
        from ruledsl.engine.machines.wasm import binary_of  # noqa: PLC0415 - only where there is a compiler
    return binary_of(program.text), program.longest, program.data, program.plan


def python_of(code: Code, words: int = 1) -> Printed:
    """The same as Python."""
    from ruledsl.engine.compile.python.program import CellsProgram, cells_program  # noqa: PLC0415 - mostly there is a compiler

    name = f"python-{_key(code, words, program_key())}"
    kept = store().get(name)
    if kept is not None:
        with suppress(Exception):
            return Printed(code, CellsProgram.from_plain(from_bytes(kept)))
    program = cells_program(code, words)
    store().put(name, to_bytes(program.to_plain()))
    return Printed(code, program)


def _key(code: Code, words: int, program: str, compiler: str = "") -> str:
    """The cache key of a program: packs and their variants, words of sets, whether it records rules, the program, the compiler, the processor."""
    composition = code.program.composition
    chosen = sorted(composition.chosen.items())
    made_of = (program, composition.identity, chosen, words, code.noting, compiler)
    return hashlib.sha256(repr(made_of).encode()).hexdigest()
