"""The workshop: what it reads and writes, and nothing beside it; what its jobs answer; who may ask at all."""

import asyncio
import os

import beavers
import odd
import pytest
import websockets
from beavers import FILE, PACK
from real_server import Server

import ruledsl
from ruledsl.author.templates.making import TemplateError, copied_tile, new_pack
from ruledsl.author.templates.texts import SUMMARY
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.offer import Offer
from ruledsl.table.workshop.shop import MOST_BYTES, NEW, Shop

RACE = beavers.RACE + "      my region_income +1 if region is hill\n"
STORY = """\
scenarios:
  forests_cost_less:
    about: A forest costs one less.
    position: {players: 2, map: {regions: {a: {terrain: forest, entry: true}}}, phase: conquests, peoples: [{race: beavers, player: 0, hand: 3}]}
    steps:
      - cost: {value: conquest_cost, people: beavers, region: a, is: 1}
"""


@pytest.fixture
def shop(tmp_path):
    return beavers.lay(tmp_path / odd.IN_A_DRIVE, RACE, **{"scenarios/beavers": STORY})


def test_tiles_to_begin_from_are_called_as_their_game_calls_them():
    """Packs mention nouns in their texts, `[people] [banner]`; nobody reads them like that."""
    packs = Offer(()).packs
    started = [start.as_dict(Naming()) for pack in packs.values() for start in pack.starts]
    assert {start["kind"] for start in started} >= {"race banner", "power badge"}
    assert {start["kind"] for start in started if start["emblem"]} >= {"race banner", "power badge"}
    assert not [start for start in started if "[" in f"{start['name']} {start['kind']} {start['summary']}"]


# ── files ──


def test_files_are_read_and_written_whole_and_only_as_they_were_read(shop):
    files = Shop(shop)
    assert files.packs() == {
        "beavers": ["beavers/pack.yaml", FILE, "beavers/scenarios/beavers.yaml"],
    }
    first = files.read(FILE)
    assert first.text == RACE
    second = files.write(FILE, RACE.replace("6", "7"), first.version)
    assert files.read(FILE) == second
    with pytest.raises(Refused, match="changed by somebody else"):
        files.write(FILE, "", first.version)
    assert files.read(FILE) == second
    assert not list((shop / "beavers" / "races").glob(".workshop*"))


def test_line_ends_and_the_mark_at_the_beginning_stay(shop):
    place = shop / FILE
    place.write_bytes(("\ufeff" + RACE.replace("\n", "\r\n")).encode())
    files = Shop(shop)
    found = files.read(FILE)
    assert found.text == RACE
    files.write(FILE, RACE + "# more\n", found.version)
    assert place.read_bytes() == ("\ufeff" + RACE + "# more\n").replace("\n", "\r\n").encode()


def test_new_files_are_made_all_or_none(shop):
    files = Shop(shop)
    with pytest.raises(Refused, match="already exists"):
        files.add({"beavers/powers/new.yaml": "", FILE: ""})
    with pytest.raises(Refused, match="in small letters"):
        files.add({"beavers/powers/new.yaml": "", "beavers/Bad Name.yaml": ""})
    assert not (shop / "beavers" / "powers" / "new.yaml").exists()
    assert [text.path for text in files.add({"otters/pack.yaml": PACK})] == ["otters/pack.yaml"]


def test_a_pack_is_replaced_whole_or_not_at_all(shop):
    files = Shop(shop)
    before = {path: files.read(path).text for path in files.packs()["beavers"]}
    with pytest.raises(Refused, match="in small letters"):
        files.replace("beavers", {FILE: "races: {}\n", "beavers/new.yaml": "", "beavers/Bad Name.yaml": ""})
    assert {path: files.read(path).text for path in files.packs()["beavers"]} == before
    files.replace("beavers", {"beavers/pack.yaml": PACK, "beavers/more/new.yaml": "x: 1\n"})
    assert files.packs() == {"beavers": ["beavers/pack.yaml", "beavers/more/new.yaml"]}
    with pytest.raises(Refused, match="no such pack"):
        files.replace("otters", {"otters/pack.yaml": PACK})


def test_a_pack_is_deleted_but_not_what_is_no_text_of_it(shop):
    files = Shop(shop)
    (shop / "beavers" / "notes.txt").write_text("mine")
    for wrong in ("otters", "..", "beavers/races", "/etc"):
        with pytest.raises(Refused):
            files.delete(wrong)
    files.delete("beavers")
    assert files.packs() == {}
    assert [path.name for path in shop.rglob("*")] == ["beavers", "notes.txt"]


