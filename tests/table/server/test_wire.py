"""Connections on which nothing is said, or too slowly, or nothing is taken; and what is logged of them."""

import asyncio
import logging
from contextlib import ExitStack, asynccontextmanager, suppress
from ipaddress import ip_network
from socket import create_connection
from time import thread_time

import httpx
import pytest
import uvicorn
import websockets
from real_server import Browser, Server
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from ruledsl.table.server.asking.connection import MOST_WAITING, Outbox
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.settings import Limits
from ruledsl.table.server.web.guard import body_of
from ruledsl.table.server.web.wire import LOUD, Gate, Metered, OncePerMinute, protocols_of

NEVER = 3_600.0
WORK = 0.05
"""Seconds of a processor."""
REQUEST = b"GET / HTTP/1.1\r\nhost: here\r\n"
MANY = b"x" * 50_000_000
"""More than systems keep for somebody who does not read."""


class Wire:
    """A server that answers `here` at `/`, how long a body was when one is posted, `MANY` at `/many`, after some work at `/work`, and has a socket at
    `/socket`. `behind` a proxy, it believes what that says."""

    def __init__(self, most, behind=(), **limits):
        given = Limits(**{"head_seconds": NEVER, "body_seconds": NEVER, **limits})
        self.behind = list(behind)
        self.gate = Gate(given, most, [ip_network(proxy) for proxy in behind])
        self.missed, self.writers, self.on_disk = [], [], []

    async def _answer(self, request):
        try:
            async with body_of(request, 1_000_000) as kept:
                self.on_disk.append(kept._rolled)
                body = kept.read()
        except Refused as problem:
            self.missed.append(problem.code)
            raise
        return PlainTextResponse(str(len(body)) if body else "here")

    async def _many(self, _request):
        return PlainTextResponse(MANY)

    async def _work(self, _request):
        until = thread_time() + WORK
        while thread_time() < until:
            pass
        return PlainTextResponse("done")

    async def _socket(self, socket):
        await socket.accept()
        if (await socket.receive())["type"] == "websocket.receive":
            await socket.close()

    @asynccontextmanager
    async def runs(self):
        routes = [
            Route("/", self._answer, methods=["GET", "POST"]),
            Route("/many", self._many),
            Route("/work", self._work),
            WebSocketRoute("/socket", self._socket),
        ]
        app = Starlette(routes=routes, exception_handlers={Refused: refused})
        http, socket = protocols_of(self.gate)
        config = uvicorn.Config(
            Metered(app, self.gate),
            port=0,
            http=http,
            ws=socket,
            log_config=None,
            lifespan="off",
            proxy_headers=bool(self.behind),
            forwarded_allow_ips=self.behind,
        )
        server = uvicorn.Server(config)
        running = asyncio.create_task(server._serve())
        while not server.started:  # noqa: ASYNC110 - uvicorn tells nobody
            await asyncio.sleep(0.01)
        self.port = server.servers[0].sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.should_exit = server.force_exit = True
            await running

    async def connect(self, address="127.0.0.1"):
        found = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        self.writers.append(found[1])
        return found


async def refused(_request, problem):
    return PlainTextResponse(problem.code, status_code=problem.status)


async def answer_to(connection, request=REQUEST + b"\r\n"):
    """The body of an answer; empty if the connection was closed."""
    reader, writer = connection
    with suppress(ConnectionError):
        writer.write(request)
        await writer.drain()
        async with asyncio.timeout(20):
            head = await reader.readuntil(b"\r\n\r\n")
            length = next(line for line in head.split(b"\r\n") if line.startswith(b"content-length"))
            return await reader.readexactly(int(length.split(b":")[1]))
    return b""


async def is_closed(connection):
    """Wait until the other side has closed it."""
    async with asyncio.timeout(20):
        with suppress(ConnectionError):
            while await connection[0].read(1 << 16):
                pass
    return True


def on_wire(work, most=100, behind=(), **limits):
    async def whole():
        async with Wire(most, behind, **limits).runs() as wire:
            await work(wire)
            for writer in wire.writers:
                writer.transport.abort()
            async with asyncio.timeout(20):
                while wire.gate.silent or wire.gate.crowd.open.total():  # noqa: ASYNC110 - nobody tells
                    await asyncio.sleep(0.01)

    asyncio.run(whole())


def test_who_says_nothing_or_no_whole_request_is_closed():
    async def wait(wire):
        silent, slow = await wire.connect(), await wire.connect()
        slow[1].write(REQUEST)
        assert await is_closed(silent)
        assert await is_closed(slow)

    on_wire(wait, head_seconds=0.05)


