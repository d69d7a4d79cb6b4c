"""A tile as the card that will be printed, with its rules in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.book.cards import Cards
from ruledsl.book.emblems import DEFINED
from ruledsl.book.markup import element, page
from ruledsl.book.tongues import Tongues
from ruledsl.serve.workshop.jobs.tiles import FORM, named, own_tiles, tile_asked

if TYPE_CHECKING:
    from ruledsl.check.program import Program
    from ruledsl.packs.model import Composition, Tile
    from ruledsl.serve.workshop.standing import Standing

__all__ = ["FORM", "card"]

ALONE = "main{padding:12px;box-shadow:none}.card{margin:0}"
"""The page of one card is as large as that."""


def card(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """The tile at a line of a file, or the `tile` that is named: its card (`html`), whether it has a `summary`, all tiles of the pack."""
    rules = standing.rules(asked["pack"])
    composition = rules.composition
    tile = tile_asked(standing, composition, asked)
    return {
        "tile": tile.id if tile else "",
        "summary": bool(tile and tile.summary),
        "tiles": named(own_tiles(composition)),
        "html": _page(rules.program, composition, tile) if tile else "",
    }


def _page(program: Program, composition: Composition, tile: Tile) -> str:
    names = [tile.names, *(composition.pieces[id_].names for id_ in tile.pieces)]
    tongues = Tongues(names, "en")
    cards = Cards(program, tongues)
    inside = element("main", element("div", cards.tile(tile), class_="alone"))
    return page("Card", "rulebook.css", DEFINED, tongues.switch(), inside, rules=tongues.style() + ALONE)