@pytest.mark.parametrize(
    "path",
    [
        "",
        ".",
        "..",
        "../outside.yaml",
        "beavers/../../outside.yaml",
        "/etc/passwd",
        "beavers//pack.yaml",
        "beavers/./pack.yaml",
        "beavers/pack.yaml/",
        "beavers",
        "beavers/\0.yaml",
        "beavers/.hidden.yaml",
        "beavers/notes.txt",
        "beavers/link.yaml",
        "beavers/folder/outside.yaml",
        "linked/pack.yaml",
        "loose.yaml",
        "pictures/races/new.yaml",
        "a" * 5000,
        f"beavers/{'a' * 300}.yaml",
        f"beavers/{'ä' * 150}.yaml",
        f"{'a' * 300}/pack.yaml",
    ],
)
def test_nothing_outside_of_the_packs_is_read_or_written(shop, path):
    outside = shop.parent / "outside.yaml"
    outside.write_text("secret")
    (shop / "loose.yaml").write_text("secret")
    (shop / "beavers" / "notes.txt").write_text("secret")
    (shop / "beavers" / ".hidden.yaml").write_text("secret")
    (shop / "pictures" / "races").mkdir(parents=True)
    (shop / "beavers" / "link.yaml").symlink_to(outside)
    (shop / "beavers" / "folder").symlink_to(shop.parent)
    (shop.parent / "elsewhere").mkdir()
    (shop.parent / "elsewhere" / "pack.yaml").write_text(PACK)
    (shop / "linked").symlink_to(shop.parent / "elsewhere")
    files = Shop(shop)
    for refused in (
        lambda: files.read(path),
        lambda: files.write(path, "", NEW),
        lambda: files.add({path: ""}),
    ):
        with pytest.raises(Refused):
            refused()
    assert outside.read_text() == "secret"
    assert (shop.parent / "elsewhere" / "pack.yaml").read_text() == PACK


def test_what_is_too_large_or_no_text_is_refused(shop):
    files = Shop(shop)
    version = files.read(FILE).version
    with pytest.raises(Refused, match="at most"):
        files.write(FILE, "x" * (MOST_BYTES + 1), version)
    (shop / FILE).write_bytes(b"\xff\xfe")
    with pytest.raises(Refused, match="no text"):
        files.read(FILE)
    (shop / FILE).write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(Refused, match="too large"):
        files.read(FILE)
    (shop / FILE).unlink()
    os.mkfifo(shop / FILE)
    with pytest.raises(Refused):
        files.read(FILE)


# ── jobs ──


def test_the_card_follows_the_text_and_the_line(at_work):
    async def look(visitor, ask):
        found = await ask("card", path=FILE, line=3)
        assert (found["tile"], [tile["id"] for tile in found["tiles"]]) == ("beavers", ["beavers"])
        paper = await visitor.http.get(found["paper"])
        assert "script-src" not in paper.headers["content-security-policy"]
        assert "default-src 'none'" in paper.headers["content-security-policy"]
        assert "sandbox" in paper.headers["content-security-policy"]
        assert found["summary"] == "none"
        earlier = "Say here in one sentence what this does; it is printed on the tile."
        new = SUMMARY.format(name="Beavers")
        for summary, state in ((new, "new"), (earlier, "new"), ("They build dams.", "told")):
            text = RACE.replace("name: Beavers", f"name: Beavers\n    summary: {summary}")
            assert (await ask("card", path=FILE, line=3, texts={FILE: text}))["summary"] == state
        other = RACE.replace("name: Beavers", "name: <script>Otters</script>")
        found = await ask("card", path=FILE, texts={FILE: other})
        assert "&lt;script&gt;Otters" in (await visitor.http.get(found["paper"])).text
        found = await ask("card", texts={FILE: RACE.replace("forest", "forst")})
        assert [(one["path"], one["line"]) for one in found["findings"]] == [(FILE, 7)]
        assert (
            'class="sheet"' in (await visitor.http.get((await ask("sheets", tile="beavers"))["paper"])).text
        )
        assert "<h1>" in (await visitor.http.get((await ask("rulebook"))["paper"])).text
        assert (await visitor.http.get("/api/workshop/paper?name=none")).status_code == 404

    at_work(look)


def test_scenarios_run_on_the_text_as_it_stands(at_work):
    async def look(_visitor, ask):
        found = await ask("scenarios")
        assert (found["passed"], found["all"]) == (1, 1)
        assert [(one["line"], one["reached"]) for one in found["clauses"][FILE]] == [(7, True), (8, False)]
        story = {"beavers/scenarios/beavers.yaml": STORY.replace("is: 1", "is: 2")}
        found = await ask("scenarios", texts={FILE: RACE.replace("-1", "-2"), **story})
        failure = found["scenarios"][0]["failure"]
        assert (failure["step"], failure["line"]) == (1, 6)
        assert [(one["expected"], one["found"]) for one in failure["differences"]] == [("2", "1")]
        assert any("forest" in line for line in failure["differences"][0]["why"])

    at_work(look)


def test_what_does_not_end_is_ended(at_work, monkeypatch):
    async def look(_visitor, ask):
        from ruledsl.table.workshop import workshop  # noqa: PLC0415

        slow = workshop.JOBS["scenarios"]._replace(seconds=0.01)
        monkeypatch.setitem(workshop.JOBS, "scenarios", slow)
        answer = await ask("scenarios", status=503)
        assert answer["error"]["code"] == "table-052"
        monkeypatch.undo()
        assert (await ask("scenarios"))["all"] == 1

    at_work(look)


