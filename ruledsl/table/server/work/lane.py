"""A lane: one process that answers one question at a time. Askers take turns."""

from __future__ import annotations

import asyncio
from typing import Any, Protocol

from ruledsl.table.server.refused import Refused
from ruledsl.table.server.work.line import Line


class Asked(Protocol):
    """What answers: a `Process`."""

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer. `OSError` or `ValueError` if there is none."""

    async def end(self) -> None:
        """End it. It takes no more questions and does not start again."""


class Lane:
    """At most `most` questions of one asker may wait; more are refused."""

    def __init__(self, process: Asked, most: int) -> None:
        self.process = process
        self._line = Line(1, most)

    async def ask(self, asked: dict[str, Any], seconds: float, asker: str = "") -> dict[str, Any]:
        """The answer. `Refused` if there is too much to do, or if it takes too long or fails; the next question starts a new process."""
        async with self._line.turn(asker):
            try:
                return await asyncio.wait_for(self.process.ask(asked), seconds)
            except TimeoutError:
                await self.process.end()
                raise Refused(
                    "table-052",
                    "This took longer than {seconds} seconds and was ended.",
                    seconds=f"{seconds:g}",
                ) from None
            except (OSError, ValueError):
                await self.process.end()
                raise Refused("table-052", "This broke down; try again.") from None
            except asyncio.CancelledError:
                await self.process.end()
                raise
