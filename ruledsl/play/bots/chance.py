"""Random numbers, and the random bot."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from ruledsl.engine.state.rng import below, mixed_with, seeded

if TYPE_CHECKING:
    from ruledsl.play.views.view import SeatView


class Chance:
    """Random numbers for one choice of one bot, the same on every machine."""

    __slots__ = ("state",)

    def __init__(self, *parts: int) -> None:
        mixed = 0
        for part in parts:
            mixed = mixed_with(mixed, part)
        self.state = seeded(mixed)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1."""
        number, self.state = below(self.state, bound)
        return number


class Random:
    """Chooses a random option."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: SeatView) -> int:
        """A random option; all are equally likely."""
        return Chance(self.seed, view.seat, view.made).below(view.count)


def seed_of_seat(seed: int, seat: int) -> int:
    """The seed of a seat's bot, derived from the game's seed. A bot with that seed itself could find out everything hidden.

    The first 53 bits of the SHA-256 of `SEED/seat SEAT`, both numbers in decimal.
    """
    digest = hashlib.sha256(f"{seed}/seat {seat}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 11
