"""Every request there is, by everybody, in every phase of a table: who may is what docs/table-protocol.md says, and nobody is told a secret."""

import threading

import beavers
import pytest
from documented import documented
from roles import PHASES, World, requests_of

from ruledsl.play.game import Game, Rules
from ruledsl.play.views import SeatView
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.table.server.asking import lobby, messages
from ruledsl.table.server.settings import Limits
from ruledsl.table.server.tables.seat import Course
from ruledsl.table.server.views import things
from ruledsl.table.workshop import routes

MANY = Limits(tables_of_one=1000)


@pytest.fixture
def at_every_request(at_desk, tmp_path, monkeypatch):
    """Runs a coroutine function at a desk with a workshop, whose every request is there."""

    async def said_nothing(_socket):
        return 1000

    monkeypatch.setattr(routes, "_between", said_nothing)
    shop = beavers.lay(tmp_path / "shop")
    return lambda work: at_desk(work, workshop=shop, limits=MANY)


def test_every_request_has_a_row(at_every_request):
    async def look(desk):
        assert sorted(requests_of(desk.starlette)) == sorted(documented())

    at_every_request(look)


@pytest.mark.parametrize("phase", PHASES)
def test_who_may_do_what(at_every_request, phase):
    async def ask(desk):
        world, rows, wrong = await World(desk).begin(phase), documented(), []
        for request in requests_of(desk.starlette):
            row = rows.get(request)
            assert row, f"`{request}` is not in the table of docs/table-protocol.md"
            for role in world.people:
                wanted = (phase == "over" and row["over"]) or row[role]
                outcome, said, changed = await world.tried(role, request)
                hidden, hosts = world.secrets()
                told = [secret for secret in (hidden if role == "host" else hidden | hosts) if secret in said]
                if outcome != wanted:
                    wrong.append(f"{role}: `{request}` is {outcome}, not {wanted}")
                if told:
                    wrong.append(f"{role}: `{request}` tells a secret")
                if changed and outcome != "yes":
                    wrong.append(f"{role}: `{request}` is refused and changes something")
        assert not wrong, "\n".join(wrong)

    at_every_request(ask)


LONG = {
    "packs are read": (Seen, "look"),
    "a pack is looked for": (Seen, "pack"),
    "a game is begun": (Rules, "new_game"),
    "a saved game is played": (Game, "from_json"),
    "a game is played again": (Game, "restarted"),
    "a game goes back": (Game, "go_back"),
    "a map is drawn": (things, "map_svg"),
    "a rulebook is written": (lobby, "book_of"),
    "a choice is made": (Course, "note"),
    "options are tried": (messages, "brought"),
    "reasons are given": (SeatView, "why"),
    "reasons against are given": (SeatView, "why_not"),
    "a story is told": (messages, "story_data"),
    "a game is made up": (lobby, "game_for"),
}
"""What takes long with packs of strangers, or games that are long."""


def test_what_takes_long_is_not_done_in_the_event_loop(at_every_request, monkeypatch):
    """Whoever asks for it: the others need not wait for that."""
    done, here = [], threading.get_ident()

    def watched(what, place, name):
        work = getattr(place, name)

        def noted(*args, **more):
            done.append((what, threading.get_ident() == here))
            return work(*args, **more)

        monkeypatch.setattr(place, name, noted)

    async def ask(desk):
        world = await World(desk).begin("playing")
        for what, (place, name) in LONG.items():
            watched(what, place, name)
        for request in requests_of(desk.starlette):
            for role in ("player", "host"):
                vars(desk.room.offer).pop("packs", None)
                before = len(done)
                await world.tried(role, request)
                wrong = {what for what, in_loop in done[before:] if in_loop}
                assert not wrong, f"{role}: `{request}`: {wrong}"

    at_every_request(ask)
    assert {what for what, _ in done} == set(LONG)
