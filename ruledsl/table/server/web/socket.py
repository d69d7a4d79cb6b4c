"""The WebSocket of a table: who may open one, its rate limit, and its two halves, reading and sending."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.websockets import WebSocketDisconnect

from ruledsl.table.server.asking.connection import Connection
from ruledsl.table.server.asking.form import asked_for
from ruledsl.table.server.asking.messages import obey
from ruledsl.table.server.closing import BROKEN, NO_TABLE, NONSENSE, NORMAL, NOT_ALLOWED, TOO_FAST
from ruledsl.table.server.refused import Refused
from ruledsl.table.server.web.guard import Bucket, Crowd, Rates, address_of, needs_our_origin
from ruledsl.table.server.web.visitors import founder_of, query_of
from ruledsl.table.server.work.paying import timed

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from ruledsl.table.server.settings import Settings
    from ruledsl.table.server.tables.hall import Hall
    from ruledsl.table.server.tables.table import Table

LOG = logging.getLogger("ruledsl.serve")


class Sockets:
    """All open sockets of a server."""

    def __init__(self, hall: Hall, settings: Settings, rates: Rates) -> None:
        self.hall = hall
        self.settings = settings
        self.rates = rates
        self.crowd = Crowd(settings.limits.connections, settings.limits.of_address)

    async def serve(self, socket: WebSocket) -> None:
        """Serve a socket from its request to its end."""
        address = address_of(socket)
        try:
            self.rates.needs_patience(socket)
            needs_our_origin(socket, self.settings)
            table = await self.hall.find(str(socket.path_params["table"]))
            self.crowd.enter(address)
        except Refused as problem:
            await socket.accept()
            await socket.close(NO_TABLE if problem.code == "table-004" else NOT_ALLOWED, problem.text[:120])
            return
        try:
            await socket.accept()
            await self._sit(socket, table)
        finally:
            self.crowd.leave(address)

    async def _sit(self, socket: WebSocket, table: Table) -> None:
        ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def end(code: int) -> None:
            if not ended.done():
                ended.set_result(code)

        language = asked_for(query_of(socket))
        page = Connection(self.hall, table, founder_of(socket, self.settings), language, end)
        try:
            self.hall.enter(table, page)
        except Refused as problem:
            await socket.close(NOT_ALLOWED, problem.text[:120])
            return
        page.introduce()
        halves = [
            asyncio.create_task(timed(self._send(socket, page))),
            asyncio.create_task(timed(self._read(socket, page))),
        ]
        for half in halves:
            half.add_done_callback(lambda _: end(NORMAL))
        try:
            code = await ended
        finally:
            self.hall.go(table, page)
            for half in halves:
                half.cancel()
            outcomes = await asyncio.gather(*halves, return_exceptions=True)
        broken = [found for found in outcomes if isinstance(found, Exception)]
        for failure in broken:
            if not isinstance(failure, WebSocketDisconnect):
                LOG.error("A connection broke off.", exc_info=failure)
                code = BROKEN
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code)

    async def _send(self, socket: WebSocket, page: Connection) -> None:
        while True:
            for message in await page.outbox.take():
                await socket.send_text(message)

    async def _read(self, socket: WebSocket, page: Connection) -> None:
        limits = self.settings.limits
        bucket, nonsense = Bucket(limits.rate, limits.burst), 0
        while True:
            message = await socket.receive()
            if message["type"] != "websocket.receive":
                return
            if not bucket.passes():
                page.drop(TOO_FAST)
                return
            text = message.get("text")
            if not isinstance(text, str) or len(text) > limits.message:
                text = ""
            if not await obey(self.hall, page, text):
                nonsense += 1
            if nonsense > limits.nonsense:
                page.drop(NONSENSE)
                return
