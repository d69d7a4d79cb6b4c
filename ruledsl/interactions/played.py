"""Which pairs of tiles random games reach: whole games inside programs that note which rules are used."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from ruledsl.compile.native.memory import words_needed
from ruledsl.interactions.meeting import Meetings
from ruledsl.native.games import Beginnings
from ruledsl.testkit.coverage import noting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.interactions.matrix import Pair
    from ruledsl.native.machine import Machine
    from ruledsl.play.game import Rules

__all__ = ["reached"]

GOING_ON = "expand"
EXPANDS = 0.8
"""So often a player goes on with the race at hand where that can be chosen: those who always decline meet nobody."""


def reached(rules: Rules, games: int, seed: int) -> Counter[Pair]:
    """In how many random games each pair came together, on each map in turn."""
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