def test_who_says_no_whole_body_is_closed(caplog):
    async def wait(wire):
        slow = await wire.connect()
        slow[1].write(REQUEST.replace(b"GET", b"POST") + b"content-length: 9\r\n\r\n1234")
        assert await is_closed(slow)
        while not wire.missed:  # noqa: ASYNC110 - it is in a task
            await asyncio.sleep(0.01)

    on_wire(wait, body_seconds=0.05)
    assert not [record for record in caplog.records if record.exc_info]


def test_who_takes_nothing_is_closed():
    async def wait(wire):
        connection = await wire.connect()
        connection[1].write(REQUEST.replace(b"/", b"/many", 1) + b"\r\n")
        while wire.gate.crowd.open.total():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)

    on_wire(wait, stalled=0.05)


UPGRADE = (
    REQUEST.replace(b"/", b"/socket", 1)
    + b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
WORKS = REQUEST.replace(b"/", b"/work", 1) + b"\r\n"
HALVES = {
    "nothing": b"",
    "half a request": REQUEST,
    "half a body": REQUEST.replace(b"GET", b"POST") + b"content-length: 9\r\n\r\n1234",
    "a request": REQUEST + b"\r\n",
    "more than it takes": REQUEST.replace(b"/", b"/many", 1) + b"\r\n",
    "a socket": UPGRADE,
    "half a frame": UPGRADE + b"\x81\xfe\x10",
}


@pytest.mark.parametrize("said", HALVES)
def test_who_will_say_nothing_more_is_let_go(caplog, said):
    """A connection of which one half is closed is closed, and counts no more, whatever was said before."""

    async def wait(wire):
        connection = await wire.connect()
        connection[1].write(HALVES[said])
        connection[1].write_eof()
        assert await is_closed(connection)

    on_wire(wait)
    assert not [record for record in caplog.records if record.exc_info]


def test_of_one_address_so_many_may_be_silent_then_the_first_is_closed():
    async def wait(wire):
        connections = [await wire.connect() for _ in range(5)]
        assert await is_closed(connections[0])
        assert await is_closed(connections[1])
        for connection in connections[2:]:
            assert await answer_to(connection) == b"here"
            assert await answer_to(connection) == b"here"

    on_wire(wait, silent=3, silent_seconds=0.0)


def test_many_who_ask_at_once_are_all_answered():
    async def wait(wire):
        connections = [await wire.connect() for _ in range(30)]
        assert [await answer_to(connection) for connection in connections] == [b"here"] * 30

    on_wire(wait, silent=3, silent_seconds=NEVER)


def test_when_there_are_too_many_the_silent_ones_make_room():
    async def wait(wire):
        silent = [await wire.connect() for _ in range(4)]
        busy = await wire.connect()
        assert await is_closed(silent[0])
        assert await answer_to(busy) == b"here"

    on_wire(wait, most=4)


def test_sockets_count_until_they_are_closed():
    async def wait(wire):
        async with websockets.connect(f"ws://127.0.0.1:{wire.port}/socket"):
            assert not wire.gate.silent
            assert wire.gate.crowd.open.total() == 1
            async with websockets.connect(f"ws://127.0.0.1:{wire.port}/socket"):
                assert await is_closed(await wire.connect())

    on_wire(wait, most=2)


# ── who is loud ──

LOUD_ONE = "127.0.0.9"
PINGS = b"\x89\x80\0\0\0\0" * 40_000
BEGINS, CONTINUES = b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"
LITTLE = {"loop_at_once": WORK / 2, "loop_of_all": 0.1}
"""An account that one piece of `/work` overdraws for half a second."""


async def socket_of(wire, address=LOUD_ONE):
    """A connection that has become a socket."""
    reader, writer = await wire.connect(address)
    writer.write(UPGRADE)
    async with asyncio.timeout(20):
        await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def closed_with(connection):
    """The code and the reason of the frame with which a socket closes."""
    async with asyncio.timeout(20):
        while True:
            kind, size = await connection[0].readexactly(2)
            said = await connection[0].readexactly(size)
            if kind == 0x88:
                return int.from_bytes(said[:2]), said[2:].decode()


def test_while_an_address_owes_it_is_not_read_and_others_are_answered():
    async def wait(wire):
        other = await wire.connect()
        loud = [await wire.connect(LOUD_ONE) for _ in range(2)]
        assert await answer_to(loud[0], WORKS) == b"done"
        account = wire.gate.account(LOUD_ONE)
        assert account.left < 0
        assert not any(connection.may.is_set() for connection in account.spent)
        late = [asyncio.create_task(answer_to(connection)) for connection in loud]
        assert await answer_to(other) == b"here"
        assert account.left < 0
        assert not any(task.done() for task in late)
        assert [await task for task in late] == [b"here"] * 2
        assert account.left >= -WORK

    on_wire(wait, **LITTLE)


def test_while_an_address_owes_no_time_runs_against_it():
    async def wait(wire):
        await wire.connect()
        assert await answer_to(await wire.connect(LOUD_ONE), WORKS) == b"done"
        account = wire.gate.account(LOUD_ONE)
        late = await wire.connect(LOUD_ONE)
        assert -account.left / wire.gate.accounts.rate(account) > wire.gate.limits.head_seconds
        assert await answer_to(late) == b"here"

    on_wire(wait, head_seconds=WORK, **LITTLE)


def test_who_is_alone_waits_for_nobody():
    async def wait(wire):
        loud = await wire.connect(LOUD_ONE)
        for _ in range(3):
            assert await answer_to(loud, WORKS) == b"done"
            assert wire.gate.account(LOUD_ONE).left == 0
        other = await wire.connect()
        assert await answer_to(loud, WORKS) == b"done"
        assert wire.gate.account(LOUD_ONE).left < 0
        other[1].close()

    on_wire(wait, **LITTLE)


def test_others_have_their_turn_before_an_address_has_had_all_that_it_may():
    """However much it has saved up, and however many connections it has."""

    async def wait(wire):
        loud, quiet = [await wire.connect(LOUD_ONE) for _ in range(16)], await wire.connect()
        tasks = [asyncio.create_task(answer_to(connection, WORKS)) for connection in loud]
        while not (done := sum(task.done() for task in tasks)):  # noqa: ASYNC110 - any of them
            await asyncio.sleep(0)
        assert done < len(loud) / 4
        assert await answer_to(quiet) == b"here"
        assert sum(task.done() for task in tasks) < len(loud)
        assert [await task for task in tasks] == [b"done"] * len(loud)

    on_wire(wait, loop_at_once=NEVER)


def test_a_message_has_so_many_frames():
    async def wait(wire):
        few, many = await socket_of(wire), await socket_of(wire)
        few[1].write(BEGINS + CONTINUES * 3 + b"\x80" + CONTINUES[1:])
        assert (await closed_with(few))[0] == 1000
        many[1].write(BEGINS + CONTINUES * 5)
        assert await closed_with(many) == (4008, "too many frames")

    on_wire(wait, frames=5)


def test_who_never_stops_being_loud_is_told_so(caplog):
    async def wait(wire):
        await wire.connect()
        socket = await socket_of(wire)
        socket[1].write(PINGS)
        assert await closed_with(socket) == (4008, LOUD)
        body = await wire.connect("127.0.0.10")
        body[1].write(REQUEST.replace(b"GET", b"POST") + b"transfer-encoding: chunked\r\n\r\n")
        answer = asyncio.create_task(body[0].readuntil(LOUD.encode()))
        while not answer.done():  # more than is read
            body[1].write(b"1\r\nx\r\n" * 5_000)
            await asyncio.sleep(0.001)
        said = await answer
        assert said.startswith(b"HTTP/1.1 429 ")
        assert said.endswith(LOUD.encode())
        assert await answer_to(await wire.connect()) == b"here"

    on_wire(wait, loop_at_once=0.05, loop_of_all=0.5, loud=0.0)
    assert not [record for record in caplog.records if record.exc_info]


def test_behind_a_proxy_everybody_it_speaks_for_has_an_account():
    def by(who, request=REQUEST):
        return request + b"x-forwarded-for: %s\r\n\r\n" % who

    async def wait(wire):
        one, two, other = [await wire.connect() for _ in range(3)]
        assert await answer_to(one, by(b"10.0.0.1", WORKS[:-2])) == b"done"
        late = asyncio.create_task(answer_to(two, by(b"10.0.0.1")))
        assert await answer_to(other, by(b"10.0.0.2")) == b"here"
        assert await answer_to(one, by(b"10.0.0.2")) == b"here"
        assert not late.done()
        assert await late == b"here"

    on_wire(wait, behind=["127.0.0.1"], **LITTLE)

    async def believed(wire):
        await wire.connect(LOUD_ONE)
        assert await answer_to(await wire.connect(), by(b"10.0.0.1", WORKS[:-2])) == b"done"
        assert wire.gate.account("127.0.0.1").left < 0
        assert wire.gate.account("10.0.0.1").left > 0

    on_wire(believed, **LITTLE)


def test_large_bodies_are_on_disk_and_count_until_they_are_gone():
    def posted(size):
        return REQUEST.replace(b"GET", b"POST") + b"content-length: %d\r\n\r\n" % size + b"x" * size

    async def wait(wire):
        for size in (60_000, 70_000):
            assert await answer_to(await wire.connect(), posted(size)) == b"%d" % size
        assert wire.on_disk == [False, True]
        halves = [await wire.connect(LOUD_ONE) for _ in range(2)]
        for half in halves:
            half[1].write(posted(80_000)[:-1])
        while not wire.missed:  # noqa: ASYNC110 - it is in a task
            await asyncio.sleep(0.01)
        assert wire.missed == ["table-005"]
        assert await answer_to(await wire.connect(), posted(10_000)) == b"10000"
        for half in halves:
            half[1].transport.abort()
        while wire.gate.accounts.kept:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)

    on_wire(wait, kept=200_000, kept_of_address=100_000)


