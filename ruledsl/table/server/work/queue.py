"""Queues before something of which there is little: a process, threads, time. Askers take turns."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from contextlib import asynccontextmanager
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

from ruledsl.base import system
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.work.paying import asker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from anyio import CapacityLimiter


# ── line ────────────────────────────────────────────────────────────────────────
# Askers take turns, however often each stands in it.


MOST_OF_ALL = 200
"""The most that wait in a line, of all askers."""


class Line:
    """`places` are served at once. At most `most` of one asker may wait, and `MOST_OF_ALL` in total; more are refused (None: nobody is)."""

    def __init__(self, places: int = 1, most: int | None = None) -> None:
        self.most = most
        self._free = places
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def turn(self, asker: str) -> AsyncIterator[None]:
        """Wait for a place, and keep it. `Refused` if too many wait."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(asker)
        try:
            yield
        finally:
            self._next(asker)

    async def _wait(self, asker: str) -> None:
        queue = self._waiting.get(asker, deque())
        if self.most is not None and (
            len(queue) >= self.most or sum(map(len, self._waiting.values())) >= MOST_OF_ALL
        ):
            raise Refused("table-005", "The server is too busy; wait a little.")
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(mine)
        self._waiting[asker] = queue
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # it was our turn just now
                self._next(asker)
            elif mine in queue:
                queue.remove(mine)
            raise

    def _next(self, last: str) -> None:
        """Give the place to the next asker; `last` comes after all others."""
        if last in self._waiting:
            self._waiting.move_to_end(last)
        while self._waiting:
            asker, queue = self._waiting.popitem(last=False)
            mine = queue.popleft() if queue else None
            if queue:
                self._waiting[asker] = queue
            if mine is not None and not mine.done():
                mine.set_result(None)
                return
        self._free += 1


# ── budget ──────────────────────────────────────────────────────────────────────
# A time budget for questions, so that choices need not wait for them.


class Budget:
    """`share` of each second is for work, up to `most` seconds are saved up. Askers take turns, and none is refused.

    It measures how long work takes; the next one waits accordingly. `clock` gives seconds.
    """

    def __init__(self, share: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.share = share
        self.most = most
        self.clock = clock
        self._left = most
        self._at = clock()
        self._line = Line()

    @asynccontextmanager
    async def work(self) -> AsyncIterator[None]:
        """Wait for time, then subtract what the work takes."""
        async with self._line.turn(asker()):
            while (wait := self._owed()) > 0:  # noqa: ASYNC110 - it is time that is waited for
                await asyncio.sleep(wait)
            began = self.clock()
            try:
                yield
            finally:
                self._left -= self.clock() - began

    def _owed(self) -> float:
        """Seconds until there is time again."""
        now = self.clock()
        self._left = min(self._left + (now - self._at) * self.share, self.most)
        self._at = now
        return max(-self._left / self.share, 0.0)


# ── process ─────────────────────────────────────────────────────────────────────
# A process that answers one question at a time.


class Answering(Protocol):
    """What answers: a `Process`."""

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer. `OSError` or `ValueError` if there is none."""

    async def end(self) -> None:
        """End it. It takes no more questions and does not start again."""


class WorkQueue:
    """At most `most` questions of one asker may wait; more are refused."""

    def __init__(self, process: Answering, most: int) -> None:
        self.process = process
        self._line = Line(1, most)

    async def ask(self, asked: dict[str, Any], seconds: float, asker: str = "") -> dict[str, Any]:
        """The answer. `Refused` if there is too much to do, or if it takes too long or fails; the next question starts a new process."""
        async with self._line.turn(asker):
            try:
                return await asyncio.wait_for(self.process.ask(asked), seconds)
            except TimeoutError:
                await self.process.end()
                raise Refused(
                    "table-052",
                    "This took longer than {seconds} seconds and was ended.",
                    seconds=f"{seconds:g}",
                ) from None
            except (OSError, ValueError):
                await self.process.end()
                raise Refused("table-052", "This broke down; try again.") from None
            except asyncio.CancelledError:
                await self.process.end()
                raise


# ── aside ───────────────────────────────────────────────────────────────────────
# Work in a thread while the event loop continues. There are few such threads, separate from those that read static files.
#
# Those who ask for work take turns. Where there is only one thread, the work is done at once.


Result = TypeVar("Result")
Given = ParamSpec("Given")
QUESTIONS, CHOICES, SET_UPS = "questions", "choices", "set-ups"
THREADS = {QUESTIONS: 2, CHOICES: 2, SET_UPS: 1}
"""Each kind has its own threads, so that choices wait for nothing else, and questions not for new tables. They share one core, so more would not be
faster."""


async def aside(work: Callable[Given, Result], *args: Given.args, **more: Given.kwargs) -> Result:
    """The result of the work; further work of the same kind waits for its turn."""
    return await _done(QUESTIONS, partial(work, *args, **more))


async def at_once(work: Callable[Given, Result], *args: Given.args, **more: Given.kwargs) -> Result:
    """The result of the work of a choice, done in a thread; it waits only for other choices."""
    return await _done(CHOICES, partial(work, *args, **more))


async def setting_up(work: Callable[Given, Result], *args: Given.args, **more: Given.kwargs) -> Result:
    """The result of setting up a table, done in a thread; it waits only for other new tables."""
    return await _done(SET_UPS, partial(work, *args, **more))


async def _done(kind: str, work: Callable[[], Result]) -> Result:
    if system.ONE_THREAD:
        return work()
    from anyio import to_thread  # noqa: PLC0415 - only where there are threads

    line, threads = _kept(kind)
    async with line.turn(asker()):
        return await to_thread.run_sync(work, limiter=threads)


@cache
def _kept(kind: str) -> tuple[Line, CapacityLimiter]:
    """The line and the threads of a kind of work."""
    from anyio import CapacityLimiter  # noqa: PLC0415

    return Line(THREADS[kind]), CapacityLimiter(THREADS[kind])
