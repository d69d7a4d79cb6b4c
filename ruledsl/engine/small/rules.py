"""What the engine asks the rules of a program: functions that are made of them."""

from __future__ import annotations

from ruledsl.engine.small.arrays import bound

__all__ = ["untouchable", "value"]


def untouchable(people: int, attacker: int) -> int:
    """Is a people immune against the tiles of another one?"""
    return bound().ask("untouchable", (people, attacker))


def value(number: int, noun: int) -> int:
    """A value of a player or a people by its number: those that decide a game, and those that are shown."""
    return bound().ask("value", (number, noun))
