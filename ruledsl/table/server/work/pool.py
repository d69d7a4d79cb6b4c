"""A pool of processes that answer questions about packs before there is a table; recent answers are cached."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from ruledsl.author.trial import needs_trial
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.work.paying import asker
from ruledsl.table.server.work.queue import Answering, WorkQueue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from ruledsl.table.server.settings import Limits

WORKER = "ruledsl.table.server.work.worker"
SECONDS = {"setup": 60.0, "save": 60.0, "trial": 300.0}
"""The longest wait for each kind of answer; then the process is killed."""
FRESH = 10.0
"""Seconds for which an answer is valid: packs may be edited meanwhile."""
KEPT = 200
"""The most cached answers, which are some kB each; drawings are some hundred, and rulebooks a thousand."""


class WorkerPool:
    """Three processes, so that nobody who looks at packs waits for the replay of a long game, or for the trial of a stranger's pack.

    `process` creates the one for packs of strangers, `near` the others.
    """

    def __init__(
        self, packs: Path, limits: Limits, process: Callable[..., Answering], near: Callable[..., Answering]
    ) -> None:
        arguments = (WORKER, str(packs), str(limits.compositions))
        made = {"setup": near, "save": near, "trial": process}
        self.queues = {name: WorkQueue(make(*arguments), limits.waiting) for name, make in made.items()}
        self._kept: OrderedDict[str, tuple[float, dict[str, Any]]] = OrderedDict()
        self._coming: dict[str, asyncio.Task[dict[str, Any]]] = {}

    async def begin(self, address: str, names: Sequence[str], variants: Mapping[str, str]) -> list[Any]:
        """The identity of these packs (`Composition.identity`); `Refused` if they cannot be played. Packs of strangers have been tried then."""
        queue = "trial" if needs_trial(names) else "setup"
        answer = await self._look(queue, address, {"job": "begin", "names": names, "variants": variants})
        return [tuple(entry) for entry in answer["packs"]]

    async def look(self, address: str, job: str, names: Sequence[str], **asked: Any) -> dict[str, Any]:  # noqa: ANN401 - what the job takes
        """The answer of `setup`, `map`, `rules` or `cards`. `Refused` as the job says, or if it cannot be done now."""
        if needs_trial(names):
            await self.begin(address, names, {})
        return await self._look("setup", address, {"job": job, "names": names, **asked})

    async def _look(self, queue: str, address: str, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer of a worker, or a cached one: equal questions in progress share one answer."""
        key = json.dumps(asked, sort_keys=True)
        if key in self._kept and not self._is_stale(key):
            return self._kept[key][1]
        if key not in self._coming:
            self._coming[key] = asyncio.create_task(self._ask(queue, address, asked))
            self._coming[key].add_done_callback(lambda done: self._came(key, done))
        coming = self._coming[key]
        await asyncio.wait([coming])  # the caller may be cancelled: others still wait for it
        return coming.result()

    def _came(self, key: str, done: asyncio.Task[dict[str, Any]]) -> None:
        del self._coming[key]
        if not done.cancelled() and done.exception() is None:
            self._kept[key] = time.monotonic(), done.result()
            self._kept.move_to_end(key)
        while self._kept and (len(self._kept) > KEPT or self._is_stale(next(iter(self._kept)))):
            self._kept.popitem(last=False)

    def _is_stale(self, key: str) -> bool:
        return time.monotonic() - self._kept[key][0] >= FRESH

    async def packs_of(self, address: str, text: str) -> tuple[list[str], dict[str, str]]:
        """The ids of the packs in a saved game, and its variants. A process reads it: nothing else runs in ours while much JSON is read."""
        answer = await self._ask("save", address, {"job": "packs", "text": text})
        return answer["packs"], answer["variants"]

    async def play_again(self, address: str, text: str, names: list[str]) -> None:
        """Replay a saved game; `Refused` if it is invalid."""
        await self._ask("save", address, {"job": "save", "text": text, "names": names})

    async def install(
        self, address: str, data: str, agreed: str, language: str, *, glance: bool
    ) -> dict[str, Any]:
        """The description of a bundle, checked and tried but for a `glance`, and whether it is installed now; else `Refused`."""
        about = {"data": data, "agreed": agreed, "language": language, "glance": glance}
        return await self._ask("trial", address, {"job": "install", **about})

    async def _ask(self, queue: str, address: str, asked: dict[str, Any]) -> dict[str, Any]:
        answer = await self.queues[queue].ask(asked, SECONDS[queue], asker(address))
        if "refused" in answer:
            code, sentence, values = answer["refused"]
            raise Refused(code, sentence, **values)
        return answer

    async def close(self) -> None:
        """End the processes."""
        for coming in list(self._coming.values()):
            coming.cancel()
        for queue in self.queues.values():
            await queue.process.end()
