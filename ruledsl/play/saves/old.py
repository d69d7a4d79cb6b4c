"""Games saved in version 1 of the format, as those of this version.

What differs is how it keeps which limited actions were taken, and its journal, which named tiles that nobody had seen.
"""

from __future__ import annotations

from typing import Any

from ruledsl.naming.errors import GameError
from ruledsl.play.saves.restoring import hash_of

__all__ = ["brought_over"]

ACTION, TILE = 1 << 40, 1 << 20


def brought_over(data: dict[str, Any]) -> dict[str, Any]:
    """The same game as it is saved today. Of a sampled one only the state was kept: it begins with that."""
    if hash_of(data["state"]) != data["hash"]:
        raise GameError("G021", "This saved game is damaged: its hash is not that of its state.")
    state = {**data["state"], "used": [[_limit(key), count] for key, count in data["state"]["used"]]}
    found = {**data, "state": state, "journal": None, "hash": hash_of(state)}
    return {**found, "first": state, "before": None, "choices": []} if data["start"].get("sampled") else found


def _limit(key: int) -> list[int]:
    """The action, the tile that brings it, and for what it is counted."""
    action, rest = divmod(key, ACTION)
    tile, each = divmod(rest, TILE)
    return [action, tile - 1, each - 1]
