"""What choices are known by in trials: printed with the rest of the engine, and run as it stands where Python bots ask."""

from __future__ import annotations


def place_of(procedure: int, step: int) -> int:
    """Where a choice is made, as a number."""
    return procedure * 64 + step


def key_of(place: int, action: int, target: int, player: int, when: int) -> int:
    """What a choice is known by in trials: where it is made, what is chosen, who chooses, and when, if that is told apart."""
    return ((place * 67 + action) * 1031 + target) * 13 + player + when * 7919
