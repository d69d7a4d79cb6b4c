"""Those who enter a region as guests: nobody leaves, nothing that lies there is lost, and its holder stays, for whom they may take over later."""

import random

import invariants
import pytest
from lengths import part
from printers import compared
from scratch import RING, race, write_pack

from ruledsl.play.explain.wording.described import InWords
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.rules import load

PILGRIMS = """
action pilgrimage of region
  during conquests
  from regions where can conquer of it by me
  if hand of me is at least conquest_cost of me for region
  do: do attack of region by me with (conquest_cost of me for region) as visiting
my region_income becomes 2 if holder of region is not me
"""
NOMADS = """
my lodging becomes yes if region is forest
garrison -(sum of (tokens of me in it) over regions of me where it is region)
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    text = race("pilgrims", PILGRIMS, tray=16) + race("nomads", NOMADS, tray=16).replace("races:\n", "")
    return load("smallworld", write_pack(tmp_path_factory.mktemp("visits"), "visits", text))


def begun(rules, race, seed=1):
    guests = {"race": race, "player": 0, "at": {"a": 1}, "hand": 12}
    hosts = {"race": "orcs", "player": 1, "at": {"b": 3, "c": 1}}
    return rules.position(
        {
            "players": 2,
            "map": RING,
            "seed": seed,
            "phase": "conquests",
            "peoples": [guests, hosts],
            "regions": {"b": {"pieces": {"fortress": 1}}, "c": {"pieces": {"fortress": 1}}},
        }
    )


def test_the_host_stays_and_so_does_what_lies_there(rules):
    game = begun(rules, "pilgrims")
    cost = game.value("conquest_cost", people="pilgrims", region="b")
    game.choose("pilgrimage:b")
    there = game.view(0)["regions"]["b"]
    assert (there["holder"], there["tokens"], there["pieces"]) == ("orcs", 3, {"fortress": 1})
    assert game.view(0)["peoples"][0]["hand"] == 12 - cost
    assert game.value("region_income", people="pilgrims", region="b") == 2
    assert game.value("region_income", people="orcs", region="b") == 1


def test_an_empty_region_is_theirs(rules):
    game = begun(rules, "pilgrims")
    game.choose("pilgrimage:b")
    game.choose("pilgrimage:d")
    assert game.view(0)["regions"]["d"]["holder"] == "pilgrims"


def test_who_lodges_is_a_value_and_who_defends_another(rules):
    game = begun(rules, "nomads")
    game.choose("conquer:c")
    there = game.view(0)["regions"]["c"]
    assert (there["holder"], there["pieces"]) == ("orcs", {"fortress": 1})
    assert game.value("garrison", region="c", people="nomads") == 1, "the Nomads there do not defend"
    game.choose("conquer:b")
    assert game.view(0)["regions"]["b"]["holder"] == "nomads"


def test_it_is_said(rules):
    action, _ = InWords(rules.program, Naming()).sentences("pilgrims")
    assert "as guests of whoever holds it" in action
    assert "as guests" in InWords(rules.program, Naming()).sentences("nomads")[0]


def test_no_token_is_lost_and_both_printers_agree(rules):
    pytest.importorskip("wasmtime")
    for name in ("pilgrims", "nomads"):
        for seed in range(part(3, 3)):
            assert compared(begun(rules, name, seed).state, random.Random(seed).randrange, 60)
        chance, game = random.Random(5), begun(rules, name)
        while not game.over:
            game.choose(chance.randrange(len(game.decision.options)))
            invariants.conserved(game.state)
