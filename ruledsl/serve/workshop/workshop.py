"""Everything that is asked for in a workshop, and where its work is done: one process for each lane of jobs."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from ruledsl.serve.refused import Refused
from ruledsl.serve.work.lane import Lane
from ruledsl.serve.workshop.jobs import JOBS
from ruledsl.serve.workshop.shop import Shop

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ruledsl.serve.room import Room
    from ruledsl.serve.work.lane import Asked

MOST_BODY = 6_000_000
"""Bytes of a request: texts of a pack that are not saved, of which there are at most 4 MB."""
MOST_PAPERS = 24
PAPER = "/api/workshop/paper"
LANGUAGE = "/api/workshop/language"
"""Where the editor's language server is spoken to."""


class Workshop:
    """Of a folder. `room` has the tables of the same server."""

    def __init__(self, folder: Path, room: Room) -> None:
        self.shop = Shop(folder)
        self.bench = _Bench(self.shop.folder, room.process)
        self.room = room
        self._papers: OrderedDict[str, str] = OrderedDict()

    def keep_paper(self, html: str) -> str:
        """The name of a page that was made; the oldest ones are forgotten."""
        name = secrets.token_urlsafe(12)
        self._papers[name] = html
        while len(self._papers) > MOST_PAPERS:
            self._papers.popitem(last=False)
        return name

    def paper(self, name: str) -> str:
        """The page of that name, as HTML; `Refused` if it is forgotten."""
        if name not in self._papers:
            raise Refused("table-004", "This paper is no longer here; make it again.")
        return self._papers[name]

    async def close(self) -> None:
        """The work ends."""
        await self.bench.close()


WORKER = "ruledsl.serve.workshop.worker"
MOST_WAITING = 8
"""So many questions wait for the one that is answered; more are refused."""


class _Bench:
    """`process` makes what is asked. Lanes do not wait for each other; in one of them there is one question at a time."""

    def __init__(self, folder: Path, process: Callable[..., Asked]) -> None:
        self.folder = folder
        self._process = process
        self._lanes: dict[str, Lane] = {}

    async def ask(self, job: str, asked: dict[str, Any]) -> dict[str, Any]:
        """What a job answers. `Refused` if it takes too long or breaks down; the next question finds a new process."""
        wanted = JOBS[job]
        if wanted.lane not in self._lanes:
            self._lanes[wanted.lane] = Lane(self._process(WORKER, str(self.folder)), MOST_WAITING)
        return await self._lanes[wanted.lane].ask({"job": job, **asked}, wanted.seconds)

    async def close(self) -> None:
        """End all of them."""
        for lane in self._lanes.values():
            await lane.process.end()
