"""In the browser: the tables, behind the requests and messages that a server answers. `static/worker.js` calls it; there is one visitor."""

from __future__ import annotations

import asyncio
import importlib
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from ruledsl.packs.folders.find import official_folder
from ruledsl.page.later import Later
from ruledsl.serve.asking.asked import Asked, Told
from ruledsl.serve.asking.connection import Connection
from ruledsl.serve.asking.downloads import Downloads
from ruledsl.serve.asking.form import asked_for
from ruledsl.serve.asking.lobby import Lobby
from ruledsl.serve.asking.messages import obey
from ruledsl.serve.closing import NO_TABLE, NORMAL, NOT_ALLOWED
from ruledsl.serve.refused import Refused
from ruledsl.serve.room import JOURNAL, Room
from ruledsl.serve.settings import Settings
from ruledsl.serve.tables.hall import Founder
from ruledsl.store import shipped

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ruledsl.serve.asking.asked import Door

__all__ = ["LIBRARIES", "Here", "Page", "begin"]

LIBRARY = Path(__file__).resolve().parents[2]
"""Where this program lies, and what it is made with."""
LIBRARIES = "libraries.zip"
"""How the packages that read packs are called in the folder of what is fetched."""
ME = Founder(visitor="me")
BROKEN = {"code": "table-099", "text": "This should not have happened; it is a bug in ruledsl."}


class Here:
    """What a process of the server would answer (`serve.work.lane.Asked`), answered here."""

    def __init__(self, module: str, *arguments: str) -> None:
        self.begun_with = module, arguments
        self._answer: Callable[[dict[str, Any]], dict[str, Any]] | None = None

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer."""
        if self._answer is None:
            module, arguments = self.begun_with
            self._answer = importlib.import_module(module).answerer(*arguments)
        return self._answer(question)

    async def end(self) -> None:
        """It is begun anew when it is asked again."""
        self._answer = None


class Page:
    """The tables of this browser, below the folder `data`. What `keep` gives is waited for before anything is told: then it is kept."""

    def __init__(self, data: Path, packs: dict[str, str], keep: Callable[[], Awaitable[None]]) -> None:
        _lay_out(data / "packs", packs)
        self.room = Room(Settings(data, origins=("page",)), Here)
        doors = [*Lobby(self.room).doors, *Downloads(self.room).doors]
        self._doors = [(_pattern(door.path), door) for door in doors]
        self._sockets: dict[int, Connection] = {}
        self._keep = keep

    # ── requests ──

    async def ask(self, address: str, body: str | None) -> str:
        """The answer to a request, as JSON: status, media type, name of the file, text."""
        try:
            told = await self._told(address, body)
        except Refused as problem:
            return _answer(problem.status, Told.of(problem.told(_language(address))))
        if body is not None:
            await self._keep()
        return _answer(200, told)

    async def _told(self, address: str, body: str | None) -> Told:
        path, query = urlsplit(address).path, dict(parse_qsl(urlsplit(address).query))
        for pattern, door in self._doors:
            found = pattern.fullmatch(path)
            if found and (door.most is None) == (body is None):
                data = (body or "").encode("utf-8", "surrogatepass")
                _fits(door, data)
                return await door.answer(Asked(ME, query, found.groupdict().get("table", ""), data))
        raise Refused("table-004", "There is no such request.")

    # ── sockets ──

    async def open(
        self, number: int, address: str, send: Callable[[str], None], end: Callable[[int], None]
    ) -> None:
        """A socket to a table, until it ends."""
        hall = self.room.hall
        try:
            table = await hall.find(address.split("/")[2])
            ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            page = Connection(hall, table, ME, _language(address), _once(ended))
            hall.enter(table, page)
        except Refused as problem:
            end(NO_TABLE if problem.code == "table-004" else NOT_ALLOWED)
            return
        self._sockets[number] = page
        page.introduce()
        sending = asyncio.create_task(self._send(page, send))
        try:
            end(await ended)
        finally:
            sending.cancel()
            self._sockets.pop(number, None)
            hall.go(table, page)

    async def _send(self, page: Connection, send: Callable[[str], None]) -> None:
        while True:
            messages = await page.outbox.take()
            await self._keep()
            for message in messages:
                send(message)

    async def say(self, number: int, message: str) -> None:
        """A message of the page at a socket."""
        page = self._sockets.get(number)
        if page is not None:
            fits = len(message) <= self.room.settings.limits.message
            await obey(self.room.hall, page, message if fits else "")

    def close(self, number: int) -> None:
        """The page goes."""
        if number in self._sockets:
            self._sockets[number].drop(NORMAL)


def begin(data: str, kept: str, keep: Callable[[], Awaitable[None]], fetch: Callable[[str], Any]) -> Page:
    """The tables, with the packs that lie beside this program and what is known of them.

    `fetch` gets what is known of some packs together from the folder of the page. Of the folder `data` only the journal lies in the folder
    `kept`, which the browser keeps: it has no place for links.
    """
    known = json.loads((official_folder() / "known.json").read_text(encoding="utf-8"))
    sys.meta_path.append(Later(known["libraries"], LIBRARY, lambda: fetch(LIBRARIES).to_bytes()))
    shipped().fetch = lambda name: fetch(name).to_bytes() if name in known["later"] else None
    journal = Path(data) / JOURNAL
    journal.parent.mkdir(parents=True, exist_ok=True)
    journal.symlink_to(Path(kept) / JOURNAL)
    return Page(Path(data), known["packs"], keep)


def _lay_out(shelf: Path, packs: dict[str, str]) -> None:
    """Packs, by id and digest, where tables look for those that they are played with (`serve.tables.shelf`)."""
    shelf.mkdir(parents=True, exist_ok=True)
    for id_, digest in packs.items():
        place = shelf / f"{id_}-{digest}"
        if not place.exists():
            place.symlink_to(official_folder() / id_)


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(path)))


def _language(address: str) -> str:
    """The language that an address asks for."""
    return asked_for(dict(parse_qsl(urlsplit(address).query)))


def _fits(door: Door, data: bytes) -> None:
    if len(data) > (door.most or 0):
        raise Refused("table-002", "This is too large: at most {most} bytes are taken.", most=door.most)


def _once(ended: asyncio.Future[int]) -> Callable[[int], None]:
    return lambda code: None if ended.done() else ended.set_result(code)


def _answer(status: int, told: Told) -> str:
    return json.dumps([status, told.kind, told.name, told.text])
