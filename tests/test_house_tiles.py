"""Sixty tiles that other people made up, said in this language (tests/house_tiles/): each does in full what its scenarios say."""

from functools import cache
from pathlib import Path

import pytest

from ruledsl import validate
from ruledsl.author.testkit import Runner
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.scenarios.reading import find_scenarios

HOUSE = Path(__file__).parent / "house_tiles"
TILES = {path.stem for sort in ("races", "powers") for path in (HOUSE / sort).glob("*.yaml")}
FILES = sorted(path.name for path in (HOUSE / "scenarios").glob("*.yaml"))
RUNNER = Runner(coverage=True)


@cache
def scenarios():
    return find_scenarios([str(HOUSE)], Diagnostics())


@cache
def results_of(file):
    """The results of the scenarios in a file, by name."""
    return {one.name: RUNNER.run(one) for one in scenarios() if Path(one.span.file).name == file}


def test_nothing_is_wrong_with_them():
    assert not validate(HOUSE)


def test_each_is_covered():
    assert not TILES - {word for scenario in scenarios() for word in scenario.covers}


@pytest.mark.parametrize("file", FILES)
def test_each_does_what_its_scenarios_say(file):
    results = results_of(file)
    assert results
    assert not {name: str(result.failure) for name, result in results.items() if not result.passed}


def test_no_rule_is_left_out():
    assert sum(len(results_of(file)) for file in FILES) == len(scenarios())
    unused = [clause for clause in RUNNER.clauses([str(HOUSE)]) if not clause.exercised]
    assert not unused, [f"{clause.span}: {clause.text}" for clause in unused]
