"""A picture of a table: the last messages to its seats, stored for the day when its packs can no longer be played."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

from ruledsl.base.store.remembering import remembered
from ruledsl.play.draw import map_svg
from ruledsl.play.positions.map import IN_PLACE
from ruledsl.table.server.telling.things import table_message
from ruledsl.table.server.telling.view import view_data, view_of

if TYPE_CHECKING:
    from ruledsl.play.game import Game
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.table.server.tables.table import Table

LANGUAGE = "en"
LARGEST = 1 << 26
"""Bytes of a picture before compression."""


def drawn(rules: Rulebook, map_id: str) -> str:
    """The drawing of a map of the packs; for one that is drawn for each game, an example. Raises `GameError` if there is none."""
    board = rules.drawn_map(rules.map(map_id), 1)
    return remembered(rules, drawn, lambda: map_svg(rules.composition, board), board.id)


def drawn_for(game: Game) -> str:
    """The drawing of a game's map, which may be its own."""
    board = game.state.board.map
    return map_svg(game.rules.composition, board) if board.id == IN_PLACE else drawn(game.rules, board.id)


def picture_of(table: Table) -> bytes:
    """The current messages to each seat and to spectators."""
    game, naming = table.playable, table.naming(LANGUAGE)
    seats: list[int | None] = [*range(game.players), None]
    views = {str(seat): view_data(view_of(game, seat, naming), table.course, options=False) for seat in seats}
    said = {
        "table": table_message(table, LANGUAGE),
        "views": views,
        "map": drawn_for(game),
    }
    return zlib.compress(json.dumps(said, separators=(",", ":")).encode())


def read_picture(data: bytes, seats: int) -> dict[str, Any] | None:
    """The messages: `table`, `views` by seats, and the drawing `map`. None if it is not such a picture."""
    try:
        found = json.loads(zlib.decompressobj().decompress(data, LARGEST))
        views = [found["views"][str(seat)] for seat in (*range(seats), None)]
        whole = isinstance(found["map"], str) and all(
            isinstance(one, dict) for one in (found["table"], *views)
        )
    except (zlib.error, ValueError, TypeError, LookupError, RecursionError):
        return None
    return found if whole else None
