"""What takes the place of an event: when that is decided, and how it goes on with the event all the same. Both engines say the same."""

import random

import pytest
from printers import compared
from scratch import RING, indented, race, write_pack

from ruledsl import Game, load

PEOPLE = {"race": "newts", "power": "bellows", "player": 0, "at": {"a": 2, "b": 1}, "hand": 3}


def power(rules):
    return "powers:\n  bellows:\n    name: Bellows\n    number: 4\n    rules: |\n" + indented(rules, 6)


def position(tmp_path, rules, other="my income +0", own="", phase="conquests"):
    text = race("newts", rules) + power(other) + (("rules: |\n" + indented(own, 2)) if own else "")
    rules = load("smallworld", write_pack(tmp_path, "pond", text))
    return rules.position({"players": 2, "map": RING, "phase": phase, "peoples": [PEOPLE]})


def gained(game, *choices):
    pytest.importorskip("wasmtime")
    before = game.view(0)["players"][0]["coins"]
    state = game.state.copy()
    for choice in choices:
        game.choose(choice)
    after = game.view(0)["players"][0]["coins"]
    assert compared(state, random.Random(1).randrange)
    return after - before


def held(game, region):
    return game.view(0)["regions"][region]["holder"] is not None


BEFORE = "remember ready of people: flag\nbefore my abandon: set ready of me to yes\n"


def test_the_condition_is_asked_after_what_comes_before(tmp_path):
    game = position(tmp_path, BEFORE + "instead of my abandon if ready of me: you gains 5 coins\n")
    assert gained(game, "abandon:b") == 5
    assert held(game, "b")


def test_also_if_the_rule_before_belongs_to_another_tile(tmp_path):
    """Which of the two was loaded first never matters."""
    rule = "instead of my abandon if coins of you is 1: you gains 5 coins\n"
    game = position(tmp_path, rule, "before my abandon: you gains 1 coins\n")
    assert gained(game, "abandon:b") == 6


def test_a_rule_that_comes_into_play_before_takes_its_place(tmp_path):
    other = "before my abandon: borrow hasty for this\n"
    lent = "  hasty:\n    name: Hasty\n    number: 1\n    rules: |\n      instead of my abandon: you gains 5 coins\n"
    text = race("newts", "my income +0") + power(other) + lent
    rules = load("smallworld", write_pack(tmp_path, "pond", text))
    game = rules.position({"players": 2, "map": RING, "phase": "conquests", "peoples": [PEOPLE]})
    # No rule that could take its place was in play when it began, but one that comes before it was.
    assert gained(game, "abandon:b") == 5


def test_it_goes_on_with_what_it_replaces(tmp_path):
    rules = "instead of my abandon:\n  you gains 2 coins\n  proceed\n  if holder of region is none: you gains 10 coins\n"
    game = position(
        tmp_path, rules.replace("if holder of region is none: ", "if holder of region is none:\n    ")
    )
    assert gained(game, "abandon:b") == 12
    assert not held(game, "b")


def test_the_next_one_that_replaces_it_comes_first(tmp_path):
    """Each goes on with what would have happened without it: the power behind the race, then the thing itself."""
    rules = "instead of my abandon:\n  you gains 1 coins\n  proceed\n"
    game = position(tmp_path, rules, rules.replace("1", "10"))
    assert gained(game, "abandon:b") == 11
    assert not held(game, "b")


def test_the_next_one_may_end_it(tmp_path):
    rules = "instead of my abandon:\n  you gains 1 coins\n  proceed\n"
    game = position(tmp_path, rules, "instead of my abandon: you gains 10 coins\n")
    assert gained(game, "abandon:b") == 11
    assert held(game, "b")


def test_twice_is_twice(tmp_path):
    own = "event chirp of people:\n  (owner of people) gains 3 coins\nafter abandon: do chirp of people\n"
    game = position(tmp_path, "instead of my chirp:\n  repeat 2 times: proceed\n", own=own)
    assert gained(game, "abandon:b") == 6


def test_before_and_after_come_once(tmp_path):
    around = "before my abandon: you gains 1 coins\nafter my abandon: you gains 10 coins\n"
    game = position(tmp_path, "instead of my abandon:\n  proceed\n" + around)
    assert gained(game, "abandon:b") == 11


def test_the_body_of_an_action_still_knows_its_bearer(tmp_path):
    rules = (
        "action stoke\n  during conquests\n  once per turn\n  do: you gains (number of regions of me) coins\n"
    )
    game = position(tmp_path, rules, "instead of my stoke:\n  you gains 10 coins\n  proceed\n")
    assert gained(game, "stoke") == 12


def test_somebody_may_be_asked_meanwhile_and_the_game_be_saved(tmp_path):
    rules = (
        "instead of my abandon:\n  may wait: you gains 2 coins\n  proceed\n  may cheer: you gains 7 coins\n"
    )
    game = position(tmp_path, rules)
    game.choose("abandon:b")
    for answer in ("yes", "yes"):
        saved = Game.from_json(game.to_json(), game.rules)
        assert saved.hash == game.hash
        other = saved.copy()
        game.choose(answer)
        other.choose(answer)
        assert other.hash == game.hash
    assert not held(game, "b")


def test_a_phase_goes_on(tmp_path):
    game = position(tmp_path, "instead of my redeployment:\n  you gains 3 coins\n  proceed\n")
    asked = set()
    while game.decision is not None and game.decision.player == 0 and len(asked) < 20:
        asked.add(game.decision.key)
        game.choose(len(game.decision.options) - 1)
    assert any("redeploy" in key or "place" in key or "region" in key for key in asked), asked
