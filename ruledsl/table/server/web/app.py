"""The whole server as one ASGI application."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse
from starlette.routing import WebSocketRoute

from ruledsl.table.server.asking.form import asked_for
from ruledsl.table.server.asking.lobby import Downloads, Lobby, sent
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.web.guard import Headers, needs_loopback, query_of
from ruledsl.table.server.web.routes import Endpoints, files
from ruledsl.table.server.web.wire import Sockets

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp

    from ruledsl.table.server.room import Room
    from ruledsl.table.workshop.workshop import Workshop

COMPRESSION = 6


def app_of(room: Room) -> ASGIApp:
    """The application. It closes the room when it ends."""
    settings, endpoints = room.settings, Endpoints(room.settings)
    more, workshop = _workshop(room, endpoints)

    @asynccontextmanager
    async def running(_app: Starlette) -> AsyncIterator[None]:
        room.registry.do(room.offer.read())
        yield
        if workshop is not None:
            await workshop.close()
        await room.close()

    app = Starlette(
        routes=[*_routes(room, endpoints), *more],
        middleware=[Middleware(GZipMiddleware, minimum_size=500, compresslevel=COMPRESSION)],
        exception_handlers={Refused: _refused, HTTPException: _missing, Exception: _broken},
        lifespan=running,
    )
    return Headers(app, secure=settings.secure)


def _routes(room: Room, endpoints: Endpoints) -> list[BaseRoute]:
    sockets = Sockets(room.registry, room.settings, endpoints.rates)
    here = (
        [endpoints.route(endpoint, needs_loopback) for endpoint in sent(room)] if room.settings.alone else []
    )
    return [
        *files(endpoints),
        *map(endpoints.route, (*Lobby(room).endpoints, *Downloads(room).endpoints)),
        WebSocketRoute("/table/{table}/socket", sockets.serve),
        *here,
    ]


def _workshop(room: Room, endpoints: Endpoints) -> tuple[list[BaseRoute], Workshop | None]:
    """The workshop with its routes, if there is one."""
    folder = room.settings.workshop
    if folder is None:
        return [], None
    from ruledsl.table.workshop.routes import routes_of  # noqa: PLC0415 - tables do without
    from ruledsl.table.workshop.workshop import Workshop  # noqa: PLC0415

    workshop = Workshop(folder, room)
    return routes_of(workshop, endpoints), workshop


async def _refused(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, Refused)  # noqa: S101 - it is asked for no other
    return JSONResponse(problem.told(asked_for(query_of(request))), status_code=problem.status)


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
