"""Where the work of a workshop is done: one process for each lane of jobs, ended and begun anew when something takes too long."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ruledsl.serve.refused import Refused
from ruledsl.serve.workshop.jobs import JOBS

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Bench"]

LONGEST = 1 << 26
"""Bytes of a line between server and worker."""
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
            await lane.end()


class _Lane:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.turn = asyncio.Lock()
        self.waiting = 0
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        line = json.dumps(asked).encode() + b"\n"
        try:
            answer = await asyncio.wait_for(self._answer(line), seconds)
        except TimeoutError:
            await self.end()
            raise Refused("table-052", f"This took longer than {seconds:g} seconds and was ended.") from None
        except (OSError, ValueError):
            await self.end()
            raise Refused("table-052", "This broke down; try again.") from None
        except asyncio.CancelledError:
            await self.end()
            raise
        found: dict[str, Any] = json.loads(answer)
        return found

    async def _answer(self, line: bytes) -> bytes:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "ruledsl.serve.workshop.worker", str(self.folder)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST,
            )
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None  # noqa: S101, PT018 - both are pipes
        stdin.write(line)
        await stdin.drain()
        answer = await stdout.readline()
        if not answer:
            raise OSError
        return answer

    async def end(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
