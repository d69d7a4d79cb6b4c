"""What comes from strangers: other origins, other names, too much, too often, nonsense."""

import asyncio
import contextlib
import json
import subprocess
import sys

import pytest
import websockets
from fuzz import fuzzed
from lengths import part
from real_server import Browser, Server

from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.settings import Limits
from ruledsl.table.server.web.guard import Bucket, Crowd

JSON = {"content-type": "application/json"}


MESSAGES = part(2000, 4)


def test_messages_that_make_no_sense_change_nothing(tmp_path):
    wrong, refused = asyncio.run(fuzzed(tmp_path / "data", MESSAGES, 3))
    assert wrong == []
    assert refused > MESSAGES * 0.7


def test_every_answer_has_the_headers(at_desk):
    async def look(desk):
        visitor = await desk.visitor()
        for path in ("/", "/table/x", "/api/lobby", "/nowhere", "/page/nothing.js", "/table/x/save?seat=0"):
            answer = await visitor.http.get(path)
            headers = answer.headers
            assert "script-src 'self'" in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["cache-control"] in ("no-store", "no-cache")
            assert "server" not in headers

    at_desk(look)


def test_the_cookie_is_for_this_server_only(at_desk):
    async def look(desk):
        visitor = await desk.visitor()
        visitor.http.cookies.clear()
        cookie = (await visitor.http.get("/")).headers["set-cookie"]
        assert cookie.startswith("visitor=")
        for word in ("HttpOnly", "Path=/", "SameSite=strict"):
            assert word in cookie
        assert "set-cookie" not in (await visitor.http.get("/")).headers

    async def look_through_tls(desk):
        visitor = await desk.visitor()
        visitor.http.cookies.clear()
        answer = await visitor.http.get("/")
        assert answer.headers["set-cookie"].startswith("__Host-visitor=")
        assert "Secure" in answer.headers["set-cookie"]
        assert "max-age" in answer.headers["strict-transport-security"]

    at_desk(look)
    at_desk(look_through_tls, secure=True, origins=("https://table.example.org",))


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "http://127.0.0.1:8001", "https://127.0.0.1:8000"]
)
def test_other_origins_change_nothing(at_desk, origin):
    async def attack(desk):
        visitor = await desk.visitor()
        asked = {"packs": ["smallworld"], "players": 1, "seats": [{"who": "mine"}]}
        answer = await visitor.http.post("/api/tables", json=asked, headers={"origin": origin})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "table-003")

    at_desk(attack)


def test_a_name_that_leads_here_is_not_ours(at_desk):
    async def rebind(desk):
        visitor = await desk.visitor()
        answer = await visitor.http.get("/api/lobby", headers={"host": "evil.example:8000"})
        assert answer.status_code == 403
        assert (await visitor.http.get("/", headers={"host": "localhost:8000"})).status_code == 200
        assert (await visitor.http.get("/", headers={"host": "192.168.1.7:8000"})).status_code == 200

    at_desk(rebind)


@pytest.mark.parametrize("host", ["[::1", "[", "[]", "[v1.x]", "a b", "", "\xff", "x" * 5000])
def test_what_is_no_name_at_all_is_not_ours(at_desk, tmp_path, host):
    async def ask(desk):
        visitor = await desk.visitor()
        asked = (("GET", "/"), ("GET", "/api/lobby"), ("POST", "/api/sit"), ("GET", "/workshop"))
        for method, path in asked:
            headers = {**JSON, "host": host.encode("latin-1")}
            answer = await visitor.http.request(method, path, content=b"{}", headers=headers)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "table-003")

    at_desk(ask, workshop=tmp_path)


@pytest.mark.parametrize(
    ("path", "content", "status", "code"),
    [
        ("/api/tables", b"{", 400, "table-001"),
        ("/api/tables", b"[]", 400, "table-001"),
        ("/api/tables", b'{"\\ud800": 1}', 400, "table-001"),
        ("/api/sit", b'{"\xed\xa0\x80": 1}', 400, "table-001"),
        ("/api/sit", b'{"table": [NaN], "secret": ""}', 400, "table-001"),
        ("/api/sit", b'{"table": 1e999, "secret": ""}', 400, "table-001"),
        ("/api/sit", '{"\ud800": 1}'.encode("utf-16", "surrogatepass"), 400, "table-001"),
        ("/api/tables", b'{"packs": ["smallworld"]}', 400, "table-001"),
        ("/api/tables", b'{"packs": ["nothing"], "players": 1, "seats": [{"who": "mine"}]}', 422, "table-010"),
        ("/api/tables", b'{"packs": ["/etc"], "players": 1, "seats": [{"who": "mine"}]}', 422, "table-010"),
        ("/api/tables", b'{"packs": ["core"], "players": 1, "seats": [{"who": "mine"}]}', 422, "table-010"),
        ("/api/tables", b'{"packs": ["smallworld"], "players": 1, "seats": [{"who": "eve"}]}', 400, "table-001"),
        ("/api/tables", b'{"packs": ["smallworld"], "players": 9, "seats": [{"who": "mine"}]}', 400, "table-001"),
        ("/api/tables", b'{"packs": ["smallworld"], "players": 1, "seats": [{"who": "mine"}], "seed": 4}', 400, "table-001"),
        ("/api/tables", b'{"x": "' + b"y" * 70_000 + b'"}', 413, "table-002"),
        ("/api/sit", b'{"table": "nothing", "secret": "x"}', 404, "table-004"),
        ("/api/forget", b'{"table": "nothing"}', 404, "table-004"),
    ],
)  # fmt: skip
def test_requests_that_are_refused(at_desk, path, content, status, code):
    async def ask(desk):
        visitor = await desk.visitor()
        answer = await visitor.http.post(path, content=content, headers=JSON)
        assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
        assert answer.json()["error"]["text"].endswith((".", "?", "`"))

    at_desk(ask)


