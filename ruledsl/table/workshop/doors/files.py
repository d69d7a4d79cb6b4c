"""Files of the workshop: listing, reading, writing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.uris import uri_of
from ruledsl.table.server.asking import form
from ruledsl.table.server.asking.asked import Asked, Door, Told
from ruledsl.table.server.work.aside import aside
from ruledsl.table.workshop.forms import PATH, TEXT
from ruledsl.table.workshop.workshop import MOST_BODY

if TYPE_CHECKING:
    from ruledsl.table.workshop.workshop import Workshop

WRITE_FORM = {"path": (PATH, True), "text": (TEXT, True), "version": (form.text(40), True)}


def doors(workshop: Workshop) -> list[Door]:
    """At `/api/workshop`, and below."""
    shop = workshop.shop

    async def look(_asked: Asked) -> Told:
        """The folder, its packs and their files."""
        packs = await aside(shop.packs)
        return Told.of({"folder": str(shop.folder), "root": uri_of(shop.folder), "packs": packs})

    async def read(asked: Asked) -> Told:
        """A file; only its version if that is still `known`."""
        path = asked.query.get("path", "")
        found = await aside(shop.read, path)
        if found.version == asked.query.get("known", "-"):
            return Told.of({"path": path, "version": found.version})
        return Told.of(found.as_dict())

    async def write(asked: Asked) -> Told:
        """Write a file, unless somebody else has changed it meanwhile."""
        data = form.form_of(form.read_object(asked.body), WRITE_FORM)
        made = await aside(shop.write, data["path"], data["text"], data["version"])
        return Told.of({"path": made.path, "version": made.version})

    return [
        Door("/api/workshop", look),
        Door("/api/workshop/file", read),
        Door("/api/workshop/file", write, MOST_BODY),
    ]
