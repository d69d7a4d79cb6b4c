"""What the engine asks the rules of a program: functions that are made of them."""

from __future__ import annotations

from ruledsl.engine.small.arrays import bound


def untouchable(people: int, attacker: int) -> int:
    """Is a people immune against the tiles of another one?"""
    return bound().ask("untouchable", (people, attacker))


def bound_in(people: int, region: int) -> int:
    """How many tokens of a people cannot leave a region: the value with the role `bound`; 0 if there is none."""
    return bound().ask("bound_in", (people, region))


def value(number: int, noun: int) -> int:
    """A value of a player or a people by its number: those that decide a game, and those that are shown."""
    return bound().ask("value", (number, noun))


def cost_to(people: int, region: int) -> int:
    """What a region costs a people: the value with the role `cost`; 0 if there is none."""
    return bound().ask("cost_to", (people, region))


def gain_of(people: int, region: int) -> int:
    """What a region brings a people: the value with the role `region_income`; 0 if there is none."""
    return bound().ask("gain_of", (people, region))
