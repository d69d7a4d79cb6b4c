"""A line before something of which there is little. Askers take turns, however often each stands in it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from ruledsl.table.server.refusals import Refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

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
