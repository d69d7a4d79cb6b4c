"""Ratios of the time per decision in two kinds of games, played in turn in one run: what the machine does meanwhile falls out of them."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.generated import write_boards, write_races
from benchmarks.measures import BASE_BOARD, UNDERGROUND, Measure
from ruledsl import Game, Rules, load
from ruledsl.engine.machines.states import state_of
from ruledsl.engine.machines.writing import first
from ruledsl.engine.state import layout as at

SMALL, LARGE = 48, 500
EXTRA = 500
PLAYERS = 4
SLICE = 0.15
"""Seconds that one kind of games is played before it is the other's turn."""


@dataclass(slots=True)
class Side:
    """Games of one kind: rules, a board, and (with `only`) nothing but the tiles of one pack in the decks."""

    rules: Rules
    board: str
    only: str = ""
    seed: int = 0
    game: Game | None = None
    chance: random.Random = field(default_factory=lambda: random.Random(0))

    def seconds_a_decision(self) -> float:
        """Goes on with its games for a while; new ones begin outside of what is measured."""
        spent, chosen = 0.0, 0
        while spent < SLICE:
            if self.game is None or self.game.over:
                self.game = self._begin()
            game, chance = self.game, self.chance.random
            start, before = time.perf_counter(), len(game.choices)
            while not game.over and time.perf_counter() - start < SLICE:
                game.choose(int(chance() * len(game.decision.options)))
            spent += time.perf_counter() - start
            chosen += len(game.choices) - before
        return spent / chosen

    def _begin(self) -> Game:
        self.seed += 1
        rules = self.rules
        board = rules.board(self.board)
        content = first(rules.code, board, PLAYERS, self.seed)
        if self.only:
            own = [tile for tile, one in enumerate(rules.code.tiles) if one.pack == self.only]
            content["decks"] = [[tile for tile in deck if tile in own] for deck in content["decks"]]
            homes = {tile * rules.code.tile_width + at.HOME for tile in own}
            content["tiles"] = [entry for entry in content["tiles"] if entry[0] in homes]
        state = state_of(rules.code, board, PLAYERS, content)
        return Game.begin(rules, state, {"map": self.board, "players": PLAYERS, "seed": self.seed})


def ratios(rounds: int) -> Iterator[Measure]:
    """Each as `rounds` figures: the time per decision of the first kind of games by that of the second one."""
    plain, both = load("smallworld"), load(*UNDERGROUND)
    base = Side(plain, BASE_BOARD)
    yield _ratio("underground / smallworld", Side(both, "underground_4p"), base, rounds)
    loaded = Side(both, BASE_BOARD, only="smallworld")
    yield _ratio("underground only loaded / not", loaded, base, rounds)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        crowd = Side(load(write_races(folder, EXTRA)), BASE_BOARD, only="smallworld")
        yield _ratio(f"{EXTRA} races only loaded / not", crowd, base, rounds)
        boards = load(write_boards(folder, (SMALL, LARGE), PLAYERS))
        large, small = Side(boards, f"board_{LARGE}"), Side(boards, f"board_{SMALL}")
        yield _ratio(f"{LARGE} regions / {SMALL} regions", large, small, rounds)


def _ratio(name: str, first: Side, second: Side, rounds: int) -> Measure:
    """Alternating; the first go of each is not counted, since it fills caches."""
    for side in (first, second):
        side.seconds_a_decision()
    figures = []
    for _ in range(rounds):
        before = second.seconds_a_decision()
        this = first.seconds_a_decision()
        figures.append(2 * this / (before + second.seconds_a_decision()))
    return Measure(f"per decision: {name}", "×", figures)
