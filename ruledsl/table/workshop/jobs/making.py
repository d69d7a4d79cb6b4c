"""New files: what can be made in a pack, and their texts. Nothing is written here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ruledsl.author.templates.copying import copied_tile
from ruledsl.author.templates.making import TemplateError, new_map, new_pack, new_scenario, new_tile
from ruledsl.author.templates.texts import borders_of
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.server.asking import form

if TYPE_CHECKING:
    from ruledsl.author.templates.making import Files
    from ruledsl.table.workshop.standing import Standing

MAKE_FORM = {
    "what": (form.text(40), True),
    "id": (form.text(60), True),
    "source": (form.text(200), False),
    "requires": (form.listed(form.text(100), 24), False),
    "borders": (form.text(4000), False),
    "players": (form.number(12), False),
}
GOOD = re.compile("[a-z][a-z0-9_]{0,40}")


def things(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """Kinds of tiles that the pack can have, and tiles of other packs that can be copied into it."""
    rules = standing.rules(asked["pack"])
    composition = rules.composition
    kinds = composition.kinds
    text = Naming(asked.get("language", "en")).text
    return {
        "kinds": [{"id": kind.id, "name": text(kind.names, kind.id)} for kind in kinds.values()],
        "tiles": [
            {
                "id": tile.id,
                "name": text(tile.names, tile.id),
                "kind": text(kinds[tile.kind].names, tile.kind),
                "pack": tile.pack,
            }
            for tile in composition.tiles.values()
            if not tile.copy_of
        ],
    }


def make(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """The texts of new files, by their paths below the folder."""
    what, id_, pack = asked["what"], asked["id"], asked["pack"]
    if not GOOD.fullmatch(id_):
        message = f"`{id_}` is no id: small letters, digits and `_`, a letter first."
        raise TemplateError(message)
    if what == "pack":
        pack = id_
        made = new_pack(id_, asked.get("requires", []))
    else:
        made = _in_pack(standing, what, id_, asked)
    return {"files": {f"{pack}/{name}" if pack else name: text for name, text in made.items()}}


def _in_pack(standing: Standing, what: str, id_: str, asked: dict[str, Any]) -> Files:
    place = standing.folder / asked["pack"]
    if what == "scenario":
        return new_scenario(place, id_)
    if what == "map":
        try:
            borders = borders_of(asked.get("borders", ""))
        except ValueError as problem:
            raise TemplateError(str(problem)) from None
        return new_map(place, id_, borders, max(asked.get("players", 2), 1))
    if what == "copy":
        return copied_tile(place, asked.get("source", ""), id_)
    return new_tile(place, what, id_)
