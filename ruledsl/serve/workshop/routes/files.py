"""Files of the workshop: what there is, reading, writing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anyio import to_thread
from starlette.responses import JSONResponse
from starlette.routing import Route

from ruledsl.serve.asking import form
from ruledsl.serve.web.guard import body_of
from ruledsl.serve.workshop.forms import PATH, TEXT
from ruledsl.serve.workshop.workshop import MOST_BODY

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

    from ruledsl.serve.workshop.workshop import Workshop

__all__ = ["routes"]

WRITE_FORM = {"path": (PATH, True), "text": (TEXT, True), "version": (form.text(40), True)}


def routes(workshop: Workshop) -> list[BaseRoute]:
    """Below `/api/workshop`."""
    shop = workshop.shop

    async def look(_request: Request) -> Response:
        """The folder, its packs and their files."""
        packs = await to_thread.run_sync(shop.packs)
        return JSONResponse({"folder": str(shop.folder), "root": shop.folder.as_uri(), "packs": packs})

    async def read(request: Request) -> Response:
        """A file; of one that is still at the version `known` only that."""
        path = request.query_params.get("path", "")
        found = await to_thread.run_sync(shop.read, path)
        if found.version == request.query_params.get("known", "-"):
            return JSONResponse({"path": path, "version": found.version})
        return JSONResponse(found.as_dict())

    async def write(request: Request) -> Response:
        """Write a file, if nobody else has meanwhile."""
        data = form.form_of(form.read_object(await body_of(request, MOST_BODY)), WRITE_FORM)
        made = await to_thread.run_sync(shop.write, data["path"], data["text"], data["version"])
        return JSONResponse({"path": made.path, "version": made.version})

    return [
        Route("/api/workshop", workshop.read(look)),
        Route("/api/workshop/file", workshop.read(read)),
        Route("/api/workshop/file", workshop.written(write), methods=["POST"]),
    ]
