"""Which clauses of two tiles came together: in one answer, where both change the same value; else in whatever is looked at as one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeVar

from ruledsl.check.program import clauses_of
from ruledsl.compile.build import compile_program
from ruledsl.engine.state.fuel import spend
from ruledsl.interactions.matrix import Matrix, pair_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sized

    from ruledsl.engine.state.state import State
    from ruledsl.interactions.matrix import Pair
    from ruledsl.play.game import Rules

__all__ = ["Meetings"]

Members = TypeVar("Members", bound="Sized")


class Meetings:
    """Rules that note which of their clauses take effect; `rules` are to be played with. Each pair is in `met` once `close` was called."""

    def __init__(self, rules: Rules) -> None:
        program = rules.program
        self.matrix = Matrix(program)
        self.met: set[Pair] = set()
        numbers = {origin: number for number, (_, _, origin) in enumerate(clauses_of(program))}
        self._by_value: dict[int, dict[int, Pair]] = defaultdict(dict)
        self._otherwise: dict[int, dict[int, Pair]] = defaultdict(dict)
        for one, other, thing, writes in self.matrix.touches():
            first, second = sorted((numbers[one.rule.origin], numbers[other.rule.origin]))
            table = self._by_value if writes and thing.kind == "value" else self._otherwise
            table[first][second] = pair_of(one.tile, other.tile)
        self._now: set[int] = set()
        self._asked: list[set[int]] = []
        self._known: set[frozenset[int]] = set()
        code = compile_program(program, self._note)
        for place, value in enumerate(code.values):
            names = value.__globals__
            names.update(spend=_spend, spending=_spending)
            code.values[place] = names[value.__name__] = self._listening(value)
        self.rules = replace(rules, code=code, boards={})

    def _note(self, number: int) -> None:
        (self._asked[-1] if self._asked else self._now).add(number)

    def _listening(self, value: Callable[..., object]) -> Callable[..., object]:
        """The same value; what takes effect in one answer is known together."""

        def asked(*args: object) -> object:
            heard: set[int] = set()
            self._asked.append(heard)
            try:
                return value(*args)
            finally:
                self._asked.pop()
                if heard:
                    (self._asked[-1] if self._asked else self._now).update(heard)
                    if len(heard) > 1:
                        self._answered(frozenset(heard))

        return asked

    def _answered(self, heard: frozenset[int]) -> None:
        if heard not in self._known:
            self._known.add(heard)
            self.met.update(_pairs(self._by_value, heard))

    def close(self) -> None:
        """What took effect since the last time was one."""
        self.met.update(_pairs(self._otherwise, self._now))
        self._now.clear()

    def forget(self) -> set[Pair]:
        """The pairs that came together since the last time."""
        self.close()
        found, self.met = self.met, set()
        self._known.clear()
        return found


LONGER = 40
"""So many times more rounds than games need may the long way of asking take."""


def _spend(g: State, times: int) -> int:
    spend(g, times and 1 + times // LONGER)
    return times


def _spending(g: State, members: Members, weight: int) -> Members:
    _spend(g, len(members) * weight)
    return members


def _pairs(table: dict[int, dict[int, Pair]], numbers: Iterable[int]) -> set[Pair]:
    found = set()
    for first, second in combinations(sorted(numbers), 2):
        others = table.get(first)
        if others is not None and second in others:
            found.add(others[second])
    return found
