"""What all choose at once: each in secret, and what follows knows it."""

import random

import pytest
from printers import compared
from scratch import write_pack

from ruledsl.play.explain.wording.described import InWords
from ruledsl.play.game import Game
from ruledsl.play.naming.nouns import Naming
from ruledsl.play.rules import load

PACK = """\
rules: |
  remember bid of player: number until turn secret
  remember goal of player: region until turn secret
  remember most of game: number
  before opening:
    at once each bidder in players choose bid from 0 to coins of bidder
    set most to highest of (bid of it) over players
    for each bidder in players where bid of it is most: bidder pays most coins
    at once each bidder in opponents of player choose goal from regions where holder of it is none and coins of bidder is 0
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    return load("smallworld", write_pack(tmp_path_factory.mktemp("once"), "once", PACK))


def memories(game, seat, name):
    return [player["memory"].get(name) for player in game.view(seat)["players"]]


def test_nobody_knows_before_all_have_chosen(rules):
    game = rules.new_game(3, 5)
    assert game.decision.player == 0
    game.choose("5")
    assert memories(game, 0, "bid") == [5, None, None]
    assert memories(game, 1, "bid") == memories(game, 2, "bid") == [None, None, None]
    assert "in secret" in game.view(1).log[-1].text
    game.choose("3")
    assert game.view(0)["players"][0]["coins"] == 5
    again = Game.from_json(game.to_json(), rules)
    game.choose("5")
    again.choose("5")
    assert game.hash == again.hash
    assert game.view(1)["memory"]["most"] == 5
    assert [game.view(seat)["players"][seat]["coins"] for seat in range(3)] == [0, 5, 0]


def test_whoever_has_nothing_to_choose_from_is_not_asked(rules):
    game = rules.new_game(3, 5)
    for bid in ("5", "3", "5"):
        game.choose(bid)
    assert game.decision.player == 2  # the second one has coins left, so nothing to choose from
    game.choose(0)
    assert memories(game, 1, "goal")[1] in (None, "")
    assert memories(game, 2, "goal")[2]


def test_samples_forget_what_others_have_chosen(rules):
    game = rules.new_game(2, 5)
    game.choose("5")
    assert {memories(game.sample(1, seed), 0, "bid")[0] for seed in range(5)} == {None}
    assert memories(game.sample(0, 1), 0, "bid")[0] == 5


def test_both_printers_do_the_same(rules):
    pytest.importorskip("wasmtime")
    assert compared(rules.new_game(3, 5).state, random.Random(3).randrange, 60)


def test_it_is_said_in_words(rules):
    assert "all at once and in secret" in str(InWords(rules.program, Naming()).chapters("once"))
