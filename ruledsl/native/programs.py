"""Native programs: compiled once, kept for the next time, ready when they are. Nobody waits for a compiler."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import TYPE_CHECKING

from ruledsl.compile.native.program import Plan, native_program
from ruledsl.native import wasm
from ruledsl.native.machine import Machine
from ruledsl.native.wasm import WasmHost
from ruledsl.packs.folders.contents import program_key
from ruledsl.store import from_bytes, store, to_bytes

if TYPE_CHECKING:
    import wasmtime

    from ruledsl.engine.rules.code import Code

__all__ = ["Native", "native_of"]


class Native:
    """A compiled program, of which any number of machines can be made."""

    def __init__(self, code: Code, plan: Plan, module: wasmtime.Module) -> None:
        self.code, self.plan, self.module = code, plan, module

    def machine(self) -> Machine:
        """A machine of its own, for one thread."""
        return Machine(self.code, self.plan, WasmHost(self.module))


def native_of(code: Code, words: int = 1) -> Native:
    """The program of some rules, with sets of so many words, from what was kept or compiled now."""
    name = f"native-{_key(code, words)}"
    kept = store().get(name)
    if kept is not None:
        # Whatever does not suit this compiler is compiled anew, and then kept in its place.
        with suppress(Exception):
            text, plan = from_bytes(kept)
            return Native(code, Plan.from_plain(plan), wasm.module_of(text))
    program = native_program(code, words)
    module = wasm.compiled(program.text)
    store().put(name, to_bytes((wasm.kept(module), program.plan.to_plain())))
    return Native(code, program.plan, module)


def _key(code: Code, words: int) -> str:
    """By what the program is made of: packs and their variants, the words of sets, this program, the compiler, the processor."""
    composition = code.program.composition
    chosen = sorted(composition.chosen.items())
    made_of = (program_key(), composition.identity, chosen, words, wasm.compiler_key())
    return hashlib.sha256(repr(made_of).encode()).hexdigest()
