"""No region costs less than one token, unless a pack says that regions may."""

import pytest

from ruledsl import load

HEAD = "id: cheap\nversion: 0.1.0\nlanguage: 3\nname: Cheap\nrequires: {smallworld: '>=0.1'}\n"
RACE = """\
races:
  movers:
    name: Movers
    number: 5
    tray: 10
    rules: my conquest_cost -9
"""


@pytest.mark.parametrize(("rule", "cost"), [("", 1), ("rules: least_cost becomes 0\n", 0)])
def test_the_floor_is_a_value_that_a_pack_can_lift(rule, cost):
    rules = load(texts={"pack.yaml": HEAD, "movers.yaml": RACE + rule})
    peoples = [{"race": "movers", "player": 0, "hand": 5}]
    game = rules.position({"players": 2, "phase": "conquests", "peoples": peoples})
    assert min(game.costs("movers").values()) == cost
