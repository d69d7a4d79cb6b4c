"""Whoever rolls a die, by whatever rule: others see it, and may change the number before anything comes of it."""

import random

import pytest
from printers import compared
from scratch import RING, race, write_pack

from ruledsl import validate
from ruledsl.play.rules import load

SEERS = """
after rolling if die is fishing: add 100 to rolled
before rolling if player is not you and die is fishing: you gain 1 coin
after my rolling if die is reinforcement:
  roll fishing as bait
  may think_again: do second_thoughts of you with bait
event second_thoughts of player with bait (number):
  roll fishing as more
  add (bait + more) to rolled
after my abandon:
  roll reinforcement as pips
  you gain pips coins
  roll fishing as given asking next of you
  you gain given coins
  if rolled is not 0: end game
"""
DICE = """
dice:
  fishing: [1, 2]
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    text = race("seers", SEERS) + DICE
    return load("smallworld", write_pack(tmp_path_factory.mktemp("rolls"), "seers", text))


def begun(rules, dice):
    seers = {"race": "seers", "power": "alchemist", "player": 0, "at": {"a": 2, "b": 1}, "hand": 3}
    position = {"players": 2, "map": RING, "phase": "conquests", "peoples": [seers]}
    return rules.position(position | ({"dice": dice} if dice else {}))


def test_a_number_is_changed_and_rolls_within_are_by_themselves(rules):
    # 3 are rolled. The 2 in a rule that waits for that is seen by nobody, the 1 in an event that it raises counts as 101.
    # The neighbour's 1 counts as 101 as well, and brings a coin.
    game = begun(rules, [3, 2, 1, 1])
    before = game.view(0)["players"][0]["coins"]
    game.choose("abandon:b")
    game.choose("yes")
    assert game.view(0)["players"][0]["coins"] == before + (3 + 2 + 101) + (1 + 101)
    assert not game.over


def test_what_does_not_fit_the_part_is_reported_and_no_more(tmp_path):
    text = (
        race("seers", "after my conquest:\n  roll reinforcement as pips\n  you gain pips coins")
        + "roles:\n  rolling: turn\n  rolled: boosts\n"
    )
    assert {
        found.code for found in validate(write_pack(tmp_path, "seers", text)) if found.severity == "error"
    } == {"P040"}


def test_both_printers_agree(rules):
    assert compared(begun(rules, []).state, random.Random(5).randrange, 60) > 20
