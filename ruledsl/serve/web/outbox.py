"""What waits to be sent to one page: the newest of what is whole, then answers in their order."""

from __future__ import annotations

import asyncio

__all__ = ["Outbox"]

ORDER = ("table", "seats", "view")
MOST = 400
"""Answers that wait. A page that reads none of so many is not there any more."""


class Outbox:
    """A message that is whole replaces the last one of its type, if that was not sent yet: a slow page gets fewer of them, and never an old one."""

    def __init__(self) -> None:
        self._whole: dict[str, str] = {}
        self._answers: list[str] = []
        self._new = asyncio.Event()

    def put(self, kind: str, message: str) -> None:
        """Something that is whole."""
        self._whole[kind] = message
        self._new.set()

    def add(self, message: str) -> bool:
        """An answer. False if there are too many."""
        self._answers.append(message)
        self._new.set()
        return len(self._answers) <= MOST

    async def take(self) -> list[str]:
        """All there is, as soon as there is something."""
        await self._new.wait()
        self._new.clear()
        found = [self._whole[kind] for kind in ORDER if kind in self._whole] + self._answers
        self._whole, self._answers = {}, []
        return found
