"""A lane: one process that answers one question at a time. Askers take turns."""

from __future__ import annotations

import asyncio
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

from ruledsl.base.system import ONE_THREAD
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.work.line import Line
from ruledsl.table.server.work.paying import asker

if TYPE_CHECKING:
    from collections.abc import Callable

    from anyio import CapacityLimiter


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
    if ONE_THREAD:
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
