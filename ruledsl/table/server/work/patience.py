"""A limit on the processor time of one question, for work that checks between its parts."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

CLOCK = getattr(time, "thread_time", time.monotonic)
"""Not every system measures the time of a thread; those that do not have only one."""
SECONDS = 0.5
"""Official packs take half of it at most. A part in progress is finished: each is a choice and a view, which have their own limits."""


class Patience:
    """A limit that starts now, in this thread. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = CLOCK) -> None:
        self.clock = clock
        self.until = clock() + SECONDS

    @property
    def is_over(self) -> bool:
        """Is the time used up?"""
        return self.clock() > self.until
