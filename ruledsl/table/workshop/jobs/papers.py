"""The rulebook of a pack in its current form, and its cut-out sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.author.book import rulebook, sheets
from ruledsl.table.server.asking import form

if TYPE_CHECKING:
    from ruledsl.table.workshop.standing import Standing

SHEETS_FORM = {"tile": (form.text(200), False), "paper": (lambda given: given in ("a4", "letter"), False)}


def book(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """The rulebook of the pack, as `ruledsl docs` makes it."""
    rules = standing.rules(asked["pack"])
    return {"html": rulebook(rules, [rules.composition.packs[-1].id])}


def to_cut_out(standing: Standing, asked: dict[str, Any]) -> dict[str, Any]:
    """Sheets of all tiles of the pack, or of a given one, as `ruledsl docs --print` makes them."""
    rules = standing.rules(asked["pack"])
    own = rules.composition.packs[-1].id
    tiles = [t.id for t in rules.composition.tiles.values() if t.pack == own and not t.copy_of]
    wanted = [id_ for id_ in tiles if id_ == asked.get("tile")] or tiles
    return {"html": sheets(rules, wanted, "en", asked.get("paper", "a4"))}
