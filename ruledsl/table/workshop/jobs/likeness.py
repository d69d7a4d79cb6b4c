"""What a tile is like: the tiles of other packs with the most similar behaviour, and what tells it from them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.lab.study.likeness import alike
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.workshop.jobs.tiles import FORM as FORM_OF_TILES
from ruledsl.table.workshop.jobs.tiles import tile_asked

if TYPE_CHECKING:
    from ruledsl.table.workshop.standing import Standing

FORM = FORM_OF_TILES
NEAREST = 3
"""The tiles to name."""


def like(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """The nearest tiles of other packs (`alike`), with the differences of `study.likeness`. `problem` says why there are none."""
    rules = standing.rules(asked["pack"])
    tile = tile_asked(standing, rules.composition, asked)
    if tile is None:
        return {"tile": "", "alike": [], "problem": "There is no tile in this pack yet."}
    try:
        found = alike(rules, tile.id)
    except GameError as problem:
        return {"tile": tile.id, "alike": [], "problem": str(problem)}
    tiles, naming = rules.composition.tiles, Naming(asked.get("language", "en"))
    nearest = [one for one in found if tiles[one.tile].pack != tile.pack][:NEAREST]
    rows = [{**one._asdict(), "name": naming.text(tiles[one.tile].names, one.tile)} for one in nearest]
    return {"tile": tile.id, "alike": rows, "problem": ""}