def test_packs_tiles_copies_and_stories_are_made(at_work, shop):
    async def make(visitor, ask):
        async def made(status=200, **what):
            return await visitor.post("/api/workshop/make", what, status=status)

        assert await made(what="pack", pack="", id="otters", requires=["smallworld"]) == {
            "files": ["otters/pack.yaml"]
        }
        files = (await made(what="race", pack="otters", id="otters"))["files"]
        assert files == ["otters/races/otters.yaml", "otters/scenarios/otters.yaml"]
        await made(what="race", pack="otters", id="otters", status=422)
        await made(what="race", pack="otters", id="../otters", status=422)
        refused = await made(what="race", pack="otters", id="con", status=422)
        assert "On Windows `con.yaml` is a device" in refused["error"]["text"]
        await made(what="race", pack="a" * 300, id="otters", status=404)
        answer = await visitor.http.get(f"/api/workshop/file?path=beavers/{'a' * 300}.yaml")
        assert answer.status_code == 404
        await made(what="pack", pack="", id="beavers", requires=["smallworld"], status=409)
        things = await ask("things")
        assert {"race", "power"} <= {kind["id"] for kind in things["kinds"]}
        files = (await made(what="copy", pack="beavers", id="swimmers", source="tritons"))["files"]
        assert files == ["beavers/races/swimmers.yaml", "beavers/scenarios/swimmers.yaml"]

    at_work(make)
    assert "name: Swimmers" in (shop / "beavers/races/swimmers.yaml").read_text()
    assert ruledsl.author.testkit.run_scenarios(str(shop / "beavers")).passed


def test_a_tile_whose_name_is_a_word_of_its_rules_can_be_copied(tmp_path):
    for name, text in new_pack("mine", ["smallworld"]).items():
        (tmp_path / name).write_text(text)
    made = copied_tile(tmp_path, "forest", "groves")
    assert "region is forest" in made["powers/groves.yaml"]
    with pytest.raises(TemplateError, match="no tile `nothing`"):
        copied_tile(tmp_path, "nothing", "groves")


def test_a_copied_scenario_is_played_with_the_pack_of_the_copy(tmp_path):
    for name, text in new_pack("mine", ["spiders_web", "smallworld"]).items():
        (tmp_path / name).write_text(text)
    made = copied_tile(tmp_path, "slingmen", "hurlers")["scenarios/hurlers.yaml"]
    assert "position:" in made
    assert "packs:" not in made


# ── who may ask ──


def test_another_name_or_origin_gets_nothing(at_work):
    async def attack(visitor, _ask):
        reading = ("/workshop", "/api/workshop", f"/api/workshop/file?path={FILE}", "/api/workshop/offers")
        for path in reading:
            for host in ("evil.example:8000", "192.168.1.7:8000"):
                assert (await visitor.http.get(path, headers={"host": host})).status_code == 403
        version = (await visitor.http.get(reading[2])).json()["version"]
        asked = {"path": FILE, "text": "", "version": version}
        for headers in ({"origin": "http://evil.example"}, {"origin": "null"}, {"host": "evil.example"}):
            answer = await visitor.http.post("/api/workshop/file", json=asked, headers=headers)
            assert answer.status_code == 403
        answer = await visitor.http.post(
            "/api/workshop/file", content="{}", headers={"content-type": "text/plain"}
        )
        assert answer.status_code == 400
        for bad in (
            {"job": "card"},
            {"job": "none", "pack": "beavers"},
            {"job": ["card"], "pack": "beavers"},
        ):
            assert (await visitor.http.post("/api/workshop/ask", json=bad)).status_code == 400
        for texts in ({"../x.yaml": ""}, {"/etc/x": ""}):
            asked = {"job": "card", "pack": "beavers", "texts": texts}
            assert (await visitor.http.post("/api/workshop/ask", json=asked)).status_code == 404
        assert (
            await visitor.http.post("/api/workshop/ask", json={"job": "card", "pack": ".."})
        ).status_code == 404

    at_work(attack)


def test_without_a_folder_there_is_no_workshop(at_desk):
    async def look(desk):
        visitor = await desk.visitor()
        for path in ("/workshop", "/api/workshop", "/api/workshop/file?path=x"):
            assert (await visitor.http.get(path)).status_code == 404

    at_desk(look)


def test_the_language_server_answers_pages_of_this_server_only(shop, tmp_path):
    server = Server(tmp_path / "data", "--workshop", str(shop))
    address = server.address.replace("http", "ws") + "/api/workshop/language"

    async def look():
        for origin in ("http://evil.example", None):
            async with websockets.connect(address, origin=origin) as socket:
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    await socket.recv()
                assert closed.value.rcvd.code == 4003
        async with websockets.connect(address, origin=server.address) as socket:
            await socket.send(
                '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}'
            )
            assert '"codeActionProvider"' in await asyncio.wait_for(socket.recv(), 60)

    try:
        asyncio.run(look())
    finally:
        server.end()
