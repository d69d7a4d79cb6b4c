"""The whole server as one ASGI application: its page, the files beside it, the WebSockets of tables."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocketDisconnect

from ruledsl.serve.asking.connection import Connection
from ruledsl.serve.asking.downloads import Downloads
from ruledsl.serve.asking.form import language_of
from ruledsl.serve.asking.lobby import Lobby
from ruledsl.serve.asking.messages import obey
from ruledsl.serve.closing import BROKEN, NO_TABLE, NONSENSE, NORMAL, NOT_ALLOWED, TOO_FAST
from ruledsl.serve.refused import Refused
from ruledsl.serve.settings import PAGE
from ruledsl.serve.web.doors import Doors
from ruledsl.serve.web.guard import Bucket, Crowd, Headers, Rates, address_of, needs_our_origin
from ruledsl.serve.web.sent import sent_routes
from ruledsl.serve.web.visitors import founder_of, greet

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.types import ASGIApp
    from starlette.websockets import WebSocket

    from ruledsl.serve.room import Room
    from ruledsl.serve.settings import Settings
    from ruledsl.serve.tables.hall import Hall
    from ruledsl.serve.tables.table import Table
    from ruledsl.serve.workshop.workshop import Workshop


__all__ = ["app_of"]


COMPRESSION = 6


def app_of(room: Room) -> ASGIApp:
    """The application. It closes the room when it ends."""
    settings, doors = room.settings, Doors(room.settings)
    more, workshop = _workshop(room, doors)

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        room.hall.do(room.offer.read())
        yield
        if workshop is not None:
            await workshop.close()
        await room.close()

    app = Starlette(
        routes=[*_routes(room, doors), *more],
        middleware=[Middleware(GZipMiddleware, minimum_size=500, compresslevel=COMPRESSION)],
        exception_handlers={Refused: _refused, HTTPException: _missing, Exception: _broken},
        lifespan=running,
    )
    return Headers(app, secure=settings.secure)


def _routes(room: Room, doors: Doors) -> list[BaseRoute]:
    sockets = _Sockets(room.hall, room.settings, doors.rates)
    return [
        *_files(doors),
        *map(doors.route, (*Lobby(room).doors, *Downloads(room).doors)),
        WebSocketRoute("/table/{table}/socket", sockets.serve),
        *sent_routes(room, doors),
    ]


def _workshop(room: Room, doors: Doors) -> tuple[list[BaseRoute], Workshop | None]:
    """The workshop with its routes, if there is one."""
    folder = room.settings.workshop
    if folder is None:
        return [], None
    from ruledsl.serve.workshop.routes import routes_of  # noqa: PLC0415 - tables do without
    from ruledsl.serve.workshop.workshop import Workshop  # noqa: PLC0415

    workshop = Workshop(folder, doors, room)
    return routes_of(workshop), workshop


async def _refused(_request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Refused)  # noqa: S101 - it is asked for no other
    return JSONResponse({"error": {"code": problem.code, "text": problem.text}}, status_code=problem.status)


async def _missing(_request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)  # noqa: S101 - it is asked for no other
    code = "table-004" if problem.status_code == 404 else "table-001"  # noqa: PLR2004 - not found
    return JSONResponse(
        {"error": {"code": code, "text": str(problem.detail)}}, status_code=problem.status_code
    )


async def _broken(_request: Request, _problem: Exception) -> Response:
    return JSONResponse(
        {
            "error": {
                "code": "table-099",
                "text": "This should not have happened, it is a fault of the server.",
            }
        },
        status_code=500,
    )


NO_PAGE = "<!doctype html><title>ruledsl</title><p>The page is missing in this installation."


def _files(doors: Doors) -> list[BaseRoute]:
    """`/`, `/table/…` and `/page/…`."""

    async def page(request: Request) -> Response:
        html = (PAGE / "index.html").read_text(encoding="utf-8") if PAGE.is_dir() else NO_PAGE
        response = HTMLResponse(html, headers={"cache-control": "no-cache"})
        greet(request, response, doors.settings)
        return response

    beside = [Mount("/page", _Static(directory=PAGE))] if PAGE.is_dir() else []
    return [Route("/", doors.read(page)), Route("/table/{table}", doors.read(page)), *beside]


class _Static(StaticFiles):
    """Browsers ask each time whether theirs is still the newest."""

    def file_response(self, *args: object, **extra: object) -> Response:
        """With what says so."""
        response = super().file_response(*args, **extra)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response


LOG = logging.getLogger("ruledsl.serve")


class _Sockets:
    """All open sockets of a server."""

    def __init__(self, hall: Hall, settings: Settings, rates: Rates) -> None:
        self.hall = hall
        self.settings = settings
        self.rates = rates
        self.crowd = Crowd(settings.limits.connections, settings.limits.of_address)

    async def serve(self, socket: WebSocket) -> None:
        """From its request to its end."""
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

        language = language_of(socket.query_params.get("language", "en")[:20])
        page = Connection(self.hall, table, founder_of(socket, self.settings), language, end)
        try:
            self.hall.enter(table, page)
        except Refused as problem:
            await socket.close(NOT_ALLOWED, problem.text[:120])
            return
        page.introduce()
        halves = [
            asyncio.create_task(self._send(socket, page)),
            asyncio.create_task(self._read(socket, page)),
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
