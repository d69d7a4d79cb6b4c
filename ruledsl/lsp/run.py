"""The server at its edge: over standard input and output, or over a WebSocket."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from ruledsl.lsp.server import language_server
from ruledsl.store import much_is_held

__all__ = ["over_stdio", "over_websocket"]

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
GOODBYE = 1
"""Seconds that a client may take to say goodbye."""


def over_stdio(packs: tuple[str, ...]) -> None:
    """Until the editor says that it is over, or is gone.

    The streams are copies, since the server closes them; what else writes to the standard output goes where errors go, and is no message.
    """
    much_is_held()
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
    from pygls.io_ import run_websocket  # noqa: PLC0415
    from websockets.asyncio.server import ServerConnection, serve  # noqa: PLC0415
    from websockets.typing import Origin  # noqa: PLC0415

    async def connection(socket: ServerConnection) -> None:
        server = language_server(packs)
        await run_websocket(socket, threading.Event(), server.protocol, logging.getLogger(__name__))

    async def listen() -> None:
        allowed = [None, *map(Origin, origins)]
        async with serve(
            connection, host, port, origins=allowed, max_size=8_000_000, close_timeout=GOODBYE
        ) as server:
            with _between_steps(server.close):
                place = next(iter(server.sockets)).getsockname()
                say(f"ruledsl lsp listens at ws://{place[0]}:{place[1]}")
                await server.wait_closed()

    asyncio.run(listen())


@contextmanager
def _between_steps(stop: Callable[[], None]) -> Iterator[None]:
    """Signals that end the program do so between two steps of the loop, which they would leave half done: they stop it, and come again behind it."""
    came: list[int] = []
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    usual = {number: handler for number, handler in handlers.items() if handler is not signal.SIG_IGN}

    def end(number: int) -> None:
        came.append(number)
        stop()

    loop = asyncio.get_running_loop()
    for number in usual:
        with suppress(NotImplementedError):  # not on Windows
            loop.add_signal_handler(number, end, number)
    try:
        yield
    finally:
        for number, handler in usual.items():
            with suppress(NotImplementedError):
                loop.remove_signal_handler(number)
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])
