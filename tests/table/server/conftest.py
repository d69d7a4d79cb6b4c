"""A server's room in memory, and people at its tables: no sockets, what stands behind them is called as they call it."""

import asyncio

import pytest
from at_table import Desk, here

from ruledsl.table.server.room import Room
from ruledsl.table.server.settings import Settings
from ruledsl.table.server.work import paying


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """What a busy machine would leave out is told all the same; the tests of that have clocks of their own."""
    monkeypatch.setattr(paying, "SECONDS", 60)


@pytest.fixture
def at_desk(tmp_path):
    """Runs a coroutine function with a desk, and closes the room behind it."""

    def run(work, process=here, **settings):
        async def whole():
            given = {"data": tmp_path / "data", "pace": 0, "workers": 1, **settings}
            room = Room(Settings(**given), process)
            try:
                return await work(Desk(room))
            finally:
                await room.close()

        return asyncio.run(whole())

    return run


@pytest.fixture
def at_work(at_desk, shop):
    """Runs a coroutine function in the workshop of a folder, `shop`, with a visitor and a way to ask jobs of its pack `beavers`."""

    def run(work):
        async def whole(desk):
            visitor = await desk.visitor()

            async def ask(job, status=200, **more):
                asked = {"job": job, "pack": "beavers", **more}
                return await visitor.post("/api/workshop/ask", asked, status=status)

            await work(visitor, ask)

        at_desk(whole, workshop=shop)

    return run
