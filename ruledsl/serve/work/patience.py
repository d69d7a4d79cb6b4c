"""Processor time that one question may take, for work that looks between its parts whether there is any left."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

CLOCK = getattr(time, "thread_time", time.monotonic)
"""Not every system tells the time of a thread; where it does not, there is but one."""
SECONDS = 0.5
"""Official packs take half of it at most. A part that has begun is done: each is a choice and a view, which have bounds of their own."""


class Patience:
    """It begins now, in this thread. `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = CLOCK) -> None:
        self.clock = clock
        self.until = clock() + SECONDS

    @property
    def is_over(self) -> bool:
        """Has it taken all that it may?"""
        return self.clock() > self.until
