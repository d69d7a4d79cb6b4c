"""The tile of a question: the given one, or else the one under the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.table.server.asking import form

if TYPE_CHECKING:
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.packs.model import Composition, Tile
    from ruledsl.table.workshop.standing import Standing

FORM = {"path": (form.text(400), False), "line": (form.number(), False), "tile": (form.text(200), False)}


def own_tiles(composition: Composition) -> list[Tile]:
    """The tiles of the edited pack."""
    own = composition.packs[-1].id
    return [tile for tile in composition.tiles.values() if tile.pack == own and not tile.copy_of]


def named(tiles: list[Tile], naming: Naming) -> list[dict[str, str]]:
    """Their ids, names and kinds."""
    return [{"id": tile.id, "name": naming.text(tile.names, tile.id), "kind": tile.kind} for tile in tiles]


def tile_asked(standing: Standing, composition: Composition, asked: dict[str, Any]) -> Tile | None:
    """The given `tile`; else the one whose beginning precedes the `line` of a file (`path`), the first of the file, or of the pack."""
    tiles, wanted = own_tiles(composition), asked.get("tile", "")
    path, line = asked.get("path", ""), asked.get("line", 1)
    here = sorted((t for t in tiles if standing.path_below(t.span) == path), key=lambda t: t.span.line)
    before = [t for t in here if t.span.line <= line]
    called = [t for t in tiles if t.id == wanted]
    return next(iter([*called, *before[-1:], *here, *tiles]), None)
