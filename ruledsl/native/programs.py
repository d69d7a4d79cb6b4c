"""Native programs: compiled once, kept for the next time, ready when they are. Nobody waits for a compiler."""

from __future__ import annotations

import hashlib
from functools import cache
from typing import TYPE_CHECKING

import wasmtime

from ruledsl.compile.native.program import Plan, native_program
from ruledsl.native.machine import Machine
from ruledsl.packs.folders.contents import program_key
from ruledsl.store import from_bytes, store, to_bytes

if TYPE_CHECKING:
    from ruledsl.engine.rules.code import Code

__all__ = ["Native", "native_of", "try_out"]


class Native:
    """A compiled program, of which any number of machines can be made."""

    def __init__(self, code: Code, plan: Plan, module: wasmtime.Module) -> None:
        self.code, self.plan, self.module = code, plan, module

    def machine(self) -> Machine:
        """A machine of its own, for one thread."""
        return Machine(self.code, self.plan, engine(), self.module)


@cache
def engine() -> wasmtime.Engine:
    """The compiler."""
    return wasmtime.Engine()


def try_out() -> None:
    """Compile and begin a program of nothing; whatever cannot be done on this machine raises what it does."""
    module = wasmtime.Module(engine(), bytes(wasmtime.wat2wasm("(module (memory 1))")))
    wasmtime.Instance(wasmtime.Store(engine()), module, [])


def native_of(code: Code, words: int = 1) -> Native:
    """The program of some rules, with sets of so many words, from what was kept or compiled now."""
    name = f"native-{_key(code, words)}"
    kept = store().get(name)
    if kept is not None:
        text, plan = from_bytes(kept)
        return Native(code, Plan.from_plain(plan), wasmtime.Module.deserialize(engine(), text))
    program = native_program(code, words)
    module = wasmtime.Module(engine(), bytes(wasmtime.wat2wasm(program.text)))
    store().put(name, to_bytes((bytes(module.serialize()), program.plan.to_plain())))
    return Native(code, program.plan, module)


def _compiler() -> str:
    """What a program of nothing is compiled to: it says the version of the compiler, its settings, and what the processor can do."""
    nothing = wasmtime.Module(engine(), b"\0asm\1\0\0\0")
    return hashlib.sha256(bytes(nothing.serialize())).hexdigest()


def _key(code: Code, words: int) -> str:
    """By what the program is made of: packs and their variants, the words of sets, this program, the compiler, the processor."""
    composition = code.program.composition
    chosen = sorted(composition.chosen.items())
    made_of = (program_key(), composition.identity, chosen, words, _compiler())
    return hashlib.sha256(repr(made_of).encode()).hexdigest()
