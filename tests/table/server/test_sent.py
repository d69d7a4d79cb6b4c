"""Bundles that are dropped on the page: installed by the lobby, unpacked by the workshop, where there is nobody else."""

import base64

import pytest
from beavers import PACK

from ruledsl.author.exchange import inspect
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.bundles import packed
from ruledsl.rules.packs.folders.find import find_pack

HEAD = "id: {id}\nversion: 0.1.0\nlanguage: 1\nname: Bogs\nrequires: {{core: '>=0.1'}}\nauthors: [Ada]\nlicence: MIT\n"


def bundle(id_="bogs", **more):
    files = {"pack.yaml": HEAD.format(id=id_).encode(), "words.yaml": b"terrains: [bog]\n"} | more
    return base64.b64encode(packed(files)).decode()


async def looked(visitor):
    return (await visitor.http.get("/api/lobby")).json()


async def answered(visitor, path, data):
    """Whatever comes of it."""
    return (await visitor.http.post(path, json=data)).json()


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.setenv("RULEDSL_PACKS", str(tmp_path / "own"))
    monkeypatch.setattr(inspect, "tried", lambda _packs: [])
    return tmp_path / "own"


def test_a_bundle_is_shown_and_then_installed(at_desk, own):
    async def drop(desk):
        visitor = await desk.visitor()
        lobby = await looked(visitor)
        assert lobby["installs"]
        assert "bogs" not in {pack["id"] for pack in lobby["packs"]}
        shown = await visitor.post("/api/packs", {"data": bundle()})
        pack = shown["pack"]
        assert (pack["id"], pack["authors"], pack["licence"], shown["installed"]) == (
            "bogs",
            ["Ada"],
            "MIT",
            False,
        )
        for agreed in ("", "0" * 16):
            again = await visitor.post("/api/packs", {"data": bundle(), "agreed": agreed})
            assert not again["installed"]
        assert not own.exists()
        done = await visitor.post("/api/packs", {"data": bundle(), "agreed": pack["digest"]})
        assert done["installed"]
        assert "bogs" in {pack["id"] for pack in (await looked(visitor))["packs"]}

    at_desk(drop)
    assert find_pack("bogs") is not None


def test_at_a_glance_a_bundle_shows_its_tiles_and_nothing_is_tried(at_desk, own, monkeypatch):
    race = b"races:\n  toads: {name: Toads, summary: '<i>They hop.</i>', number: 4, tray: 9}\n"

    async def drop(desk):
        visitor = await desk.visitor()
        monkeypatch.setattr(inspect, "tried", lambda _packs: pytest.fail("it was tried"))
        data = bundle(**{"races.yaml": race})
        digest = (await visitor.post("/api/packs", {"data": data, "glance": True}))["pack"]["digest"]
        shown = await visitor.post("/api/packs", {"data": data, "glance": True, "agreed": digest})
        assert (shown["tried"], shown["installed"]) == (False, False)
        (tile,) = shown["pack"]["tiles"]
        assert (tile["name"], tile["summary"], tile["numbers"]) == ("Toads", "<i>They hop.</i>", [4, 9])
        assert tile["head"]["shape"]
        monkeypatch.setattr(inspect, "tried", lambda _packs: [])
        assert (await visitor.post("/api/packs", {"data": data}))["tried"]

    at_desk(drop)
    assert not own.exists()


def test_what_is_no_pack_is_refused(at_desk, own):
    async def drop(desk):
        visitor = await desk.visitor()
        for data in (
            "",
            "?",
            base64.b64encode(b"x").decode(),
            bundle("smallworld"),
            bundle(**{"x.yaml": b"{"}),
        ):
            answer = await answered(visitor, "/api/packs", {"data": data, "agreed": "x"})
            assert answer["error"]["code"] in ("table-001", "table-053"), answer
        huge = await answered(visitor, "/api/packs", {"data": "A" * 12_000_000})
        assert huge["error"]["code"] == "table-002"

    at_desk(drop)
    assert not own.exists()


@pytest.mark.parametrize(
    "settings", [{"host": "192.0.2.1"}, {"origins": ("https://table.example.org",)}], ids=str
)
def test_a_server_for_others_installs_nothing(at_desk, own, settings):
    async def drop(desk):
        visitor = await desk.visitor()
        assert not (await looked(visitor))["installs"]
        answer = await visitor.http.post("/api/packs", json={"data": bundle()})
        assert answer.status_code in (404, 405)

    at_desk(drop, **settings)


def test_a_foreign_name_leads_to_nothing_that_writes(at_desk, own, tmp_path):
    """A page from elsewhere can have its own name, or another address of this computer, lead here."""

    async def drop(desk):
        visitor = await desk.visitor()
        for path in ("/api/packs", "/api/workshop/unpack"):
            for host in ("evil.example.org", "192.168.1.7:8000"):
                headers = {"host": host, "origin": f"http://{host}"}
                answer = await visitor.http.post(path, json={"data": bundle()}, headers=headers)
                assert answer.json()["error"]["code"] == "table-003"

    at_desk(drop, workshop=tmp_path)


def test_the_workshop_unpacks_a_bundle_into_its_folder(at_desk, tmp_path):
    shop = tmp_path / "shop"
    shop.mkdir()

    async def drop(desk):
        visitor = await desk.visitor()
        made = await visitor.post("/api/workshop/unpack", {"data": bundle()})
        assert made["files"] == ["bogs/pack.yaml", "bogs/words.yaml"]
        assert (shop / "bogs/words.yaml").read_text() == "terrains: [bog]\n"
        assert await visitor.post("/api/workshop/unpack", {"data": bundle()}) == made
        for data in (
            bundle(**{"words.yaml": b"terrains: [moor]\n"}),
            bundle("fens", **{"Bad Name.yaml": b""}),
            bundle("moor", **{"x.yaml": b"\xff"}),
            "",
            "AAAA",
        ):
            answer = await answered(visitor, "/api/workshop/unpack", {"data": data})
            assert answer["error"]["code"] in ("table-001", "table-050", "table-053"), answer
        assert below(shop).files == ["bogs/pack.yaml", "bogs/words.yaml"]
        other = {"data": bundle(**{"other.yaml": b"terrains: [moor]\n"}), "replace": True}
        assert "bogs/other.yaml" in (await visitor.post("/api/workshop/unpack", other))["files"]
        assert (shop / "bogs/other.yaml").read_text() == "terrains: [moor]\n"
        await visitor.post("/api/workshop/delete", {"pack": "bogs"})
        assert below(shop).files == []
        await visitor.post("/api/workshop/unpack", other)
        (shop / "pack.yaml").write_text(PACK)
        answer = await answered(visitor, "/api/workshop/unpack", {"data": bundle("fens")})
        assert "is a pack itself" in answer["error"]["text"]
        answer = await answered(visitor, "/api/workshop/delete", {"pack": ""})
        assert "is a pack itself" in answer["error"]["text"]

    at_desk(drop, workshop=shop)
