"""Packs as they were written for earlier versions: they load, play and keep their scenarios (docs/versions.md). They are never written anew."""

from pathlib import Path

import pytest
from lengths import some

import ruledsl
from ruledsl.diagnostics import Diagnostics
from ruledsl.scenarios.reading import find_scenarios
from ruledsl.testkit import Runner

HERE = Path(__file__).parent
PACKS = sorted(path.parent for path in HERE.glob("*/*/pack.yaml"))
OTHERWISE = {
    # The Sorcerers' reach is theirs now, and no longer that of conquests.
    "sorcery_reaches_as_far_as_conquests_do",
    # Heroes are both placed, also where only one region is left.
    "it_lapses_when_the_badge_is_taken",
    "heroes_leave_no_place_for_a_leader",
    # What is borrowed brings the rules of its pieces, which this Copycat says again.
    "pieces_of_the_badge_work_and_come_back",
    # More Hordes than a race had tokens were tokens of no tray.
    "hordes_leave_in_decline",
    # A Dragon stays where its attack was beaten back.
    "a_dragon_in_an_ambush_flies_home",
}
"""Scenarios that shipped tiles and rulings have put otherwise since, as their own scenarios say."""


@pytest.mark.parametrize("pack", PACKS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_frozen_packs_go_on_to_work(pack):
    assert [str(found) for found in ruledsl.validate(str(pack)) if found.severity == "error"] == []
    diagnostics = Diagnostics()
    scenarios = find_scenarios([str(pack)], diagnostics)
    runner = Runner(diagnostics=diagnostics)
    results = [runner.run(one) for one in some(scenarios, of=10) if one.name not in OTHERWISE]
    assert results
    assert [one.scenario.name for one in results if not one.passed] == []
