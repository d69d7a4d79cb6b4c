"""A process that answers requests: one line of JSON for each request and each answer. Both ends."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ruledsl.base.system import BEGUN_POLITELY, give_way

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 1 << 26
"""The most bytes of a line."""


class Process:
    """A module of ours that runs with these arguments, started by the first request."""

    def __init__(self, module: str, *arguments: str) -> None:
        self.command = (sys.executable, "-m", module, *arguments)
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request. `OSError` or `ValueError` if the process has ended, or does not reply as it should."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *self.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST,
                creationflags=BEGUN_POLITELY,
            )
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None and stdout is not None  # noqa: S101, PT018 - both are pipes
        stdin.write(json.dumps(question).encode() + b"\n")
        await stdin.drain()
        found: dict[str, Any] = json.loads(await stdout.readline())
        return found

    async def end(self) -> None:
        """End the process. It takes no more requests and does not start again."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def answering(answer: Callable[[dict[str, Any]], dict[str, Any]], polite: int) -> None:
    """In the process: answer until the input ends. `polite` lowers its priority below the server's; other output goes to stderr."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    give_way(polite)
    said = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    for line in sys.stdin:
        said.write(json.dumps(answer(json.loads(line))) + "\n")
        said.flush()
