"""A tile as the card that will be printed, with its rules in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.book.cards import Cards
from ruledsl.book.emblems import DEFINED
from ruledsl.book.markup import element, page
from ruledsl.book.tongues import Tongues
from ruledsl.serve.web import form

if TYPE_CHECKING:
    from ruledsl.check.program import Program
    from ruledsl.packs.model import Composition, Tile
    from ruledsl.serve.workshop.standing import Standing

__all__ = ["FORM", "card"]

FORM = {"path": (form.text(400), False), "line": (form.number(), False), "tile": (form.text(200), False)}

ALONE = "main{padding:12px;box-shadow:none}.card{margin:0}"
"""The page of one card is as large as that."""


def card(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """The tile at a line of a file, or the `tile` that is named: its card as a page (`html`), and the tiles of the pack."""
    rules = standing.rules(asked["pack"])
    composition = rules.composition
    own = composition.packs[-1].id
    tiles = [t for t in composition.tiles.values() if t.pack == own and not t.copy_of]
    wanted = asked.get("tile", "")
    tile = next((t for t in tiles if t.id == wanted), None) or _at(standing, tiles, asked)
    named = [{"id": t.id, "name": t.names.get("en", t.id), "kind": t.kind} for t in tiles]
    return {
        "tile": tile.id if tile else "",
        "tiles": named,
        "html": _page(rules.program, composition, tile) if tile else "",
    }


def _at(standing: Standing, tiles: list[Tile], asked: dict[str, Any]) -> Tile | None:
    """The tile that begins last before a line of a file; else the first of the file, else of the pack."""
    path, line = asked.get("path", ""), asked.get("line", 1)
    here = sorted((t for t in tiles if standing.path_below(t.span) == path), key=lambda t: t.span.line)
    before = [t for t in here if t.span.line <= line]
    return next(iter([*before[-1:], *here, *tiles]), None)


def _page(program: Program, composition: Composition, tile: Tile) -> str:
    names = [tile.names, *(composition.pieces[id_].names for id_ in tile.pieces)]
    tongues = Tongues(names, "en")
    cards = Cards(program, tongues)
    inside = element("main", element("div", cards.tile(tile), class_="alone"))
    return page("Card", "rulebook.css", DEFINED, tongues.switch(), inside, rules=tongues.style() + ALONE)
