"""The questions that the engine asks the rules: functions compiled from them."""

from __future__ import annotations

from ruledsl.engine.small.arrays import bound


def untouchable(people: int, attacker: int) -> int:
    """Is a people immune to the tiles of another one?"""
    return bound().ask("untouchable", (people, attacker))


def bound_in(people: int, region: int) -> int:
    """How many tokens of a people cannot leave a region: the value with the role `bound`; 0 if there is none."""
    return bound().ask("bound_in", (people, region))


def value(number: int, noun: int) -> int:
    """A value of a player or a people by its number: those that decide a game, and those that are displayed."""
    return bound().ask("value", (number, noun))


def cost_to(people: int, region: int) -> int:
    """The price of a region for a people: the value with the role `cost`; 0 if there is none."""
    return bound().ask("cost_to", (people, region))


def gain_of(people: int, region: int) -> int:
    """The income of a people from a region: the value with the role `region_income`; 0 if there is none."""
    return bound().ask("gain_of", (people, region))
