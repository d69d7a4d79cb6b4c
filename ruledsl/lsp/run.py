"""The server at its edge: over standard input and output, or over a WebSocket."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable

from ruledsl.lsp.server import language_server
from ruledsl.store import much_is_held

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def over_stdio(packs: tuple[str, ...]) -> None:
    """Until the editor says that it is over, or is gone.

    The streams are copies, since the server closes them; what else writes to the standard output goes where errors go, and is no message.
    """
    much_is_held()
    _end_at_once()
    with (
        os.fdopen(os.dup(sys.stdin.fileno()), "rb") as given,
        os.fdopen(os.dup(sys.stdout.fileno()), "wb") as said,
    ):
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        language_server(packs).start_io(given, said)


def over_websocket(
    packs: tuple[str, ...], host: str, port: int, origins: tuple[str, ...], say: Callable[[str], None]
) -> None:
    """Until somebody ends it; each connection has a server of its own, and `say` is told where to connect.

    Pages of browsers may connect only if they come from one of these origins; programs that are no browsers say none.
    """
    much_is_held()
    _end_at_once()
    from pygls.io_ import run_websocket  # noqa: PLC0415
    from websockets.asyncio.server import ServerConnection, serve  # noqa: PLC0415
    from websockets.typing import Origin  # noqa: PLC0415

    async def connection(socket: ServerConnection) -> None:
        server = language_server(packs)
        await run_websocket(socket, threading.Event(), server.protocol, logging.getLogger(__name__))

    async def listen() -> None:
        allowed = [None, *map(Origin, origins)]
        async with serve(connection, host, port, origins=allowed, max_size=8_000_000) as server:
            place = next(iter(server.sockets)).getsockname()
            say(f"ruledsl lsp listens at ws://{place[0]}:{place[1]}")
            await server.serve_forever()

    asyncio.run(listen())


def _end_at_once() -> None:
    """There is nothing to save or to say: a signal ends the server, whatever its threads read or wait for. What is ignored stays ignored."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
