"""A journal that something else has changed: each table in it is played, shown, or refused in a sentence; nothing breaks, and the others go on."""

import json
import os
import sqlite3
import zlib

import httpx
import pytest
from real_server import Server

from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.room import Room
from ruledsl.table.server.settings import Settings

DEEP = "[" * 100_000
SEAT = {"player": 0, "who": "person", "name": "", "colour": 0, "away": "", "secret": "x", "renewed": 0}
OTHER = SEAT | {"player": 1, "colour": 1}


def seats(**changed):
    return json.dumps([SEAT | changed, OTHER])


def picture(**changed):
    views = {"0": {}, "1": {}, "None": {}}
    return zlib.compress(json.dumps({"table": {}, "views": views, "map": "<svg/>", **changed}).encode())


COLUMNS = {
    "seats": ["", "{}", "[]", "[1]", DEEP, None, b"\xff", seats(player=1), seats(player="0"), seats(colour=-1), seats(colour=99), seats(name=None),
              seats(secret=7), seats(away="eve"), seats(more=1), json.dumps([SEAT]), json.dumps([SEAT, OTHER, SEAT | {"player": 2}])],
    "packs": ["", "{}", "[]", "[[]]", '[["a"]]', DEEP,
              '[["smallworld", "0", "x"]]', '[["../../x", "0", "../x"]]', '[["/dev/zero", "0", ""]]', '[["\\u0000", "0", "x"]]', 7],
    "variants": ["", "[]", '{"a": 1}', '{"final_conquest": "eve"}', '{"\\u001b[2J": "x"}', None],
    "beginning": ["", "{}", DEEP, '{"format": 1e999}', b"\xff\xff", None],
    "title": [None, b"\x00", 3],
    "key": [None, "", 5],
    "played": [float("inf"), float("-inf"), None, "soon"],
    "made": [-1, 1 << 62, "x", None],
    "asked": [-1, 99, "x"],
    "over": [2, None, "x"],
    "heir": ["../../x", 5, b"\xff"],
    "kept": [b"", b"x", zlib.compress(b"0" * 10), zlib.compress(DEEP.encode()), picture(views={}), picture(table=[]), picture(map=None), "x"],
}  # fmt: skip
"""What stands in a column instead."""
OF_CHOICES = [(0, -1), (0, 1 << 62), (0, 999), (0, "x"), (0, None), (0, b"\xff"), (1 << 40, 0), (-1, 0)]
OF_HOLDERS = [99, -2, "x", None, 1 << 62]
LOOSE = """
CREATE TABLE {0}_ AS SELECT * FROM {0};
DROP TABLE {0};
ALTER TABLE {0}_ RENAME TO {0};
"""
"""A table that takes anything in its columns."""


def changes():
    """Orders to SQLite, each with its values."""
    for column, values in COLUMNS.items():
        for value in values:
            yield f"UPDATE tables SET {column} = ?", (value,)  # noqa: S608 - of our own words
    for number, choice in OF_CHOICES:
        yield "INSERT INTO choices VALUES ((SELECT id FROM tables), ?, ?)", (number, choice)
    for seat in OF_HOLDERS:
        yield (
            "INSERT INTO holders VALUES ((SELECT id FROM tables), ?, (SELECT visitor FROM holders))",
            (seat,),
        )
    yield "UPDATE tables SET title = CAST(x'ff' AS TEXT)", ()
    yield "UPDATE holders SET visitor = CAST(x'ff' AS TEXT)", ()
    yield "UPDATE tables SET packs = '[]', kept = ?", (picture(),)


async def told(host, table, said):
    """Whatever one can ask of a table; all that is answered goes into `said`, with the status."""
    asked = ("/api/lobby", f"/map.svg?table={table}", f"/table/{table}/save?seat=99")
    answers = [await host.http.get(path) for path in asked]
    answers.append(await host.http.post("/api/sit", json={"table": table, "secret": "x"}))
    said += [(answer.status_code, answer.text) for answer in answers]
    try:
        page = await host.open(table)
    except Refused as problem:
        said.append((problem.status, f"{problem.code}: {problem.text}"))
        return
    said.append((200, json.dumps(await page.say("look", seat=0))))
    page.leave()


