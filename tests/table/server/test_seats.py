"""Seats are capabilities: who has the link sits there, nobody else learns it, and the host can end it."""

import sqlite3

import pytest
from roles import World

from ruledsl.play.bots import LEVELS
from ruledsl.table.server.settings import Limits
from ruledsl.table.server.tables.journal import SCHEMA, Journal
from ruledsl.table.server.web.guard import counted


def links_in(page):
    return {seat["player"] for seat in page.last["seats"]["seats"] if "link" in seat}


def test_who_looks_on_cannot_end_a_table_that_nobody_has_come_to(at_desk):
    async def attack(desk):
        world = await World(desk).begin("new")
        await world.people["spectator"].post("/api/forget", {"table": world.table.id}, 403)
        guest = world.people["invited"]
        await guest.post("/api/sit", {"table": world.table.id, "secret": world.secret(1)})
        await guest.post("/api/forget", {"table": world.table.id})
        assert await desk.registry.find(world.table.id) is world.table
        assert desk.registry.journal.row(world.table.id)

    at_desk(attack)


def test_nobody_becomes_the_host_by_sitting_down(at_desk):
    async def attack(desk):
        world = await World(desk).begin("left")
        again = {"table": world.table.id, "secret": world.secret(world.seat)}
        assert await world.people["player"].post("/api/sit", again) | {"table": ""} == {
            "table": "",
            "seat": world.seat,
            "host": False,
        }
        page = await world.people["player"].open(world.table.id)
        assert not page.last["seats"]["host"]
        assert page.last["seats"]["hosts"] == 0
        assert not links_in(page)

    at_desk(attack)


def test_a_table_that_its_host_has_left_is_gone_when_the_last_player_leaves(at_desk):
    async def leave(desk):
        world = await World(desk).begin("left")
        await world.people["player"].post("/api/forget", {"table": world.table.id})
        await world.people["player"].post("/api/forget", {"table": world.table.id}, 404)

    at_desk(leave)


def test_the_link_of_a_seat_is_told_to_the_host_until_somebody_sits_there(at_desk):
    async def sit(desk):
        world = await World(desk).begin("hosted")
        page = await world.people["host"].open(world.table.id)
        assert links_in(page) == {0, 1, 2}
        link = page.last["seats"]["seats"][1]["link"]
        guest = world.people["invited"]
        await guest.sit(link)
        await page.hear()
        assert links_in(page) == {0, 2}
        assert page.last["seats"]["seats"][1]["held"] == 1
        phone = await desk.visitor()
        await phone.sit(link)
        await page.hear()
        assert page.last["seats"]["seats"][1]["held"] == 2
        for visitor in (guest, phone):
            await visitor.post("/api/forget", {"table": world.table.id})
        await page.hear()
        assert links_in(page) == {0, 1, 2}

    at_desk(sit)


def test_a_link_that_is_renewed_ends_with_what_was_held_by_it_and_everybody_sees_it(at_desk):
    async def renew(desk):
        world = await World(desk).begin("playing")
        host, player = world.people["host"], world.people["player"]
        pages = [await world.people[role].open(world.table.id) for role in ("host", "player", "spectator")]
        old = world.secret(world.seat)
        assert pages[1].view["ask"]["mine"]
        link = (await pages[0].say("renew", seat=world.seat))["link"]
        for page in pages[1:]:
            await page.hear()
            seat = page.last["seats"]["seats"][world.seat]
            assert (seat["renewed"], seat["held"], seat["mine"]) == (1, 0, False)
        assert not pages[1].view["ask"]["mine"]
        option = world.table.game.decision.options[0].id
        made = world.table.made
        assert (await pages[1].say("choose", made=made, option=option))["code"] == "table-032"
        await player.post("/api/sit", {"table": world.table.id, "secret": old}, 403)
        await host.sit(link)
        assert world.table.held_by(host.id) == [world.seat]
        again = (await pages[0].say("renew", seat=world.seat))["link"]
        assert world.table.held_by(host.id) == [world.seat]
        assert again != link
        kept = desk.registry.journal
        assert kept.holders(world.table.id)[host.id] >= {world.seat}
        assert [seat["renewed"] for seat in kept.row(world.table.id).seats][world.seat] == 2

    at_desk(renew)


