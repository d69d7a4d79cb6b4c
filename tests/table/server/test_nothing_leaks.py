"""A page gets what its seat may know: in two worlds that differ in everything else it gets the same, byte for byte."""

import json
import random
import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[2] / "properties")]

import strategies as ours  # noqa: E402 - found by the path above
from lengths import seldom, some  # noqa: E402
from two_worlds import otherwise  # noqa: E402

from ruledsl.author.testkit.recording import scenario_text  # noqa: E402
from ruledsl.base.errors import GameError  # noqa: E402
from ruledsl.engine.state.hidden import EVERYBODY  # noqa: E402
from ruledsl.play.naming.nouns import Naming  # noqa: E402
from ruledsl.play.views import game_for  # noqa: E402
from ruledsl.table.server.tables.seat import Course  # noqa: E402
from ruledsl.table.server.views.bringing import advised, brought  # noqa: E402
from ruledsl.table.server.views.other_times import (  # noqa: E402
    branched,
    plots_data,
    preview_data,
    region_data,
    replay_view,
    why_data,
    why_not_data,
)
from ruledsl.table.server.views.view import Views, plain, view_data, view_of  # noqa: E402

NAMING = Naming("it", ("Ann", "", "Ben"))
QUESTS = ("smallworld", str(Path(__file__).parents[2] / "properties" / "quests"))


def said(ask, *args):
    """What is answered, or why there is no answer."""
    try:
        return ask(*args)
    except GameError as problem:
        return [problem.code, str(problem)]


def told(game, seat):
    """Everything that a page of this seat (None: a spectator) can get, as bytes by what it is."""
    view = view_of(game, seat, NAMING)
    data = view_data(view, Course())
    found = {"view": data, "view, with others": Views(game, NAMING, Course()).of(seat)}
    assert found["view, with others"] == plain(data)
    for number in numbers_in(data):
        found[f"why {number}"] = said(why_data, view, number["value"], number["args"])
    for region in list(data["regions"])[::5]:
        found[f"region {region}"] = said(region_data, view, region)
    for action in dict.fromkeys(action.name for action in view.rules.program.actions):
        found[f"why not {action}"] = said(why_not_data, view, action, None)
    if seat is not None:
        found |= downloads(game, seat)
        options = [option["id"] for option in data["ask"]["options"]] if data["ask"] else []
        for option in options[:6]:
            found[f"preview {option}"] = said(preview_data, game, seat, NAMING, [option])
        if options:
            found["brings"] = said(brought, game, seat, NAMING)
            if len(game.choices) % 7 == 0:
                found["advice"] = said(advised, game, seat)
    return {what: json.dumps(told).encode() for what, told in found.items()}


def downloads(game, seat):
    """Files that a seat can take away while the game runs, and the table that goes on from here."""
    known = game_for(game, seat, 0)
    return {
        "save": known.to_json(),
        "scenario": scenario_text(known, "here"),
        "branch": branched(game, seat, len(game.choices), 5).to_json(),
    }


def numbers_in(data):
    """The questions behind the numbers of a view."""
    if isinstance(data, dict):
        if data.get("why"):
            yield data["why"]
        for value in data.values():
            yield from numbers_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from numbers_in(value)


def differences(game, seat, chance):
    """What a page is told otherwise in a world that its seat cannot tell from this one."""
    other = otherwise(game, EVERYBODY if seat is None else seat, chance)
    one, two = told(game, seat), told(other, seat)
    assert one.keys() == two.keys()
    return [what for what in one if one[what] != two[what]]


EXPANDED = [
    ("smallworld", "cursed", "grand_dames", "leaders"),
    ("smallworld", "be_not_afraid", "royal_bonus", "spiders_web", "tales"),
    ("sky_islands",),
    ("necromancer_island",),
    ("tunnels",),
    ("blank_tiles",),
]


@pytest.mark.parametrize(
    "packs",
    some([*ours.ON_MAPS, *EXPANDED, QUESTS]),
    ids=lambda packs: " ".join(Path(pack).name for pack in packs),
)
def test_pages_are_told_the_same_in_both_worlds(packs):
    chance = random.Random(" ".join(packs[:1]))
    rules, board = ours.rules_of(*packs), ours.ON_MAPS.get(packs, [None])[0]
    players = 2 if board else next(iter(rules.composition.maps.values())).players[0]
    game = rules.new_game(players, 3, board)
    compared = 0
    while not game.over:
        if len(game.choices) % seldom(60, 2) == 7:
            for seat in (*range(game.players), None):
                compared += 1
                assert not differences(game, seat, chance)
        game.choose(chance.randrange(len(game.decision.options)))
    assert compared > 3