@pytest.mark.parametrize(
    ("method", "path", "content"),
    [
        ("GET", "/api/setup?packs=%00%1b[2J", b""),
        ("GET", "/map.svg?packs=smallworld&map=%0a", b""),
        ("POST", "/api/sit", b'{"\\u001b[31m\\u202e": 1}'),
        (
            "POST",
            "/api/tables",
            b'{"packs": ["smallworld"], "players": 1, "seats": [{"who": "mine"}], "variants": {"'
            + b"k" * 50_000
            + b'": ""}}',
        ),
        ("POST", "/api/upload", b'{"packs": [{"id": "\\u001b[2J"}]}'),
        ("POST", "/api/upload", b'{"packs": [{"id": "' + b"p" * 50_000 + b'"}]}'),
        ("POST", "/api/upload", b'{"packs": [' + b'{"id": "smallworld"},' * 50_000 + b'{"id": "core"}]}'),
    ],
)
def test_what_is_refused_is_quoted_in_a_short_line_without_anything_hidden(at_desk, method, path, content):
    async def ask(desk):
        visitor = await desk.visitor()
        answer = await visitor.http.request(method, path, content=content, headers=JSON)
        text = answer.json()["error"]["text"]
        assert answer.status_code in (400, 404, 422)
        assert text.isprintable()
        assert len(text) < 700

    at_desk(ask)


def test_requests_without_a_cookie_or_of_another_kind(at_desk):
    async def ask(desk):
        visitor = await desk.visitor()
        answer = await visitor.http.post("/api/sit", content=b"{}", headers={"content-type": "text/plain"})
        assert answer.json()["error"]["code"] == "table-001"
        assert (await visitor.http.get("/api/tables")).status_code == 405
        visitor.http.cookies.clear()
        answer = await visitor.http.post("/api/sit", content=b"{}", headers=JSON)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "table-001")

    at_desk(ask)


def test_a_secret_cannot_be_guessed_from_another(at_desk):
    async def guess(desk):
        host, table = await desk.table("mine", "open", "open")
        page = await host.open(table)
        links = [(await page.say("renew", seat=seat))["link"] for seat in (0, 1, 2, None)]
        assert len({link.partition("#")[2] for link in links}) == 4
        assert all(len(link.partition("#")[2]) >= 32 for link in links)
        stranger = await desk.visitor()
        for secret in ("", "x", links[1].partition("#")[2][:-1], "\u00e9" * 20):
            await stranger.post("/api/sit", {"table": table, "secret": secret}, 403)

    at_desk(guess)


def test_there_are_so_many_tables_and_no_more(at_desk):
    async def crowd(desk):
        asked = {"packs": ["smallworld"], "players": 2, "seats": [{"who": "mine"}, {"who": "mine"}]}
        host = await desk.visitor()
        for _ in range(2):
            await host.post("/api/tables", asked)
        assert (await host.post("/api/tables", asked, 429))["error"]["code"] == "table-005"
        made_up = await desk.visitor()
        assert "your address" in (await made_up.post("/api/tables", asked, 429))["error"]["text"]
        other = await desk.visitor("192.168.1.7")
        await other.post("/api/tables", asked)
        assert (await other.post("/api/tables", asked, 429))["error"]["code"] == "table-005"
        mine = (await host.http.get("/api/lobby")).json()["mine"]
        await host.post("/api/forget", {"table": mine[0]["table"]})
        await host.post("/api/tables", asked)
        assert len((await host.http.get("/api/lobby")).json()["mine"]) == 2

    at_desk(crowd, limits=Limits(tables=3, tables_of_one=2))


def test_who_asks_too_often_waits():
    bucket = Bucket(10, 3)
    assert [bucket.passes() for _ in range(5)] == [True, True, True, False, False]
    bucket.at -= 0.1
    assert bucket.passes()
    assert not bucket.passes()


