"""The table of all pairs: the scenarios in which both tiles take effect, the rulings these are about, how many random games reach it."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ruledsl.diagnostics import Diagnostics
from ruledsl.interactions.matrix import Matrix
from ruledsl.interactions.meeting import Listening
from ruledsl.interactions.played import reached
from ruledsl.play.rules import load
from ruledsl.scenarios.reading import find_scenarios
from ruledsl.testkit.runner import Runner

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.diagnostics import Diagnostic
    from ruledsl.interactions.matrix import Cell, Pair
    from ruledsl.play.game import Rules
    from ruledsl.scenarios.scenario import Scenario

__all__ = ["Row", "Table", "tabled"]

RULING = re.compile(r"R\d+\w?")
"""How scenarios name rulings among what they cover."""
OFTEN = 2
"""In so many games a pair comes together by more than chance."""


@dataclass(frozen=True, slots=True)
class Row:
    """A cell with what is known of it; `games` are those of the random ones in which the pair came together."""

    cell: Cell
    scenarios: tuple[str, ...]
    rulings: tuple[str, ...]
    games: int

    @property
    def is_open(self) -> bool:
        """Does no scenario say what holds?"""
        return not self.scenarios

    @property
    def is_wanted(self) -> bool:
        """Should one say it: both write the same, and games come to it?"""
        return self.is_open and bool(self.cell.writes) and self.games >= OFTEN

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "tiles": list(self.cell.tiles),
            "write": sorted(map(str, self.cell.writes)),
            "lead": sorted(map(str, self.cell.leads)),
            "scenarios": list(self.scenarios),
            "rulings": list(self.rulings),
            "games": self.games,
        }


@dataclass(frozen=True, slots=True)
class Table:
    """All rows; `games` random games were played. `failed` are the scenarios that do not come out, and `findings` what is wrong with their texts."""

    rows: tuple[Row, ...]
    games: int
    failed: tuple[str, ...]
    findings: tuple[Diagnostic, ...]


def tabled(rules: Rules, *, games: int = 0, seed: int = 0) -> Table:
    """The table of the packs of these rules, with the scenarios that lie in them."""
    diagnostics = Diagnostics()
    covering = _Covering()
    for scenario in find_scenarios([pack.folder for pack in rules.composition.packs], diagnostics):
        covering.run(scenario)
    played = reached(rules, games, seed)
    rows = tuple(
        Row(cell, *covering.of(pair), played[pair]) for pair, cell in Matrix(rules.program).cells.items()
    )
    return Table(rows, games, tuple(covering.failed), tuple(diagnostics.sorted()))


class _Covering:
    """Scenarios that are run while it is noted which pairs come together."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self._heard: dict[tuple[str, ...], Listening] = {}
        self._found: dict[Pair, list[Scenario]] = defaultdict(list)
        self._runner = Runner(loading=self._loading)

    def _loading(self, packs: tuple[str, ...], variants: Mapping[str, str]) -> Rules:
        self._heard[_key(packs, variants)] = listening = Listening(load(*packs, variants=variants))
        return listening.rules

    def run(self, scenario: Scenario) -> None:
        passed = self._runner.run(scenario).passed
        listening = self._heard.get(_key(scenario.packs, scenario.variants))
        met = listening.forget() if listening is not None else set()
        if not passed:
            self.failed.append(scenario.name)
            return
        for pair in met:
            self._found[pair].append(scenario)

    def of(self, pair: Pair) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The scenarios about a pair, and their rulings."""
        scenarios = self._found.get(pair, [])
        rulings = {word for scenario in scenarios for word in scenario.covers if RULING.fullmatch(word)}
        names = sorted({scenario.name for scenario in scenarios})
        return tuple(names), tuple(sorted(rulings, key=lambda word: (len(word), word)))


def _key(packs: tuple[str, ...], variants: Mapping[str, str]) -> tuple[str, ...]:
    return (*packs, *(f"{name}={option}" for name, option in sorted(variants.items())))
