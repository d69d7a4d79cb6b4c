"""What a request has to pass before it is answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from ruledsl.serve.refused import Refused
from ruledsl.serve.web.guard import Rates, needs_our_host, needs_our_origin

if TYPE_CHECKING:
    from ruledsl.serve.settings import Settings

__all__ = ["Doors", "Handler"]

Handler = Callable[[Request], Awaitable[Response]]
"""What answers a request."""

REQUESTS, AT_ONCE = 50.0, 400.0
"""Requests of one address in a second, and in a burst: a page is some dozens of files."""


class Doors:
    """Those of one server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.rates = Rates(REQUESTS, AT_ONCE)

    def read(self, handler: Handler) -> Handler:
        """Anybody may ask who calls this server by its name."""

        async def answer(request: Request) -> Response:
            self.rates.needs_patience(request)
            needs_our_host(request, self.settings)
            return await handler(request)

        return answer

    def written(self, handler: Handler) -> Handler:
        """Only this server's own pages may change something."""

        async def answer(request: Request) -> Response:
            self.rates.needs_patience(request)
            needs_our_origin(request, self.settings)
            if request.headers.get("content-type", "").partition(";")[0] != "application/json":
                raise Refused("table-001", "The content type has to be `application/json`.")
            return await handler(request)

        return answer
