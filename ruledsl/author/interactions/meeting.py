"""Which clauses of two tiles took effect together: in one answer, if both change the same value; else in one unit of play."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING

from ruledsl.author.interactions.matrix import Matrix, pair_of
from ruledsl.author.testkit.coverage import noting
from ruledsl.rules.check.program import clauses_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.author.interactions.matrix import Pair
    from ruledsl.play.game import Rules
    from ruledsl.rules.check.program import Program


class Meetings:
    """Collects the pairs that `met`, from the clauses that took effect, by index in `clauses_of` the program."""

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
        """Record clauses that took effect in one answer, in the order of the program."""
        self.met.update(
            self._by_value[first][second] for first, second in pairs if second in self._by_value[first]
        )

    def used(self, clauses: Iterable[int]) -> None:
        """Record clauses that took effect, in order, in one unit of play."""
        for first, second in combinations(clauses, 2):
            others = self._otherwise.get(first)
            if others is not None and second in others:
                self.met.add(others[second])

    def forget(self) -> set[Pair]:
        """The pairs that met since the last call."""
        found, self.met = self.met, set()
        return found


class Listening:
    """Rules that record which of their clauses take effect; play with `rules`; `meetings` is complete after `close`."""

    def __init__(self, rules: Rules) -> None:
        self.meetings = Meetings(rules.program)
        self.rules = noting(rules)

    def close(self) -> None:
        """End a unit of play."""
        for machine in self.rules.backend.noting:
            self.meetings.used(machine.used())
            self.meetings.together(machine.used_together())

    def forget(self) -> set[Pair]:
        """The pairs that met since the last call."""
        self.close()
        return self.meetings.forget()
