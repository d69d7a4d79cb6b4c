"""The processes that play the games of a series. Their results come in the order of the games, whoever played them."""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.bulk.outcome import outcome
from ruledsl.naming.errors import PackError
from ruledsl.play.rules import load

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.bulk.plan import Plan
    from ruledsl.play.game import Rules

__all__ = ["Died", "Line", "lines_of"]

CHUNK = 4
"""Games that are given out together: few, so that slow games hold nothing up, and not one, since handing out costs too."""
AHEAD = 3
"""So many chunks for each process are given out at a time: what waits for a slow game to be written is bounded."""

Identity = tuple[tuple[str, str, str], ...]


class Died(Exception):
    """The processes cannot go on; says why."""


class Line(NamedTuple):
    """The outcome of a game as a line of JSON, with its end; `failed` if the game could not be played."""

    text: str
    failed: bool


Lines = Generator[Line, None, None]


def lines_of(rules: Rules, plan: Plan, games: Sequence[int], workers: int) -> Lines:
    """The lines of these games, in their order. The same ones for any number of processes; one plays in this process."""
    return _alone(rules, plan, games) if workers == 1 else _shared_out(rules, plan, games, workers)


def _alone(rules: Rules, plan: Plan, games: Sequence[int]) -> Lines:
    for number in games:
        yield _line(rules, plan, number)


def _line(rules: Rules, plan: Plan, number: int) -> Line:
    found = outcome(rules, plan, number)
    return Line(json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n", "error" in found)


def _shared_out(rules: Rules, plan: Plan, games: Sequence[int], workers: int) -> Lines:
    identity = tuple(rules.composition.identity)
    others = multiprocessing.active_children()
    # Spawned everywhere, not forked: the same on all systems, and no thread of this process is copied halfway through something.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin)
    waiting: deque[Future[list[Line]]] = deque()
    rest = (
        pool.submit(_chunk, plan, identity, games[start : start + CHUNK])
        for start in range(0, len(games), CHUNK)
    )
    try:
        with _interrupts_ignored():
            waiting.extend(islice(rest, workers * AHEAD))
        while waiting:
            lines = waiting.popleft().result()
            waiting.extend(islice(rest, 1))
            yield from lines
    except BrokenProcessPool:
        raise Died(
            "A process that played games was ended from outside; perhaps the memory ran out."
        ) from None
    finally:
        # Whatever is still being played is not wanted any more: its lines could not be written in their order.
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        pool.shutdown(cancel_futures=True)


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes that are begun meanwhile ignore Ctrl-C from their first moment on."""
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
    """A terminal sends Ctrl-C to all of us: the process that writes the lines decides what becomes of it. When it ends, however it ends, we do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _chunk(plan: Plan, identity: Identity, games: Sequence[int]) -> list[Line]:
    rules = _rules(plan, identity)
    return [_line(rules, plan, number) for number in games]


@cache
def _rules(plan: Plan, identity: Identity) -> Rules:
    """Loaded once in each process."""
    try:
        rules = load(*plan.packs, variants=dict(plan.variants))
    except PackError:
        rules = None
    if rules is None or tuple(rules.composition.identity) != identity:
        raise Died("The packs were changed while they were being played.")
    return rules
