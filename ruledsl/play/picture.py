"""The map of a game as a picture, with everything public on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.play.draw import map_svg
from ruledsl.play.draw.emblems import Stack, with_tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.play.naming.nouns import Naming
    from ruledsl.rules.packs.model import BoardMap, Composition


def picture_of(composition: Composition, board: BoardMap, view: Mapping[str, Any], naming: Naming) -> str:
    """SVG of the table as a seat sees it (`game.view(seat)`)."""
    owners = {people["race"]: people for people in view["peoples"]}
    first = next(iter(composition.words.stages), "")
    lying = {}
    for id_, region in view["regions"].items():
        owner = owners.get(region["holder"])
        tile = composition.tiles.get(region["holder"] or "")
        label = naming.text(tile.names, tile.id) if tile is not None else str(region["holder"] or "")
        pieces = [f"{count} {_name(composition, naming, key)}" for key, count in region["pieces"].items()]
        tiles = [_name(composition, naming, str(key)) for key in region["tiles"]]
        player = -1 if owner is None else owner["player"]
        pale = owner is not None and owner["stage"] != first
        lying[id_] = Stack(player, label, region["tokens"], pale, (*pieces, *tiles))
    with_borders = len(view["regions"]) > len(board.regions)
    return with_tokens(map_svg(composition, board, with_borders=with_borders), lying)


def _name(composition: Composition, naming: Naming, key: str) -> str:
    entry = composition.pieces.get(key) or composition.tiles.get(key)
    return naming.text(entry.names, key) if entry is not None else key