def test_a_server_whose_disk_is_full_says_so_and_goes_on(tmp_path):
    """The disk takes files of 512 kB."""
    full = ["sh", "-c", 'ulimit -f 1024; exec "$@"', "sh"]
    server = Server(tmp_path, "--proxy", "127.0.0.1", under=full)
    try:
        with httpx.Client(base_url=server.address, headers={"origin": server.address}, timeout=60) as http:
            http.get("/")
            answer = http.post(
                "/api/upload", content=b"x" * 2_000_000, headers={"content-type": "application/json"}
            )
            assert answer.json()["error"]["code"] == "table-051"
            assert http.get("/").status_code == 200
    finally:
        server.kill()


def test_of_the_same_words_one_line_a_minute_is_logged():
    found = OncePerMinute()

    def logged(words, at, name="ruledsl.serve"):
        record = logging.makeLogRecord({"name": name, "msg": words, "created": at})
        return found.filter(record)

    assert [logged("Too many of %s.", at) for at in (1000, 1001, 1059, 1060, 1061)] == [1, 0, 0, 1, 0]
    assert logged("Something else of %s.", 1061)
    assert logged("Too many of %s.", 1061, "another")
    assert [logged(f"words {n}", 1062) for n in range(300)] == [True] * 300


def test_an_error_of_the_system_is_logged_in_one_line():
    def logged(failure):
        record = logging.makeLogRecord(
            {
                "name": "asyncio",
                "msg": "%s failed",
                "args": ("accept",),
                "exc_info": (type(failure), failure, None),
            }
        )
        assert OncePerMinute().filter(record)
        return logging.Formatter().format(record)

    assert logged(OSError(24, "Too many open files")) == "accept failed: [Errno 24] Too many open files"
    assert logged(ValueError("ours")) == "accept failed\nValueError: ours"


