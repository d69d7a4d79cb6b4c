"""Who asks much waits, and nobody else does; what many ask is worked out once; what is not new is not told again."""

import asyncio

import pytest

from ruledsl.serve.settings import Limits
from ruledsl.serve.tables import table as tables
from ruledsl.serve.work.budget import Budget


def test_a_budget_is_saved_up_and_then_waited_for(monkeypatch):
    now, slept = [0.0], []

    async def sleep(seconds):
        slept.append(seconds)
        now[0] += seconds

    async def work():
        budget = Budget(0.25, 2.0, lambda: now[0])
        for seconds in (1.5, 1.5, 0.5, 0.5):
            async with budget.work():
                now[0] += seconds

    monkeypatch.setattr(asyncio, "sleep", sleep)
    asyncio.run(work())
    assert slept == pytest.approx([1.0, 1.5])


async def opened(desk):
    """A table at which somebody plays, with one page of theirs and two of spectators."""
    host, table = await desk.table("mine", "mine")
    first = await host.open(table)
    for _ in range(4):
        await first.choose(first.options[0])
    return first, [await (await desk.visitor()).open(table) for _ in range(2)]


def test_who_looks_on_keeps_nobody_waiting_who_plays(at_desk):
    async def ask(desk):
        player, (one, two) = await opened(desk)
        assert (await one.say("replay", step=0))["view"]  # from now on there is no time left
        waiting = [asyncio.create_task(page.say("replay", step=1)) for page in (one, two)]
        assert "why" in await player.say("why", value="victory", args={"player": 0})
        made = player.view["made"]
        assert (await player.choose())["made"] == made + 1
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in waiting)
        for task in waiting:
            task.cancel()
        assert await asyncio.gather(*waiting, return_exceptions=True)

    at_desk(ask, limits=Limits(share=1e-9, share_at_once=0.0))


def test_what_was_replayed_is_kept_as_long_as_it_is_true(at_desk, monkeypatch):
    worked = []
    work = tables.replay_view

    def counted(*args):
        worked.append(args[-1])
        return work(*args)

    monkeypatch.setattr(tables, "replay_view", counted)

    async def ask(desk):
        player, pages = await opened(desk)
        for _ in range(3):
            for page in pages:
                first = await page.say("replay", step=2)
        assert worked == [2]
        await player.say("language", language="da")
        await player.say("replay", step=2)
        assert worked == [2, 2]
        await player.say("name", seat=0, name="Ann", colour=1)
        again = await pages[0].say("replay", step=2)
        assert again["view"]["status"] != first["view"]["status"]
        assert "Ann" in again["view"]["status"] + again["view"]["log"]["entries"][-1]["text"]
        assert len(worked) == 3
        for step in range(4):
            for seat in (0, 1, None):
                await player.say("look", seat=seat)
                await player.say("replay", step=step)
        assert len(player.connection.table.recalled) == 5

    monkeypatch.setattr(tables, "MOST_RECALLED", 5)
    at_desk(ask)


def test_what_is_not_new_is_not_told_again(at_desk):
    async def look(desk):
        player, (one, two) = await opened(desk)
        await player.say("look", seat="auto")
        heard = len(player.heard)
        for _ in range(5):
            await one.say("look", seat=None)
            await two.say("language", language="da")
        await asyncio.sleep(0)
        player.connection.answer({"type": "answer", "re": None})
        assert [said["type"] for said in await player.hear()] == ["answer"]
        assert len(player.heard) == heard + 1
        two.leave()
        assert [said["type"] for said in await player.hear()] == ["seats"]

    at_desk(look)
