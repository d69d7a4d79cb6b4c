"""Bundles that are dropped on the lobby of a server for this computer only: looked at, shown, and installed when somebody agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import JSONResponse
from starlette.routing import Route

from ruledsl.packs.folders.bundles import LARGEST
from ruledsl.serve.asking import form
from ruledsl.serve.web.guard import address_of, body_of, needs_loopback

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

    from ruledsl.serve.room import Room
    from ruledsl.serve.web.doors import Doors

__all__ = ["MOST_SENT", "SENT_FORM", "sent_routes"]

MOST_SENT = LARGEST * 4 // 3 + 1_000
"""Bytes of a request with a bundle in base64."""
SENT_FORM = {"data": (form.text(MOST_SENT), True), "agreed": (form.text(40), False)}


def sent_routes(room: Room, doors: Doors) -> list[BaseRoute]:
    """`/api/packs`, where there is nobody else."""

    async def take(request: Request) -> Response:
        """What a bundle says of itself; with the digest of that as `agreed` it is installed."""
        needs_loopback(request)
        data = form.form_of(form.read_object(await body_of(request, MOST_SENT)), SENT_FORM)
        form.bytes_in(data["data"])
        found = await room.clerks.install(address_of(request), data["data"], data.get("agreed", ""))
        if found["installed"]:
            room.offer.look_again()
        return JSONResponse(found)

    return [Route("/api/packs", doors.written(take), methods=["POST"])] if room.settings.alone else []
