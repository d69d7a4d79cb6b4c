"""`python -m benchmarks.table`: a server under load, with real WebSocket clients: how soon everybody sees a choice, and what a table takes.

Each table has four clients, each at a seat of its own, and a choice every two seconds. Measured is the time from sending a choice until the
last of the four has its update, and the memory of the server before and after. It needs a core for the server and one for the clients.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import httpx
import websockets

PATIENCE = 120
MADE = re.compile(rb'^\{"type":"view",.{0,120}?"made":(\d+)', re.DOTALL)
SERVER = (sys.executable, "-m", "ruledsl.cli")
AT_ONCE = 8
"""So many tables are set up at the same time."""
CALM = 0.65
"""Seconds between two sockets of a table: all of them come from one address, and the server bounds how often that may knock."""
TABLES_OF_ONE = 50
"""Tables that are set up from one address, of which this computer has many: the server bounds that too."""
UNEVEN = 0.25
"""By so much of the pause the next choice comes sooner or later: tables that wait for the same moment would come together ever after."""


@dataclass
class Server:
    """`ruledsl serve` as a process."""

    process: subprocess.Popen[str]
    address: str

    @classmethod
    def begin(cls, folder: str) -> Server:
        """Start it and wait until it is there."""
        order = [*SERVER, "serve", "--port", "0", "--data", folder, "--pace", "0"]
        process = subprocess.Popen(order, stdout=subprocess.PIPE, text=True)  # noqa: S603
        assert process.stdout is not None  # noqa: S101
        found = re.search(r"http://\S+(?=/)", process.stdout.readline())
        assert found is not None  # noqa: S101
        return cls(process, found[0])

    def memory(self) -> float:
        """MiB that it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024

    def seconds(self) -> float:
        """Of processor time."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """No more of it."""
        self.process.kill()
        self.process.wait()


@dataclass
class Table:
    """A table with its four sockets."""

    id: str
    sockets: list[Any]
    chance: random.Random
    made: list[int] = field(default_factory=lambda: [-1] * 4)
    asking: dict[str, Any] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    number: int = 10
    taken: list[float] = field(default_factory=list)
    bytes: int = 0
    listening: list[asyncio.Task[None]] = field(default_factory=list)

    async def listen(self, seat: int) -> None:
        """Note what comes; only the view of who is asked is read."""
        while True:
            text = await self.sockets[seat].recv(decode=False)
            self.bytes += len(text)
            found = MADE.match(text)
            if found is None:
                continue
            if b'"mine":true' in text[: text.find(b'"regions"')]:
                self.asking = json.loads(text)
            self.made[seat] = int(found[1])
            self.news.set()

    async def play(self, every: float, until: float) -> None:
        """A choice every so many seconds."""
        await asyncio.sleep(self.chance.random() * every)
        while time.perf_counter() < until and not self.asking.get("over"):
            start = time.perf_counter()
            ask, made = self.asking["ask"], self.asking["made"]
            self.number += 1
            said = {"type": "choose", "id": self.number, "made": made}
            option = self.chance.choice(ask["options"])["id"]
            await self.sockets[ask["player"]].send(json.dumps({**said, "option": option}))
            while min(self.made) <= made:
                self.news.clear()
                await asyncio.wait_for(self.news.wait(), PATIENCE)
            self.taken.append(time.perf_counter() - start)
            pause = every * self.chance.uniform(1 - UNEVEN, 1 + UNEVEN)
            await asyncio.sleep(max(pause - (time.perf_counter() - start), 0))


async def _table(address: str, number: int, patience: asyncio.Semaphore) -> Table:
    async with (
        patience,
        httpx.AsyncClient(
            base_url=address,
            headers={"origin": address},
            transport=httpx.AsyncHTTPTransport(local_address=f"127.0.0.{2 + number // TABLES_OF_ONE}"),
            timeout=PATIENCE,
            verify=False,  # noqa: S501 - no TLS here
            trust_env=False,
        ) as http,
    ):
        await http.get("/")
        asked = {"packs": ["smallworld"], "players": 4, "seats": [{"who": "mine"}] * 4}
        answer = await http.post("/api/tables", json=asked)
        answer.raise_for_status()
        id_ = answer.json()["table"]
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        place = f"{address.replace('http', 'ws', 1)}/table/{id_}/socket"
        sockets = []
        for seat in range(4):
            socket = await websockets.connect(
                place,
                origin=websockets.Origin(address),
                additional_headers={"cookie": cookie},
                max_size=None,
                ping_interval=None,
            )
            await socket.send(json.dumps({"type": "look", "id": 1, "seat": seat}))
            sockets.append(socket)
            await asyncio.sleep(CALM)
        table = Table(id_, sockets, random.Random(number))
        table.listening += [asyncio.create_task(table.listen(seat)) for seat in range(4)]
        return table


async def _load(server: Server, tables: int, seconds: float, every: float) -> dict[str, float]:
    patience = asyncio.Semaphore(AT_ONCE)
    await _table(server.address, -1, patience)  # what is loaded once
    before = server.memory()
    found = await asyncio.gather(*(_table(server.address, n, patience) for n in range(tables)))
    while any(min(table.made) < 0 or not table.asking for table in found):  # noqa: ASYNC110
        await asyncio.sleep(0.2)
    gc.freeze()  # looking for garbage here would be measured as the server's time
    gc.disable()
    busy, start = server.seconds(), time.perf_counter()
    await asyncio.gather(*(table.play(every, start + seconds) for table in found))
    took = time.perf_counter() - start
    busy, after = server.seconds() - busy, server.memory()
    for task in (task for table in found for task in table.listening):
        task.cancel()
    times = sorted(taken * 1000 for table in found for taken in table.taken)
    return {
        "choices": len(times),
        "choices a second": len(times) / took,
        "median, ms": statistics.median(times),
        "p95, ms": times[int(len(times) * 0.95)],
        "p99, ms": times[int(len(times) * 0.99)],
        "slowest, ms": times[-1],
        "processor of the server, %": busy / took * 100,
        "MiB a table": (after - before) / tables,
        "kB an update": sum(t.bytes for t in found) / max(len(times), 1) / 4 / 1000,
    }


@click.command()
@click.option("--tables", default=200, show_default=True)
@click.option("--seconds", default=30.0, show_default=True, help="How long they play.")
@click.option("--every", default=2.0, show_default=True, help="Seconds between choices at a table.")
def main(tables: int, seconds: float, every: float) -> None:
    """Measure."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server.begin(folder)
        try:
            found = asyncio.run(_load(server, tables, seconds, every))
        finally:
            server.end()
    for name, value in found.items():
        click.echo(f"{name:<28} {value:10.2f}")


if __name__ == "__main__":
    main()
