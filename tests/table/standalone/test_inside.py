"""The tables of a page, asked as its worker asks them; in the Python of the tests, which has no browser around it."""

import asyncio
import json

import pytest

from ruledsl.table.standalone.inside import Page


@pytest.fixture
def at_page(tmp_path):
    """Runs a coroutine function with a page; it can be opened anew in the same browser."""

    def run(work):
        async def ran():
            page = Page(tmp_path / "tables", kept)
            try:
                await work(page)
            finally:
                await page.room.close()

        asyncio.run(ran())

    return run


async def asked(page, path, data=None):
    status, _, _, text = json.loads(await page.ask(path, None if data is None else json.dumps(data)))
    return status, json.loads(text)


class Socket:
    """What the page has in the place of a WebSocket."""

    def __init__(self, page, table, number=1):
        self.page, self.number, self.heard, self.ended, self.ids = page, number, [], [], 0
        path = f"/table/{table}/socket?language=en"
        self.task = asyncio.create_task(page.open(number, path, self.hear, self.ended.append))

    def hear(self, message):
        self.heard.append(json.loads(message))

    def last(self, kind):
        return next((message for message in reversed(self.heard) if message["type"] == kind), None)

    async def until(self, true):
        for _ in range(3000):
            if true():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(self.heard[-3:])

    async def say(self, **message):
        self.ids += 1
        await self.page.say(self.number, json.dumps({**message, "id": self.ids}))
        await self.until(lambda: any(found.get("re") == self.ids for found in self.heard))
        return next(found for found in self.heard if found.get("re") == self.ids)


async def kept():
    """A browser would keep it now."""


SEATS = [{"who": "mine"}, {"who": "random"}]
BOTH = [{"who": "mine"}, {"who": "mine"}]


def test_a_choice_is_shown_at_once_and_confirmed_when_it_is_kept(tmp_path):
    """The next position does not wait for the browser's store; the answer, which says that nothing is lost, does."""

    async def work():
        may = asyncio.Event()
        may.set()
        page = Page(tmp_path / "tables", may.wait)
        _, found = await asked(page, "/api/tables", {"packs": ["smallworld"], "players": 2, "seats": BOTH})
        socket = Socket(page, found["table"])
        await socket.until(lambda: socket.last("view"))
        may.clear()
        option = socket.last("view")["ask"]["options"][0]["id"]
        await page.say(1, json.dumps({"type": "choose", "made": 0, "option": option, "id": 1}))
        await socket.until(lambda: socket.last("view")["made"] > 0)
        assert socket.last("answer") is None
        may.set()
        await socket.until(lambda: socket.last("answer"))
        await page.room.close()

    asyncio.run(work())


def test_a_table_is_set_up_played_and_there_again(at_page):
    tables = []

    async def play(page):
        new = {"packs": ["smallworld"], "players": 2, "seats": SEATS, "analysis": True}
        status, found = await asked(page, "/api/tables", new)
        assert status == 200, found
        tables.append(found["table"])
        socket = Socket(page, found["table"])
        await socket.until(lambda: socket.last("view"))
        view = socket.last("view")
        option = view["ask"]["options"][0]["id"]
        assert (await socket.say(type="choose", made=0, option=option))["type"] == "answer"
        assert (await socket.say(type="undo", made=1))["type"] == "answer"
        assert (await socket.say(type="choose", made=0, option=option))["type"] == "answer"
        assert (await socket.say(type="story"))["type"] == "answer"
        status, _, name, text = json.loads(await page.ask(f"/table/{tables[0]}/save?seat=0", None))
        assert (status, name) == (200, "game.json")
        assert json.loads(text.partition("\n}")[0] + "}")["packs"]
        page.close(1)
        await socket.task
        assert socket.ended == [1000]

    async def again(page):
        _, lobby = await asked(page, "/api/lobby?language=de")
        assert [table["table"] for table in lobby["mine"]] == tables
        socket = Socket(page, tables[0])
        await asyncio.sleep(0)
        assert (await socket.say(type="story"))["type"] == "answer"  # said while the table is still coming
        await socket.until(lambda: socket.last("view"))
        assert socket.last("view")["made"] >= 1
        page.close(1)
        await socket.task

    at_page(play)
    at_page(again)


def test_what_is_wrong_is_refused(at_page):
    async def ask(page):
        assert (await asked(page, "/nowhere"))[0] == 404
        assert (await asked(page, "/api/tables"))[0] == 404
        assert (await asked(page, "/api/tables", {"packs": ["nothing"]}))[0] == 400
        assert (await asked(page, "/api/sit", {"table": "x" * 70_000, "secret": ""}))[0] == 413
        socket = Socket(page, "nowhere")
        await socket.task
        assert socket.ended == [4004]

    at_page(ask)
