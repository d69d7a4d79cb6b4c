"""What the games of some rules run on: programs for sets of a number of words, and the machines of each thread."""

from __future__ import annotations

import os
import threading
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar, cast

from ruledsl.base.errors import EngineError
from ruledsl.base.store.remembering import remembered
from ruledsl.engine.compile.wasm.memory import MOST_WORDS, words_needed
from ruledsl.engine.machines.in_browser import is_here

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.machines.desk import Desk
    from ruledsl.engine.machines.games import Games
    from ruledsl.engine.machines.handles import Handles
    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.machines.programs import Program
    from ruledsl.engine.machines.rollouts import Judging, Rollouts
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import Code

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
            found = program.machine()
        except Exception as problem:  # noqa: BLE001 - such as a limit of addresses
            self._give_up("begun", problem)
            found = self.program(words).machine()
        if self.code.noting:
            self.noting.append(found)
        return found

    def _made(self, words: int) -> Program:
        from ruledsl.engine.machines.programs import guest_of, native_of, python_of  # noqa: PLC0415 - only here is a program needed

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

    def handles(self, words: int) -> Handles:
        """The handles of a thread's games, each in its own block."""

        def made(machine: Machine) -> Handles:
            from ruledsl.engine.machines.handles import Handles  # noqa: PLC0415 - validating needs none

            return Handles(machine)

        return self._user("handles", words, made)

    def desk(self, words: int) -> Desk:
        """The desk on which states in Python are advanced and queried."""
        from ruledsl.engine.machines.desk import Desk  # noqa: PLC0415 - validating needs none

        users = self._own.users
        if ("desk", words) not in users:
            users["desk", words] = Desk(self.handles(words).machine)
        return cast("Desk", users["desk", words])

    def rollouts(self, words: int, judging: Judging) -> Rollouts:
        """The rollouts from positions."""

        def made(machine: Machine) -> Rollouts:
            from ruledsl.engine.machines.rollouts import Rollouts  # noqa: PLC0415 - only bots try games out

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
