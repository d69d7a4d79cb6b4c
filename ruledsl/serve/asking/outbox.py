"""What waits to be sent to one page: the newest of what is whole, then answers in their order."""

from __future__ import annotations

import asyncio

__all__ = ["Outbox"]

ORDER = ("table", "seats", "view")
MOST = 400
MOST_WAITING = 4_000_000
"""Answers that wait, and characters in them, if it is more than one. A page that reads none of so many is not there any more."""


class Outbox:
    """A message that is whole replaces the last one of its type, if that was not sent yet: a slow page gets fewer of them, and never an old one."""

    def __init__(self) -> None:
        self._whole: dict[str, str] = {}
        self._answers: list[str] = []
        self._waiting = 0
        self._new = asyncio.Event()

    def put(self, kind: str, message: str) -> None:
        """Something that is whole."""
        self._whole[kind] = message
        self._new.set()

    def add(self, message: str) -> bool:
        """An answer. False if there are too many."""
        self._answers.append(message)
        self._waiting += len(message)
        self._new.set()
        many = len(self._answers)
        return many <= MOST and (many == 1 or self._waiting <= MOST_WAITING)

    async def take(self) -> list[str]:
        """All there is, as soon as there is something."""
        await self._new.wait()
        self._new.clear()
        found = [self._whole[kind] for kind in ORDER if kind in self._whole] + self._answers
        self._whole, self._answers, self._waiting = {}, [], 0
        return found
