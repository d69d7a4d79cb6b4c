"""What the games of some rules run on: programs for sets of a number of words, and the machines of each thread."""

from __future__ import annotations

import hashlib
import os
import threading
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar, cast

from ruledsl.base.errors import EngineError
from ruledsl.base.store import OLD, from_bytes, shipped, store, to_bytes
from ruledsl.base.store.remembering import remembered
from ruledsl.engine.compile.wasm.memory import MOST_WORDS, Plan, words_needed
from ruledsl.engine.machines.machine import Machine, is_here
from ruledsl.rules.packs.folders.contents import program_key, sources_key

if TYPE_CHECKING:
    from collections.abc import Callable

    import wasmtime

    from ruledsl.base.store import Shipped
    from ruledsl.engine.compile.python.program import CellsProgram
    from ruledsl.engine.machines.blocks import Blocks
    from ruledsl.engine.machines.games import Games, Judging, Rollouts
    from ruledsl.engine.machines.machine import Guest
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import Code

# ── programs ────────────────────────────────────────────────────────────────────
# Programs that machines run: native where there is a compiler, else as Python; compiled once and cached.


if TYPE_CHECKING:
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
        from ruledsl.engine.machines.machine import PythonHost  # noqa: PLC0415 - mostly there is a compiler

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
    from ruledsl.engine.machines.machine import Guest  # noqa: PLC0415 - only in a browser

    binary, _, data, plan = _shipped("guest", code, words) or _guest_printed(code, words)
    return Guest(code, plan, binary, data)


def _guest_printed(code: Code, words: int) -> Made:
    """A guest program that the package does not include."""
    name = f"guest-{_key(code, words, program_key())}"
    kept = store().get(name)
    if kept is not None:
        with suppress(Exception):
            *parts, plan = from_bytes(kept)
            return *parts, Plan.from_plain(plan)
    *parts, layout = _printed("guest", code, words)
    store().put(name, to_bytes((*parts, layout.to_plain())))
    return *parts, layout


def ship_program(into: Shipped, kind: Kind, code: Code, words: int) -> None:
    """Add the program of some rules to the package."""
    *parts, plan = _printed(kind, code, words)
    into.put(f"{kind}-{_key(code, words, sources_key())}", to_bytes((*parts, plan.to_plain()), OLD))


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
    """The program of some rules as Python, for sets of this many words, from the cache or printed now."""
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


VARIABLE = "RULEDSL_BACKEND"
"""The environment variable: `python`, or `native` to forbid anything else. Without it, games run natively where possible."""
PYTHON, NATIVE = "python", "native"
MISSING = "the package wasmtime is not installed"

User = TypeVar("User")


def installed() -> bool:
    """Is there a compiler?"""
    return find_spec("wasmtime") is not None


