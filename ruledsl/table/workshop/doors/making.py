"""New files: a job makes them, then all or none are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.play.naming.nouns import Naming
from ruledsl.table.server.asking import form
from ruledsl.table.server.asking.asked import Asked, Door, Told
from ruledsl.table.server.refused import Refused
from ruledsl.table.server.work.aside import aside
from ruledsl.table.workshop.forms import ASKED
from ruledsl.table.workshop.jobs.making import MAKE_FORM

if TYPE_CHECKING:
    from ruledsl.table.workshop.workshop import Workshop


def doors(workshop: Workshop) -> list[Door]:
    """`/api/workshop/make`, and the packs to build on."""
    shop, room = workshop.shop, workshop.room

    async def offers(asked: Asked) -> Told:
        """The packs that a new one can build on."""
        packs = await aside(lambda: room.offer.packs)
        naming = Naming(form.asked_for(asked.query))
        return Told.of({"packs": [pack.as_dict(naming) for pack in packs.values()]})

    async def make(asked: Asked) -> Told:
        """Make files and write them; returns their paths."""
        data = form.form_of(form.read_object(asked.body), {"pack": ASKED["pack"], **MAKE_FORM})
        if data["what"] != "pack":
            await aside(shop.folder_of, data["pack"])
        elif "" in shop.packs():
            raise Refused("table-053", "This folder is a pack itself; others cannot be made in it.")
        found = await workshop.bench.ask("make", data)
        if "files" not in found:
            raise Refused("table-053", str(found.get("refused") or found["findings"][0]["text"]))
        made = await aside(shop.add, found["files"])
        return Told.of({"files": [text.path for text in made]})

    return [
        Door("/api/workshop/offers", offers),
        Door("/api/workshop/make", make, room.settings.limits.body),
    ]
