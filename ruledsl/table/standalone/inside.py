"""The tables in the browser, behind the requests and messages that a server answers. `static/worker.js` calls it; there is one visitor."""

from __future__ import annotations

import asyncio
import importlib
import json
import re
import traceback
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from ruledsl.table.server.asking.connection import Connection
from ruledsl.table.server.asking.form import Request, Response, asked_for
from ruledsl.table.server.asking.lobby import Downloads, Lobby, sent
from ruledsl.table.server.asking.messages import handle
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.room import Room
from ruledsl.table.server.settings import NO_TABLE, NORMAL, NOT_ALLOWED, Settings
from ruledsl.table.server.tables.registry import Founder
from ruledsl.table.standalone.boot import SHOP, SharedFolders, boot, shared

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from ruledsl.table.server.asking.form import Endpoint
    from ruledsl.table.server.work.queue import Answering

ME = Founder(visitor="me")
OF_WORKSHOP = "/api/workshop"
WORKSHOP = "ruledsl.table.workshop"
"""The package of the workshop, which pages without one do not have."""
BROKEN = {"code": "table-099", "text": "This should not have happened; it is a bug in ruledsl."}
LANGUAGE = f"{OF_WORKSHOP}/language"
LARGE = 512 << 20
"""Bytes of a worker's memory, which never shrinks: a worker that has taken more is killed when it has answered."""


class Here:
    """Stands in for a process of the server (`table.server.work.queue.Answering`): fast, but impossible to kill."""

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
        """It starts again on the next request."""
        self._answer = None


class There:
    """Stands in for a process of the server (`table.server.work.queue.Answering`): a separate worker, which `begin` starts. Both share folders."""

    def __init__(
        self, begin: Callable[[], Any], folders: Sequence[Path], module: str, *arguments: str
    ) -> None:
        self.begun_with = module, *arguments
        self._begin, self._folders = begin, folders
        self._worker: Any = None
        self._asked = 0

    async def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer. `ValueError` if the worker has failed, or was killed."""
        self._asked += 1
        try:
            return await self._answer(question)
        finally:
            self._asked -= 1
            if not self._asked and self._worker is not None and self._worker.size > LARGE:
                await self.end()

    async def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        if self._worker is None:
            self._worker, self._shared = self._begin(), SharedFolders(self._folders)
        asked = {"begun_with": self.begun_with, "question": question, "files": self._shared.news()}
        worker, shared_folders = self._worker, self._shared
        reply = json.loads(await worker.ask(json.dumps(asked)))
        shared_folders.put(reply["files"])
        answer: dict[str, Any] = reply["answer"]
        return answer

    async def end(self) -> None:
        """Kill it, whatever it does."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()


class Speaker:
    """The language server of one editor (`page.language`), in a separate worker."""

    def __init__(self, worker: Any, folders: Sequence[Path], tell: Callable[[str], None]) -> None:  # noqa: ANN401 - of JavaScript
        self._worker, self._shared = worker, SharedFolders(folders)
        worker.hear(tell)

    def say(self, message: str) -> None:
        """Forward a message of the editor."""
        self._worker.say(json.dumps({"said": message, "files": self._shared.news()}))

    def close(self) -> None:
        """The editor is gone."""
        self._worker.end()


