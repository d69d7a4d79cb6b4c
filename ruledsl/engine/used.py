"""Limits of actions: how often one was taken, kept under a number made of the action, the tile it runs for and what it is counted apart for."""

from __future__ import annotations

__all__ = ["ACTION", "IDS", "parts_of", "used_key"]

IDS = 1 << 20
"""More than there are of anything that a limit can be counted apart for."""
ACTION = 40
"""The bit where the number of the action begins."""


def used_key(action: int, this: int, each: int) -> int:
    """The key for an action, the tile that it runs for (-1: the pack's own) and what it is counted apart for (-1: nothing)."""
    return (action << ACTION) + (this + 1) * IDS + each + 1


def parts_of(key: int) -> tuple[int, int, int]:
    """The action, the tile and what it is counted apart for."""
    this, each = divmod(key & (1 << ACTION) - 1, IDS)
    return key >> ACTION, this - 1, each - 1
