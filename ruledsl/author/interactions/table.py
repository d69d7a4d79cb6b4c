"""The table of all pairs: the scenarios in which both tiles take effect, their rulings, and how many random games reach it (`reached`)."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from ruledsl.author.interactions.matrix import Matrix
from ruledsl.author.interactions.meeting import Listening, Meetings
from ruledsl.author.testkit.coverage import noting
from ruledsl.author.testkit.runner import Runner
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.engine.compile.wasm.memory import words_needed
from ruledsl.engine.machines.games import Beginnings
from ruledsl.play.rules import load
from ruledsl.rules.scenarios.reading import find_scenarios

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruledsl.author.interactions.matrix import Cell, Pair
    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.engine.machines.machine import Machine
    from ruledsl.play.game import Rules
    from ruledsl.rules.scenarios.scenario import Scenario


RULING = re.compile(r"R\d+\w?")
"""Names of rulings in what scenarios cover."""
OFTEN = 2
"""The number of games from which on a pair does not meet merely by chance."""


@dataclass(frozen=True, slots=True)
class Row:
    """A cell with its coverage; `games` is the number of random games in which the pair met."""

    cell: Cell
    scenarios: tuple[str, ...]
    rulings: tuple[str, ...]
    games: int

    @property
    def is_open(self) -> bool:
        """Is there no scenario for it?"""
        return not self.scenarios

    @property
    def is_wanted(self) -> bool:
        """Does it need one: both write the same thing, and games reach it?"""
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
    """All rows, after `games` random games. `failed` are the failing scenarios, and `findings` the errors in their texts."""

    rows: tuple[Row, ...]
    games: int
    failed: tuple[str, ...]
    findings: tuple[Diagnostic, ...]


def tabled(rules: Rules, *, games: int = 0, seed: int = 0) -> Table:
    """The table for the packs of these rules, with the scenarios in them."""
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
    """Runs scenarios and records which pairs meet."""

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


GOING_ON = "expand"
EXPANDS = 0.8
"""The probability that a player continues with the current race where that is an option: players who always decline meet nobody."""


def reached(rules: Rules, games: int, seed: int) -> Counter[Pair]:
    """The number of random games in which each pair met, with the maps in turn."""
    found: Counter[Pair] = Counter()
    if games:
        for met in _each(rules, games, seed):
            found.update(met)
    return found


def _each(rules: Rules, games: int, seed: int) -> Iterator[set[Pair]]:
    meetings = Meetings(rules.program)
    going_on = {action.index for action in rules.program.actions if action.name == GOING_ON}
    tables = [(board, players) for board in rules.composition.maps.values() for players in board.players]

    noted = noting(rules)

    @cache
    def beginnings(words: int) -> Beginnings:
        return Beginnings(noted.backend.machine(words))

    for number in range(games):
        chance = random.Random(f"{seed}/{number}")
        chosen, players = tables[number % len(tables)]
        dealt = chance.getrandbits(32)
        board = rules.board(rules.drawn_map(chosen, dealt).id)
        games_of = beginnings(words_needed(board.size))
        games_of.begin(board, players, dealt)
        _play(games_of.machine, going_on, meetings, chance)
        yield meetings.forget()


def _play(machine: Machine, going_on: set[int], meetings: Meetings, chance: random.Random) -> None:
    while machine.scalar("kind"):
        count = machine.scalar("options")
        actions = machine.cells["OPTIONS"][0 : 5 * count : 5] if machine.scalar("slot") < 0 else ()
        usual = [place for place, action in enumerate(actions) if action in going_on]
        goes_on = usual and chance.random() < EXPANDS
        machine.call("answer", usual[0] if goes_on else chance.randrange(count))
        meetings.used(machine.used())
    meetings.together(machine.used_together())
