"""The table of all pairs: the scenarios in which both tiles take effect, their rulings, and how many random games reach it (`reached`)."""

from __future__ import annotations

import json
import random
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ruledsl.author.interactions.matrix import Listening, Matrix, Meetings
from ruledsl.author.testkit.runner import Runner, noting
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.engine.compile.wasm.memory import words_needed
from ruledsl.engine.machines.games import Beginnings
from ruledsl.play.rules import load
from ruledsl.rules.scenarios.reading import find_scenarios

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ruledsl.author.interactions.matrix import Cell, Pair
    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.engine.machines.machine import Machine
    from ruledsl.play.game import Rules
    from ruledsl.rules.scenarios.reading import Scenario

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


def tabled(
    rules: Rules, *, games: int = 0, seed: int = 0, tell: Callable[[str], None] = lambda _doing: None
) -> Table:
    """The table for the packs of these rules, with the scenarios in them. `tell` hears what is being done, for whoever waits."""
    diagnostics = Diagnostics()
    covering = _Covering()
    scenarios = find_scenarios([pack.folder for pack in rules.composition.packs], diagnostics)
    for number, scenario in enumerate(scenarios, 1):
        tell(f"scenario {number:,} of {len(scenarios):,}: {scenario.name}")
        covering.run(scenario)
    played = reached(rules, games, seed, tell)
    tell("pairs of tiles are compared")
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


def reached(
    rules: Rules, games: int, seed: int, tell: Callable[[str], None] = lambda _doing: None
) -> Counter[Pair]:
    """The number of random games in which each pair met, with the maps in turn."""
    meetings: Counter[Pair] = Counter()
    if games:
        for number, met in enumerate(_each(rules, games, seed), 1):
            tell(f"game {number:,} of {games:,}")
            meetings.update(met)
    return meetings


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


# ── page ────────────────────────────────────────────────────────────────────────
# The table as a page, and as data.


MOST_NAMED = 2
"""The most scenarios of a cell on the page; the data has all of them."""

HEAD = """# Which tiles touch each other

Made by `ruledsl interactions {words}`; do not edit.

A cell is a pair of tiles. Either both *write* the same thing (a value, a permission, a memory, pieces, the same moment), or one writes
what the other reads or responds to (*leads*). A value includes all values that are computed from it. If two races, or two powers, each
refer only to the people that bears them, they meet only when one of them is lent; another detector covers this case. A scenario covers
a cell if both tiles take effect in it; if they change one value, they must do so in one answer. A cell that no scenario covers is *open*.

{cells} cells; scenarios cover {covered}. In {writing} cells both tiles write the same thing; scenarios cover {written} of these.{games}
"""
PLAYED = " {games} random games reached {reached} cells; {wanted} cells that write the same thing were reached twice and are open."


def page_of(table: Table, packs: Sequence[str]) -> str:
    """The page in Markdown: a table for each tile."""
    rows = table.rows
    writing = [row for row in rows if row.cell.writes]
    played = PLAYED.format(
        games=table.games,
        reached=sum(row.games > 0 for row in rows),
        wanted=sum(row.is_wanted for row in rows),
    )
    head = HEAD.format(
        words=" ".join([*packs, *([f"--games {table.games}"] if table.games else [])]),
        cells=len(rows),
        covered=sum(not row.is_open for row in rows),
        writing=len(writing),
        written=sum(not row.is_open for row in writing),
        games=played if table.games else "",
    )
    return head + "".join(_tables(rows))


def _tables(rows: Sequence[Row]) -> Iterator[str]:
    for tile, some in groupby(rows, key=lambda row: row.cell.tiles[0]):
        yield f"\n## {tile}\n\n| with | both write | one leads to the other | scenarios | rulings | games |\n"
        yield "|---|---|---|---|---|---|\n"
        yield from map(_line, some)


def _line(row: Row) -> str:
    named = ", ".join(row.scenarios[:MOST_NAMED])
    more = len(row.scenarios) - MOST_NAMED
    cells = (
        row.cell.tiles[1],
        ", ".join(sorted(map(str, row.cell.writes))),
        ", ".join(sorted(map(str, row.cell.leads))),
        (named or "open") + (f" and {more} more" if more > 0 else ""),
        ", ".join(row.rulings),
        str(row.games or ""),
    )
    return f"| {' | '.join(cells)} |\n"


def data_of(table: Table) -> str:
    """The table as JSON: the number of games, and a line for each cell."""
    rows = ",\n".join(json.dumps(row.as_dict(), ensure_ascii=False) for row in table.rows)
    return f'{{"games": {table.games}, "cells": [\n{rows}\n]}}\n'
