"""An editor that means harm, over the socket of the workshop, while another one is open. `tests/author/service/attack.py` says to the server what
needs no socket."""

import asyncio
import contextlib
import json
from pathlib import Path

import pytest
import websockets
from real_server import Server

MB_OF_ONE = 300
"""What one language server may have in memory; a quiet one has about 90."""
HUGE = 2**31 - 1


def message(method, params, number=None):
    return json.dumps(
        {"jsonrpc": "2.0", "method": method, "params": params} | ({"id": number} if number else {})
    )


def opened(uri, text):
    document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
    return message("textDocument/didOpen", {"textDocument": document})


def hover(uri, number, line=0, character=0):
    at = {"line": line, "character": character}
    return message("textDocument/hover", {"textDocument": {"uri": uri}, "position": at}, number)


async def never_ending(socket, _folder):
    async def pieces():
        while True:
            yield "x" * 100_000

    await socket.send(pieces())


async def too_large(socket, folder):
    await socket.send(opened((folder / "a.yaml").as_uri(), "x" * 9_000_000))
    await socket.recv()


async def many_documents(socket, folder):
    for number in range(300):
        await socket.send(opened((folder / f"beavers/races/{number}.yaml").as_uri(), "races: {" * 2_000))


async def out_of_range(socket, folder):
    uri = (folder / "beavers/pack.yaml").as_uri()
    for number, (line, character) in enumerate(((HUGE, HUGE), (-1, -1), (10**30, 0), (0, HUGE)), 100):
        await socket.send(hover(uri, number, line, character))


async def malformed(socket, _folder):
    for text in (
        "",
        "{",
        "null",
        "[" * 100_000,
        '{"a":' * 20_000,
        "9" * 5_000,
        "Content-Length: 9\r\n\r\n",
        "\x00" * 1_000,
    ):
        await socket.send(text)
    await socket.send(b"\xff\xfe" * 1_000)


ATTACKS = (never_ending, too_large, many_documents, out_of_range, malformed)


async def answered(socket, number):
    while json.loads(await asyncio.wait_for(socket.recv(), 60)).get("id") != number:
        pass


def memory_below(pid):
    """MB of the largest process that a process has begun."""
    found = [0]
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split():
        status = Path(f"/proc/{child}/status").read_text(encoding="ascii")
        found.append(int(status.partition("VmRSS:")[2].split()[0]) // 1000)
    return max(found)


@pytest.fixture
def shop(tmp_path):
    """The folder of a workshop, with a pack."""
    pack = tmp_path / "packs" / "beavers" / "pack.yaml"
    pack.parent.mkdir(parents=True)
    pack.write_text(
        "id: beavers\nversion: 0.1.0\nlanguage: 1\nname: Beavers\nrequires: {smallworld: '0.1'}\n"
    )
    return tmp_path / "packs"


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="reads /proc")
def test_an_editor_that_means_harm_takes_nothing_from_another_one(shop, tmp_path):
    server = Server(tmp_path / "data", "--workshop", str(shop))
    address = server.address.replace("http", "ws") + "/api/workshop/language"

    def editor():
        return websockets.connect(address, origin=server.address, max_size=None, close_timeout=2)

    async def attacked():
        async with editor() as other:
            begin = {"capabilities": {}, "rootUri": shop.as_uri()}
            await other.send(message("initialize", begin, 1))
            await answered(other, 1)
            for number, attack in enumerate(ATTACKS, 2):
                async with editor() as socket:
                    await socket.send(message("initialize", begin, 1))
                    await answered(socket, 1)
                    with contextlib.suppress(websockets.ConnectionClosed, TimeoutError):
                        await asyncio.wait_for(attack(socket, shop), 4)
                    await asyncio.sleep(1)
                    assert memory_below(server.process.pid) < MB_OF_ONE, attack
                    socket.transport.abort()
                await other.send(hover((shop / "beavers/pack.yaml").as_uri(), number))
                await answered(other, number)

    async def too_many():
        async with contextlib.AsyncExitStack() as stack:
            sockets = [await stack.enter_async_context(editor()) for _ in range(12)]
            closed = [socket for socket in sockets if await refused(socket)]
            assert len(closed) == 4

    async def refused(socket):
        try:
            await asyncio.wait_for(socket.recv(), 2)
        except websockets.ConnectionClosed:
            return True
        except TimeoutError:
            return False
        return False

    try:
        asyncio.run(attacked())
        asyncio.run(too_many())
    finally:
        server.end()
