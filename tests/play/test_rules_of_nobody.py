"""Rules of a tile that are in force for everybody while something holds of it: nobody bears them."""

import pytest
from scratch import RING, indented, write_pack

from ruledsl.base.errors import PackError
from ruledsl.play.rules import load

OMENS = """\
kinds:
  omen: {plural: omens, name: omen, borne_by: nobody}
omens:
  comet:
    name: Comet
    rules: |
RULE
  halo:
    name: Halo
    copies: 3
    rules: |
      seen:
        income +1
        action greet
          during conquests
          do: drop this from sky
rules: |
  remember sky of game: set of tile
  define omen (tile) is seen = omen is in sky
  action look
    during conquests
    do: put comet in sky
  action look_away
    during conquests
    do: drop comet from sky
  action see_halos
    during conquests
    do:
      for each one in tiles of omen: put one in sky
texts:
  forbid.dazzled: Dazzled
"""
TWO = [
    {"race": "ratmen", "player": 0, "at": {"a": 2}, "hand": 5},
    {"race": "orcs", "player": 1, "at": {"d": 1}},
]


def game(tmp_path, rule):
    loaded = load("smallworld", write_pack(tmp_path, "heaven", OMENS.replace("RULE", indented(rule, 6))))
    return loaded.position({"players": 2, "map": RING, "phase": "conquests", "peoples": TWO})


def ids(table):
    return {option.id for option in table.decision.options}


def test_a_modifier_holds_for_everybody_while_it_does(tmp_path):
    table = game(tmp_path, "seen: conquest_cost +1 if region is farmland")
    before = table.value("conquest_cost", people="ratmen", region="b")
    table.choose("look")
    assert table.value("conquest_cost", people="ratmen", region="b") == before + 1
    assert "Comet" in str(table.why("conquest_cost", people="ratmen", region="b"))
    table.choose("look_away")
    assert table.value("conquest_cost", people="ratmen", region="b") == before


def test_a_prohibition_tells_why(tmp_path):
    table = game(tmp_path, "seen: forbid conquer as dazzled if region is farmland")
    assert "conquer:b" in ids(table)
    table.choose("look")
    assert "conquer:b" not in ids(table)
    assert "Comet is seen" in str(table.why_not("conquer", "b"))


def test_a_trigger_knows_its_tile(tmp_path):
    table = game(tmp_path, "seen:\n  conquest_cost +1\n  after conquest: drop this from sky\n")
    before = table.value("conquest_cost", people="ratmen", region="c")
    table.choose("look")
    assert table.value("conquest_cost", people="ratmen", region="c") == before + 1
    table.choose("conquer:b")
    assert table.value("conquest_cost", people="ratmen", region="c") == before


WISH = """\
seen:
  action wish
    during conquests
    once per turn
    do: owner of people gains 3 coins
"""


def test_an_action_can_be_taken_by_whoever_is_asked(tmp_path):
    table = game(tmp_path, WISH)
    assert "wish" not in ids(table)
    table.choose("look")
    table.choose("wish")
    assert "wish" not in ids(table)


def test_each_copy_counts(tmp_path):
    table = game(tmp_path, "seen: income +10")
    before = table.value("income", people="ratmen")
    table.choose("see_halos")
    assert table.value("income", people="ratmen") == before + 13
    assert {"greet@halo", "greet@halo#2", "greet@halo#3"} <= ids(table)
    table.choose("greet@halo#2")
    assert table.value("income", people="ratmen") == before + 12


@pytest.mark.parametrize(
    "rule", ["seen: my income +1", "seen: income +1 if race of me is orcs", "sen: income +1"]
)
def test_nobody_bears_them(tmp_path, rule):
    with pytest.raises(PackError, match=r"N010|N009"):
        game(tmp_path, rule)
