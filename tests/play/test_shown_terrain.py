"""A region counts as what a piece shows, for every rule that asks, and as what is printed again when the piece has gone."""

import pytest
from scratch import race, write_pack

from ruledsl.base.errors import PackError
from ruledsl.play.rules import load

PIECES = """\
pieces:
  grove: {name: Grove, supply: 3, shows: [forest]}
  spring: {name: Spring, supply: 3, shows: [magic]}
equivalents: {forest: jungle}
terrains: [jungle]
"""
RULES = """\
after my conquest: move 1 grove from box to region
my region_income +1 if region is jungle
my region_income +10 if region is hill
my region_income +100 if region is magic
my region_income +1000 if terrain of region is hill
after my finishing: move all grove to box
"""
MAP = {
    "regions": {
        "a": {"terrain": "hill", "entry": True, "symbols": ["magic"], "borders": ["b"]},
        "b": {"terrain": "hill", "borders": ["c"]},
        "c": {"terrain": "swamp"},
    }
}


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    return load(
        "smallworld", write_pack(tmp_path_factory.mktemp("pond"), "pond", race("newts", RULES) + PIECES)
    )


def position(rules, **regions):
    people = {"race": "newts", "player": 0, "hand": 5, "at": {"a": 1}}
    return rules.position(
        {"players": 2, "map": MAP, "phase": "conquests", "peoples": [people], "regions": regions}
    )


def income(game, region):
    found = game.value("region_income", people="newts", region=region)
    assert str(found) in str(game.why("region_income", people="newts", region=region)).split("\n")[0]
    return found


def test_a_terrain_takes_the_place_of_the_printed_one(rules):
    game = position(rules)
    assert income(game, "b") == 1 + 10 + 1000
    game.choose("conquer:b")
    assert income(game, "b") == 1 + 1 + 1000
    assert income(game, "a") == 1 + 10 + 100 + 1000


def test_a_symbol_is_there_besides(rules):
    game = position(rules, c={"pieces": {"spring": 1}}, a={"pieces": {"spring": 2, "grove": 1}})
    assert income(game, "c") == 1 + 100
    assert income(game, "a") == 1 + 1 + 100 + 1000


def test_sets_of_regions_see_it(rules):
    game = position(rules, c={"pieces": {"grove": 1}})
    before = game.value("region_income", people="newts", region="c")
    assert before == 1 + 1


def test_a_word_that_is_none(tmp_path):
    with pytest.raises(PackError, match="Did you mean `forest`"):
        load(
            "smallworld",
            write_pack(tmp_path, "pond", race("newts", RULES) + PIECES.replace("[forest]", "[forrest]")),
        )
