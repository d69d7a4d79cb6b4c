"""A world that nobody here has heard of is mixed with all others, on every board, without a line of code."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

import pytest

from ruledsl import load
from ruledsl.author.testkit import Runner
from ruledsl.base.diagnostics import Diagnostics, render_text
from ruledsl.rules.check.reachability import pointless_on
from ruledsl.rules.scenarios.reading import find_scenarios

sys.path.insert(0, str(Path(__file__).parents[2]))
import invariants

HERE = Path(__file__).parent

BOARDS = ("clouds", "small_world_3p", "underground_3p")
FOUND = Diagnostics()
SCENARIOS = find_scenarios([str(HERE / "third_world")], FOUND)


@pytest.fixture(scope="module")
def inside():
    before = Path.cwd()
    os.chdir(HERE)
    yield Runner(diagnostics=FOUND)
    os.chdir(before)


def test_every_scenario_can_be_read():
    assert len(SCENARIOS) > len(BOARDS)
    assert not list(FOUND), render_text(FOUND.sorted())


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_scenarios(inside, scenario):
    result = inside.run(scenario)
    assert result.passed, render_text([result.failure.diagnostic])


@pytest.fixture(scope="module")
def rules(inside):
    return load("smallworld", "underground", "crossover", f".{os.sep}third_world")


def test_nothing_is_said_of_it(rules):
    assert not rules.findings, render_text(rules.findings)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", range(3))
def test_whole_games_hold_together(rules, board, seed):
    chance = random.Random(f"{board} {seed}")
    game = rules.new_game(3, seed, board)
    dull = pointless_on(rules.program, game.state.board.words, game.state.board.printed)
    column = rules.program.decks.index("column")
    while not game.over:
        game.choose(chance.randrange(len(game.decision.options)))
        invariants.check(game)
        assert not dull & set(game.state.decks[column])
