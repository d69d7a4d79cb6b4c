"""Work in a thread while the event loop continues. There are few such threads, separate from those that read static files.

Where there is only one thread, the work is done at once.
"""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from ruledsl.system import ONE_THREAD

if TYPE_CHECKING:
    from collections.abc import Callable

    from anyio import CapacityLimiter

Result = TypeVar("Result")
Given = ParamSpec("Given")
THREADS = 2
"""They share one core, so more threads would not be faster."""
QUESTIONS, CHOICES = "questions", "choices"
"""Each has its own threads, so that choices do not wait for questions."""


async def aside(work: Callable[Given, Result], *args: Given.args, **more: Given.kwargs) -> Result:
    """The result of the work; further work of the same kind waits in order."""
    return await _done(QUESTIONS, partial(work, *args, **more))


async def at_once(work: Callable[Given, Result], *args: Given.args, **more: Given.kwargs) -> Result:
    """The same for a choice, which waits only for other choices."""
    return await _done(CHOICES, partial(work, *args, **more))


async def _done(kind: str, work: Callable[[], Result]) -> Result:
    if ONE_THREAD:
        return work()
    from anyio import to_thread  # noqa: PLC0415 - only where there are threads

    return await to_thread.run_sync(work, limiter=_threads(kind))


@cache
def _threads(_kind: str) -> CapacityLimiter:
    from anyio import CapacityLimiter  # noqa: PLC0415

    return CapacityLimiter(THREADS)
