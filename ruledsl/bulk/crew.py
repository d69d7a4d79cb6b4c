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
from types import ModuleType
from typing import TYPE_CHECKING, Self, TypeVar

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
        self._others = multiprocessing.active_children()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is None:
            return
        # Results of work in progress are no longer needed.
        for process in multiprocessing.active_children():
            if process not in self._others:
                process.terminate()
        self._pool.shutdown(cancel_futures=True)

    def results(self, work: Callable[[Piece], T], pieces: Iterable[Piece]) -> Generator[T, None, None]:
        """The results of `work` for each piece, in order. It is a function of a module, and pieces can be pickled."""
        if self.workers == 1:
            yield from map(work, pieces)
            return
        pool = self._open()
        waiting: deque[Future[T]] = deque()
        rest = (_submitted(pool, work, piece) for piece in pieces)
        try:
            with _interrupts_ignored():
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
            self._pool = ProcessPoolExecutor(self.workers, multiprocessing.get_context("spawn"), _begin)
        return self._pool


def _submitted(pool: ProcessPoolExecutor, work: Callable[[Piece], T], piece: Piece) -> Future[T]:
    """Submit a piece. A new process does not run the caller's script again, whether that is guarded or not."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        return pool.submit(work, piece)
    finally:
        sys.modules["__main__"] = main


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes started meanwhile ignore Ctrl-C from the beginning."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


# ── inside a process ──


def _begin() -> None:
    """A terminal sends Ctrl-C to all processes: the main process decides, and its children end when it ends in any way."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
