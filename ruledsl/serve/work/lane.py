"""A lane: one process that answers one question at a time. Askers take turns, however many questions each has."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Protocol

from ruledsl.serve.refused import Refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

MOST_OF_ALL = 200
"""The most waiting questions in a lane, of all askers."""


class Asked(Protocol):
    """What answers: a `Process`."""

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer. `OSError` or `ValueError` if there is none."""

    async def end(self) -> None:
        """End it. It takes no more questions and does not start again."""


class Lane:
    """At most `most` questions of one asker may wait; more are refused."""

    def __init__(self, process: Asked, most: int) -> None:
        self.process = process
        self.most = most
        self._busy = False
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def ask(self, asked: dict[str, Any], seconds: float, asker: str = "") -> dict[str, Any]:
        """The answer. `Refused` if there is too much to do, or if it takes too long or fails; the next question starts a new process."""
        async with self._turn(asker):
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

    @asynccontextmanager
    async def _turn(self, asker: str) -> AsyncIterator[None]:
        if self._busy:
            await self._wait(asker)
        self._busy = True
        try:
            yield
        finally:
            self._next(asker)

    async def _wait(self, asker: str) -> None:
        queue = self._waiting.get(asker, deque())
        if len(queue) >= self.most or sum(map(len, self._waiting.values())) >= MOST_OF_ALL:
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
        """Give the turn to the next asker; `last` comes after all others."""
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
        self._busy = False
