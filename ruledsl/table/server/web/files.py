"""The page itself: its document, with a cookie for new visitors, and its static files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from ruledsl.table.server.documents import document
from ruledsl.table.server.settings import PAGE
from ruledsl.table.server.web.visitors import greet

if TYPE_CHECKING:
    from starlette.requests import Request

    from ruledsl.table.server.web.doors import Doors

NO_PAGE = "<!doctype html><title>ruledsl</title><p>The page is missing in this installation."


def files(doors: Doors) -> list[BaseRoute]:
    """`/`, `/table/…` and `/page/…`."""

    async def page(request: Request) -> Response:
        html = document("index.html") if PAGE.is_dir() else NO_PAGE
        response = HTMLResponse(html, headers={"cache-control": "no-cache"})
        greet(request, response, doors.settings)
        return response

    beside = [Mount("/page", Static(directory=PAGE))] if PAGE.is_dir() else []
    return [Route("/", doors.read(page)), Route("/table/{table}", doors.read(page)), *beside]


class Static(StaticFiles):
    """Static files that browsers revalidate each time."""

    def file_response(self, *args: object, **extra: object) -> Response:
        """The response, with that header."""
        response = super().file_response(*args, **extra)  # type: ignore[arg-type]
        response.headers["cache-control"] = "no-cache"
        return response