def test_the_past_is_told_as_it_was_known():
    """Replays and plots of a game that runs have nothing of others in them; of one that is over all of it."""
    game = ours.rules_of("smallworld").new_game(2, 4)
    chance = random.Random(4)
    while game.round < 4:
        game.choose(chance.randrange(len(game.decision.options)))
    for seat in (0, 1, None):
        for step in range(0, len(game.choices), 7):
            view = replay_view(game, seat, NAMING, Course(), step)
            others = [row for row in view["players"] if row["player"] != seat]
            assert all(row["coins"] is None for row in others)
            assert all(row["score"]["value"] is None for row in others)
            assert view["ask"]["options"] == []
        victory = plots_data(game, seat, NAMING)[0]
        assert victory["id"] == "victory"
        for player, row in enumerate(victory["players"]):
            assert len(row) == len(victory["rounds"]) == 4
            assert all((value is None) == (player != seat) for value in row)
    while not game.over:
        game.choose(chance.randrange(len(game.decision.options)))
    plots = {plot["id"]: plot for plot in plots_data(game, 0, NAMING)}
    assert plots["victory"]["players"][1][-1] == next(
        row["victory"] for row in game.standings if row["player"] == 1
    )


@pytest.mark.parametrize(
    "packs", some([("smallworld",), ("underground",), ("crossover",), ("warcraft",)], 2), ids=" ".join
)
def test_every_byte_of_a_game(at_desk, packs):
    """Pages of both seats and of a spectator; what they heard is searched for links of others, the seed, and coins."""

    async def record(desk):
        host, table = await desk.table("mine", "open", packs=packs)
        first = await host.open(table)
        guest, stranger = await desk.visitor(), await desk.visitor()
        await guest.sit(first.last["seats"]["seats"][1]["link"])
        pages = [first, await guest.open(table), await stranger.open(table)]
        running = first.connection.table
        seed = running.game.start["seed"]
        coins = []
        while not first.view["over"] and len(running.game.choices) < 160:
            coins.append([row["coins"] for page in pages for row in page.view["players"]])
            page = pages[first.view["ask"]["player"]]
            for what in ("plots", "log", "replay", "undo"):
                more = {"log": {"from": 0, "count": 500}, "replay": {"step": 3}, "undo": {"made": 10**6}}
                if running.made % 20 == 5:
                    await pages[running.made % 3].say(what, **more.get(what, {}))
            await page.choose()
            for other in pages:
                while other.view["made"] < page.view["made"]:
                    await other.hear()
        for zero, one, two, three, *spectator in coins[:-1]:
            assert zero is not None
            assert three is not None
            assert (one, two, spectator) == (None, None, [None, None])
        secrets = [seat.secret for seat in running.seats]
        for page in pages:
            heard = "".join(page.heard)
            assert str(seed) not in heard
            if page is not first:
                assert not any(secret in heard for secret in secrets)
            assert host.id not in heard
            assert guest.id not in heard

    at_desk(record)


def test_downloads_of_a_game_that_runs_are_what_a_seat_knows(at_desk):
    async def load_down(desk):
        host, table = await desk.table("mine", "open")
        page = await host.open(table)
        for _ in range(5):
            if page.view["ask"]["mine"]:
                await page.choose()
        answer = await host.http.get(f"/table/{table}/save?seat=0")
        assert answer.status_code == 200
        assert answer.json()["start"]["sampled"]
        assert str(page.connection.table.game.start["seed"]) not in answer.text
        assert (await host.http.get(f"/table/{table}/save?seat=1")).status_code == 403
        answer = await host.http.get(f"/table/{table}/scenario?seat=0")
        assert answer.status_code == 200
        assert answer.text.startswith("scenarios:")
        assert (await host.http.get(f"/table/{table}/scenario?seat=7")).status_code == 403
        stranger = await desk.visitor()
        assert (await stranger.http.get(f"/table/{table}/save?seat=0")).status_code == 403

    at_desk(load_down)


def test_a_download_can_be_brought_along_again(at_desk):
    async def there_and_back(desk):
        host, table = await desk.table("mine", "mine", analysis=True)
        page = await host.open(table)
        for _ in range(12):
            await page.choose()
        text = (await host.http.get(f"/table/{table}/save?seat=0")).text
        answer = await host.http.post(
            "/api/upload", content=text, headers={"content-type": "application/json"}
        )
        again = await host.open(answer.json()["table"])
        assert again.view["made"] == 12
        assert again.view["regions"] == page.view["regions"]
        assert again.options == page.options
        branch = (await page.say("branch", step=4))["table"]
        assert (await host.open(branch)).view["made"] == 4

    at_desk(there_and_back)


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": "ruledsl game"}', "\ud800", "nonsense"])
def test_what_is_no_saved_game_is_refused(at_desk, text):
    async def bring(desk):
        host = await desk.visitor()
        content = text.encode("utf-8", "surrogatepass")
        answer = await host.http.post(
            "/api/upload", content=content, headers={"content-type": "application/json"}
        )
        assert answer.status_code in (400, 422)
        assert answer.json()["error"]["code"] in ("table-001", "table-011")

    at_desk(bring)