class Page:
    """The tables of this browser, below the folder `data`. It waits for `keep`, which stores the data, before it answers.

    `apart` starts a worker beside this one; without it everything runs here. `workshop`: is there one?
    """

    def __init__(
        self,
        data: Path,
        keep: Callable[[], Awaitable[None]],
        apart: Callable[[], Any] | None = None,
        *,
        workshop: bool = False,
    ) -> None:
        self._folders = shared(data)
        self._apart, self._keep = apart, keep
        self._beside: dict[tuple[str, ...], Answering] = {}
        settings = Settings(data, workshop=data / SHOP if workshop else None)
        self.room = Room(settings, self._process, Here)
        endpoints = [*Lobby(self.room).endpoints, *Downloads(self.room).endpoints, *sent(self.room)]
        self._endpoints = [(_pattern(endpoint.path), endpoint) for endpoint in endpoints]
        self._sockets: dict[int | str, Connection] = {}
        self._early: dict[int | str, list[str]] = {}
        self._speakers: dict[int | str, Speaker] = {}

    def _process(self, module: str, *arguments: str) -> Answering:
        """A killable process; queues of the same kind share one, since each has its own Python."""
        key = module, *arguments
        if key not in self._beside:
            self._beside[key] = There(self._apart, self._folders, *key) if self._apart else Here(*key)
        return self._beside[key]

    @cached_property
    def _of_workshop(self) -> list[tuple[re.Pattern[str], Endpoint]]:
        """The endpoints of the workshop, whose code is fetched now."""
        endpoints = importlib.import_module(f"{WORKSHOP}.endpoints")
        made = importlib.import_module(f"{WORKSHOP}.workshop").Workshop(
            self.room.settings.workshop, self.room
        )
        return [(_pattern(endpoint.path), endpoint) for endpoint in endpoints.endpoints_of(made)]

    # ── requests ──

    async def ask(self, address: str, body: str | None) -> str:
        """The answer to a request, as JSON: status, media type, name of the file, text."""
        try:
            told = await self._told(address, body)
        except Refused as problem:
            return _answer(problem.status, Response.of(problem.told(_language(address))))
        except Exception:  # noqa: BLE001 - the page is told that there is one
            traceback.print_exc()
            return _answer(500, Response.of({"error": BROKEN}))
        if body is not None:
            await self._keep()
        return _answer(200, told)

    async def _told(self, address: str, body: str | None) -> Response:
        path, query = urlsplit(address).path, dict(parse_qsl(urlsplit(address).query))
        endpoints = (
            self._of_workshop
            if path.startswith(OF_WORKSHOP) and self.room.settings.workshop
            else self._endpoints
        )
        for pattern, endpoint in endpoints:
            match = pattern.fullmatch(path)
            if match and (endpoint.most is None) == (body is None):
                data = (body or "").encode("utf-8", "surrogatepass")
                _fits(endpoint, data)
                return await endpoint.answer(Request(ME, query, match.groupdict().get("table", ""), data))
        raise Refused("table-004", "There is no such request.")

    # ── sockets ──

    async def open(
        self, number: int | str, address: str, send: Callable[[str], None], end: Callable[[int], None]
    ) -> None:
        """A socket to a table or a language server, until it ends."""
        if urlsplit(address).path == LANGUAGE and self._apart and self.room.settings.workshop:
            self._speakers[number] = Speaker(self._apart(), self._folders, send)
            return
        registry = self.room.registry
        early = self._early[number] = []
        try:
            table = await registry.find(address.split("/")[2])
            ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            page = Connection(registry, table, ME, _language(address), _once(ended))
            registry.enter(table, page)
        except Refused as problem:
            end(NO_TABLE if problem.code == "table-004" else NOT_ALLOWED)
            return
        finally:
            del self._early[number]
        self._sockets[number] = page
        page.introduce()
        sending = asyncio.create_task(self._send(page, send))
        for message in early:
            await self.say(number, message)
        try:
            end(await ended)
        finally:
            sending.cancel()
            self._sockets.pop(number, None)
            registry.go(table, page)

    async def _send(self, page: Connection, send: Callable[[str], None]) -> None:
        while True:
            complete, answers = await page.outbox.take_apart()
            for message in complete:
                send(message)
            await self._keep()
            for message in answers:
                send(message)

    async def say(self, number: int | str, message: str) -> None:
        """A message from the page's end of a socket."""
        page = self._sockets.get(number)
        if page is not None:
            fits = len(message) <= self.room.settings.limits.message
            await handle(self.room.registry, page, message if fits else "")
        elif number in self._early:  # a page that has lost its tables presses while they are coming
            self._early[number].append(message)
        elif number in self._speakers:
            self._speakers[number].say(message)

    def close(self, number: int | str) -> None:
        """The page closes the socket."""
        if number in self._sockets:
            self._sockets[number].drop(NORMAL)
        elif number in self._speakers:
            self._speakers.pop(number).close()


def begin(
    data: str, keep: Callable[[], Awaitable[None]], fetch: Callable[[str], Any], apart: Callable[[], Any]
) -> Page:
    """The tables, with the packs beside this program and their cached results (`boot`)."""
    about = boot(Path(data), fetch)
    return Page(Path(data), keep, apart, workshop=about["workshop"])


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(path)))


def _language(address: str) -> str:
    """The language in an address."""
    return asked_for(dict(parse_qsl(urlsplit(address).query)))


def _fits(endpoint: Endpoint, data: bytes) -> None:
    if len(data) > (endpoint.most or 0):
        raise Refused("table-002", "This is too large: at most {most} bytes are taken.", most=endpoint.most)


def _once(ended: asyncio.Future[int]) -> Callable[[int], None]:
    return lambda code: None if ended.done() else ended.set_result(code)


def _answer(status: int, told: Response) -> str:
    return json.dumps([status, told.kind, told.name, told.text])
