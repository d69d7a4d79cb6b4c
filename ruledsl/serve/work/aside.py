"""Work in a thread, while the event loop goes on. There are few such threads, and none of them is one that files of the page are read in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["aside", "at_once"]

Result = TypeVar("Result")
Given = ParamSpec("Given")
THREADS = 2
"""They share one core, so that more of them make nothing quicker."""
LIMITER = CapacityLimiter(THREADS)
CHOICES = CapacityLimiter(THREADS)
"""Threads of their own, so that who chooses waits for nobody who asks."""


async def aside(work: Callable[Given, Result], *args: Given.args, **more: Given.kwargs) -> Result:
    """What the work gives; whoever asks for more of it waits in order."""
    return await to_thread.run_sync(partial(work, *args, **more), limiter=LIMITER)


async def at_once(work: Callable[Given, Result], *args: Given.args, **more: Given.kwargs) -> Result:
    """The same for a choice, which waits for nothing but other choices."""
    return await to_thread.run_sync(partial(work, *args, **more), limiter=CHOICES)
