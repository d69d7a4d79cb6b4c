"""Games of a series as plain numbers: nothing is made of a game that tables do not hold, so nearly all time goes into playing."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.errors import EngineError
from ruledsl.engine.compile.wasm.memory import MOST_SEATS
from ruledsl.engine.machines.games import words_of
from ruledsl.lab.bulk.outcome import outcome
from ruledsl.lab.bulk.playing import Table, seed_of
from ruledsl.lab.bulk.workers import rules_of, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.lab.bulk.playing import Plan
    from ruledsl.lab.bulk.workers import WorkPiece
    from ruledsl.play.game import Rules


def _numbers() -> array[int]:
    return array("q")


@dataclass(slots=True)
class Raw:
    """Rows of numbers, one after the other.

    `games`: number, seed, map (by its place in `maps`), rounds, decisions, peoples, choices with several options, the options of these, rounds in
    `coins`. `scores`: the values that decide, for each seat. `coins`: those at the end of each round, of `MOST_SEATS` seats. `peoples`: owner,
    race, power (-1: none), round. `measures`: those of each people. `lines` are games that machines do not play, as `simulate` writes them.
    """

    maps: list[str] = field(default_factory=list)
    games: array[int] = field(default_factory=_numbers)
    scores: array[int] = field(default_factory=_numbers)
    coins: array[int] = field(default_factory=_numbers)
    peoples: array[int] = field(default_factory=_numbers)
    measures: array[int] = field(default_factory=_numbers)
    lines: list[str] = field(default_factory=list)


class Shape(NamedTuple):
    """What the numbers of a series stand for: the values that decide, the measures of peoples, the tiles by their numbers."""

    decides: tuple[str, ...]
    measures: tuple[str, ...]
    tiles: tuple[str, ...]

    @classmethod
    def of(cls, rules: Rules) -> Shape:
        """That of the games of some rules."""
        deciding, measures = ([value.name for value in values] for values in (rules.deciding, rules.measures))
        return cls(tuple(deciding), tuple(measures), tuple(rules.program.tiles))


def raw_of(piece: WorkPiece) -> Raw:
    """Some games of a plan. `Died` if the packs are not those of the plan."""
    plan, identity, games = piece
    rules = rules_of(plan, identity)
    rules.backend.program()
    found, recorder = Raw(), _Recorder(rules, plan)
    for number in games:
        if not recorder.recorded(number, found):
            found.lines.append(text_of(outcome(rules, plan, number)))
    return found


class _Recorder:
    """Plays the games of a plan and records them."""

    def __init__(self, rules: Rules, plan: Plan) -> None:
        self.rules, self.plan = rules, plan
        self.table = Table(rules, plan, None)
        self._asked: dict[int, list[int]] = {}
        self._nobody = [0] * (MOST_SEATS - len(plan.seats))

    def recorded(self, number: int, found: Raw) -> bool:
        """Play a game to its end and record it; False if it cannot be played inside."""
        seed, table, players = seed_of(self.plan.seed, number), self.table, len(self.plan.seats)
        try:
            if not (table.deal(seed) and table.games.finish()):
                return False
            games, machine = table.games, table.games.machine
            peoples = machine.scalar("peoples")
            values = games.answers(self._asked_of(peoples))
        except EngineError:
            return False
        if table.board.id not in found.maps:
            found.maps.append(table.board.id)
        several, options, rounds, _ = machine.cells["OPEN"][0:4]
        place = found.maps.index(table.board.id)
        row = (number, seed, place, games.round, machine.scalar("made"), peoples, several, options, rounds)
        found.games.extend(row)
        split = players * len(self.rules.deciding)
        found.scores.extend(values[:split])
        found.measures.extend(values[split:])
        found.peoples.extend(machine.cells["FOUNDS"][0 : 4 * peoples])
        found.coins.extend(machine.cells["COURSE"][MOST_SEATS : MOST_SEATS * rounds])
        ends = [games.coins(player) for player in range(players)]
        found.coins.extend(ends + self._nobody)
        return True

    def _asked_of(self, peoples: int) -> list[int]:
        """The values of seats, then those of peoples."""
        if peoples not in self._asked:
            rules, players = self.rules, range(len(self.plan.seats))
            of_seats = [(value.index, player) for player in players for value in rules.deciding]
            of_peoples = [(value.index, people) for people in range(peoples) for value in rules.measures]
            self._asked[peoples] = words_of(of_seats + of_peoples)
        return self._asked[peoples]


def pieces_of(plan: Plan, rules: Rules, games: Sequence[int], size: int) -> list[WorkPiece]:
    """These games in pieces."""
    identity = tuple(rules.composition.identity)
    return [(plan, identity, games[start : start + size]) for start in range(0, len(games), size)]
