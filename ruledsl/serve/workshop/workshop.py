"""Everything that the routes of a workshop share."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from ruledsl.serve.web.guard import needs_loopback
from ruledsl.serve.workshop.bench import Bench
from ruledsl.serve.workshop.shop import Shop

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response

    from ruledsl.serve.room import Room
    from ruledsl.serve.web.doors import Doors, Handler

__all__ = ["MOST_BODY", "Workshop"]

MOST_BODY = 6_000_000
"""Bytes of a request: texts of a pack that are not saved, of which there are at most 4 MB."""


class Workshop:
    """`room` has the tables of the same server."""

    def __init__(self, folder: Path, doors: Doors, room: Room) -> None:
        self.shop = Shop(folder)
        self.bench = Bench(self.shop.folder)
        self.doors = doors
        self.room = room
        self.papers: OrderedDict[str, str] = OrderedDict()

    def read(self, handler: Handler) -> Handler:
        """For requests that change nothing: from this computer only."""
        return self._here(self.doors.read(handler))

    def written(self, handler: Handler) -> Handler:
        """For those that change something: from the pages of this server only."""
        return self._here(self.doors.written(handler))

    def _here(self, handler: Handler) -> Handler:
        async def answer(request: Request) -> Response:
            needs_loopback(request)
            return await handler(request)

        return answer

    async def close(self) -> None:
        """The work ends."""
        await self.bench.close()
