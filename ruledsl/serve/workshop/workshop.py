"""Everything that the routes of a workshop share, and where its work is done: one process for each lane of jobs."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from ruledsl.serve.bots.process import Process
from ruledsl.serve.web.guard import needs_loopback
from ruledsl.serve.work.lane import Lane
from ruledsl.serve.workshop.jobs import JOBS
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
        self.bench = _Bench(self.shop.folder)
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


WORKER = "ruledsl.serve.workshop.worker"
MOST_WAITING = 8
"""So many questions wait for the one that is answered; more are refused."""


class _Bench:
    """Lanes do not wait for each other; in one of them there is one question at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lanes: dict[str, Lane] = {}

    async def ask(self, job: str, asked: dict[str, Any]) -> dict[str, Any]:
        """What a job answers. `Refused` if it takes too long or breaks down; the next question finds a new process."""
        wanted = JOBS[job]
        if wanted.lane not in self._lanes:
            self._lanes[wanted.lane] = Lane(Process(WORKER, str(self.folder)), MOST_WAITING)
        return await self._lanes[wanted.lane].ask({"job": job, **asked}, wanted.seconds)

    async def close(self) -> None:
        """End all of them."""
        for lane in self._lanes.values():
            await lane.process.end()
