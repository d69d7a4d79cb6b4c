"""Keys of choices in rollouts: printed with the rest of the engine, and run as Python when Python bots ask."""

from __future__ import annotations


def place_of(procedure: int, step: int) -> int:
    """The place of a choice, as a number."""
    return procedure * 64 + step


def key_of(place: int, action: int, target: int, player: int, when: int) -> int:
    """The key of a choice in rollouts: its place, the option, the player, and the time, if times are distinguished."""
    return ((place * 67 + action) * 1031 + target) * 13 + player + when * 7919
