"""A time budget for questions, so that choices need not wait for them."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable


class Budget:
    """`share` of each second is for work, up to `most` seconds are saved up. Work is done in order, and none is refused.

    It measures how long work takes; the next one waits accordingly. `clock` gives seconds.
    """

    def __init__(self, share: float, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.share = share
        self.most = most
        self.clock = clock
        self._left = most
        self._at = clock()
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def work(self) -> AsyncIterator[None]:
        """Wait for time, then subtract what the work takes."""
        async with self._turn:
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
