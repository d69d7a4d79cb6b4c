"""What is asked of packs before there is a table: answers of processes, the last of which are kept."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from ruledsl.serve.refused import Refused
from ruledsl.serve.work.lane import Asked, Lane

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ruledsl.serve.settings import Limits

__all__ = ["Clerks"]

WORKER = "ruledsl.serve.work.worker"
SECONDS = 60.0
"""Then an answer is waited for no longer, and the process is ended."""
FRESH = 10.0
"""Seconds for which an answer is good: packs may be edited meanwhile."""
KEPT = 200
"""Answers, which are some kB each, and drawings some hundred."""


class Clerks:
    """Two of them, so that nobody who looks at packs waits for a long game to be played again. `process` makes one that is asked."""

    def __init__(self, packs: Path, limits: Limits, process: Callable[..., Asked]) -> None:
        arguments = (WORKER, str(packs), str(limits.compositions))
        self.lanes = {
            "setup": Lane(process(*arguments), limits.waiting),
            "save": Lane(process(*arguments), limits.waiting),
        }
        self._kept: OrderedDict[str, tuple[float, dict[str, Any]]] = OrderedDict()
        self._coming: dict[str, asyncio.Task[dict[str, Any]]] = {}

    async def look(self, asker: str, job: str, **asked: Any) -> dict[str, Any]:  # noqa: ANN401 - what the job takes
        """What `setup` or `map` answers, or has answered: who asks what is being asked already waits for that.

        `Refused` as the job says, or if it cannot be done now.
        """
        key = json.dumps([job, asked], sort_keys=True)
        came, found = self._kept.get(key, (0.0, None))
        if found is not None and time.monotonic() - came < FRESH:
            return found
        if key not in self._coming:
            self._coming[key] = asyncio.create_task(self._ask("setup", asker, {"job": job, **asked}))
            self._coming[key].add_done_callback(lambda done: self._came(key, done))
        coming = self._coming[key]
        await asyncio.wait([coming])  # whoever asked may go: the others still wait for it
        return coming.result()

    def _came(self, key: str, done: asyncio.Task[dict[str, Any]]) -> None:
        del self._coming[key]
        if not done.cancelled() and done.exception() is None:
            self._kept[key] = time.monotonic(), done.result()
            self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def play_again(self, asker: str, text: str, names: list[str]) -> None:
        """Nothing, if that is a saved game; else `Refused`."""
        await self._ask("save", asker, {"job": "save", "text": text, "names": names})

    async def _ask(self, lane: str, asker: str, asked: dict[str, Any]) -> dict[str, Any]:
        found = await self.lanes[lane].ask(asked, SECONDS, asker)
        if "refused" in found:
            raise Refused(*found["refused"])
        return found

    async def close(self) -> None:
        """No more of it."""
        for coming in list(self._coming.values()):
            coming.cancel()
        for lane in self.lanes.values():
            await lane.process.end()
