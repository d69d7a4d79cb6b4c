"""What a search finds, and a policy that learns it."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from ruledsl import load
from ruledsl.cli.app import main
from ruledsl.engine.compile.wasm.memory import Features
from ruledsl.lab.training.teaching import Lessons, Teacher, improved, joined, lessons_of
from ruledsl.play.bots import Guided, Learned, Think
from ruledsl.play.bots.policy import Policy, policy_for
from ruledsl.play.bots.simple import judging


@pytest.fixture(scope="module")
def rules():
    return load("smallworld")


def played(rules, noted, *, follows):
    """The choices of a game of two such seats."""
    board = rules.board(rules.map_dealt(2, 3, None).id)
    playing = rules.backend.games(board)
    playing.begin(board, 3, [5, 6])
    playing.think([Teacher(seed, Think(24), noted, follows=follows) for seed in (5, 6)], judging(rules))
    assert playing.finish()
    return list(playing.choices)


def alone(rules, bots):
    """The choices of the same game of other bots."""
    board = rules.board(rules.map_dealt(2, 3, None).id)
    playing = rules.backend.games(board)
    playing.begin(board, 3, [5, 6])
    playing.think(bots, judging(rules))
    assert playing.finish()
    return list(playing.choices)


def test_teachers_play_as_those_whom_they_note(rules):
    """What is noted changes no choice: neither of the search nor of who follows the policy."""
    noted = []
    assert played(rules, noted, follows=False) == alone(rules, [Guided(seed, Think(24)) for seed in (5, 6)])
    assert played(rules, [], follows=True) == alone(rules, [Learned(seed) for seed in (5, 6)])
    assert len(noted) > 50


def test_what_is_noted_describes_the_options_that_were_tried(rules):
    noted = []
    played(rules, noted, follows=False)
    names = list(Features(rules.backend.code).names())
    first = noted[0]
    told = np.split(first.features, np.cumsum(first.lengths)[:-1])
    assert len(told) == len(first.gained) == first.options[0] == 6
    assert [f"place take {place}" in {names[one] for one in told[place]} for place in range(6)] == [True] * 6
    assert min(first.gained) < 0 < max(first.gained)
    together = joined(noted)
    assert together.options.sum() == len(together.lengths) == len(together.gained)
    assert together.lengths.sum() == len(together.features)


def test_it_learns_what_gains(rules):
    """Of two options the one with a certain feature gains, whatever else both have; the other features stay as they were."""
    names = list(Features(rules.backend.code).names())
    good, bad, both = names.index("tile amazons"), names.index("tile orcs"), names.index("sort take")
    many = 50
    lessons = Lessons(
        np.tile([good, both, bad, both], many),
        np.full(2 * many, 2),
        np.full(many, 2),
        np.tile([100.0, -100.0], many),
    )
    weights = improved(Policy((), 0, {"sort take": 70, "tile elves": 30}), rules, lessons).weights
    assert weights["tile amazons"] > 50
    assert weights["tile orcs"] < -50
    assert (weights["sort take"], weights["tile elves"]) == (70, 30)


def test_the_same_seed_finds_the_same(rules):
    one, other, another = (lessons_of(rules, 4, 0.0, 1, seed) for seed in (2, 2, 3))
    assert np.array_equal(one.gained, other.gained)
    assert not np.array_equal(one.options, another.options)


def test_train_goes_on_from_a_policy_by_searches(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    there = tmp_path / "mine.json"
    words = ["train", "smallworld", "--search", "4", "--seconds", "1", "--workers", "1", "--trials", "2"]
    run = CliRunner().invoke(main, [*words, "-o", str(there)])
    assert run.exit_code == 0, run.output
    assert "choices searched" in run.output
    learned = json.loads(there.read_text())
    shipped = policy_for(["core", "smallworld"])
    assert learned["choices"] > shipped.choices
    assert learned["weights"] != shipped.weights
    assert learned["values"]
