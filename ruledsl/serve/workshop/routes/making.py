"""New files: made by a job, then written all or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from anyio import to_thread
from starlette.responses import JSONResponse
from starlette.routing import Route

from ruledsl.naming.nouns import Naming
from ruledsl.packs.folders.bundles import BundleError, contents, id_in
from ruledsl.serve.asking import form
from ruledsl.serve.refused import Refused
from ruledsl.serve.web.guard import body_of
from ruledsl.serve.web.sent import MOST_SENT, SENT_FORM
from ruledsl.serve.workshop.forms import ASKED
from ruledsl.serve.workshop.jobs.making import MAKE_FORM

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import BaseRoute

    from ruledsl.serve.workshop.workshop import Workshop

__all__ = ["routes"]


def routes(workshop: Workshop) -> list[BaseRoute]:
    """`/api/workshop/make`, `/api/workshop/unpack`, and what packs there are to build on."""
    shop, room = workshop.shop, workshop.room

    async def offers(request: Request) -> Response:
        """The packs that a new one can build on."""
        packs = await to_thread.run_sync(lambda: room.offer.packs)
        naming = Naming(form.asked_for(request.query_params))
        return JSONResponse({"packs": [pack.as_dict(naming) for pack in packs.values()]})

    async def make(request: Request) -> Response:
        """Make files and write them; the paths of all of them."""
        body = await body_of(request, room.settings.limits.body)
        data = form.form_of(form.read_object(body), {"pack": ASKED["pack"], **MAKE_FORM})
        if data["what"] != "pack":
            await to_thread.run_sync(shop.folder_of, data["pack"])
        elif "" in shop.packs():
            raise Refused("table-053", "This folder is a pack itself; others cannot be made in it.")
        found = await workshop.bench.ask("make", data)
        if "files" not in found:
            raise Refused("table-053", str(found.get("refused") or found["findings"][0]["text"]))
        made = await to_thread.run_sync(shop.add, found["files"])
        return JSONResponse({"files": [text.path for text in made]})

    async def unpack(request: Request) -> Response:
        """Write the files of a bundle, as a pack of this folder; their paths."""
        data = form.form_of(form.read_object(await body_of(request, MOST_SENT)), SENT_FORM)
        files = await to_thread.run_sync(_unpacked, form.bytes_in(data["data"]))
        if "" in shop.packs():
            raise Refused("table-053", "This folder is a pack itself; others cannot be unpacked in it.")
        made = await to_thread.run_sync(shop.add, files)
        return JSONResponse({"files": [text.path for text in made]})

    return [
        Route("/api/workshop/unpack", workshop.written(unpack), methods=["POST"]),
        Route("/api/workshop/offers", workshop.read(offers)),
        Route("/api/workshop/make", workshop.written(make), methods=["POST"]),
    ]


def _unpacked(data: bytes) -> dict[str, str]:
    """The texts in a bundle, by the paths that they have in a folder called like the pack. `Refused` for what is no bundle, or no text."""
    try:
        files = contents(data)
        id_ = id_in(files)
        return {f"{id_}/{name}": text.decode("utf-8-sig") for name, text in files.items()}
    except BundleError as problem:
        raise Refused("table-053", "This is no bundle that can be used: {why}", why=str(problem)) from None
    except UnicodeDecodeError:
        raise Refused("table-053", "There is a file in this bundle that is no text in UTF-8.") from None
