"""Whole packs: those that somebody sent are unpacked, also in place of one that is there, and packs are deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.plaintext import decoded
from ruledsl.rules.packs.folders.bundles import BundleError, contents, id_in
from ruledsl.table.server.asking import form
from ruledsl.table.server.asking.asked import Asked, Door, Told
from ruledsl.table.server.asking.sent import MOST_SENT, SENT_FORM
from ruledsl.table.server.refused import Refused
from ruledsl.table.server.work.aside import aside
from ruledsl.table.workshop.forms import ASKED

if TYPE_CHECKING:
    from ruledsl.table.workshop.workshop import Workshop

UNPACK_FORM = {"data": SENT_FORM["data"], "replace": (form.flag, False)}
DELETE_FORM = {"pack": ASKED["pack"]}


def doors(workshop: Workshop) -> list[Door]:
    """`/api/workshop/unpack` and `/api/workshop/delete`."""
    shop, room = workshop.shop, workshop.room

    async def unpack(asked: Asked) -> Told:
        """Write the files of a bundle as a pack of this folder, unless they are there already; returns their paths.

        A pack of that name with other files must be asked to `replace`.
        """
        data = form.form_of(form.read_object(asked.body), UNPACK_FORM)
        files = await aside(_unpacked, form.bytes_in(data["data"]))
        if "" in shop.packs():
            raise Refused("table-053", "This folder is a pack itself; others cannot be unpacked in it.")
        if not await aside(shop.has, files):
            pack = next(iter(files)).partition("/")[0]
            if data.get("replace") and pack in shop.packs():
                await aside(shop.replace, pack, files)
            else:
                await aside(shop.add, files)
        return Told.of({"files": list(files)})

    async def delete(asked: Asked) -> Told:
        """Delete the files of a pack; returns their paths."""
        data = form.form_of(form.read_object(asked.body), DELETE_FORM)
        if not data["pack"]:
            raise Refused("table-053", "This folder is a pack itself; it is not deleted here.")
        return Told.of({"files": await aside(shop.delete, data["pack"])})

    return [
        Door("/api/workshop/unpack", unpack, MOST_SENT),
        Door("/api/workshop/delete", delete, room.settings.limits.body),
    ]


def _unpacked(data: bytes) -> dict[str, str]:
    """The texts in a bundle, by their paths in a folder named after the pack. `Refused` if it is no bundle, or has a file that is no text."""
    try:
        files = contents(data)
        id_ = id_in(files)
        return {f"{id_}/{name}": decoded(text) for name, text in files.items()}
    except BundleError as problem:
        raise Refused("table-053", "This is no bundle that can be used: {why}", why=str(problem)) from None
    except UnicodeDecodeError:
        raise Refused("table-053", "There is a file in this bundle that is no text in UTF-8.") from None
