"""Numbers of a tile to which its rules give a name: others are tried out as if its author had written them."""

import pytest
from lengths import some

from ruledsl.lab.bulk.outcome import numbers, outcome
from ruledsl.lab.bulk.playing import Change, Plan
from ruledsl.lab.bulk.workers import rules_of
from ruledsl.play.rules import load

PACK = 'id: millers\nversion: 0.1.0\nlanguage: 1\nname: Millers\nrequires: {smallworld: ">=0.1"}\n'
TILE = """\
races:
  millers:
    name: Millers
    number: 5
    tray: 10
    rules: |
      define harvest = 2
      define mills of people = number of regions of people
      my region_income +harvest if region is farmland
      my income +(mills of me) if harvest is more than 3
"""


@pytest.fixture
def millers(tmp_path):
    """A pack of the race, whose harvest brings as much as is asked for."""

    def lay(harvest):
        folder = tmp_path / str(len(list(tmp_path.iterdir()))) / "millers"
        folder.mkdir(parents=True)
        (folder / "pack.yaml").write_text(PACK)
        (folder / "millers.yaml").write_text(TILE.replace("harvest = 2", f"harvest = {harvest}"))
        return str(folder)

    return lay


def test_what_is_printed_and_what_has_a_name(millers):
    assert numbers(load(millers(2)), "millers") == {"number": 5, "tray": 10, "harvest": 2}


@pytest.mark.parametrize("harvest", some([9, 0, 2], 3))
def test_games_are_those_of_a_file_in_which_it_is_written(millers, harvest):
    games = []
    for written, changes in ((2, (Change("millers", "harvest", harvest),)), (harvest, ())):
        folder = millers(written)
        plan = Plan((folder,), (), ("random", "random"), 5, changes=changes)
        rules = rules_of(plan, tuple(load(folder).composition.identity))
        games.append([{**outcome(rules, plan, game), "packs": None} for game in range(40)])
    assert games[0] == games[1]
    assert any("millers" in str(game) for game in games[0])
