"""Visitors: browsers identified by a cookie, of which the server stores only a digest."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from ruledsl.table.server.refused import Refused
from ruledsl.table.server.tables.hall import Founder
from ruledsl.table.server.web.guard import address_of

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.responses import Response

    from ruledsl.table.server.settings import Settings

DAYS = 400
"""The longest time for which browsers keep cookies."""
SHORTEST, LONGEST = 40, 64


def _name(settings: Settings) -> str:
    return "__Host-visitor" if settings.secure else "visitor"


def visitor_of(request: HTTPConnection, settings: Settings) -> str:
    """The visitor: the digest of the cookie; empty without one."""
    given = request.cookies.get(_name(settings), "")
    if not SHORTEST <= len(given) <= LONGEST:
        return ""
    return hashlib.sha256(given.encode()).hexdigest()


def query_of(request: HTTPConnection) -> dict[str, str]:
    """The query of a request. If it names no language, its language is what the browser accepts."""
    return {"language": request.headers.get("accept-language", ""), **request.query_params}


def founder_of(request: HTTPConnection, settings: Settings) -> Founder:
    """The visitor and the address."""
    return Founder(visitor_of(request, settings), address_of(request))


def needs_cookie(request: HTTPConnection, settings: Settings) -> Founder:
    """The same; `Refused` without a cookie."""
    found = founder_of(request, settings)
    if not found.visitor:
        raise Refused("table-001", "This browser has no cookie of this server; load the page first.")
    return found


def greet(request: HTTPConnection, response: Response, settings: Settings) -> None:
    """Give a new browser its cookie."""
    if not visitor_of(request, settings):
        response.set_cookie(
            _name(settings),
            secrets.token_urlsafe(32),
            max_age=DAYS * 86_400,
            path="/",
            secure=settings.secure,
            httponly=True,
            samesite="strict",
        )
