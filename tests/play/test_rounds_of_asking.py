"""Players who are asked in turn: once, until all pass, until all others pass."""

import random

import pytest
from printers import compared
from scratch import RING, race, write_pack

from ruledsl import Game, validate
from ruledsl.play.explain.wording.described import sentences
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.positions.export import position_of
from ruledsl.play.rules import load

AUCTION = """
remember price of game: number
remember bidder of game: player
after my abandon:
  set price to 0
  set bidder to none
  each buyer in turn from next of you may choose bid from (price + 1) to coins of buyer until all others pass:
    set price to bid
    set bidder to buyer
  if bidder is not none:
    bidder pays price coins to you
"""
VOTES = """
remember votes of game: number
after my abandon:
  each voter in turn where voter is not you may agree:
    add 1 to votes
  else:
    voter pays 1 coin
  you gain votes coins
"""
SONGS = """
after my abandon:
  each singer in turn may sing until all pass: singer gains 1 coin
"""
PACK = race("sellers", AUCTION) + "".join(
    race(name, rules).removeprefix("races:\n") for name, rules in (("voters", VOTES), ("singers", SONGS))
)


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    home = write_pack(tmp_path_factory.mktemp("rounds"), "pond", PACK)
    assert not [one for one in validate(home) if one.severity == "error"]
    return load("smallworld", home)


def begun(rules, banner, **more):
    people = {"race": banner, "power": "alchemist", "player": 0, "at": {"a": 2, "b": 1}, "hand": 4}
    position = {"players": 3, "map": RING, "phase": "conquests", "peoples": [people], "coins": [9, 9, 9]}
    return rules.position(position | more)


def asked(game, *answers):
    """Who is asked before each answer, with the game after the last one."""
    who = []
    for answer in answers:
        who.append(game.decision.player)
        game.choose(answer)
    return who


def coins(game):
    return position_of(game)["coins"]


def test_an_auction_ends_with_the_last_bidder(rules):
    game = begun(rules, "sellers")
    game.choose("abandon:b")
    assert asked(game, "2", "4", "none", "7", "none") == [1, 2, 0, 1, 2]
    assert coins(game) == [16, 2, 9]


def test_the_last_one_is_asked_if_nobody_has_bid(rules):
    game = begun(rules, "sellers")
    game.choose("abandon:b")
    assert asked(game, "none", "none", "3") == [1, 2, 0]
    assert coins(game) == [9, 9, 9]


def test_once_around(rules):
    game = begun(rules, "voters")
    game.choose("abandon:b")
    assert asked(game, "yes", "no") == [1, 2]
    assert coins(game) == [10, 9, 8]


def test_until_all_pass(rules):
    game = begun(rules, "singers")
    game.choose("abandon:b")
    assert asked(game, "yes", "no", "yes", "yes", "no", "yes", "no") == [0, 1, 2, 0, 2, 0, 0]
    assert coins(game) == [12, 9, 10]


@pytest.mark.parametrize("banner", ["sellers", "voters", "singers"])
def test_both_printers_agree_and_saves_replay(rules, banner):
    for seed in range(2):
        game = begun(rules, banner, seed=seed)
        game.choose("abandon:b")
        assert Game.from_json(game.to_json(), rules).hash == game.hash
        assert compared(game.state, random.Random(seed).randrange, 40) > 10


def test_they_are_said(rules):
    said = {
        tile: " ".join(sentences(rules.program, Naming(), tile)) for tile in ("sellers", "voters", "singers")
    }
    assert "beginning with the player to your left, each player is asked" in said["sellers"]
    assert "without those who pass, until all others have passed" in said["sellers"]
    assert "each player other than you is asked" in said["voters"]
    assert "until all have passed" in said["singers"]
