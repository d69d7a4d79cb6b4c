"""Actions are watched like events: rules wait for them, replace them and forbid them, also those of other packs."""

import pytest
from scratch import RING, race, write_pack

from ruledsl import Game
from ruledsl.base.errors import PackError
from ruledsl.play.rules import load


def position(rules, tmp_path, *, extra="", phase="conquests", **people):
    """A game of the newts with these rules, at the beginning of their conquests."""
    loaded = load("smallworld", write_pack(tmp_path, "pond", race("newts", rules) + extra))
    newts = {"race": "newts", "power": "alchemist", "player": 0, "at": {"a": 2, "b": 1}, "hand": 3, **people}
    return loaded.position({"players": 2, "map": RING, "phase": phase, "peoples": [newts]})


def coins(game):
    return game.view(0)["players"][0]["coins"]


def ids(game):
    return {option.id for option in game.decision.options}


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_rule_waits_for_an_action_of_core(tmp_path, moment):
    game = position(f"{moment} my abandon if region is hill: you gains 2 coins", tmp_path)
    before = coins(game)
    game.choose("abandon:b")
    assert coins(game) == before
    game.choose("abandon:a")
    assert coins(game) == before + 2


def test_before_and_after_stand_around_what_it_does(tmp_path):
    rules = """\
before my abandon: you gains (tokens of me in region) coins
after my abandon: you gains (10 * tokens of me in region) coins
"""
    game = position(rules, tmp_path)
    before = coins(game)
    game.choose("abandon:a")
    assert coins(game) == before + 2


def test_a_rule_replaces_an_action(tmp_path):
    game = position("instead of my abandon if region is hill: you gains 5 coins", tmp_path)
    before = coins(game)
    game.choose("abandon:a")
    assert coins(game) == before + 5
    assert game.view(0)["regions"]["a"]["holder"] is not None


def test_an_action_is_forbidden_and_permitted(tmp_path):
    extra = "rules: |\n  forbid abandon as homesick if region is hill\n"
    game = position("my region_income +1", tmp_path, extra=extra)
    assert "abandon:a" not in ids(game)
    assert "abandon:b" in ids(game)
    assert "homesick" in str(game.why_not("abandon", "a"))


def test_what_is_forbidden_is_permitted_by_name(tmp_path):
    extra = "rules: |\n  forbid abandon as homesick if region is hill\n"
    game = position("permit my abandon despite homesick", tmp_path, extra=extra)
    assert {"abandon:a", "abandon:b"} <= ids(game)


def test_an_action_without_a_target(tmp_path):
    rules = """\
after my decline: you gains 1 coins
forbid expand as tired if round is 1
"""
    game = position(rules, tmp_path, phase="opening")
    assert ids(game) == {"decline"}


OWN = """\
remember heat of people: number
action stoke of region
  during conquests
  once per turn
  from regions of me
  if tokens of me in region is at least 2
  do:
    let warmth be tokens of me in here_or region
    add warmth to heat of me
    you gains 1 coins
""".replace("here_or region", "region")


def test_the_body_still_knows_its_bearer(tmp_path):
    """And who waits sees the action's target by the name that the action gives it."""
    extra = "powers:\n  bellows:\n    name: Bellows\n    number: 4\n    rules: |\n      after my stoke: you gains (tokens of me in region) coins\n"
    game = position(OWN, tmp_path, extra=extra, power="bellows")
    before = coins(game)
    game.choose("stoke:a")
    assert coins(game) == before + 1 + 2
    assert "stoke:a" not in ids(game)
    again = Game.from_json(game.to_json(), game.rules)
    assert again.hash == game.hash
    game.undo()
    assert coins(game) == before


def test_an_action_that_asks_is_watched(tmp_path):
    rules = """\
action gamble
  during conquests
  once per turn
  do:
    may double_it: you gains 2 coins
after my gamble: you gains 5 coins
"""
    game = position(rules, tmp_path)
    before = coins(game)
    game.choose("gamble")
    saved = Game.from_json(game.to_json(), game.rules)
    for copy in (game, saved):
        copy.choose("yes")
        assert coins(copy) == before + 7


def test_an_event_of_the_name_is_nearer_than_an_action(tmp_path):
    """Core has an event `decline` and an action of that name: the event is meant, however it comes about."""
    game = position("before my decline: you gains 3 coins", tmp_path, phase="opening")
    before = coins(game)
    game.choose("decline")
    assert coins(game) >= before + 3


def test_neither_event_nor_action(tmp_path):
    with pytest.raises(PackError, match="Did you mean `abandon`"):
        position("before my abandn: you gains 3 coins", tmp_path)


FORCED = """\
after my conquest:
  for each home in regions of me where home is hill: do {done}
after my abandon if region is hill: you gain 2 coins
"""


@pytest.mark.parametrize("done", ["abandon of home", "abandon of home by me"])
def test_a_rule_does_an_action(tmp_path, done):
    """Whoever waits for the action sees it."""
    game = position(FORCED.format(done=done), tmp_path, hand=6)
    before = coins(game)
    game.choose("conquer:c")
    assert coins(game) == before + 2
    assert game.view(0)["regions"]["a"]["holder"] is None
    assert Game.from_json(game.to_json(), game.rules).hash == game.hash


def test_an_event_and_an_action_do_actions(tmp_path):
    rules = """\
event retreating of people:
  for each home in regions of people where home is hill: do abandon of home by people
action flee
  during conquests
  do:
    do retreating of me
    do abandon of (first of regions of me)
"""
    game = position(rules, tmp_path)
    game.choose("flee")
    held = game.view(0)["regions"]
    assert held["a"]["holder"] is None
    assert held["b"]["holder"] is None


def test_an_own_action_knows_its_bearer(tmp_path):
    rules = OWN + "after my conquest: do stoke of region\n"
    game = position(rules, tmp_path, hand=6)
    before = coins(game)
    game.choose("conquer:c")
    assert coins(game) == before + 1


def test_nobody_takes_the_actions_of_others(tmp_path):
    extra = "powers:\n  bellows:\n    name: Bellows\n    number: 4\n    rules: |\n      after my conquest: do stoke of region\n"
    with pytest.raises(PackError, match="only rules of that do it"):
        position(OWN, tmp_path, extra=extra)
