"""A tile that works as if its people were active, although it is in decline."""

import random

import invariants
import pytest
from lengths import part
from printers import compared
from scratch import RING, race, write_pack

from ruledsl import Game
from ruledsl.play.positions.export import position_of
from ruledsl.play.rules import load

ELDERS = """
before my decline: set as_if_active of power of me to yes
declined:
  after my scoring:
    may end_it: set as_if_active of power of me to no
  my region_income +1 if region is farmland
"""
POWERS = """
powers:
  gardens:
    name: Gardens
    number: 4
    pieces:
      garden: {name: Garden, supply: 3, symbol: g, rules: "here defence +1"}
    rules: |
      my region_income +1 if region is hill
      after my conquest: move 1 garden from box to region
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    home = write_pack(
        tmp_path_factory.mktemp("elders"), "elders", race("elders", ELDERS, number=9, tray=16) + POWERS
    )
    return load("smallworld", home)


def begun(rules, seed=1):
    elders = {"race": "elders", "power": "gardens", "player": 0, "at": {"a": 2, "b": 2}}
    other = {"race": "orcs", "player": 1, "at": {"d": 2}, "hand": 4}
    return rules.position(
        {
            "players": 2,
            "map": RING,
            "seed": seed,
            "peoples": [elders, other],
            "regions": {"a": {"pieces": {"garden": 1}}},
            "setting_out": False,
        }
    )


def declined(rules):
    game = begun(rules)
    game.choose("decline")
    assert game.decision.rule.startswith("elders")
    return game


def test_the_badge_stays_and_works_in_decline(rules):
    game = begun(rules)
    assert game.value("conquest_cost", people="orcs", region="a") == 5
    game.choose("decline")
    assert game.view(0)["peoples"][0]["power"] == "gardens"
    assert game.value("region_income", people="elders", region="a") == 2
    assert game.value("region_income", people="elders", region="b") == 2, (
        "the race's own rules for decline hold"
    )
    assert game.value("conquest_cost", people="orcs", region="a") == 4
    assert "Gardens" in str(game.why("region_income", people="elders", region="a"))


def test_it_ends_when_a_rule_says_so(rules):
    game = declined(rules)
    game.choose("yes")
    assert "gardens" in game.view(0)["peoples"][0]["power"], (
        "the badge goes when a rule takes it, not by itself"
    )
    assert game.value("region_income", people="elders", region="a") == 1


def test_it_is_kept_in_saves_and_positions(rules):
    game = declined(rules)
    again = Game.from_json(game.to_json(), rules)
    assert again.hash == game.hash
    assert rules.position(position_of(game)).value("region_income", people="elders", region="a") == 2


def test_both_printers_do_the_same_and_no_token_is_lost(rules):
    pytest.importorskip("wasmtime")
    for seed in range(part(4, 4)):
        assert compared(begun(rules, seed).state, random.Random(seed).randrange, 60)
    chance, game = random.Random(3), begun(rules)
    while not game.over:
        game.choose(chance.randrange(len(game.decision.options)))
        invariants.conserved(game.state)
