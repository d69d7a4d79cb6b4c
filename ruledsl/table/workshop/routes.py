"""The HTTP requests of the workshop's page: from this computer only, changes from the pages of this server only.

Papers have their own headers (`page.py`).
"""

from __future__ import annotations

import asyncio
import secrets
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse
from starlette.responses import Response as HttpResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocketDisconnect

from ruledsl.table.server.documents import document
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.settings import BROKEN, NORMAL, NOT_ALLOWED, TOO_FAST
from ruledsl.table.server.web.guard import HEADERS, Bucket, Crowd, greet, needs_loopback, needs_our_origin
from ruledsl.table.server.web.routes import paper_headers
from ruledsl.table.server.work.paying import timed
from ruledsl.table.workshop.endpoints import endpoints_of
from ruledsl.table.workshop.workshop import LANGUAGE, PAPER

if TYPE_CHECKING:
    from asyncio.subprocess import Process

    from starlette.requests import Request as HttpRequest
    from starlette.routing import BaseRoute
    from starlette.websockets import WebSocket

    from ruledsl.table.server.web.routes import Endpoints
    from ruledsl.table.workshop.workshop import Workshop

__all__ = ["routes_of"]

# ── language ────────────────────────────────────────────────────────────────────
# The language server of the editor: a process of `ruledsl lsp` for each connection, whose messages pass over a WebSocket unchanged.


EDITORS = 8
"""The most editors: each has its own process."""
RATE, BURST = 200.0, 800.0
"""Messages of one editor in a second, and in a burst."""
MOST_LENGTH = 1 << 25
"""Bytes of a message of the language server."""


def routes(workshop: Workshop, endpoints: Endpoints) -> list[BaseRoute]:
    """`LANGUAGE`."""
    crowd = Crowd(EDITORS, EDITORS)
    settings = workshop.room.settings

    async def serve(socket: WebSocket) -> None:
        """Serve a connection from its request to its end."""
        try:
            endpoints.rates.needs_patience(socket)
            needs_loopback(socket)
            needs_our_origin(socket, settings)
            crowd.enter("")
        except Refused as problem:
            await socket.accept()
            await socket.close(NOT_ALLOWED, problem.text[:120])
            return
        try:
            await socket.accept()
            code = await _between(socket)
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(code)
        finally:
            crowd.leave("")

    return [WebSocketRoute(LANGUAGE, serve)]


async def _between(socket: WebSocket) -> int:
    """Forward messages until one side ends. Returns the code for closing the socket."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "ruledsl.cli", "lsp"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    halves = [
        asyncio.create_task(timed(_ask(socket, process))),
        asyncio.create_task(timed(_answer(socket, process))),
    ]
    try:
        done, _ = await asyncio.wait(halves, return_when=asyncio.FIRST_COMPLETED)
        return max(half.result() if half.exception() is None else BROKEN for half in done)
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        for half in halves:
            half.cancel()
        await asyncio.gather(*halves, return_exceptions=True)
        await process.wait()


async def _ask(socket: WebSocket, process: Process) -> int:
    """Forward messages from the page to the server."""
    bucket, stdin = Bucket(RATE, BURST), process.stdin
    assert stdin is not None  # noqa: S101 - a pipe
    while True:
        message = await socket.receive()
        if message["type"] != "websocket.receive":
            return NORMAL
        if not bucket.passes():
            return TOO_FAST
        body = (message.get("text") or "").encode("utf-8", "replace")
        stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        await stdin.drain()


async def _answer(socket: WebSocket, process: Process) -> int:
    """Forward messages from the server to the page."""
    stdout = process.stdout
    assert stdout is not None  # noqa: S101 - a pipe
    while True:
        length = -1
        while (line := await stdout.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
        if not 0 <= length <= MOST_LENGTH:
            return BROKEN
        await socket.send_text((await stdout.readexactly(length)).decode("utf-8"))


# ── page ────────────────────────────────────────────────────────────────────────
# The page of the workshop, and papers: pages of HTML made from packs, which may not run or load anything.


NONCE = "STYLE-NONCE"
"""The placeholder of the nonce for styles, which changes with each request: the editor creates style elements itself."""


def page_routes(workshop: Workshop, endpoints: Endpoints) -> list[BaseRoute]:
    """The page at `/workshop`, and papers."""

    async def page(request: HttpRequest) -> HttpResponse:
        needs_loopback(request)
        nonce = secrets.token_urlsafe(18)
        html = document("workshop/workshop.html").replace(NONCE, nonce)
        response = HTMLResponse(html, headers={"content-security-policy": _policy(nonce)})
        greet(request, response, workshop.room.settings)
        return response

    async def shown(request: HttpRequest) -> HttpResponse:
        needs_loopback(request)
        return HTMLResponse(workshop.paper(request.query_params.get("name", "")), headers=paper_headers())

    return [Route("/workshop", endpoints.read(page)), Route(PAPER, endpoints.read(shown))]


def _policy(nonce: str) -> str:
    """The policy of all pages, and additionally: papers in frames, and style elements of the editor."""
    usual = HEADERS["content-security-policy"]
    return usual.replace("style-src 'self'", f"style-src 'self' 'nonce-{nonce}'") + "; frame-src 'self'"


def routes_of(workshop: Workshop, endpoints: Endpoints) -> list[BaseRoute]:
    """All routes."""
    asked = [
        endpoints.route(endpoint, needs_loopback)
        for endpoint in endpoints_of(workshop)
        if endpoint.path != PAPER
    ]
    return [*page_routes(workshop, endpoints), *routes(workshop, endpoints), *asked]