def test_a_host_may_have_another_one_no_more(at_desk):
    async def renew(desk):
        world = await World(desk).begin("hosted")
        eve = world.people["spectator"]
        await eve.post("/api/sit", {"table": world.table.id, "secret": world.table.row.key})
        page = await world.people["host"].open(world.table.id)
        theirs = await eve.open(world.table.id)
        assert page.last["seats"]["hosts"] == 2
        link = (await page.say("renew", seat=None))["link"]
        assert page.last["seats"] | {"seats": []} == {
            "type": "seats", "spectators": 2, "host": True, "hosts": 1, "patience": 0, "seats": [],
        }  # fmt: skip
        await theirs.hear()
        assert not theirs.last["seats"]["host"]
        assert (await theirs.say("renew", seat=None))["code"] == "table-022"
        await world.people["elsewhere"].sit(link)
        await page.hear()
        assert page.last["seats"]["hosts"] == 2

    at_desk(renew)


@pytest.mark.parametrize(
    ("who", "status"), [*((bot, 200) for bot in LEVELS.values()), ("guided:99999999ms", 400)]
)
def test_levels_may_sit_and_nobody_who_thinks_for_as_long_as_a_stranger_says(at_desk, who, status):
    async def sit(desk):
        visitor = await desk.visitor("192.168.1.7")
        seats = [{"who": "mine"}, {"who": who}]
        await visitor.post("/api/tables", {"packs": ["smallworld"], "players": 2, "seats": seats}, status)

    at_desk(sit)


def test_tables_are_counted_by_address_whatever_cookies_there_are(at_desk):
    async def crowd(desk):
        host, table = await desk.table("mine", "random")
        asked = {"packs": ["smallworld"], "players": 2, "seats": [{"who": "mine"}, {"who": "random"}]}
        for number in range(5):
            visitor = await desk.visitor("192.168.1.7")
            answer = await visitor.post("/api/tables", asked, 200 if number < 2 else 429)
        assert "address" in answer["error"]["text"]
        page = await host.open(table)
        assert (await page.say("branch", step=0))["table"]
        assert (await page.say("rematch"))["code"] == "table-005"

    at_desk(crowd, limits=Limits(tables_of_one=2))


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("::1", "::1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::"),
        ("", ""),
        ("a proxy's word", "a proxy's word"),
        ("a:b", "a:b"),
    ],
)
def test_who_has_many_addresses_is_counted_as_one(host, network):
    assert counted(host) == network


def test_a_journal_of_the_first_version_is_read(tmp_path):
    file = tmp_path / "tables.sqlite"
    old = SCHEMA.replace("key TEXT NOT NULL, address TEXT", "host TEXT").replace("addresses", "hosts")
    base = sqlite3.connect(file)
    base.executescript(old.replace("tables (address)", "tables (host)") + "PRAGMA user_version = 1;")
    base.execute(
        "INSERT INTO tables (id, host, packs, variants, beginning, title, seats, began, played) "
        "VALUES ('t', 'ann', '[]', '{}', '', 'T', '[]', 0, 0)"
    )
    base.execute("INSERT INTO holders VALUES ('t', 0, 'ann'), ('t', 1, 'ben')")
    base.commit()
    base.close()
    for _ in range(2):
        journal = Journal(file)
        assert journal.holders("t") == {"ann": {0, -1}, "ben": {1}}
        assert [row.id for row in journal.tables_of("ben", 9)] == ["t"]
        assert (journal.row("t").key, journal.row("t").address) == ("", "")
        journal.close()
