"""Plays the games that a search for the right number needs, on all cores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, replace
from ruledsl.lab.bulk.changed import numbers
from ruledsl.lab.bulk.opening import copies_of
from ruledsl.lab.bulk.plan import Change
from ruledsl.lab.bulk.playing import all_take_anything
from ruledsl.lab.study.balance import told
from ruledsl.lab.study.sequential import known
from ruledsl.lab.study.trials import Piece, trials

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.lab.bulk.crew import Crew
    from ruledsl.lab.bulk.plan import Plan
    from ruledsl.lab.study.balance import Search
    from ruledsl.play.game import Rules

PIECES = 40
"""Pieces of a step, for each number."""
QUICK, SLOW = 100, 1
"""Games of a piece: of random bots, and of others. Small, so that a stop after a piece waits for few games."""


@dataclass(slots=True)
class Weighing:
    """A tile, and the key of the number to vary. The results depend only on the plan and the number of games."""

    rules: Rules
    plan: Plan
    tile: str
    field: str
    search: Search

    def steps(self, crew: Crew, games: int | None = None) -> Iterator[Search]:
        """Play until the answer is sure or the number of games is reached, with a pause after each piece.

        All numbers use games of the same seeds, from the first one on.
        """
        while numbers := self.search.next():
            pieces = self._pieces(numbers, None if games is None else games - self.search.played)
            if not pieces:
                return
            found = crew.results(trials, [piece for _, piece in pieces])
            for (number, _), result in zip(pieces, found, strict=True):
                self.search.add(number, result)
                yield self.search

    def _pieces(self, numbers: Sequence[int], most: int | None) -> list[tuple[int, Piece]]:
        """A step, or its part within this many games. The numbers take turns, so that a stop in between leaves an equal share of each."""
        identity = tuple(self.rules.composition.identity)
        size = QUICK if all_take_anything(self.plan) else SLOW
        each = [PIECES * size] * len(numbers)
        if most is not None and most < sum(each):
            each = [(most + turn) // len(numbers) for turn in reversed(range(len(numbers)))]
        found, tiles = [], copies_of(self.rules, self.tile)
        for start in range(0, PIECES * size, size):
            for number, count in zip(numbers, each, strict=True):
                plan = replace(self.plan, changes=(Change(self.tile, self.field, number),))
                first = self.search.games(number)
                games = range(first + start, first + min(start + size, count))
                if games:
                    found.append((number, Piece(plan, identity, tiles, games, seated=True)))
        return found

    @property
    def partners(self) -> list[dict[str, Any]]:
        """How the printed tile does with each partner in the first combo, the strongest first, as plain data."""
        search, now = self.search, self.search.now
        if now not in search.arms:
            return []
        tallies = search.arms[now].partners
        return [
            {
                "tile": partner,
                "games": tallies[partner].count,
                "ahead": tallies[partner].mean,
                "ahead_interval": known(tallies[partner], interval),
                "verdict": told(interval, search.par).value,
            }
            for partner, interval in search.partners(now).items()
        ]

    def as_dict(self, ended: str) -> dict[str, Any]:
        """The results as plain data; `ended` says why the search stopped (`sure`, `time`, `games`, `stopped`)."""
        search = self.search
        return {
            "tile": self.tile,
            "number": self.field,
            "printed": search.now,
            "seats": list(self.plan.seats),
            "seed": self.plan.seed,
            "confidence": search.confidence,
            "verdict": search.verdict.value,
            "best": search.best,
            "possible": search.possible,
            "outside": search.outside and search.outside.value,
            "sure": search.sure and search.outside is None,
            "ended": ended,
            "tried": [
                {
                    "value": number,
                    "games": arm.games,
                    "begun_with_it": arm.lead.count,
                    "ahead": arm.lead.mean if arm.lead.count else None,
                    "ahead_interval": known(arm.lead, search.strength(number)),
                    "wins": arm.wins.mean if arm.wins.count else None,
                    "wins_interval": known(arm.wins, search.wins(number)),
                }
                for number, arm in sorted(search.arms.items())
            ],
            "partners": self.partners,
        }


def weighed_numbers(rules: Rules, id_: str) -> dict[str, int]:
    """The numbers of a tile that can vary separately, by name."""
    tray = rules.composition.kinds[rules.composition.tiles[id_].kind].tray
    return {name: value for name, value in numbers(rules, id_).items() if name != tray}
