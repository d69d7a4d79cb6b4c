"""Bundles dropped on the lobby of a server for this computer only: inspected, shown, and installed after consent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.rules.packs.folders.bundles import LARGEST
from ruledsl.table.server.asking import form
from ruledsl.table.server.asking.asked import Asked, Door, Told

if TYPE_CHECKING:
    from ruledsl.table.server.room import Room

MOST_SENT = LARGEST * 4 // 3 + 1_000
"""Bytes of a request with a bundle in base64."""
SENT_FORM = {"data": (form.text(MOST_SENT), True), "agreed": (form.text(40), False)}


def sent(room: Room) -> list[Door]:
    """`/api/packs`, if nobody else can reach the server."""

    async def take(asked: Asked) -> Told:
        """The description of a bundle; with its digest as `agreed`, the bundle is installed."""
        data = form.form_of(form.read_object(asked.body), SENT_FORM)
        form.bytes_in(data["data"])
        found = await room.clerks.install(asked.founder.address, data["data"], data.get("agreed", ""))
        if found["installed"]:
            room.offer.look_again()
        return Told.of(found)

    return [Door("/api/packs", take, MOST_SENT)]