def compiler() -> str:
    """The version of the compiler; empty if it is missing or does not tell."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - a tenth of a start, for those who ask

    try:
        return version("wasmtime") if installed() else ""
    except PackageNotFoundError:
        return ""


def _switched_off() -> str:
    """Why there is no native backend, by the environment variable or for lack of a compiler; empty if there can be one."""
    asked = os.environ.get(VARIABLE, "")
    if asked == PYTHON:
        return f"{VARIABLE} is `{PYTHON}`"
    if asked not in ("", NATIVE):
        return f"{VARIABLE} is neither `{PYTHON}` nor `{NATIVE}` but `{asked[:20]}`"
    return "" if installed() or is_here() else MISSING


def described() -> str:
    """The backend that games run on here, and why; tested with an empty program."""
    if problem := _switched_off():
        return f"Python, since {problem}"
    try:
        from ruledsl.engine.machines.wasm import try_out  # noqa: PLC0415 - only where there is a compiler

        try_out()
    except Exception as fault:  # noqa: BLE001 - whatever goes wrong there is what is asked
        return f"Python, since wasmtime {compiler()} does not run here ({_in_a_line(fault)})"
    return f"native, by wasmtime {compiler()}"


def _in_a_line(problem: Exception) -> str:
    return f"{type(problem).__name__}: {' '.join(str(problem).split())[:300]}"


class _OfThread(threading.local):
    """The users of machines that each thread has, by purpose and by words of a set."""

    def __init__(self) -> None:
        self.users: dict[tuple[str, int], object] = {}


class Backend:
    """Programs for some rules: one for sets of one word, others for larger maps, each made on demand.

    `problem` says why they are not native; `awaited` if native ones were requested. Machines that are `noting` record which rules are used.
    Any thread may use a backend: each has its own machines, and they run in parallel.
    """

    def __init__(self, code: Code) -> None:
        self.code = code
        self.problem = _switched_off()
        self.awaited = os.environ.get(VARIABLE) == NATIVE
        self.noting: list[Machine] = []
        self._programs: dict[int, Program] = {}
        self._lock = threading.Lock()
        self._own = _OfThread()

    @property
    def name(self) -> str:
        """`native` or `python`."""
        return PYTHON if self.problem else NATIVE

    def program(self, words: int = 1) -> Program:
        """The program for sets of this many words, made on the first request. `EngineError` beyond the limit."""
        if words > MOST_WORDS:
            raise EngineError("there is more on the table than there is room for")
        with self._lock:
            if words not in self._programs:
                self._programs[words] = self._made(words)
            return self._programs[words]

    def machine(self, words: int = 1) -> Machine:
        """A new machine, for one thread."""
        program = self.program(words)
        try:
            machine = program.machine()
        except Exception as problem:  # noqa: BLE001 - such as a limit of addresses
            self._give_up("begun", problem)
            machine = self.program(words).machine()
        if self.code.noting:
            self.noting.append(machine)
        return machine

    def _made(self, words: int) -> Program:
        if not self.problem:
            try:
                return guest_of(self.code, words) if is_here() else native_of(self.code, words)
            except Exception as problem:  # noqa: BLE001 - whatever goes wrong there, games are played in Python
                self._give_up("compiled", problem)
        return python_of(self.code, words)

    def _give_up(self, what: str, problem: Exception) -> None:
        self.problem = f"it could not be {what} ({_in_a_line(problem)})"
        self._programs.clear()

    # ── the users of a thread's machines ──

    def games(self, board: Board) -> Games:
        """The player of whole bot games on a map."""

        def made(machine: Machine) -> Games:
            from ruledsl.engine.machines.games import Games  # noqa: PLC0415 - only who plays many needs them

            return Games(machine)

        return self._user("games", words_needed(board.size), made)

    def blocks(self, words: int) -> Blocks:
        """The games of a thread, each in its own block."""

        def made(machine: Machine) -> Blocks:
            from ruledsl.engine.machines.blocks import Blocks  # noqa: PLC0415 - validating needs none

            return Blocks(machine, blocks_of)

        return self._user("blocks", words, made)

    def rollouts(self, words: int, judging: Judging) -> Rollouts:
        """The rollouts from positions."""

        def made(machine: Machine) -> Rollouts:
            from ruledsl.engine.machines.games import Rollouts  # noqa: PLC0415 - only bots try games out

            return Rollouts(machine, judging)

        return self._user("rollouts", words, made)

    def _user(self, what: str, words: int, make: Callable[[Machine], User]) -> User:
        """The user of a machine of this thread, created on the first request."""
        users = self._own.users
        if (what, words) not in users:
            users[what, words] = make(self.machine(words))
        return cast("User", users[what, words])


def backend_of(code: Code) -> Backend:
    """The backend of some rules: created on demand, and alive as long as they are."""
    return remembered(code, Backend, lambda: Backend(code))


def blocks_of(code: Code, words: int) -> Blocks:
    """The games of this thread under some rules, with sets of so many words."""
    return backend_of(code).blocks(words)
