"""Where the work of a workshop is done: one process for each lane of jobs, ended and begun anew when something takes too long."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from ruledsl.serve.bots.process import Process
from ruledsl.serve.refused import Refused
from ruledsl.serve.workshop.jobs import JOBS

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Bench"]

WORKER = "ruledsl.serve.workshop.worker"
MOST_WAITING = 8
"""So many questions wait in a lane; more are refused."""


class Bench:
    """Lanes do not wait for each other; in one of them there is one question at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lanes: dict[str, _Lane] = {}

    async def ask(self, job: str, asked: dict[str, Any]) -> dict[str, Any]:
        """What a job answers. `Refused` if it takes too long or breaks down; the next question finds a new process."""
        wanted = JOBS[job]
        lane = self._lanes.setdefault(wanted.lane, _Lane(self.folder))
        if lane.waiting >= MOST_WAITING:
            raise Refused("table-005", "There is too much to do at once; wait a little.")
        lane.waiting += 1
        try:
            async with lane.turn:
                return await lane.ask({"job": job, **asked}, wanted.seconds)
        finally:
            lane.waiting -= 1

    async def close(self) -> None:
        """End all of them."""
        for lane in self._lanes.values():
            await lane.process.end()


class _Lane:
    def __init__(self, folder: Path) -> None:
        self.turn = asyncio.Lock()
        self.waiting = 0
        self.process = Process(WORKER, str(folder))

    async def ask(self, asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        try:
            return await asyncio.wait_for(self.process.ask(asked), seconds)
        except TimeoutError:
            await self.process.end()
            raise Refused("table-052", f"This took longer than {seconds:g} seconds and was ended.") from None
        except (OSError, ValueError):
            await self.process.end()
            raise Refused("table-052", "This broke down; try again.") from None
        except asyncio.CancelledError:
            await self.process.end()
            raise
