"""The games of a series as lines (`form`), played on any number of cores, in the order of the games."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from enum import Enum
from functools import lru_cache
from itertools import islice
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from ruledsl.base.dataclass import dataclass
from ruledsl.base.errors import PackError
from ruledsl.base.system import interrupts_held
from ruledsl.lab.bulk.form import text_of
from ruledsl.lab.bulk.outcome import changed, line_of
from ruledsl.lab.bulk.playing import why_slow
from ruledsl.play.rules import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ruledsl.lab.bulk.playing import Plan
    from ruledsl.play.game import Rules

    Steps = Callable[["ProcessPool", int | None], Iterator[object]]

# ── pool ────────────────────────────────────────────────────────────────────────
# A pool of processes that return results in the order of the pieces of work.


AHEAD = 3
"""Pieces in progress for each process: this bounds the results that wait for a slow one."""

Piece = TypeVar("Piece")
T = TypeVar("T")


class Died(Exception):
    """The processes cannot continue, with the reason."""


def cores() -> int:
    """The cores available to this process, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class ProcessPool:
    """A pool of processes, by default one for each core; one of a single process works in this one. `Died` if one of them is killed."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()
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
                result = waiting.popleft().result()
                waiting.extend(islice(rest, 1))
                yield result
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
    """The processes of one pool: it ends these by their handles, and no others."""

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


# ── budget ──────────────────────────────────────────────────────────────────────
# A budget of games: they stop when the result is certain or the budget is used up; stopping early keeps the results so far.


class End(Enum):
    """Why no more games are played."""

    SURE = "sure"
    TIME = "time"
    GAMES = "games"
    STOPPED = "stopped"


@dataclass(slots=True)
class Budget:
    """What is permitted, what it `took`, and why it ended. Without `workers`, games are played on all cores.

    Ctrl-C ends it as well, as the `interrupt`, which the caller raises again when the results so far are told.
    """

    seconds: float
    games: int | None = None
    workers: int | None = None
    took: float = 0.0
    end: End = End.TIME
    interrupt: KeyboardInterrupt | None = None

    def spend(self, steps: Steps, watch: Callable[[], object] | None = None) -> None:
        """Continue with `steps`. `watch` is called after each piece, and may raise if further games are useless. `Died` as for a pool."""
        began = time.monotonic()
        try:
            self._play(steps, watch, began + self.seconds)
        except KeyboardInterrupt as interrupt:
            self.end, self.interrupt = End.STOPPED, interrupt
        self.took = time.monotonic() - began

    def _play(self, steps: Steps, watch: Callable[[], object] | None, until: float) -> None:
        with ProcessPool(self.workers) as pool:
            for _ in steps(pool, self.games):
                if watch is not None:
                    watch()
                if time.monotonic() >= until:
                    return
        self.end = End.GAMES

    def settle(self, *, sure: bool) -> None:
        """Certainty is the reason for the end, whatever came first."""
        if sure and self.interrupt is None:
            self.end = End.SURE


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


CHUNK = 4
"""Games in one task: few, so that slow games delay nothing, but not one, since each task has a cost."""
KEPT = 24
"""The most plans whose rules stay loaded."""

Identity = tuple[tuple[str, str, str], ...]


class Line(NamedTuple):
    """The outcome of a game as a line of JSON, with its end; `failed` if the game could not be played.

    `python` says why such games run in Python; it is empty if they run inside a native program.
    """

    text: str
    failed: bool
    python: str = ""


Lines = Generator[Line, None, None]
WorkPiece = tuple["Plan", Identity, "Sequence[int]"]
"""Games to play: the plan, the identity of its packs, the numbers of the games."""


def lines_of(rules: Rules, plan: Plan, games: Sequence[int], workers: int | None = None) -> Lines:
    """The lines of these games behind the header, in order, the same for any number of processes (by default one for each core).

    With one, this process plays.
    """
    most = min(workers or cores(), len(games))
    return _alone(rules, plan, games) if most <= 1 else _shared_out(rules, plan, games, most)


def _alone(rules: Rules, plan: Plan, games: Sequence[int]) -> Lines:
    for number in games:
        yield _line(rules, plan, number)


def _line(rules: Rules, plan: Plan, number: int) -> Line:
    line = line_of(rules, plan, number)
    return Line(text_of(line), "error" in line, why_slow(rules, plan))


def _shared_out(rules: Rules, plan: Plan, games: Sequence[int], workers: int) -> Lines:
    identity = tuple(rules.composition.identity)
    pieces = ((plan, identity, games[start : start + CHUNK]) for start in range(0, len(games), CHUNK))
    with ProcessPool(workers) as pool:
        for lines in pool.results(chunk_of, pieces):
            yield from lines


# ── inside a process ──


def chunk_of(piece: WorkPiece) -> list[Line]:
    """The lines of some games. `Died` if the packs are not those of the plan."""
    plan, identity, games = piece
    rules = rules_of(plan, identity)
    return [_line(rules, plan, number) for number in games]


@lru_cache(KEPT)
def rules_of(plan: Plan, identity: Identity) -> Rules:
    """The rules of a plan, loaded once in each process. `Died` if the packs do not have this identity."""
    try:
        rules = load(*plan.packs, variants=dict(plan.variants))
    except PackError:
        rules = None
    if rules is None or tuple(rules.composition.identity) != identity:
        raise Died("The packs were changed while they were being played.")
    return changed(rules, plan.changes)
