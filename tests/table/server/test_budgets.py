"""Who asks much waits, and nobody else does; what many ask is worked out once; what is not new is not told again."""

import asyncio
from itertools import count

import pytest

from ruledsl import load
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.server.asking import form
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.settings import Limits
from ruledsl.table.server.tables import table as tables
from ruledsl.table.server.views import bringing, other_times
from ruledsl.table.server.web.account import Accounts
from ruledsl.table.server.work import paying
from ruledsl.table.server.work.paying import Patience
from ruledsl.table.server.work.queue import Budget


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


@pytest.fixture
def game():
    """One in which a player chooses where to conquer."""
    found = load("smallworld").new_game(2, 5)
    found.choose(0)
    return found


def test_options_are_tried_as_long_as_there_is_time(game, monkeypatch):
    every = bringing.brought(game, 0, Naming())
    for looks in (0, 1, 3):
        clock = count(step=paying.SECONDS / (looks + 1))
        monkeypatch.setattr(bringing, "Patience", lambda clock=clock: Patience(clock.__next__))
        found = bringing.brought(game, 0, Naming())
        assert list(found.items()) == list(every.items())[: looks + 1]


def test_a_die_is_told_nothing_about_when_time_is_over(monkeypatch):
    game = load("smallworld").new_game(2, 5)
    while not (found := of_dice(game)):
        game.choose(0)
    monkeypatch.setattr(paying, "SECONDS", 0.0)
    trials = bringing._Trials(game.copy(), game.decision.player)
    option = next(option for option in game.decision.options if option.id in found)
    assert found[option.id]["chance"]
    assert trials.of(option) == {"ends": "chance"}


def of_dice(game):
    """What there is to say of options that roll one."""
    brings = bringing.brought(game, game.decision.player, Naming())
    return {id_: one for id_, one in brings.items() if one["chance"]}


def test_choices_are_tried_out_as_long_as_there_is_time(game, monkeypatch):
    options = [game.decision.options[0].id]
    assert other_times.preview_data(game, 0, Naming(), options)["view"]
    monkeypatch.setattr(paying, "SECONDS", -1.0)
    with pytest.raises(Refused, match="too long"):
        other_times.preview_data(game, 0, Naming(), options)


def test_who_places_more_than_anybody_has_is_not_understood():
    assert form.amounts({"1": 120, "2": 80})
    assert not form.amounts({"1": 120, "2": 81})
    assert not form.amounts({"1": -1})


def test_a_bot_that_thinks_too_long_about_advice_says_so(at_desk):
    async def ask(desk):
        host, table = await desk.table("mine", "mine")
        page = await host.open(table)
        answer = await page.say("advice", made=page.view["made"])
        assert (answer["type"], answer["code"]) == ("error", "table-052")
        assert (await page.say("story"))["type"] == "answer"

    at_desk(ask, thinking=0.001)


class Loud:
    """A connection of an account."""

    def __init__(self):
        self.may, self.closed = True, 0

    def listen(self, *, again):
        self.may = again

    def too_loud(self):
        self.closed += 1


def test_while_an_address_owes_it_is_not_read_and_then_the_quietest_connection_is_first():
    async def pay():
        book = Accounts(Limits(loop=1.0, loop_of_all=0.9, loop_at_once=0.1))
        account, other = book.of("10.0.0.1"), Loud()
        loud, quiet, calm = Loud(), Loud(), Loud()
        for connection in (loud, quiet):
            account.enter(connection)
        book.of("10.0.0.2").enter(other)
        account.pay(quiet, 0.04, 0.04)
        account.pay(loud, 0.09, 0.09)
        account.enter(calm)
        assert [loud.may, quiet.may, calm.may, other.may] == [False, False, False, True]
        while not (quiet.may or calm.may):
            assert not loud.may
            await asyncio.sleep(0.001)
        while not loud.may:  # noqa: ASYNC110
            await asyncio.sleep(0.001)

    asyncio.run(pay())


def test_who_never_stops_owing_is_closed():
    async def pay():
        book = Accounts(Limits(loud=0.0))
        book.of("10.0.0.2").enter(Loud())
        account, loud, quiet = book.of("10.0.0.1"), Loud(), Loud()
        account.enter(loud)
        account.enter(quiet)
        for _ in range(2):
            account.pay(loud, 2.0, 2.0)
        assert (loud.closed, quiet.closed) == (1, 0)

    asyncio.run(pay())


def test_of_what_is_kept_there_is_always_some_left_for_others():
    book = Accounts(Limits(kept=100, kept_of_address=80))
    book.of("a").keep(50)
    with pytest.raises(Refused):
        book.of("a").keep(1)
    book.of("b").keep(25)
    book.of("a").keep(-50)
    assert book.kept == 25


def test_who_holds_a_seat_comes_in_whoever_looks_on_and_so_many_hold_it(at_desk):
    async def come(desk):
        host, table = await desk.table("mine", "open")
        for _ in range(2):
            await (await desk.visitor()).open(table)
        with pytest.raises(Refused, match="too many spectators"):
            await (await desk.visitor()).open(table)
        await host.open(table)
        secret = (await desk.registry.find(table)).seats[1].secret
        for status in (200, 200, 429):
            asked = {"table": table, "secret": secret}
            await (await desk.visitor()).post("/api/sit", asked, status=status)

    at_desk(come, limits=Limits(watchers=2, holders=2))