def test_another_computer_opens_so_many_pages_and_no_more():
    crowd = Crowd(5, 2)
    for address in ("192.168.1.7", "192.168.1.7", "127.0.0.1"):
        crowd.enter(address)
    with pytest.raises(Refused, match="Too many"):
        crowd.enter("192.168.1.7")
    crowd.leave("192.168.1.7")
    crowd.enter("192.168.1.7")
    crowd.enter("127.0.0.1")
    crowd.enter("::1")
    with pytest.raises(Refused, match="Too many"):
        crowd.enter("::1")


# ── with real sockets ──


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    found = Server(tmp_path_factory.mktemp("tables"), "smallworld", "--seats", "human,human")
    yield found
    found.kill()


async def closing(socket):
    """The code with which the other side ends it."""
    with contextlib.suppress(websockets.exceptions.ConnectionClosed):
        async with asyncio.timeout(20):
            async for _ in socket:
                pass
    return socket.close_code


@pytest.mark.parametrize("origin", ["http://evil.example", None])
def test_sockets_from_elsewhere_are_closed(server, origin):
    async def attack():
        browser = Browser(server.address)
        table = server.links[0].split("/")[2].partition("#")[0]
        async with browser.socket(table, origin=origin) as socket:
            assert await closing(socket) == 4003

    asyncio.run(attack())


def test_a_socket_at_no_table_is_closed(server):
    async def look():
        async with Browser(server.address).socket("nothing") as socket:
            assert await closing(socket) == 4004

    asyncio.run(look())


@pytest.mark.parametrize(
    ("text", "times", "code"), [("x" * 20_000, 1, 1009), ("{", 40, 4009), ("{", 1000, 4008)]
)
def test_sockets_that_say_too_much_are_closed(server, text, times, code):
    async def flood():
        table = server.links[0].split("/")[2].partition("#")[0]
        async with Browser(server.address).socket(table) as socket:
            try:
                for _ in range(times):
                    await socket.send(text)
            except websockets.exceptions.ConnectionClosed:
                pass
            assert await closing(socket) in (code, 4009)

    asyncio.run(flood())


def test_links_from_the_command_line_are_good_and_only_the_hosts_makes_a_host(server):
    async def sit():
        browser = Browser(server.address)
        await browser.begin()
        for link, seat in ((server.links[0], 0), (server.host, None)):
            table, _, secret = link.split("/")[2].partition("#")
            assert (await browser.post("/api/sit", {"table": table, "secret": secret}))["seat"] == seat
            async with browser.socket(table) as socket:
                assert json.loads(await socket.recv())["type"] == "table"
                assert json.loads(await socket.recv())["host"] == (seat is None)

    asyncio.run(sit())


def test_the_server_ends_in_order(tmp_path):
    server = Server(tmp_path, "smallworld", "--seats", "human,random")
    assert server.end() in (0, 130)


WITHOUT = """
import sys
sys.modules["starlette"] = sys.modules["uvicorn"] = None
from ruledsl.cli import main
main(["serve"])
"""


def test_without_its_packages_it_says_in_one_sentence_what_to_install():
    ended = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    assert "starlette and uvicorn: pip install 'ruledsl[web]'" in ended.stderr


def test_a_second_server_at_the_same_tables_is_refused(server, tmp_path):
    order = [sys.executable, "-m", "ruledsl.cli", "serve", "--port", "0", "--data", str(tmp_path)]
    first = Server(tmp_path)
    try:
        ended = subprocess.run(order, capture_output=True, text=True, check=False, timeout=60)
        assert ended.returncode == 2
        assert "Is another server at it?" in ended.stderr
    finally:
        first.kill()


def test_it_says_what_an_open_address_means(tmp_path):
    server = Server(tmp_path, "--host", "0.0.0.0")  # noqa: S104 - that is what it is about
    try:
        assert "can be reached from other computers" in server.process.stdout.readline()
    finally:
        server.kill()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["smalworld"], "There is no pack `smalworld`. Did you mean `smallworld`?"),
        (["smallworld", "--seats", "humann"], "Did you mean `human`?"),
        (["smallworld", "--players", "9"], "not for 9"),
        (["--origin", "example"], "is no address"),
        (["--host", "203.0.113.1"], "Nothing can be served at 203.0.113.1"),
        (["--data", "/proc/nothing"], "cannot be opened"),
        (["--workshop", ".", "--host", "203.0.113.1"], "A workshop is for this computer only"),
        (["--workshop", ".", "--origin", "https://w.example.org"], "A workshop is for this computer only"),
        (["--workshop", "/proc/nothing/here"], "cannot be a workshop"),
        (["--origin", "http://[::1"], "is no address such as"),
    ],
)
def test_what_it_cannot_do_it_says_in_a_sentence(words, sentence):
    order = [sys.executable, "-m", "ruledsl.cli", "serve", *words]
    ended = subprocess.run(order, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 2
    assert sentence in ended.stderr
    assert "Traceback" not in ended.stderr
