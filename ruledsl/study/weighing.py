"""The games that a search for the right number asks for, played on all cores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ruledsl.bulk.plan import Change
from ruledsl.bulk.playing import all_take_anything
from ruledsl.study.trials import Piece, trials

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.bulk.crew import Crew
    from ruledsl.bulk.plan import Plan
    from ruledsl.play.game import Rules
    from ruledsl.study.balance import Search

__all__ = ["Weighing"]

PIECES = 10
"""A step is shared out in so many pieces."""
QUICK, SLOW = 400, 4
"""Games of a piece: of bots that take anything, and of others."""


@dataclass(slots=True)
class Weighing:
    """A tile, and the key of the number on it that is varied. What comes of it follows from the plan and the number of steps alone."""

    rules: Rules
    plan: Plan
    tile: str
    field: str
    search: Search

    def steps(self, crew: Crew) -> Iterator[Search]:
        """Play until it is sure, with a stop after each step. All numbers are tried with the games of the same seeds, from the first one on."""
        tiles = frozenset({self.tile})
        identity = tuple(self.rules.composition.identity)
        size = QUICK if all_take_anything(self.plan) else SLOW
        while numbers := self.search.next():
            pieces: list[tuple[int, Piece]] = []
            for number in numbers:
                plan = replace(self.plan, changes=(Change(self.tile, self.field, number),))
                first = self.search.games(number)
                starts = range(first, first + PIECES * size, size)
                pieces += [
                    (number, Piece(plan, identity, tiles, range(start, start + size))) for start in starts
                ]
            found = crew.results(trials, [piece for _, piece in pieces])
            for (number, _), result in zip(pieces, found, strict=True):
                self.search.add(number, result)
            yield self.search
