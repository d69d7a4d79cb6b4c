"""Visitors and their pages, for tests: what they ask, and every byte that they get."""

import asyncio
import json
import random
from pathlib import Path

import httpx

from ruledsl.table.server.asking.connection import Connection
from ruledsl.table.server.asking.messages import handle
from ruledsl.table.server.bots.process import Process
from ruledsl.table.server.tables.registry import Founder
from ruledsl.table.server.web.app import app_of
from ruledsl.table.server.web.guard import visitor_of
from ruledsl.table.server.work.pool import WORKER
from ruledsl.table.server.work.worker import Worker

HOME = "http://127.0.0.1:8000"


def here(module, *arguments):
    """What the pool of a room ask, in this process: tests are about what is answered. Bots think in their own."""
    return Clerk(*arguments) if module == WORKER else Process(module, *arguments)


class Clerk:
    def __init__(self, packs, most):
        self.worker = Worker(Path(packs), int(most))

    async def ask(self, question):
        return json.loads(json.dumps(await asyncio.to_thread(self.worker.answer, question)))

    async def end(self):
        """It is no process."""


class Desk:
    """One server."""

    def __init__(self, room):
        self.room = room
        self.registry = room.registry
        self.app = app_of(room)
        self.starlette = self.app.app

    async def visitor(self, address="127.0.0.1"):
        """A browser that has loaded the page, on the computer at that address."""
        found = Visitor(self, address)
        await found.http.get("/")
        return found

    async def table(self, *who, packs=("smallworld",), **more):
        """A table that a visitor has set up; (visitor, table)."""
        visitor = await self.visitor()
        seats = [{"who": one} if isinstance(one, str) else one for one in who]
        asked = {"packs": list(packs), "players": len(seats), "seats": seats, **more}
        answer = await visitor.post("/api/tables", asked)
        return visitor, answer["table"]


class Visitor:
    """A browser with its cookie."""

    def __init__(self, desk, address):
        self.address = address
        self.come_to(desk, httpx.Cookies())

    def come_to(self, desk, cookies=None):
        """This server, or the same one after it was started anew."""
        self.desk = desk
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app=desk.app, client=(self.address, 50_000)),
            base_url=HOME,
            headers={"origin": HOME},
            cookies=self.http.cookies if cookies is None else cookies,
        )

    @property
    def id(self):
        """As the server knows it."""
        request = type("Request", (), {"cookies": dict(self.http.cookies)})()
        return visitor_of(request, self.desk.room.settings)

    async def post(self, path, data, status=200):
        """What comes of a request."""
        answer = await self.http.post(path, json=data)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def sit(self, link):
        """Follow the link of a seat."""
        table, _, secret = link.removeprefix("/table/").partition("#")
        await self.post("/api/sit", {"table": table, "secret": secret})
        return table

    async def open(self, table, language="en"):
        """The page of a table."""
        found = Page(
            self.desk, await self.desk.registry.find(table), Founder(self.id, self.address), language
        )
        self.desk.registry.enter(found.connection.table, found.connection)
        found.connection.introduce()
        await found.hear()
        return found


class Page:
    """A page at a table. `last` has the newest message of each type, `heard` all of them as they were sent."""

    def __init__(self, desk, table, founder, language):
        self.desk = desk
        self.ended = None
        self.connection = Connection(desk.registry, table, founder, language, self._end)
        self.number = 0
        self.last = {}
        self.heard = []

    def _end(self, code):
        self.ended = code

    @property
    def view(self):
        """What this page shows."""
        return self.last["view"]

    @property
    def options(self):
        """The ids of what this page can choose."""
        ask = self.view["ask"]
        return [option["id"] for option in ask["options"]] if ask else []

    async def hear(self):
        """Take what is there, or will be in a moment."""
        registry = self.desk.registry
        await asyncio.sleep(
            0
        )  # what is scheduled is put there first; since Python 3.12, `wait_for` takes at once
        while registry._new or registry._untold:  # noqa: ASYNC110 - tables are told one after the other
            await asyncio.sleep(0)
        found = await asyncio.wait_for(self.connection.outbox.take(), 20)
        for text in found:
            self.heard.append(text)
            message = json.loads(text)
            self.last[message["type"]] = message
        return [json.loads(text) for text in found]

    async def say(self, kind, **data):
        """Say something, and wait for its answer or error."""
        self.number += 1
        return await self.say_raw(json.dumps({"type": kind, "id": self.number, **data}), self.number)

    async def say_raw(self, text, number=None):
        """Say anything."""
        await handle(self.desk.registry, self.connection, text)
        while True:
            for message in await self.hear():
                if message["type"] in ("answer", "error") and message["re"] == number:
                    return message

    async def choose(self, option=None, seed=0):
        """Choose an option, or any."""
        made = self.view["made"]
        option = option or random.Random(f"{seed}/{made}").choice(self.options)
        return await self.say("choose", made=made, option=option)

    def leave(self):
        """Close the page."""
        self.desk.registry.go(self.connection.table, self.connection)
