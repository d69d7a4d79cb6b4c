"""Processes in which bots think. One that takes too long, or ends, is replaced, and whoever asked gets no answer."""

from __future__ import annotations

import asyncio
import json
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from ruledsl.serve.tables.table import Table

__all__ = ["Workers"]

LONGEST = 1 << 25
"""Bytes of a line between server and worker."""


class Workers:
    """So many processes, each begun when it is needed for the first time. A request waits until one is free."""

    def __init__(self, count: int, seconds: float, shelf: Path) -> None:
        self.seconds = seconds
        self.shelf = shelf
        self._all = [_Worker() for _ in range(max(count, 1))]
        self._free: asyncio.Queue[_Worker] | None = None

    async def choose(self, table: Table, bot: str, seat: int, seed: int) -> int | None:
        """The choice of a bot at a table; None if it took too long or went wrong."""
        game = table.playable
        request = {
            "table": table.id,
            "packs": [str(self.shelf / f"{id_}-{digest}") for id_, _, digest in table.row.packs],
            "variants": table.row.variants,
            "beginning": table.row.beginning,
            "choices": game.choices,
            "bot": bot,
            "seat": seat,
            "seed": seed,
        }
        line = json.dumps(request).encode() + b"\n"
        if self._free is None:
            self._free = asyncio.Queue()
            for worker in self._all:
                self._free.put_nowait(worker)
        worker = await self._free.get()
        try:
            found = await asyncio.wait_for(worker.ask(line), self.seconds)
        except (TimeoutError, OSError, ValueError):
            await worker.end()
            return None
        except asyncio.CancelledError:
            await worker.end()
            raise
        finally:
            self._free.put_nowait(worker)
        return found.get("choice")

    async def close(self) -> None:
        """End all of them."""
        for worker in self._all:
            await worker.end()


class _Worker:
    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None

    async def ask(self, line: bytes) -> dict[str, Any]:
        """One question, one answer."""
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "ruledsl.serve.bots.worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST,
            )
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None and stdout is not None  # noqa: S101, PT018 - both are pipes
        stdin.write(line)
        await stdin.drain()
        answer = await stdout.readline()
        found: dict[str, Any] = json.loads(answer or b"{}")
        return found

    async def end(self) -> None:
        """It is not asked again."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