def test_a_server_with_more_silent_connections_than_files_answers_and_logs_little(tmp_path):
    """The form of 1,150 connections at 1,024 files that a test can have."""
    limited = ["sh", "-c", 'ulimit -n 300; exec "$@"', "sh"]
    with (tmp_path / "said.txt").open("w+") as errors:
        server = Server(tmp_path / "data", under=limited, stderr=errors)
        try:
            port = int(server.address.rpartition(":")[2])

            async def come():
                browser = Browser(server.address)
                await browser.begin()
                return browser.cookies

            with ExitStack() as silent:
                for _ in range(400):
                    silent.enter_context(create_connection(("127.0.0.1", port)))
                assert asyncio.run(come())
        finally:
            server.kill()
        errors.seek(0)
        assert (
            len(errors.readlines()) <= 5
        )  # a line for each kind of warning, not for each of 400 connections


def test_a_page_that_takes_nothing_keeps_little_waiting():
    """However large its answers are; one alone may be as large as it likes."""
    few, one = Outbox(), Outbox()
    assert [few.add("x" * (MOST_WAITING // 3)) for _ in range(5)] == [True] * 3 + [False] * 2
    assert [few.add("x") for _ in range(2)] == [False] * 2
    assert one.add("x" * (MOST_WAITING + 1))
    assert not one.add("x")
    assert asyncio.run(one.take())
    assert one.add("x")
