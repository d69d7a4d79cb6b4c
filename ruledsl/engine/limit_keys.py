"""Under which key it is counted how often an action was taken: the action, the tile that offers it (-1: a pack), and what is counted apart (-1: nothing)."""

from __future__ import annotations

__all__ = ["packed", "unpacked"]

_ACTION, _TILE = 40, 20


def packed(action: int, tile: int, each: int) -> int:
    """The key."""
    return (action << _ACTION) + (tile + 1 << _TILE) + each + 1


def unpacked(key: int) -> tuple[int, int, int]:
    """Action, tile and what is counted apart."""
    action, rest = divmod(key, 1 << _ACTION)
    tile, each = divmod(rest, 1 << _TILE)
    return action, tile - 1, each - 1
