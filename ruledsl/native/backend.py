"""Which backend runs, and why: native as soon as it is ready, Python until then, and where there is no other."""

from __future__ import annotations

import os
import threading
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar, cast

from ruledsl.compile.native.memory import MOST_WORDS, words_needed

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.rules.code import Code
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.state import State
    from ruledsl.native.course import NativeCourse
    from ruledsl.native.games import Games
    from ruledsl.native.judging import Judging
    from ruledsl.native.machine import Machine
    from ruledsl.native.programs import Native
    from ruledsl.native.riding import Ride, Stable

__all__ = ["VARIABLE", "WORTH_IT", "Backend", "compiler", "described", "installed"]

WORTH_IT = 1000
"""So many choices by index are made in Python before games that are driven by them are worth a compiler."""
VARIABLE = "RULEDSL_BACKEND"
"""The name of the switch: `python`, or `native` for games that wait for the compiler. Without it they are played by what is ready.
"""
PYTHON, NATIVE = "python", "native"
MISSING = "the package wasmtime is not installed (pip install 'ruledsl[native]')"

User = TypeVar("User")


def installed() -> bool:
    """Is there a compiler?"""
    return find_spec("wasmtime") is not None


def compiler() -> str:
    """The version of the compiler; empty if there is none, or it does not say."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - a tenth of a start, for those who ask

    try:
        return version("wasmtime") if installed() else ""
    except PackageNotFoundError:
        return ""


def _switched_off() -> str:
    """Why there is to be no native backend, by what was asked for or by what there is; empty if there can be one."""
    asked = os.environ.get(VARIABLE, "")
    if asked == PYTHON:
        return f"{VARIABLE} is `{PYTHON}`"
    if asked not in ("", NATIVE):
        return f"{VARIABLE} is neither `{PYTHON}` nor `{NATIVE}` but `{asked[:20]}`"
    return "" if installed() else MISSING


def described() -> str:
    """Which backend whole games run on here, and why; tried out with a program of nothing."""
    if problem := _switched_off():
        return f"Python, since {problem}"
    try:
        from ruledsl.native.wasm import try_out  # noqa: PLC0415 - only where there is a compiler

        try_out()
    except Exception as fault:  # noqa: BLE001 - whatever goes wrong there is what is asked
        return f"Python, since wasmtime {compiler()} does not run here ({_in_a_line(fault)})"
    return f"native, by wasmtime {compiler()}; games begin in Python and go on natively once that is compiled"


def _in_a_line(problem: Exception) -> str:
    return f"{type(problem).__name__}: {' '.join(str(problem).split())[:300]}"


class _OfThread(threading.local):
    """What each thread has for itself: who uses a machine, by what they do and how many words its sets have."""

    def __init__(self) -> None:
        self.users: dict[tuple[str, int], object] = {}


class Backend:
    """The native forms of some rules: one for sets of one word, others for larger maps, made when they are needed.

    `problem` says why there is none; if one was asked for by name (`awaited`), whoever needs it waits until it is ready.
    Any thread may use it: each has machines of its own, and while one of them runs, others do.
    """

    def __init__(self, code: Code) -> None:
        self.code = code
        self.problem = _switched_off()
        self.awaited = os.environ.get(VARIABLE) == NATIVE
        self.chosen = 0
        self._natives: dict[int, Native] = {}
        self._making: dict[int, threading.Thread] = {}
        self._lock = threading.Lock()
        self._own = _OfThread()

    @property
    def name(self) -> str:
        """`native` or `python`."""
        return "native" if self._natives else "python"

    def wait(self, board: Board | None = None) -> Native | None:
        """The native form for a map (None: one of the usual size), when it is ready; None if there is none."""
        words = 1 if board is None else words_needed(board.size)
        self._ready(words)
        making = self._making.get(words)
        if making is not None:
            making.join()
        return self._natives.get(words)

    def games(self, board: Board) -> Games | None:
        """What plays whole games of bots on a map, if the native form is ready."""

        def made(machine: Machine) -> Games:
            from ruledsl.native.games import Games  # noqa: PLC0415 - only where there is a compiler

            return Games(machine)

        return self._user("games", words_needed(board.size), made)

    def ride(self, g: State) -> Ride | None:
        """A game that is driven natively from a state on, if that can be done; the more choices are made, the more it is worth to compile."""
        self.chosen += 1
        words = words_needed(g.board.size, g.people_count)
        if words not in self._natives and (self.problem or self.chosen < WORTH_IT) and not self.awaited:
            return None

        def made(machine: Machine) -> Stable:
            from ruledsl.native.riding import Stable  # noqa: PLC0415 - only where there is a compiler

            return Stable(machine)

        stable = self._user("stable", words, made)
        return stable.ride(g) if stable is not None else None

    def course(self, g: State, judging: Judging) -> NativeCourse | None:
        """What tries games out from positions such as a state, if the native form is ready."""

        def made(machine: Machine) -> NativeCourse:
            from ruledsl.native.course import NativeCourse  # noqa: PLC0415 - only where there is a compiler

            return NativeCourse(machine, judging)

        return self._user("course", words_needed(g.board.size, g.people_count), made)

    # ── what is made when it is asked for ──

    def _ready(self, words: int) -> Native | None:
        """The native form, if it is there already; the first who asks has it made, beside what goes on."""
        if words <= MOST_WORDS and not self.problem and words not in self._natives:
            with self._lock:
                if words not in self._making:
                    self._making[words] = threading.Thread(target=self._make, args=(words,), daemon=True)
                    self._making[words].start()
            if self.awaited:
                self._making[words].join()
        return self._natives.get(words)

    def _user(self, what: str, words: int, make: Callable[[Machine], User]) -> User | None:
        """Who uses a machine of this thread; it is made at first."""
        users = self._own.users
        if (what, words) not in users and (native := self._ready(words)) is not None:
            try:
                users[what, words] = make(native.machine())
            except Exception as problem:  # noqa: BLE001 - such as a limit of addresses
                self._give_up("begun", problem)
        return cast("User | None", users.get((what, words)))

    def _give_up(self, what: str, problem: Exception) -> None:
        self.problem = f"it could not be {what} ({_in_a_line(problem)})"
        self._natives.clear()

    def _make(self, words: int) -> None:
        try:
            from ruledsl.native.programs import native_of  # noqa: PLC0415 - only here is the compiler needed

            self._natives[words] = native_of(self.code, words)
        except Exception as problem:  # noqa: BLE001 - whatever goes wrong there, games go on in Python
            self._give_up("compiled", problem)
