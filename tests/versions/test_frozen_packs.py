"""Packs as they were written for earlier versions: they load, play and keep their scenarios, as they are and after `upgrade` (docs/versions.md).

They are never written anew: `first_weeks` are expansions of version 1 of the language as it was then, `edition_N` the house tiles of version N.
"""

import re
import shutil
from pathlib import Path

import pytest
from lengths import some

import ruledsl
from ruledsl.author.testkit import Runner
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.diagnostics.codes import REFUSED_SINCE
from ruledsl.base.diagnostics.diagnostic import OLD_NAMES
from ruledsl.cli.commands.fixing import fix
from ruledsl.rules.scenarios.reading import find_scenarios
from ruledsl.version import LANGUAGE_VERSION

HERE = Path(__file__).parent
PACKS = sorted(path.parent for path in HERE.glob("*/*/pack.yaml"))
NAMES = [f"{path.parent.name}-{path.name}" for path in PACKS]
OTHERWISE = {
    # The Sorcerers' reach is theirs now, and no longer that of conquests.
    "sorcery_reaches_as_far_as_conquests_do",
    # What is borrowed brings the rules of its pieces, which this Copycat says again.
    "pieces_of_the_badge_work_and_come_back",
    # The Dragon leaves the box only for a region that its attack has taken.
    "a_dragon_in_an_ambush_flies_home",
}
"""Scenarios that shipped tiles and rulings have put otherwise since, as their own scenarios say."""


def goes_on_to_work(pack):
    """It loads, its scenarios pass, and it can be played."""
    assert [str(found) for found in ruledsl.validate(str(pack)) if found.severity == "error"] == []
    diagnostics = Diagnostics()
    scenarios = [one for one in find_scenarios([str(pack)], diagnostics) if one.name not in OTHERWISE]
    runner = Runner(diagnostics=diagnostics)
    results = [runner.run(one) for one in some(scenarios, of=25)]
    assert results
    assert [one.scenario.name for one in results if not one.passed] == []
    game = runner.rules(results[0].scenario.packs, {}).new_game(players=3, seed=len(pack.name))
    for number in range(60):
        if not game.over:
            game.choose(number * 7 % len(game.decision.options))
    assert len(game.log) > 60


@pytest.mark.parametrize("pack", PACKS, ids=NAMES)
def test_frozen_packs_go_on_to_work(pack):
    goes_on_to_work(pack)


@pytest.mark.parametrize("pack", some(PACKS[::-1], of=4), ids=some(NAMES[::-1], of=4))
def test_frozen_packs_move_to_the_newest_version(pack, tmp_path):
    copy = tmp_path / pack.name
    shutil.copytree(pack, copy)
    fix([str(copy)], diff=False, codes=OLD_NAMES, tell=False)
    assert f"language: {LANGUAGE_VERSION}" in (copy / "pack.yaml").read_text(encoding="utf-8")
    goes_on_to_work(copy)


def test_there_are_packs_of_every_version_but_the_newest():
    assert {f"edition_{number}" for number in range(1, LANGUAGE_VERSION)} <= {
        path.parent.name for path in PACKS
    }


def test_the_page_of_versions_lists_the_checks_that_refuse_more():
    page = (HERE.parents[1] / "docs/versions.md").read_text(encoding="utf-8")
    for code, since in REFUSED_SINCE.items():
        assert re.search(rf"^\| {code}: .* \| {since} \|$", page, re.MULTILINE), code
