"""A tile as its printed card, with its rules in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.author.book.cards import card_page
from ruledsl.author.templates.texts import is_told
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.workshop.jobs.tiles import FORM as FORM_OF_TILES
from ruledsl.table.workshop.jobs.tiles import named, own_tiles, tile_asked

if TYPE_CHECKING:
    from ruledsl.table.workshop.standing import Standing

FORM = FORM_OF_TILES


def card(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """The tile at a line of a file, or the given `tile`: its card (`html`), whether its `summary` tells something, all tiles of the pack."""
    rules = standing.rules(asked["pack"])
    composition = rules.composition
    tile = tile_asked(standing, composition, asked)
    return {
        "tile": tile.id if tile else "",
        "summary": bool(tile and is_told(tile)),
        "tiles": named(own_tiles(composition), Naming(asked.get("language", "en"))),
        "html": card_page(rules.program, tile) if tile else "",
    }
