"""The page itself: its document, with a cookie for new visitors, and its static files."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from io import SEEK_END
from typing import TYPE_CHECKING

from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse
from starlette.responses import Response as HttpResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from ruledsl.table.server.asking.form import Request
from ruledsl.table.server.documents import document
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.settings import PAGE
from ruledsl.table.server.web.guard import (
    IN_MEMORY,
    Rates,
    body_of,
    founder_of,
    greet,
    needs_cookie,
    needs_our_host,
    needs_our_origin,
    query_of,
)
from ruledsl.table.server.work.paying import asker
from ruledsl.table.server.work.queue import Line

if TYPE_CHECKING:
    from ruledsl.table.server.asking.form import Endpoint, Response
    from ruledsl.table.server.settings import Settings
    from ruledsl.table.server.tables.registry import Founder

NO_PAGE = "<!doctype html><title>ruledsl</title><p>The page is missing in this installation."


def files(endpoints: Endpoints) -> list[BaseRoute]:
    """`/`, `/table/…` and `/page/…`."""

    async def page(request: HttpRequest) -> HttpResponse:
        html = document("index.html") if PAGE.is_dir() else NO_PAGE
        response = HTMLResponse(html, headers={"cache-control": "no-cache"})
        greet(request, response, endpoints.settings)
        return response

    beside = [Mount("/page", Static(directory=PAGE))] if PAGE.is_dir() else []
    return [Route("/", endpoints.read(page)), Route("/table/{table}", endpoints.read(page)), *beside]


class Static(StaticFiles):
    """Static files that browsers revalidate each time."""

    def file_response(self, *args: object, **extra: object) -> HttpResponse:
        """The response, with that header."""
        response = super().file_response(*args, **extra)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response


# ── endpoints ───────────────────────────────────────────────────────────────────────
# The checks of a request before it is answered.


Handler = Callable[[HttpRequest], Awaitable[HttpResponse]]
"""A request handler."""

REQUESTS, AT_ONCE = 50.0, 400.0
"""Requests of one address in a second, and in a burst: a page consists of some dozens of files."""

LARGE = 2
"""Large requests that are answered at the same time."""


class Endpoints:
    """The checks of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.rates = Rates(REQUESTS, AT_ONCE)
        self._large = Line(LARGE)

    def read(self, handler: Handler) -> Handler:
        """Let anybody read who calls this server by its name."""

        async def answer(request: HttpRequest) -> HttpResponse:
            self.rates.needs_patience(request)
            needs_our_host(request, self.settings)
            return await handler(request)

        return answer

    def written(self, handler: Handler) -> Handler:
        """Let only this server's own pages change something."""

        async def answer(request: HttpRequest) -> HttpResponse:
            self.rates.needs_patience(request)
            needs_our_origin(request, self.settings)
            if request.headers.get("content-type", "").partition(";")[0] != "application/json":
                raise Refused("table-001", "The content type has to be `application/json`.")
            return await handler(request)

        return answer

    def route(
        self, endpoint: Endpoint, needs: Callable[[HttpRequest], None] = lambda _request: None
    ) -> Route:
        """The HTTP route of an endpoint. `needs` may refuse further requests."""

        async def look(request: HttpRequest) -> HttpResponse:
            needs(request)
            return _response(await endpoint.answer(self._asked(request, founder_of(request, self.settings))))

        async def change(request: HttpRequest) -> HttpResponse:
            needs(request)
            founder = needs_cookie(request, self.settings)
            async with self._body(request, endpoint.most or 0) as body:
                return _response(await endpoint.answer(self._asked(request, founder, body)))

        if endpoint.most is None:
            return Route(endpoint.path, self.read(look))
        return Route(endpoint.path, self.written(change), methods=["POST"])

    @asynccontextmanager
    async def _body(self, request: HttpRequest, most: int) -> AsyncIterator[bytes]:
        """The body; a large one is read when its turn comes, so few of them are in memory, however many have arrived."""
        async with body_of(request, most, self.settings.data) as kept:
            large = kept.seek(0, SEEK_END) > IN_MEMORY
            kept.seek(0)
            async with self._large.turn(asker()) if large else nullcontext():
                yield kept.read()

    @staticmethod
    def _asked(request: HttpRequest, founder: Founder, body: bytes = b"") -> Request:
        return Request(founder, query_of(request), str(request.path_params.get("table", "")), body)


def paper_headers() -> dict[str, str]:
    """The headers of a page of HTML that was made from packs, which may not run or load anything; pages of this server may frame it."""
    from ruledsl.author.book.languages import POLICY  # noqa: PLC0415 - most tables have none

    own = (
        "frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-same-origin allow-modals"
    )
    return {"content-security-policy": f"{POLICY}; {own}", "x-frame-options": "SAMEORIGIN"}


def _response(told: Response) -> HttpResponse:
    headers = {"content-disposition": f'attachment; filename="{told.name}"'} if told.name else {}
    if told.kind == "text/html":
        headers |= paper_headers()
    if told.kind.startswith("image/"):
        headers["cache-control"] = "no-cache"
    return HttpResponse(told.text, media_type=told.kind, headers=headers)
