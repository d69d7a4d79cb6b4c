"""Choices are made beside, on a copy of the game: while one takes long everything else goes on, and what happens meanwhile is not lost."""

import asyncio
import threading

import pytest

from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.seat import Course


@pytest.fixture
def long(monkeypatch):
    """A choice begins, and goes on when it may: two events."""
    begins, may, note = threading.Event(), threading.Event(), Course.note

    def noted(*args):
        begins.set()
        assert may.wait(60)
        note(*args)

    monkeypatch.setattr(Course, "note", noted)
    yield begins, may
    may.set()


@pytest.fixture
def while_chosen(at_desk, long):
    """Runs a coroutine function with a desk, a table, and a second page of whoever chooses there, while that choice is made.

    Gives the table, and what came of what it still waits for; then of the choice, if that may have come second.
    """
    begins, may = long

    def run(work):
        async def play(desk):
            visitor, here = await desk.table("mine", "mine")
            page, second, table = (
                await visitor.open(here),
                await visitor.open(here),
                desk.registry.tables[here],
            )
            choosing = asyncio.create_task(page.choose())
            await asyncio.to_thread(begins.wait, 60)
            try:
                late = await work(desk, table, second)
                assert not choosing.done()
            finally:
                may.set()
            answer = await choosing
            assert table.made == 1
            if late is None:
                assert answer.get("made") == 1
                return table, None
            (came,) = await asyncio.gather(late, return_exceptions=True)
            return table, (came, answer)

        return at_desk(play)

    return run


def test_others_are_answered(while_chosen):
    async def look(desk, table, _second):
        other = await desk.visitor()
        assert (await other.http.get("/api/lobby")).status_code == 200
        assert (await (await other.open(table.id)).say("log", **{"from": 0, "count": 9}))["log"]["count"]

    while_chosen(look)


def test_a_name_that_is_given_meanwhile_is_in_the_view(while_chosen):
    async def call(_desk, _table, second):
        assert (await second.say("name", seat=0, name="Zoë", colour=3))["made"] == 0

    table, _ = while_chosen(call)
    assert table.told
    assert {views.naming.players for views in table.told.values()} == {("Zoë", "")}


def test_of_two_choices_one_counts(while_chosen):
    async def choose(_desk, table, second):
        option = table.game.decision.options[0].id
        late = asyncio.create_task(table.choose(0, option, second.connection.visitor))
        await asyncio.sleep(0)
        return late

    table, (late, answer) = while_chosen(choose)
    assert (table.made, len(table.course.players), len(table.course.stood)) == (1, 1, 2)
    # Both were under way at once: either may have come first.
    assert isinstance(late, Refused) != (answer.get("code") == "table-030")


def test_what_is_chosen_at_a_table_that_is_gone_has_not_happened(at_desk):
    async def choose(desk):
        visitor, here = await desk.table("mine", "mine")
        table = desk.registry.tables[here]
        await table.choose(0, table.game.decision.options[0].id, visitor.id)
        del desk.registry.tables[here]
        with pytest.raises(Refused, match="no longer exists"):
            desk.registry.record(table, 0)
        assert not desk.registry.journal.choices(here)

    at_desk(choose)
