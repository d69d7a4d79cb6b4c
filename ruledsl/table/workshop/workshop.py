"""The workshop: its folder, its papers, and the processes of its jobs, one for each queue."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.work.queue import WorkQueue
from ruledsl.table.workshop.jobs import JOBS
from ruledsl.table.workshop.shop import Shop

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ruledsl.table.server.room import Room
    from ruledsl.table.server.work.queue import Answering

MOST_BODY = 6_000_000
"""Bytes of a request: unsaved texts of a pack, which are at most 4 MB."""
MOST_PAPERS = 24
PAPER = "/api/workshop/paper"
LANGUAGE = "/api/workshop/language"
"""The address of the editor's language server."""


class Workshop:
    """The workshop of a folder. `room` has the tables of the same server."""

    def __init__(self, folder: Path, room: Room) -> None:
        self.shop = Shop(folder)
        self.bench = _Bench(self.shop.folder, room.process)
        self.room = room
        self._papers: OrderedDict[str, str] = OrderedDict()

    def keep_paper(self, html: str) -> str:
        """Keep a page; returns its name. The oldest pages are dropped."""
        name = secrets.token_urlsafe(12)
        self._papers[name] = html
        while len(self._papers) > MOST_PAPERS:
            self._papers.popitem(last=False)
        return name

    def paper(self, name: str) -> str:
        """The page with that name, as HTML; `Refused` if it was dropped."""
        if name not in self._papers:
            raise Refused("table-004", "This paper is no longer here; make it again.")
        return self._papers[name]

    async def close(self) -> None:
        """End the work."""
        await self.bench.close()


WORKER = "ruledsl.table.workshop.worker"
MOST_WAITING = 8
"""The most waiting questions; more are refused."""


class _Bench:
    """`process` creates the processes. Queues do not wait for each other; each answers one question at a time."""

    def __init__(self, folder: Path, process: Callable[..., Answering]) -> None:
        self.folder = folder
        self._process = process
        self._queues: dict[str, WorkQueue] = {}

    async def ask(self, job: str, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer of a job. `Refused` if it takes too long or fails; the next question starts a new process."""
        wanted = JOBS[job]
        if wanted.queue not in self._queues:
            self._queues[wanted.queue] = WorkQueue(self._process(WORKER, str(self.folder)), MOST_WAITING)
        return await self._queues[wanted.queue].ask({"job": job, **asked}, wanted.seconds)

    async def close(self) -> None:
        """End all processes."""
        for queue in self._queues.values():
            await queue.process.end()
