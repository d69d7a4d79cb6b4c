"""The page of the workshop, and papers: pages of HTML made from packs, which may not run or load anything."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ruledsl.author.book.markup import POLICY
from ruledsl.table.server.documents import document
from ruledsl.table.server.web.guard import HEADERS, needs_loopback
from ruledsl.table.server.web.visitors import greet
from ruledsl.table.workshop.workshop import PAPER

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from ruledsl.table.server.web.doors import Doors
    from ruledsl.table.workshop.workshop import Workshop

NONCE = "STYLE-NONCE"
"""The placeholder of the nonce for styles, which changes with each request: the editor creates style elements itself."""
OF_PAPERS = {
    "content-security-policy": f"{POLICY}; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-same-origin allow-modals",
    "x-frame-options": "SAMEORIGIN",
}


def routes(workshop: Workshop, doors: Doors) -> list[BaseRoute]:
    """The page at `/workshop`, and papers."""

    async def page(request: Request) -> Response:
        needs_loopback(request)
        nonce = secrets.token_urlsafe(18)
        html = document("workshop/workshop.html").replace(NONCE, nonce)
        response = HTMLResponse(html, headers={"content-security-policy": _policy(nonce)})
        greet(request, response, workshop.room.settings)
        return response

    async def shown(request: Request) -> Response:
        needs_loopback(request)
        return HTMLResponse(workshop.paper(request.query_params.get("name", "")), headers=OF_PAPERS)

    return [Route("/workshop", doors.read(page)), Route(PAPER, doors.read(shown))]


def _policy(nonce: str) -> str:
    """The policy of all pages, and additionally: papers in frames, and style elements of the editor."""
    usual = HEADERS["content-security-policy"]
    return usual.replace("style-src 'self'", f"style-src 'self' 'nonce-{nonce}'") + "; frame-src 'self'"
