"""Every scenario of every official pack is a test of its own."""

from pathlib import Path

import pytest

from ruledsl.diagnostics import Diagnostics, render_text
from ruledsl.packs.folders.find import official_folder
from ruledsl.scenarios.reading import find_scenarios
from ruledsl.testkit import Runner

PACKS = sorted(path.parent for path in Path(official_folder()).glob("*/pack.yaml"))
FOUND = Diagnostics()
SCENARIOS = find_scenarios([str(pack) for pack in PACKS if (pack / "scenarios").is_dir()], FOUND)


@pytest.fixture(scope="module")
def runner():
    return Runner(diagnostics=FOUND)


def test_every_file_of_scenarios_can_be_read():
    assert not list(FOUND), render_text(FOUND.sorted())


@pytest.mark.parametrize(
    "scenario", SCENARIOS, ids=lambda scenario: f"{Path(scenario.file).stem}-{scenario.name}"
)
def test_scenario(runner, scenario):
    result = runner.run(scenario)
    assert result.passed, render_text([result.failure.diagnostic])
