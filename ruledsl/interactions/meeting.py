"""Which clauses of two tiles came together: in one answer, where both change the same value; else in whatever is looked at as one."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from ruledsl.check.program import clauses_of
from ruledsl.interactions.matrix import Matrix, pair_of
from ruledsl.testkit.coverage import noting

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.check.program import Program
    from ruledsl.interactions.matrix import Pair
    from ruledsl.play.game import Rules


class Meetings:
    """Who `met`: told which clauses took effect, by their places among `clauses_of` the program."""

    def __init__(self, program: Program) -> None:
        self.met: set[Pair] = set()
        numbers = {origin: number for number, (_, _, origin) in enumerate(clauses_of(program))}
        self._by_value: dict[int, dict[int, Pair]] = defaultdict(dict)
        self._otherwise: dict[int, dict[int, Pair]] = defaultdict(dict)
        for one, other, thing, writes in Matrix(program).touches():
            first, second = sorted((numbers[one.rule.origin], numbers[other.rule.origin]))
            table = self._by_value if writes and thing.kind == "value" else self._otherwise
            table[first][second] = pair_of(one.tile, other.tile)

    def together(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Two clauses took effect in one answer, the first in the order of the program first."""
        self.met.update(
            self._by_value[first][second] for first, second in pairs if second in self._by_value[first]
        )

    def used(self, clauses: Iterable[int]) -> None:
        """All these took effect, in their order, in what is looked at as one."""
        for first, second in combinations(clauses, 2):
            others = self._otherwise.get(first)
            if others is not None and second in others:
                self.met.add(others[second])

    def forget(self) -> set[Pair]:
        """The pairs that came together since the last time."""
        found, self.met = self.met, set()
        return found


class Listening:
    """Rules that note which of their clauses take effect; `rules` are to be played with, `meetings` knows of them after `close`."""

    def __init__(self, rules: Rules) -> None:
        self.meetings = Meetings(rules.program)
        self.rules = noting(rules)

    def close(self) -> None:
        """What took effect since the last time was one."""
        for machine in self.rules.backend.noting:
            self.meetings.used(machine.used())
            self.meetings.together(machine.used_together())

    def forget(self) -> set[Pair]:
        """The pairs that came together since the last time."""
        self.close()
        return self.meetings.forget()
