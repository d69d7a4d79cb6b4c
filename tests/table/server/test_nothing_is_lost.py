"""A server that is killed comes back with every table as its last answered choice left it. `killed.py` is the long form."""

import asyncio
import json
import sqlite3

import httpx
import pytest
from killed import killed_again_and_again
from lengths import part
from real_server import Server

from ruledsl.table.server.asking.messages import handle
from ruledsl.table.server.tables.journal import Journal


def test_a_server_that_is_killed_comes_back(tmp_path):
    assert killed_again_and_again(tmp_path, times=part(20), tables=6, seed=1) == []


def test_what_could_not_be_written_did_not_happen(at_desk, monkeypatch):
    def full(_journal):
        raise sqlite3.OperationalError("database or disk is full")

    async def fail(desk):
        host, table = await desk.table("mine", "mine")
        page = await host.open(table)
        await page.choose()
        heard = len(page.heard)
        said = {"type": "choose", "id": page.number + 1, "made": 1, "option": page.options[0]}
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "commit", full)
            await handle(desk.registry, page.connection, json.dumps(said))
            await asyncio.sleep(0.05)
        assert page.ended == 1011
        assert len(page.heard) == heard
        again = await host.open(table)
        assert again.view["made"] == 1
        assert again.options == page.options

    at_desk(fail)


def test_a_table_keeps_its_packs(at_desk, tmp_path):
    """One that was edited since goes on as it was for tables that run, and is new for new ones."""
    pack = tmp_path / "own"
    write_pack(pack, "Otters")

    async def begin(desk):
        host, table = await desk.table("mine", "mine", packs=["own"])
        page = await host.open(table)
        await page.choose()
        return host, table, page.view

    async def go_on(desk):
        host, table, before = kept
        host.come_to(desk)
        page = await host.open(table)
        assert page.view["made"] == before["made"]
        assert page.last["table"]["tiles"]["otters"]["name"] == "Otters"
        await page.choose()
        _, new = await desk.table("mine", "mine", packs=["own"])
        assert (await host.open(new)).last["table"]["tiles"]["otters"]["name"] == "Badgers"

    kept = at_desk(begin, packs=(str(pack),))
    write_pack(pack, "Badgers")
    at_desk(go_on, packs=(str(pack),))


def test_a_table_whose_packs_are_gone_says_so_and_can_be_looked_at(at_desk, tmp_path):
    async def begin(desk):
        host, table = await desk.table("mine", "mine")
        page = await host.open(table)
        await page.choose()
        await page.choose()
        page.leave()
        while desk.registry.journal.kept(table) is None:  # noqa: ASYNC110 - it is made in a thread
            await asyncio.sleep(0.05)
        return host, table, page.view

    async def look(desk):
        host, table, before = kept
        host.come_to(desk)
        page = await host.open(table)
        assert not page.last["table"]["playable"]
        assert page.last["table"]["problem"]
        assert page.view["regions"] == before["regions"]
        assert page.view["ask"] is None or page.options == []
        assert (await page.say("choose", made=2, option="stop"))["code"] == "table-040"
        assert (await page.say("undo", made=2))["code"] == "table-040"

    kept = at_desk(begin)
    for folder in (tmp_path / "data" / "packs").iterdir():
        for file in folder.rglob("*.yaml"):
            file.write_text("", encoding="utf-8")
    at_desk(look)


def write_pack(folder, name):
    """A pack with one race more."""
    (folder / "races").mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(
        'id: own\nname: {en: Own}\nversion: "0.1.0"\nlanguage: 1\nrequires: {smallworld: ">=0.1"}\n',
        encoding="utf-8",
    )
    (folder / "races" / "otters.yaml").write_text(
        f"races:\n  otters:\n    name: {{en: {name}}}\n    number: 6\n    tray: 11\n    summary: {{en: None.}}\n",
        encoding="utf-8",
    )


def test_on_a_full_disk_no_request_is_told_that_it_was_done(tmp_path):
    """Of a real server, whose files may not grow any more for a while."""
    resource = pytest.importorskip("resource")
    server = Server(tmp_path)
    free, full = ((most, resource.RLIM_INFINITY) for most in (resource.RLIM_INFINITY, 0))
    asked = {"packs": ["smallworld"], "players": 2, "seats": [{"who": "mine"}] * 2}

    def said(path, **data):
        answer = http.post(path, json=data)
        return answer.status_code, answer.json()

    try:
        with httpx.Client(base_url=server.address, headers={"origin": server.address}, timeout=60) as http:
            http.get("/")
            table = said("/api/tables", **asked)[1]["table"]
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, full)
            for path, data in (("/api/tables", asked), ("/api/forget", {"table": table})):
                status, told = said(path, **data)
                assert (status, told["error"]["code"]) == (507, "table-051"), path
            assert http.get("/api/lobby").status_code == 200
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, free)
            status, more = said("/api/tables", **asked)
            assert status == 200
            mine = {one["table"] for one in http.get("/api/lobby").json()["mine"]}
            assert mine == {table, more["table"]}
    finally:
        server.kill()