def test_what_was_changed_is_refused_in_a_sentence(at_desk, tmp_path):
    async def change(desk):
        host, table = await desk.table("mine", "open")
        page = await host.open(table)
        while desk.registry.tables[table].asked == 0:
            await page.choose()
        page.leave()
        journal, registry = desk.registry.journal, desk.registry
        journal.commit()
        base = journal._base
        for name in ("tables", "choices", "holders"):
            base.executescript(LOOSE.format(name))
        journal.commit = lambda: None
        refused = 0
        for order, values in changes():
            said = []
            journal._write(order, *values)
            registry.tables.clear()
            await told(host, table, said)
            journal.roll_back()
            for status, text in said:
                assert status < 500 or "table-051" in text, (order, values, text)
                assert str(tmp_path) not in text, (order, values)
            refused += any(status >= 400 for status, _ in said)
        assert refused > 40
        registry.tables.clear()
        again = await host.open(table)
        assert again.view["made"] == page.view["made"]

    at_desk(change)


DAMAGED = [
    lambda data: b"x" * 100 + data[100:],
    lambda data: data[:4096] + b"\xff" * 4096 + data[8192:],
    lambda data: data[:-5000] + b"\x00" * 5000,
]


@pytest.mark.parametrize("damage", range(len(DAMAGED)))
def test_a_damaged_file_is_refused_as_a_whole_or_read_where_it_is_whole(at_desk, tmp_path, damage):
    async def begin(desk):
        return await desk.table("mine", "open")

    async def look(desk):
        host.come_to(desk)
        await told(host, table, said)
        visitor = await desk.visitor()
        asked = {"packs": ["smallworld"], "players": 1, "seats": [{"who": "mine"}]}
        answer = await visitor.http.post("/api/tables", json=asked)
        said.append((answer.status_code, answer.text))

    host, table = at_desk(begin)
    said = []
    file = tmp_path / "data" / "tables.sqlite"
    file.write_bytes(DAMAGED[damage](file.read_bytes()))
    try:
        at_desk(look)
    except sqlite3.Error:  # as `serve` says it, before anybody is there
        with pytest.raises(sqlite3.Error):
            Room(Settings(data=tmp_path / "data"))
    assert all(status < 500 or "table-051" in text for status, text in said)


def cut_off(file):
    os.truncate(file, file.stat().st_size // 2)


def overwritten(file):
    data = bytes(byte ^ 0x5A if place % 37 == 0 else byte for place, byte in enumerate(file.read_bytes()))
    with file.open("r+b") as whole:
        whole.write(data)


@pytest.mark.skipif(os.name == "nt", reason="no other program can write in an open file there")
@pytest.mark.parametrize("change", [cut_off, overwritten])
def test_a_server_whose_journal_is_changed_under_it_goes_on(change, tmp_path):
    server = Server(tmp_path)
    asked = {"packs": ["smallworld"], "players": 2, "seats": [{"who": "mine"}] * 2}
    try:
        with httpx.Client(base_url=server.address, headers={"origin": server.address}, timeout=60) as http:
            http.get("/")
            tables = [http.post("/api/tables", json=asked).json()["table"]]
            for file in tmp_path.glob("tables.sqlite*"):
                change(file)
            for _ in range(3):
                answer = http.post("/api/tables", json=asked)
                assert answer.status_code in {200, 507}
                if answer.status_code == 200:
                    tables.append(answer.json()["table"])
                assert http.get("/").status_code == 200
            assert {one["table"] for one in http.get("/api/lobby").json()["mine"]} <= set(tables)
        assert server.process.poll() is None
    finally:
        server.kill()
