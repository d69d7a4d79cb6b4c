"""A number that somebody chooses: the numbers are the options, and their ids are the numbers."""

import random

import pytest
from printers import compared
from scratch import RING, race, write_pack

from ruledsl import Game, validate
from ruledsl.play.rules import load

GIVERS = """
after my conquest:
  choose gift from 1 to hand of me but at most 3
  you gain (10 * gift) coins
after my abandon:
  may choose sent from 0 to (hand of me):
    move sent tokens of me from hand to tray
  else:
    you gain 1 coin
before my redeployment:
  choose even from numbers of 0 to 6 where remainder of it by 2 is 0
  you gain even coins
  choose far from 98 to 500 + hand of me
  choose nothing_left from 3 to 2
  you gain (far + nothing_left) coins
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    return load(
        "smallworld",
        write_pack(tmp_path_factory.mktemp("numbers"), "givers", race("givers", GIVERS, tray=20)),
    )


def begun(rules, hand):
    givers = {"race": "givers", "power": "alchemist", "player": 0, "at": {"a": 2, "b": 1}, "hand": hand}
    return rules.position({"players": 2, "map": RING, "phase": "conquests", "peoples": [givers]})


def coins(game):
    return game.view(0)["players"][0]["coins"]


def test_one_has_to_be_chosen_within_bounds_that_the_game_sets(rules):
    game = begun(rules, 9)
    before = coins(game)
    game.choose("conquer:c")
    assert [option.id for option in game.decision.options] == ["1", "2", "3"]
    assert (game.decision.option(1).data, game.decision.option(1).label) == (
        {"type": "number", "value": 2},
        "2",
    )
    game.choose("2")
    assert coins(game) == before + 20


def test_where_one_is_left_nobody_is_asked_and_where_none_is_it_is_0(rules):
    for hand, gained in ((3, 10), (2, 0)):
        game = begun(rules, hand)
        before = coins(game)
        game.choose("conquer:c")
        assert coins(game) == before + gained
        assert game.decision.info.name != "gift"


def test_0_is_a_number_and_none_is_not(rules):
    for chosen, sent, gained in (("none", 0, 1), ("0", 0, 0), ("2", 2, 0)):
        game = begun(rules, 3)
        before, hand = coins(game), game.view(0)["peoples"][0]["hand"]
        game.choose("abandon:b")
        assert [option.id for option in game.decision.options] == ["0", "1", "2", "3", "4", "none"]
        game.choose(chosen)
        assert game.view(0)["peoples"][0]["hand"] == hand + 1 - sent
        assert coins(game) == before + gained


def test_no_number_is_offered_that_is_too_large(rules):
    game = begun(rules, 3)
    game.choose("stop")
    assert [option.id for option in game.decision.options] == ["0", "2", "4", "6"]
    game.choose("4")
    assert [option.id for option in game.decision.options] == ["98", "99"]
    before = coins(game)
    game.choose("98")
    assert coins(game) == before + 98


@pytest.mark.parametrize("options", ["0 to 100", "(-1) to 3", "tallies of me"])
def test_a_number_that_could_be_nothing_is_not_offered(tmp_path, options):
    text = race(
        "givers",
        f"remember tallies of people: set of number\nafter my conquest:\n  choose n from {options}\n  you gain n coins",
    )
    assert "T012" in {found.code for found in validate(write_pack(tmp_path, "givers", text))}


def test_both_printers_and_saves_agree(rules):
    game = begun(rules, 9)
    game.choose("conquer:c")
    assert Game.from_json(game.to_json(), rules, replay=False).hash == game.hash
    assert Game.from_json(game.to_json(), rules).hash == game.hash
    assert compared(game.state, random.Random(3).randrange, 40) == 40
