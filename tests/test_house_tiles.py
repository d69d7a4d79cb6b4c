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
SCENARIOS = find_scenarios([str(HOUSE)], Diagnostics())
RUNNER = Runner(coverage=True)


@cache
def result_of(number):
    return RUNNER.run(SCENARIOS[number])


def test_nothing_is_wrong_with_them():
    assert not validate(HOUSE)


def test_each_is_covered():
    assert not TILES - {word for scenario in SCENARIOS for word in scenario.covers}


@pytest.mark.parametrize("number", range(len(SCENARIOS)), ids=[scenario.name for scenario in SCENARIOS])
def test_each_does_what_its_scenario_says(number):
    assert result_of(number).passed, str(result_of(number).failure)


def test_no_rule_is_left_out():
    for number in range(len(SCENARIOS)):
        result_of(number)
    unused = [clause for clause in RUNNER.clauses([str(HOUSE)]) if not clause.exercised]
    assert not unused, [f"{clause.span}: {clause.text}" for clause in unused]
