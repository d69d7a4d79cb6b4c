"""A process that is asked: a line of JSON for each question, a line for each answer. Both ends."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["Process", "answering"]

LONGEST = 1 << 25
"""Bytes of a line between server and process."""


class Process:
    """A module of ours that runs by itself, begun when it is asked for the first time."""

    def __init__(self, module: str) -> None:
        self.module = module
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question; nothing if the process ended without one. `OSError` or `ValueError` if there is no talking to it."""
        await self.tell(question)
        return await self.hear() or {}

    async def tell(self, question: dict[str, Any]) -> None:
        """Ask, without waiting for what comes of it."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", self.module),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST,
            )
        assert self._process.stdin is not None  # noqa: S101 - it is a pipe
        self._process.stdin.write(json.dumps(question).encode() + b"\n")
        await self._process.stdin.drain()

    async def hear(self) -> dict[str, Any] | None:
        """The next answer; None when the process has ended."""
        if self._process is None:
            return None
        assert self._process.stdout is not None  # noqa: S101 - it is a pipe
        line = await self._process.stdout.readline()
        found: dict[str, Any] | None = json.loads(line) if line else None
        return found

    async def end(self) -> None:
        """It is not asked again, or begun anew."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def answering(answers: Callable[[dict[str, Any]], Iterable[dict[str, Any]]], polite: int) -> None:
    """In the process: answer until nobody asks any more. The server itself goes first, by so much."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(polite)
    for line in sys.stdin:
        for answer in answers(json.loads(line)):
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
