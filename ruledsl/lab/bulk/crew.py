"""A pool of processes that return results in the order of the pieces of work."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ruledsl.base.system import interrupts_held

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

AHEAD = 3
"""Pieces in progress for each process: this bounds the results that wait for a slow one."""

Piece = TypeVar("Piece")
T = TypeVar("T")


class Died(Exception):
    """The processes cannot continue, with the reason."""


class Crew:
    """A pool of processes; a crew of one works in this process. `Died` if one of them is killed."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._begun = _Begun()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is None:
            return
        # Results of work in progress are no longer needed.
        for process in self._begun.processes:
            process.terminate()
        self._pool.shutdown(cancel_futures=True)

    def results(self, work: Callable[[Piece], T], pieces: Iterable[Piece]) -> Generator[T, None, None]:
        """The results of `work` for each piece, in order. It is a function of a module, and pieces can be pickled."""
        if self.workers == 1:
            yield from map(work, pieces)
            return
        pool = self._open()
        waiting: deque[Future[T]] = deque()
        rest = (pool.submit(work, piece) for piece in pieces)
        try:
            waiting.extend(islice(rest, self.workers * AHEAD))
            while waiting:
                found = waiting.popleft().result()
                waiting.extend(islice(rest, 1))
                yield found
        except BrokenProcessPool:
            raise Died(
                "A process that played games was ended from outside; perhaps the memory ran out."
            ) from None

    def _open(self) -> ProcessPoolExecutor:
        """Spawned rather than forked: the same on all systems, and no thread of this process is copied in the middle of something."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.workers, self._begun, _begin)
        return self._pool


class _Begun(SpawnContext):
    """The processes of one crew: it ends these by their handles, and no others."""

    def __init__(self) -> None:
        self.processes: list[_Worker] = []

    def Process(self, *args: Any, **words: Any) -> _Worker:  # type: ignore[override]  # noqa: N802, ANN401 - as its base
        """A new process, not started yet."""
        self.processes.append(_Worker(*args, **words))
        return self.processes[-1]


class _Worker(SpawnProcess):
    """A process that ignores Ctrl-C from the beginning, and does not run the caller's script again, whether that is guarded or not."""

    def start(self) -> None:
        """As every process."""
        with _BEGINNING, interrupts_held(), _nameless_script(), _method_not_chosen():
            super().start()


_BEGINNING = threading.Lock()
"""Threads begin processes one after the other, since meanwhile the script has no name."""


@contextlib.contextmanager
def _method_not_chosen() -> Iterator[None]:
    """The program may still choose how it starts its own processes: here the library asks for that, and so chooses for it."""
    chosen: str | None = multiprocessing.get_start_method(allow_none=True)
    try:
        yield
    finally:
        if chosen is None:
            multiprocessing.set_start_method(None, force=True)


@contextlib.contextmanager
def _nameless_script() -> Iterator[None]:
    """A new process runs the script by the name of its file: here it has none. Other threads find everything else in its place."""
    main = sys.modules["__main__"]
    nameless = ModuleType("__main__")
    nameless.__dict__.update(vars(main))
    nameless.__dict__.update(__spec__=None, __file__=None)
    sys.modules["__main__"] = nameless
    try:
        yield
    finally:
        sys.modules["__main__"] = main


# ── inside a process ──


def _begin() -> None:
    """A terminal sends Ctrl-C to all processes: the main process decides, and its children end when it ends in any way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr  # what bots print must not be among the lines of games
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
