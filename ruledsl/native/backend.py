"""Which backend runs, and why: native as soon as it is ready, Python until then, and where there is no other."""

from __future__ import annotations

import threading
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruledsl.engine.rules.code import Code
    from ruledsl.engine.state.state import State
    from ruledsl.native.course import NativeCourse
    from ruledsl.native.games import Games
    from ruledsl.native.judging import Judging
    from ruledsl.native.programs import Native
    from ruledsl.native.riding import Ride, Stable

__all__ = ["MISSING", "WORTH_IT", "Backend", "compiler", "installed"]

WORTH_IT = 1000
"""So many choices by index are made in Python before games that are driven by them are worth a compiler."""
MISSING = "the package wasmtime is not installed (pip install 'ruledsl[native]')"


def installed() -> bool:
    """Is there a compiler?"""
    return find_spec("wasmtime") is not None


def compiler() -> str:
    """The version of the compiler; empty if there is none."""
    return version("wasmtime") if installed() else ""


class Backend:
    """The native form of some rules. `problem` says why there is none."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.problem = "" if installed() else MISSING
        self._native: Native | None = None
        self.chosen = 0
        self._games: Games | None = None
        self._stable: Stable | None = None
        self._course: NativeCourse | None = None
        self._thread: threading.Thread | None = None

    @property
    def name(self) -> str:
        """`native` or `python`."""
        return "native" if self._native is not None else "python"

    def ready(self) -> Native | None:
        """The native form, if it is there already; the first who asks has it made, beside what goes on."""
        if self._native is None and self._thread is None and not self.problem:
            self._thread = threading.Thread(target=self._make, daemon=True)
            self._thread.start()
        return self._native

    def wait(self) -> Native | None:
        """The native form, when it is ready; None if there is none."""
        self.ready()
        if self._thread is not None:
            self._thread.join()
        return self._native

    def games(self) -> Games | None:
        """What plays whole games of bots, if the native form is ready."""
        if self._games is None and (native := self.ready()) is not None:
            from ruledsl.native.games import Games  # noqa: PLC0415 - only where there is a compiler

            try:
                self._games = Games(native.machine())
            except Exception as problem:  # noqa: BLE001 - such as a limit of addresses
                self._give_up("begun", problem)
        return self._games

    def ride(self, g: State) -> Ride | None:
        """A game that is driven natively from a state on, if that can be done; the more choices are made, the more it is worth to compile."""
        self.chosen += 1
        if self._native is None and (self.problem or self.chosen < WORTH_IT):
            return None
        if self._stable is None and (native := self.ready()) is not None:
            from ruledsl.native.riding import Stable  # noqa: PLC0415 - only where there is a compiler

            try:
                self._stable = Stable(native.machine())
            except Exception as problem:  # noqa: BLE001 - such as a limit of addresses
                self._give_up("begun", problem)
        return self._stable.ride(g) if self._stable is not None else None

    def course(self, judging: Judging) -> NativeCourse | None:
        """What tries games out from positions, if the native form is ready."""
        if self._course is None and (native := self.ready()) is not None:
            from ruledsl.native.course import NativeCourse  # noqa: PLC0415 - only where there is a compiler

            try:
                self._course = NativeCourse(native.machine(), judging)
            except Exception as problem:  # noqa: BLE001 - such as a limit of addresses
                self._give_up("begun", problem)
        return self._course

    def _give_up(self, what: str, problem: Exception) -> None:
        text = " ".join(str(problem).split())[:300]
        self.problem = f"it could not be {what} ({type(problem).__name__}: {text})"
        self._native = None

    def _make(self) -> None:
        from ruledsl.native.programs import native_of  # noqa: PLC0415 - only here is the compiler needed

        try:
            self._native = native_of(self.code)
        except Exception as problem:  # noqa: BLE001 - whatever goes wrong there, games go on in Python
            self._give_up("compiled", problem)
