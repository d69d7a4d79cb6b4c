"""Work in a thread while the event loop continues. There are few such threads, separate from those that read static files.

Those who ask for work take turns. Where there is only one thread, the work is done at once.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from ruledsl.base.system import ONE_THREAD
from ruledsl.table.server.work.line import Line
from ruledsl.table.server.work.paying import asker

if TYPE_CHECKING:
    from collections.abc import Callable

    from anyio import CapacityLimiter

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
    """The same for a choice, which waits only for other choices."""
    return await _done(CHOICES, partial(work, *args, **more))


async def setting_up(work: Callable[Given, Result], *args: Given.args, **more: Given.kwargs) -> Result:
    """The same for a new table, which waits only for other new tables."""
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
