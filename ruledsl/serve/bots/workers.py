"""Processes in which bots think. One that takes too long, or ends, is replaced, and whoever asked is told so."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ruledsl.serve.tables.table import Table
    from ruledsl.serve.work.lane import Asked

__all__ = ["NoChoice", "Workers"]

THINKER = "ruledsl.serve.bots.worker"


class NoChoice(Exception):
    """A bot has not chosen; why, in a sentence for whoever runs the server (it may say what only the bot's seat may know)."""


class Workers:
    """So many processes (made by `process`), each begun when it is needed for the first time. A request waits until one is free."""

    def __init__(self, count: int, seconds: float, shelf: Path, process: Callable[..., Asked]) -> None:
        self.seconds = seconds
        self.shelf = shelf
        self._all = [process(THINKER) for _ in range(max(count, 1))]
        self._free: asyncio.Queue[Asked] | None = None

    async def choose(self, table: Table, bot: str, seat: int, seed: int) -> int:
        """The choice of a bot at a table; `NoChoice` if it took too long or went wrong."""
        choice: int = (await self._thought(table, bot, seat, seed))["choice"]
        return choice

    async def advise(self, table: Table, seat: int) -> list[str]:
        """The ids of the options that are thought best for a seat; `NoChoice` as before."""
        advice: list[str] = (await self._thought(table, "", seat, 0))["advice"]
        return advice

    async def _thought(self, table: Table, bot: str, seat: int, seed: int) -> dict[str, Any]:
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
        if self._free is None:
            self._free = asyncio.Queue()
            for worker in self._all:
                self._free.put_nowait(worker)
        worker = await self._free.get()
        try:
            found = await asyncio.wait_for(worker.ask(request), self.seconds)
        except TimeoutError:
            await worker.end()
            raise NoChoice(f"The bot `{bot}` has not chosen within {self.seconds:g} seconds.") from None
        except (OSError, ValueError):
            await worker.end()
            raise NoChoice(f"The process in which the bot `{bot}` thought has ended.") from None
        except asyncio.CancelledError:
            await worker.end()
            raise
        finally:
            self._free.put_nowait(worker)
        if "problem" in found:
            raise NoChoice(found["problem"])
        return found

    async def close(self) -> None:
        """End all of them."""
        for worker in self._all:
            await worker.end()
