"""What people say to each other at a table, and the bot that plays on for whoever does not decide."""

import asyncio

import pytest

from ruledsl.table.server.bots import process
from ruledsl.table.server.tables import talk


async def two(desk):
    """Two people at a table, each at a page of their own."""
    host, table = await desk.table("mine", "open")
    page = await host.open(table)
    other = await desk.visitor("127.0.0.2")
    await other.sit(page.last["seats"]["seats"][1]["link"])
    return page, await other.open(table), table


async def until(page, holds):
    while not holds():
        await page.hear()


def said(page):
    return [(one["player"], one["text"] or one["sign"]) for one in page.last["talk"]["said"]]


def test_what_one_says_all_hear_and_nobody_keeps(at_desk):
    async def speak(desk):
        ann, ben, table = await two(desk)
        spectator = await (await desk.visitor("127.0.0.3")).open(table)
        await ann.say("say", text="  Good   luck <b>Ben</b>! ")
        await ben.say("say", sign="thanks")
        heard = [(0, "Good luck <b>Ben</b>!"), (1, "thanks")]
        for page in (ann, ben, spectator):
            await until(page, lambda page=page: said(page) == heard)
        refused = await spectator.say("say", text="Me too")
        assert refused["code"] == "table-021"
        assert said(ann) == heard
        kept = desk.registry.journal._base.iterdump()
        assert not any("Good luck" in line for line in kept)

    at_desk(speak)


@pytest.mark.parametrize(
    "remark",
    [
        {},
        {"text": "  "},
        {"text": "x", "sign": "thanks"},
        {"sign": "curse"},
        {"text": "a\nb"},
        {"text": "\u202etxet"},
        {"text": "x" * 201},
        {"text": ["x"]},
        {"text": "x", "player": 1},
    ],
)
def test_a_remark_is_one_short_line_or_a_sign_of_ones_own(at_desk, remark):
    async def speak(desk):
        ann, _ben, _table = await two(desk)
        assert (await ann.say("say", **remark))["code"] == "table-001"
        assert said(ann) == []

    at_desk(speak)


def test_who_says_too_much_waits_and_the_others_do_not(at_desk):
    async def speak(desk):
        ann, ben, _table = await two(desk)
        answers = [await ann.say("say", text=str(number)) for number in range(talk.MOST + 3)]
        assert [answer.get("code") for answer in answers] == [None] * talk.MOST + ["table-034"] * 3
        assert "code" not in await ben.say("say", text="calm")

    at_desk(speak)


def test_only_the_last_remarks_are_remembered(at_desk, monkeypatch):
    monkeypatch.setattr(talk, "SECONDS", 0.0)

    async def speak(desk):
        ann, _ben, _table = await two(desk)
        for number in range(talk.KEPT + 4):
            await ann.say("say", text=str(number))
        assert [text for _, text in said(ann)] == [str(number) for number in range(4, talk.KEPT + 4)]

    at_desk(speak)


def test_a_bot_plays_on_for_whoever_does_not_decide_in_time(at_desk, monkeypatch):
    async def wait(desk):
        ann, ben, table = await two(desk)
        assert (await ben.say("patience", minutes=1))["code"] == "table-022"
        await ann.say("patience", minutes=1)
        await until(ben, lambda: ben.last["seats"]["patience"] == 1)
        await asyncio.sleep(0.3)
        assert ann.last["seats"]["seats"][0]["bot"] is None
        monkeypatch.setattr(process, "MINUTE", 0.05)
        await ann.say("patience", minutes=2)
        await until(ben, lambda: ben.last["seats"]["seats"][0]["bot"] == "stands in")
        assert desk.registry.journal.row(table).seats[0]["away"] == process.SUBSTITUTE
        await ann.say("patience", minutes=0)
        await ann.say("hand", seat=0, to="person")
        await asyncio.sleep(0.3)
        assert ann.last["seats"]["seats"][0]["bot"] is None

    at_desk(wait)


def test_nobody_is_waited_for_while_nobody_waits(at_desk, monkeypatch):
    async def leave(desk):
        ann, ben, table = await two(desk)
        monkeypatch.setattr(process, "MINUTE", 0.3)
        await ann.say("patience", minutes=1)
        for page in (ann, ben):
            page.leave()
        await asyncio.sleep(0.8)
        assert desk.registry.journal.row(table).seats[0]["away"] == ""

    at_desk(leave)
