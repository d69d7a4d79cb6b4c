"""A pack in a link: small enough for a message."""

from __future__ import annotations

import base64
import zipfile
from typing import TYPE_CHECKING

from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.bundles import BundleError, packed
from ruledsl.table.server.asking import form
from ruledsl.table.server.asking.asked import Asked, Door, Told
from ruledsl.table.server.refused import Refused
from ruledsl.table.server.work.aside import aside
from ruledsl.table.workshop.draft import drafted
from ruledsl.table.workshop.forms import ASKED
from ruledsl.table.workshop.workshop import MOST_BODY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.table.workshop.shop import Shop
    from ruledsl.table.workshop.workshop import Workshop

LONGEST = 30_000
"""The most characters of a pack in a link. Browsers accept more, but not every channel by which links are sent."""
LINK_FORM = {"pack": ASKED["pack"], "texts": ASKED["texts"]}


def doors(workshop: Workshop) -> list[Door]:
    """`/api/workshop/bundle`."""
    shop = workshop.shop

    async def bundle(asked: Asked) -> Told:
        """The bundle of a pack in its current form, as text for a link."""
        data = form.form_of(form.read_object(asked.body), LINK_FORM)
        for path in data.get("texts", {}):
            shop.place(path)
        await aside(shop.folder_of, data["pack"])
        return Told.of({"data": await aside(_linked, shop, data["pack"], data.get("texts", {}))})

    return [Door("/api/workshop/bundle", bundle, MOST_BODY)]


def _linked(shop: Shop, pack: str, texts: Mapping[str, str]) -> str:
    with drafted(shop, pack, texts) as home:
        files = below(home).contents()
    try:
        text = base64.urlsafe_b64encode(packed(files, zipfile.ZIP_DEFLATED)).decode()
    except BundleError as problem:
        raise Refused("table-053", "This pack cannot be put into a link: {why}", why=str(problem)) from None
    if len(text) > LONGEST:
        raise Refused(
            "table-053",
            "This pack is too large for a link: {n} characters, and {most} get through everywhere.",
            n=f"{len(text):,}",
            most=f"{LONGEST:,}",
        )
    return text
