"""`ruledsl serve` as a process, and clients with real sockets."""

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys

import httpx
import websockets

PATIENCE = 60


class Server:
    """A server on a free port; `links` are those of seats and spectators that it printed, `host` that of the host."""

    def __init__(self, data, *words, env=None, under=(), **more):
        order = [
            *under,
            sys.executable,
            "-m",
            "ruledsl.cli",
            "serve",
            *words,
            "--port",
            "0",
            "--data",
            str(data),
            "--pace",
            "0",
        ]
        self.process = subprocess.Popen(
            order, stdout=subprocess.PIPE, text=True, env={**os.environ, **(env or {})}, **more
        )
        self.address = re.search(r"http://\S+(?=/)", self.process.stdout.readline())[0]
        self.links, self.host = [], ""
        if words and not words[0].startswith("-"):
            for line in self.process.stdout:
                found = re.findall(r"/table/\S+", line)
                if line.startswith("Host"):
                    self.host = found[0]
                else:
                    self.links += found
                if line.startswith("To look on"):
                    break

    def kill(self):
        """As the system does it that has no memory left."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def end(self):
        """As its owner does it; the exit code."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code


class Browser:
    """Somebody with a cookie."""

    def __init__(self, address):
        self.address = address
        self.cookies = httpx.Cookies()

    async def begin(self):
        """Load the page."""
        async with self.http() as http:
            await http.get("/")
            self.cookies = http.cookies

    def http(self):
        """A client for ordinary requests."""
        return httpx.AsyncClient(
            base_url=self.address, cookies=self.cookies, headers={"origin": self.address}, timeout=PATIENCE
        )

    async def post(self, path, data):
        """What is answered."""
        async with self.http() as http:
            answer = await http.post(path, json=data)
            answer.raise_for_status()
            return answer.json()

    def socket(self, table, **more):
        """A WebSocket at a table."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        address = self.address.replace("http", "ws", 1)
        given = {
            "origin": self.address,
            "additional_headers": {"cookie": cookie},
            "max_size": None,
            "open_timeout": PATIENCE,
            **more,
        }
        return websockets.connect(f"{address}/table/{table}/socket?language=en", **given)


class Player:
    """Chooses anything at a table until the connection breaks. `answered` is the last view that it knows to be in the journal."""

    def __init__(self, browser, table, seed):
        self.browser = browser
        self.table = table
        self.chance = random.Random(seed)
        self.answered = None
        self.sent = None
        self.over = False

    async def play(self):
        """Until the connection breaks or the game is over."""
        number = 0
        try:
            async with self.browser.socket(self.table) as socket:
                async for text in socket:
                    message = json.loads(text)
                    if message["type"] != "view":
                        continue
                    self.answered = message
                    self.over = message["over"]
                    if self.over:
                        return
                    if message["ask"]["mine"]:
                        number += 1
                        self.sent = self.chance.choice(message["ask"]["options"])["id"]
                        data = {"id": number, "made": message["made"], "option": self.sent}
                        await socket.send(json.dumps({"type": "choose", **data}))
        except (OSError, websockets.exceptions.WebSocketException):
            return

    async def look(self):
        """The view as it is now."""
        async with self.browser.socket(self.table) as socket:
            while True:
                message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                if message["type"] == "view":
                    return message
