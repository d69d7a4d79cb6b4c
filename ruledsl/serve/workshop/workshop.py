"""Everything that is asked for in a workshop."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import TYPE_CHECKING

from ruledsl.serve.refused import Refused
from ruledsl.serve.workshop.bench import Bench
from ruledsl.serve.workshop.shop import Shop

if TYPE_CHECKING:
    from pathlib import Path

    from ruledsl.serve.room import Room

__all__ = ["LANGUAGE", "MOST_BODY", "PAPER", "Workshop"]

MOST_BODY = 6_000_000
"""Bytes of a request: texts of a pack that are not saved, of which there are at most 4 MB."""
MOST_PAPERS = 24
PAPER = "/api/workshop/paper"
LANGUAGE = "/api/workshop/language"
"""Where the editor's language server is spoken to."""


class Workshop:
    """Of a folder. `room` has the tables of the same server."""

    def __init__(self, folder: Path, room: Room) -> None:
        self.shop = Shop(folder)
        self.bench = Bench(self.shop.folder, room.process)
        self.room = room
        self._papers: OrderedDict[str, str] = OrderedDict()

    def keep_paper(self, html: str) -> str:
        """The name of a page that was made; the oldest ones are forgotten."""
        name = secrets.token_urlsafe(12)
        self._papers[name] = html
        while len(self._papers) > MOST_PAPERS:
            self._papers.popitem(last=False)
        return name

    def paper(self, name: str) -> str:
        """The page of that name, as HTML; `Refused` if it is forgotten."""
        if name not in self._papers:
            raise Refused("table-004", "This paper is no longer here; make it again.")
        return self._papers[name]

    async def close(self) -> None:
        """The work ends."""
        await self.bench.close()
