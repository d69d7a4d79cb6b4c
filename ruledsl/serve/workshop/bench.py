"""Where the work of a workshop is done: one process for each lane of jobs, ended and begun anew when something takes too long."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.serve.work.lane import Lane
from ruledsl.serve.workshop.jobs import JOBS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ruledsl.serve.work.lane import Asked

__all__ = ["Bench"]

WORKER = "ruledsl.serve.workshop.worker"
MOST_WAITING = 8
"""So many questions wait for the one that is answered; more are refused."""


class Bench:
    """Lanes do not wait for each other; in one of them there is one question at a time."""

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
