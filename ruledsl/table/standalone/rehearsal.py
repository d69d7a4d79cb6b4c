"""Finds the modules that a page imports during play, by playing: they are loaded at once, and all others on demand.

It runs as a separate program after `precache`, on the same files, and prints the names of modules: `python -m ruledsl.table.standalone.rehearsal`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from ruledsl.base import system
from ruledsl.table.standalone.boot import boot
from ruledsl.table.standalone.inside import Page

SEATS = [{"who": "mine"}, {"who": "greedy"}]
ASKED = (
    {"type": "story"},
    {"type": "log"},
    {"type": "advice", "made": 1},
    {"type": "language", "language": "de"},
)
PATIENCE = 60


class Rehearsal:
    """A player at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def asked(self, path: str, data: dict[str, Any] | None = None) -> dict[str, Any]:
        """The answer to a request."""
        text = None if data is None else json.dumps(data)
        answer: dict[str, Any] = json.loads(json.loads(await self.page.ask(path, text))[3])
        return answer

    async def play(self) -> None:
        """Make a few choices in each game, with typical questions."""
        lobby = await self.asked("/api/lobby?language=en")
        for pack in (pack["id"] for pack in lobby["packs"] if pack["alone"]):
            await self.asked(f"/api/setup?packs={pack}&language=en")
            new = await self.asked("/api/tables", {"packs": [pack], "players": 2, "seats": SEATS})
            if "table" in new:
                await self.sit(new["table"])

    async def sit(self, table: str) -> None:
        """Play at a table."""
        opened = self.page.open(
            table, f"/table/{table}/socket", lambda text: self.heard.put_nowait(json.loads(text)), print
        )
        task = asyncio.create_task(opened)
        view = await self.until("view")
        while not view["ask"]["options"]:  # in some games the other seat begins
            view = await self.until("view")
        await self.say(
            table, {"type": "choose", "made": view["made"], "option": view["ask"]["options"][0]["id"]}
        )
        for message in ASKED:
            await self.say(table, message)
        self.page.close(table)
        await task

    async def until(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while (message := await asyncio.wait_for(self.heard.get(), PATIENCE))["type"] != kind:
            pass
        return message

    async def say(self, table: str, message: dict[str, Any]) -> None:
        """Send a message, and wait for its answer."""
        await self.page.say(table, json.dumps({**message, "id": 1}))
        while "re" not in await asyncio.wait_for(self.heard.get(), PATIENCE):
            pass


async def _nothing() -> None:
    """Store nothing."""


async def _rehearsed(data: Path) -> None:
    boot(data, lambda _name: None)
    system.ONE_THREAD = True  # as in a browser: no thread, nor what a server needs for threads
    page = Page(data, _nothing)
    await Rehearsal(page).play()
    await page.room.close()


def main() -> None:
    """Play, and print what was imported."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_rehearsed(Path(folder)))
    sys.stdout.write(json.dumps(sorted(sys.modules)))


if __name__ == "__main__":
    main()
