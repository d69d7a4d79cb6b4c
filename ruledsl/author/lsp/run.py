"""Runs the server over standard input and output, or over a WebSocket."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable

from ruledsl.author.lsp.server import language_server
from ruledsl.base.store import much_is_held

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def over_stdio(packs: tuple[str, ...]) -> None:
    """Run until the editor shuts it down, or is gone.

    The streams are copies, since the server closes them; other writers to standard output are redirected to stderr, and are no messages.
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
    """Run until the process is stopped; each connection has its own server, and `say` gets the address.

    Browsers' pages may connect only from one of these origins; other programs send none.
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
    """Nothing needs saving or logging: a signal ends the server, whatever its threads wait for. Ignored signals stay ignored."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
