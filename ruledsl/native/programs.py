"""Programs that machines run: native where there is a compiler, else as Python; made once, and kept for the next time."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from ruledsl.compile.native.plan import Plan
from ruledsl.native.machine import Machine
from ruledsl.packs.folders.contents import program_key, sources_key
from ruledsl.store import OLD, from_bytes, shipped, store, to_bytes

if TYPE_CHECKING:
    import wasmtime

    from ruledsl.compile.cells.program import CellsProgram
    from ruledsl.engine.rules.code import Code
    from ruledsl.native.in_browser import Guest
    from ruledsl.store import Shipped

__all__ = ["Native", "Program", "guest_of", "keep_guest", "native_of", "python_of", "ship_program"]


class Program(Protocol):
    """Something that any number of machines can be made of."""

    def machine(self) -> Machine:
        """A machine of its own, for one thread."""
        ...


class Native:
    """A compiled program."""

    def __init__(self, code: Code, plan: Plan, module: wasmtime.Module) -> None:
        self.code, self.plan, self.module = code, plan, module

    def machine(self) -> Machine:
        """A machine of its own, for one thread."""
        from ruledsl.native.wasm import WasmHost  # noqa: PLC0415 - only where there is a compiler

        return Machine(self.code, self.plan, WasmHost(self.module))


class Printed:
    """A program as Python."""

    def __init__(self, code: Code, program: CellsProgram) -> None:
        self.code, self.program = code, program

    def machine(self) -> Machine:
        """A machine of its own, for one thread."""
        from ruledsl.native.in_python import PythonHost  # noqa: PLC0415 - mostly there is a compiler

        return Machine(self.code, self.program.plan, PythonHost(self.program))


def native_of(code: Code, words: int = 1) -> Native:
    """The program of some rules, with sets of so many words, from what was kept or compiled now."""
    from ruledsl.native import wasm  # noqa: PLC0415 - only where there is a compiler

    name = f"native-{_key(code, words, wasm.compiler_key())}"
    kept = store().get(name)
    if kept is not None:
        # Whatever does not suit this compiler is compiled anew, and then kept in its place.
        with suppress(Exception):
            text, plan = from_bytes(kept)
            return Native(code, Plan.from_plain(plan), wasm.module_of(text))
    binary, longest, plan = _shipped(code, words) or _printed(code, words)
    module = wasm.compiled(binary, longest)
    store().put(name, to_bytes((wasm.kept(module), plan.to_plain())))
    return Native(code, plan, module)


def _shipped(code: Code, words: int) -> tuple[bytes, int, Plan] | None:
    """The program that the package brings along, if it does."""
    if shipped().is_open:
        with suppress(Exception):
            kept = shipped().get(f"module-{_key(code, words, '', sources_key())}")
            if kept is not None:
                binary, longest, plan = from_bytes(kept)
                return binary, longest, Plan.from_plain(plan)
    return None


def _printed(code: Code, words: int) -> tuple[bytes, int, Plan]:
    """The program as WebAssembly, the characters of its longest function, and where it has what."""
    from ruledsl.compile.native.program import native_program  # noqa: PLC0415 - what is kept needs no printer
    from ruledsl.native import wasm  # noqa: PLC0415 - only where there is a compiler

    program = native_program(code, words)
    return wasm.binary_of(program.text), program.longest, program.plan


def ship_program(into: Shipped, code: Code, words: int) -> None:
    """Put the program of some rules where the package brings it along."""
    binary, longest, plan = _printed(code, words)
    into.put(
        f"module-{_key(code, words, '', sources_key())}", to_bytes((binary, longest, plan.to_plain()), OLD)
    )


def keep_guest(code: Code, words: int = 1) -> None:
    """Keep the program of some rules for browsers, where there is nothing that could make it."""
    from ruledsl.compile.native.program import native_program  # noqa: PLC0415 - as above
    from ruledsl.native.wasm import binary_of  # noqa: PLC0415

    program = native_program(code, words, guest=True)
    kept = binary_of(program.text), program.data, program.plan.to_plain()
    store().put(f"guest-{_key(code, words, '')}", to_bytes(kept))


def guest_of(code: Code, words: int = 1) -> Guest:
    """The program of some rules in a browser. `LookupError` if none was kept for it."""
    from ruledsl.native.in_browser import Guest  # noqa: PLC0415 - only in a browser

    kept = store().get(f"guest-{_key(code, words, '')}")
    if kept is None:
        raise LookupError("no program for browsers was kept for these rules")
    binary, data, plan = from_bytes(kept)
    return Guest(code, Plan.from_plain(plan), binary, data)


def python_of(code: Code, words: int = 1) -> Printed:
    """The same as Python."""
    from ruledsl.compile.cells.program import CellsProgram, cells_program  # noqa: PLC0415 - mostly there is a compiler

    name = f"python-{_key(code, words, '')}"
    kept = store().get(name)
    if kept is not None:
        with suppress(Exception):
            return Printed(code, CellsProgram.from_plain(from_bytes(kept)))
    program = cells_program(code, words)
    store().put(name, to_bytes(program.to_plain()))
    return Printed(code, program)


def _key(code: Code, words: int, compiler: str, program: str = "") -> str:
    """By what the program is made of: packs and their variants, the words of sets, whether it notes, this program, the compiler, the processor."""
    composition = code.program.composition
    chosen = sorted(composition.chosen.items())
    made_of = (program or program_key(), composition.identity, chosen, words, code.noting, compiler)
    return hashlib.sha256(repr(made_of).encode()).hexdigest()
