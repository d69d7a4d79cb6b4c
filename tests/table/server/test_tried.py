"""By whatever endpoint a stranger's pack comes, it is tried before anything else is done with it; one whose trial fails goes no further."""

import base64
import json
import sqlite3

import beavers
import pytest

import ruledsl
from ruledsl.author.trial.places import ChildProcess, Report
from ruledsl.rules.packs.folders.bundles import packed
from ruledsl.rules.packs.folders.find import find_pack
from ruledsl.table.server.tables.offer import PackStore

SEATS = [{"who": "mine"}, {"who": "open"}]
BUNDLE = {
    "pack.yaml": beavers.PACK.replace("id:", "authors: [Ada]\nlicence: MIT\nid:").encode(),
    "races.yaml": beavers.RACE.encode(),
}


@pytest.fixture
def stranger(tmp_path, monkeypatch):
    """The folder of a pack whose trial fails; which packs were tried is in `tried`."""
    monkeypatch.setenv("RULEDSL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("RULEDSL_PACKS", str(tmp_path / "own"))
    monkeypatch.setattr("ruledsl.author.trial.outcome._TRIED", type(ruledsl.author.trial.outcome._TRIED)())
    monkeypatch.setattr(ChildProcess, "run", lambda *_: Report("its rulebook", "memory"))
    return beavers.lay(tmp_path / "shop")


def saved(folder):
    """A game with the pack, as somebody saved it elsewhere."""
    game = ruledsl.load(str(folder / "beavers")).new_game(2, 1)
    game.choose(0)
    return game.to_json()


DOORS = {
    "what it can be played with": ("GET", "/api/setup?packs=beavers", None),
    "the cards of its tiles": ("GET", "/api/cards?packs=smallworld&pack=beavers", None),
    "a drawing of one of its maps": ("GET", "/map.svg?packs=beavers&map=small_world_2p", None),
    "a table": ("POST", "/api/tables", {"packs": ["beavers"], "players": 2, "seats": SEATS}),
    "a saved game": ("POST", "/api/upload", None),
    "a bundle": ("POST", "/api/packs", {"data": base64.b64encode(packed(BUNDLE)).decode()}),
    "a draft": (
        "POST",
        "/api/workshop/play",
        {"pack": "beavers", "texts": {}, "position": {"players": 2}, "bot": "random"},
    ),
}


@pytest.mark.parametrize("endpoint", DOORS)
def test_no_door_leads_past_the_trial(at_desk, stranger, tmp_path, monkeypatch, endpoint):
    method, path, data = DOORS[endpoint]
    text = saved(stranger)
    loaded = []
    offered = PackStore.offered
    monkeypatch.setattr(PackStore, "offered", lambda *args: loaded.append(args) or offered(*args))

    async def knock(desk):
        visitor = await desk.visitor()
        body = text if path == "/api/upload" else json.dumps(data)
        sent = {"content": body, "headers": {"content-type": "application/json"}}
        answer = await visitor.http.request(method, path, **({} if method == "GET" else sent))
        assert answer.status_code >= 400
        assert "its rulebook took more than" in answer.json()["error"]["text"]

    at_desk(knock, packs=(str(stranger / "beavers"),), workshop=stranger)
    assert not loaded
    assert find_pack("beavers") is None
    with sqlite3.connect(tmp_path / "data" / "tables.sqlite") as journal:
        assert journal.execute("select count(*) from tables").fetchone() == (0,)
