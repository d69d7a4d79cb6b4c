"""A rule that asks for the value that it changes, of another people or of its own, hears it without all rules that ask like this."""

import random

import pytest
from lengths import part
from printers import compared
from scratch import RING, race, write_pack

from ruledsl.play.explain.wording.described import InWords
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.rules import load

LODGERS = """
declined: instead of my ousting: nothing
always: my region_income +(region_income of holder of region in region) if holder of region is not me
"""
HOSTS = "my region_income +1 if region is hill"
MIRRORS = """
# Each of the two asks for the other's, and hears what it is without such rules.
my income +(sum of (income of it) over peoples where it is not me)
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    home = tmp_path_factory.mktemp("own")
    text = (
        race("lodgers", LODGERS)
        + race("hosts", HOSTS).replace("races:\n", "")
        + race("mirrors", MIRRORS).replace("races:\n", "")
    )
    text += race("glasses", MIRRORS).replace("races:\n", "")
    return load("smallworld", write_pack(home, "lodging", text))


def begun(rules, peoples, turn=0):
    return rules.position({"players": 2, "map": RING, "turn": turn, "phase": "conquests", "peoples": peoples})


def test_a_guest_earns_what_the_host_earns(rules):
    lodgers = {"race": "lodgers", "player": 0, "at": {"a": 1, "b": 1}, "stage": "declined"}
    hosts = {"race": "hosts", "player": 1, "at": {"a": 2}}
    game = begun(rules, [hosts, lodgers], turn=1)
    assert game.value("region_income", people="hosts", region="a") == 2
    assert game.value("region_income", people="lodgers", region="a") == 3
    assert game.value("region_income", people="lodgers", region="b") == 1
    assert "2" in str(game.why("region_income", people="lodgers", region="a"))


def test_two_that_ask_for_each_other_come_to_an_end(rules):
    mirrors = {"race": "mirrors", "player": 0, "at": {"a": 1, "b": 1}}
    glasses = {"race": "glasses", "player": 1, "at": {"c": 2}}
    game = begun(rules, [mirrors, glasses])
    assert game.value("income", people="mirrors") == 3
    assert game.value("income", people="glasses") == 3


def test_both_printers_say_the_same(rules):
    pytest.importorskip("wasmtime")
    peoples = [
        {"race": "mirrors", "player": 0, "at": {"a": 1, "b": 1}, "hand": 4},
        {"race": "glasses", "player": 1, "at": {"c": 2}, "hand": 3},
        {"race": "lodgers", "player": 1, "at": {"b": 1}, "stage": "declined"},
    ]
    for seed in range(part(4, 4)):
        assert compared(begun(rules, peoples).state, random.Random(seed).randrange, 60)


def test_it_is_said_in_words(rules):
    (said,) = InWords(rules.program, Naming()).sentences("mirrors")
    assert said.endswith("earns this turn (not counting such rules).")
