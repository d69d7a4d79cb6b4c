"""Loud visitors of a server, and what everybody else waits meanwhile: `python tests/table/server/loud.py [ROW …]`.

Each row begins a server of its own on this computer, measures it quiet, then with one kind of load from another address (`127.0.0.9`), and says how
long the others waited: median and longest. Loads are bounded in connections, bytes and seconds, and go to that server only.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import httpx
import websockets
from real_server import Browser, Server

import ruledsl
from ruledsl.table.server.settings import Limits

LOUD, SECONDS, PAUSE = "127.0.0.9", 8.0, 0.2
PACE = 2_000_000
"""Bytes in a second that a loud connection tries to send."""
PIECE = 20_000
MASKED_PING = b"\x89\x80\0\0\0\0"
LIMITS = Limits()
REFUSED = 60.0
"""Seconds that being refused counts for."""
BEGINS, CONTINUES = b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"


class Row(NamedTuple):
    """`must`: seconds that the others may wait in the middle; `most`: at most; `memory`: MB that may be added meanwhile.

    A load that `prepares` says itself when the measurement begins, which lasts until the end of a `whole` one.
    """

    load: Callable
    probe: Callable
    must: float
    most: float
    memory: float = 64.0
    prepares: bool = False
    whole: bool = False


TABLE = {"packs": ["smallworld"], "players": 2, "seats": [{"who": "mine"}, {"who": "mine"}]}


class Place:
    """A quiet table, and who sits there."""

    def __init__(self, server):
        self.server = server
        self.port = int(server.address.rpartition(":")[2])

    async def begin(self):
        self.browser = Browser(self.server.address)
        await self.browser.begin()
        self.game = played(2, 1)
        self.table = (await self.browser.post("/api/tables", TABLE))["table"]
        self.socket = await self.browser.socket(self.table, ping_interval=None)
        self.number, self.view = 0, None
        await self.until(lambda said: said["type"] == "view")
        self.comers = itertools.cycle([self.browser, await self._player()])
        return self

    async def _player(self):
        """Somebody who holds a seat and is not the host."""
        player = Browser(self.server.address)
        await player.begin()
        secret = (await self.say("renew", seat=1))["link"].partition("#")[2]
        await player.post("/api/sit", {"table": self.table, "secret": secret})
        return player

    async def until(self, fits):
        while True:
            said = json.loads(await asyncio.wait_for(self.socket.recv(), 60))
            if said["type"] == "view":
                self.view = said
            if fits(said):
                return said

    async def say(self, kind, **more):
        self.number += 1
        await self.socket.send(json.dumps({"type": kind, "id": self.number, **more}))
        return await self.until(lambda said: said.get("re") == self.number)

    async def ask(self):
        """A question that costs little: its answer and nothing else is waited for."""
        await self.say("look", seat="auto")

    async def question(self):
        await self.say("region", region=next(iter(self.view["regions"])))

    async def come_back(self):
        """Another page of the host, or of a player, in turn."""
        async with next(self.comers).socket(self.table, ping_interval=None) as socket:
            while json.loads(await asyncio.wait_for(socket.recv(), 60))["type"] != "view":
                pass

    async def upload(self):
        """A short game, which is set up and forgotten."""
        table = (await self.browser.post("/api/upload", self.game))["table"]
        await self.browser.post("/api/forget", {"table": table})

    async def choose(self):
        made, option = self.view["made"], self.view["ask"]["options"][0]["id"]
        await self.say("choose", made=made, option=option)


def played(players, seed):
    """A saved game that chance has played, as data."""
    game, chance = ruledsl.load("smallworld").new_game(players, seed), random.Random(seed)
    while not game.over:
        game.choose(chance.randrange(len(game.decision.options)))
    return json.loads(game.to_json())


async def waits(probe, goes_on):
    """How long each of many probes took, one after the other; a refused one counts as `REFUSED`."""
    found = []
    while goes_on():
        began = time.perf_counter()
        try:
            await probe()
            found.append(time.perf_counter() - began)
        except (websockets.WebSocketException, httpx.HTTPError):
            found.append(REFUSED)
        await asyncio.sleep(PAUSE)
    return found


def lasting(seconds):
    """True until so many seconds have passed."""
    until = time.perf_counter() + seconds
    return lambda: time.perf_counter() < until


# ── loads: each is a coroutine for so many seconds ──


async def loud_connection(place):
    return await asyncio.open_connection("127.0.0.1", place.port, local_addr=(LOUD, 0))


async def pour(writer, piece, seconds):
    """Write that piece again and again, at a pace, until the server closes."""
    until = time.perf_counter() + seconds
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(seconds + 1):
            while time.perf_counter() < until and not writer.is_closing():
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(len(piece) / PACE)
    writer.transport.abort()


async def swallow(reader):
    with contextlib.suppress(OSError):
        while await reader.read(1 << 16):
            pass


async def loud_socket(place, piece, seconds, first=b""):
    """Frames without a library: as many as fit."""
    reader, writer = await loud_connection(place)
    head = (
        f"GET /table/{place.table}/socket HTTP/1.1\r\nhost: 127.0.0.1:{place.port}\r\norigin: {place.server.address}\r\n"
        "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    writer.write(head.encode())
    await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
    swallowing = asyncio.create_task(swallow(reader))
    writer.write(first)
    await pour(writer, piece, seconds)
    swallowing.cancel()


async def come_and_go(place, seconds):
    """Connections that are closed as soon as they are open, eight at a time, as fast as this computer opens them."""
    until = time.perf_counter() + seconds

    async def one():
        while time.perf_counter() < until:
            with contextlib.suppress(OSError):
                _, writer = await loud_connection(place)
                writer.transport.abort()

    await asyncio.gather(*(one() for _ in range(8)))


def frames(count, piece, first=b""):
    async def load(place, seconds):
        await asyncio.gather(
            *(loud_socket(place, piece * (PIECE // len(piece)), seconds, first) for _ in range(count))
        )

    return load


def chunks(count):
    async def one(place, seconds):
        reader, writer = await loud_connection(place)
        writer.write(post(place, "/api/upload", "transfer-encoding: chunked"))
        swallowing = asyncio.create_task(swallow(reader))
        await pour(writer, b"1\r\nx\r\n" * (PIECE // 6), seconds)
        swallowing.cancel()

    async def load(place, seconds):
        await asyncio.gather(*(one(place, seconds) for _ in range(count)))

    return load


def post(place, path, *headers):
    lines = [
        f"POST {path} HTTP/1.1",
        f"host: 127.0.0.1:{place.port}",
        f"origin: {place.server.address}",
        f"cookie: visitor={'x' * 43}",
        "content-type: application/json",
        *headers,
    ]
    return "\r\n".join([*lines, "", ""]).encode()


async def unfinished(place, seconds):
    """60 uploads of 15.9 MB, each without its last byte."""
    held = []

    async def one():
        _, writer = await loud_connection(place)
        held.append(writer)
        size = 15_900_000
        writer.write(post(place, "/api/upload", f"content-length: {size}"))
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(seconds):
                for _ in range(size // 100_000):
                    writer.write(b"x" * 99_999)
                    await writer.drain()

    await asyncio.gather(*(one() for _ in range(60)))
    for writer in held:
        writer.transport.abort()


def http(place, cookies=None):
    return httpx.AsyncClient(
        base_url=place.server.address,
        headers={"origin": place.server.address},
        transport=httpx.AsyncHTTPTransport(local_address=LOUD, verify=False),
        cookies=cookies,
        timeout=60,
    )


async def set_ups(place, seconds):
    """24 connections that set a table up and forget it."""

    async def one():
        until = time.perf_counter() + seconds
        async with http(place) as client:
            await client.get("/")
            while time.perf_counter() < until:
                with contextlib.suppress(httpx.HTTPError):
                    answer = await client.post("/api/tables", json=TABLE)
                    if answer.status_code == 200:
                        await client.post("/api/forget", json={"table": answer.json()["table"]})
                    else:
                        await asyncio.sleep(0.1)

    async with asyncio.timeout(seconds + 30):
        await asyncio.gather(*(one() for _ in range(24)))


def saying(kind, **more):
    """100 sockets at 20 own tables, each with 20 messages a second."""

    async def load(place, seconds):
        async with http(place) as client:
            await client.get("/")
            cookies = client.cookies
            tables = []
            while len(tables) < 20:
                answer = await client.post("/api/tables", json=TABLE)
                tables += [answer.json()["table"]] if answer.status_code == 200 else []
        cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
        until = None

        async def one(table, sockets):
            sockets.append(await loud_page(place, table, cookie=cookie))

        async def talk(socket, number):
            listening = asyncio.create_task(listen(socket))
            said = 0
            with contextlib.suppress(websockets.WebSocketException, OSError, TimeoutError):
                async with asyncio.timeout(seconds + 1):
                    while time.perf_counter() < until:
                        said += 1
                        varied = {
                            key: value[(said + number) % len(value)] if isinstance(value, list) else value
                            for key, value in more.items()
                        }
                        await socket.send(json.dumps({"type": kind, "id": said, **varied}))
                        await asyncio.sleep(0.05)
            listening.cancel()

        async def listen(socket):
            with contextlib.suppress(websockets.WebSocketException):
                while True:
                    await socket.recv(decode=False)

        sockets = []
        for table in tables:
            for _ in range(5):
                await one(table, sockets)
        until = time.perf_counter() + seconds
        print("begun", flush=True)  # noqa: T201
        await asyncio.gather(*(talk(socket, number) for number, socket in enumerate(sockets)))
        for socket in sockets:
            socket.transport.abort()

    return load


async def spectators(place, seconds):
    """60 sockets of nobody at the table, of which each that is refused comes again."""
    until, inside = time.perf_counter() + seconds + 10, []

    async def one():
        while time.perf_counter() < until:
            with contextlib.suppress(websockets.WebSocketException, OSError):
                async with loud_page(place, place.table) as socket:
                    await socket.recv()
                    inside.append(socket)
                    if len(inside) == LIMITS.watchers:
                        print("begun", flush=True)  # noqa: T201
                    async for _ in socket:
                        pass
            await asyncio.sleep(0.2)

    async with asyncio.timeout(seconds + 20):
        await asyncio.gather(*(one() for _ in range(60)))


def loud_page(place, table, **headers):
    """A socket at a table."""
    return websockets.connect(
        place.server.address.replace("http", "ws", 1) + f"/table/{table}/socket",
        origin=place.server.address,
        additional_headers=headers,
        local_addr=(LOUD, 0),
        max_size=None,
        ping_interval=None,
        open_timeout=60,
    )


SMALL = (
    *("be_not_afraid", "cursed", "grand_dames", "leaders", "necromancer_island", "royal_bonus"),
    *("sky_islands", "spiders_web", "tales", "tunnels", "underground"),
)
"""Of which there are 55 pairs."""


async def sets_of_packs(place, _seconds):
    """55 tables with different packs, at each of which a bot has chosen before it is forgotten. What comes after the store is full is measured."""
    async with http(place) as client:
        await client.get("/")
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        for number, packs in enumerate(itertools.combinations(SMALL, 2)):
            if number == LIMITS.compositions:
                print("begun", flush=True)  # noqa: T201
            asked = {**TABLE, "packs": ["smallworld", *packs], "seats": [{"who": "greedy"}] * 2}
            table = (await client.post("/api/tables", json=asked)).raise_for_status().json()["table"]
            async with loud_page(place, table, cookie=cookie) as socket:
                while json.loads(await asyncio.wait_for(socket.recv(), 60)).get("made", 0) == 0:
                    pass
            (await client.post("/api/forget", json={"table": table})).raise_for_status()


def uploads(size):
    """6 connections that upload saved games of so many bytes, each of which is refused at the end of what is compared."""

    async def load(place, seconds):
        game = played(2, 2)
        regions = {f"nowhere_{number}": {"owner": 0} for number in range(32_000)}
        start = {**game["start"], "position": {"regions": regions}}
        pairs = [[1, 2]] * (size // len("[1, 2], "))
        texts = [
            json.dumps({**game, **more})
            for more in ({"state": {**game["state"], "tiles": pairs}}, {"journal": pairs}, {"start": start})
        ]
        until = time.perf_counter() + seconds + 5
        print("begun", flush=True)  # noqa: T201

        async def one():
            async with http(place) as client:
                await client.get("/")
                for text in itertools.cycle(texts):
                    if time.perf_counter() > until:
                        return
                    with contextlib.suppress(httpx.HTTPError):
                        head = {"content-type": "application/json"}
                        await client.post("/api/upload", content=text, headers=head)

        async with asyncio.timeout(seconds + 30):
            await asyncio.gather(*(one() for _ in range(6)))

    return load


ROWS = {
    "pings, 1 socket": Row(frames(1, MASKED_PING), Place.ask, 0.1, 0.3),
    "pings, 8 sockets": Row(frames(8, MASKED_PING), Place.ask, 0.2, 0.6),
    "empty continuations, 8 sockets": Row(frames(8, CONTINUES, BEGINS), Place.ask, 0.2, 0.6),
    "chunks of one byte, 1 connection": Row(chunks(1), Place.ask, 0.1, 0.3),
    "chunks of one byte, 6 connections": Row(chunks(6), Place.ask, 0.3, 0.9),
    "8 connections that come and go": Row(come_and_go, Place.ask, 0.2, 0.6),
    "60 unfinished uploads of 15.9 MB": Row(unfinished, Place.ask, 0.2, 0.6),
    "24 connections that set up and forget": Row(set_ups, Place.question, 0.5, 1.0),
    "`language` on 100 sockets at 20 tables": Row(
        saying("language", language=["en", "da", "fi", "it", "no", "sv"]),
        Place.choose,
        0.15,
        0.5,
        prepares=True,
    ),
    "`name` on 100 sockets at 20 tables": Row(
        saying("name", seat=0, name=["Ann", "Bob"], colour=1), Place.choose, 0.15, 0.5, prepares=True
    ),
    "60 spectators: host, player come back": Row(spectators, Place.come_back, 0.2, 0.6, prepares=True),
    "uploads of 2.7 MB: an upload": Row(uploads(2_700_000), Place.upload, 1.0, 2.0, prepares=True),
    "uploads of 15 MB: an upload": Row(uploads(15_000_000), Place.upload, 1.0, 2.0, prepares=True),
    "uploads of 15 MB: a question": Row(uploads(15_000_000), Place.ask, 0.2, 0.6, prepares=True),
    "55 sets of packs, each forgotten": Row(
        sets_of_packs, Place.ask, 0.2, 0.6, 130.0, prepares=True, whole=True
    ),
}
"""Each row with what it must keep to: the middle, and the longest, which a busy machine may double."""


def memory(server):
    """MB in memory of the server and of its processes."""
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return sum(map(memory_of, [pid, *children]))


def memory_of(pid):
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1000


async def measure(name, server, seconds):
    """Waits while it is quiet, then under load; how much memory grew meanwhile, in MB."""
    row = ROWS[name]
    place = await Place(server).begin()
    probe = lambda: row.probe(place)  # noqa: E731
    quiet = await waits(probe, lasting(seconds / 2))
    load = await asyncio.create_subprocess_exec(
        *(sys.executable, __file__, "--load", server.address, place.table, "--seconds", str(seconds), name),
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        await asyncio.wait_for(load.stdout.readline(), 300)
        before = memory(server)
        found = await waits(probe, (lambda: load.returncode is None) if row.whole else lasting(seconds - 1))
        if load.returncode:
            raise ValueError(f"the load of `{name}` has failed")
        grown = memory(server) - before
    finally:
        with contextlib.suppress(ProcessLookupError):
            load.kill()
        await load.wait()
    await place.socket.close()
    return quiet, found, grown


async def loads(name, address, table, seconds):
    """The load of a row, in a process of its own, so that what it computes itself keeps nobody waiting here."""
    place = Place(SimpleNamespace(address=address))
    place.table = table
    if not ROWS[name].prepares:
        print("begun", flush=True)  # noqa: T201
    await ROWS[name].load(place, seconds)


def measured(name, seconds=SECONDS):
    """The row, with a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), stderr=sys.stderr if os.environ.get("LOUD_SAYS") else -3)
        try:
            return asyncio.run(measure(name, server, seconds))
        finally:
            server.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", help="parts of the names of rows")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--load", nargs=2, metavar=("ADDRESS", "TABLE"), help="only the load of one row")
    given = parser.parse_args()
    if given.load:
        asyncio.run(loads(given.rows[0], *given.load, given.seconds))
        return
    beyond = 0
    print(f"{'':42}{'quiet':>8}{'loud':>8}{'must':>7}{'longest':>9}{'must':>7}{'MB more':>9}")  # noqa: T201
    for name, row in ROWS.items():
        if given.rows and not any(part in name for part in given.rows):
            continue
        quiet, found, grown = measured(name, given.seconds)
        middle, longest = statistics.median(found), max(found)
        beyond += middle > row.must or longest > row.most or grown > row.memory
        print(  # noqa: T201
            f"{name:42}{statistics.median(quiet):8.3f}{middle:8.3f}{row.must:7.2f}{longest:9.3f}{row.most:7.2f}{grown:9.1f}",
            flush=True,
        )
    sys.exit(beyond > 0)


if __name__ == "__main__":
    main()
