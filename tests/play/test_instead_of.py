"""What takes the place of an event: when that is decided, and how it goes on with the event all the same. Both engines say the same."""

import random

import pytest
from printers import compared
from scratch import RING, indented, write_pack

from ruledsl import Game, load

BEFORE = "remember ready of people: flag\nbefore my abandon: set ready of me to yes\n"
PROCEEDING = "instead of my abandon:\n  you gains 1 coins\n  proceed\n"
NOTHING = "my income +0"
CASES = {
    "conditional": (BEFORE + "instead of my abandon if ready of me: you gains 5 coins\n", NOTHING),
    "with_another": (
        "instead of my abandon if coins of you is 1: you gains 5 coins\n",
        "before my abandon: you gains 1 coins\n",
    ),
    "lending": (NOTHING, "before my abandon: borrow hasty for this\n"),
    "going_on": (
        "instead of my abandon:\n  you gains 2 coins\n  proceed\n  if holder of region is none:\n    you gains 10 coins\n",
        NOTHING,
    ),
    "both": (PROCEEDING, PROCEEDING.replace("1", "10")),
    "ending": (PROCEEDING, "instead of my abandon: you gains 10 coins\n"),
    "around": (
        "instead of my abandon:\n  proceed\nbefore my abandon: you gains 1 coins\nafter my abandon: you gains 10 coins\n",
        NOTHING,
    ),
    "acting": (
        "action stoke\n  during conquests\n  once per turn\n  do: you gains (number of regions of me) coins\n",
        "instead of my stoke:\n  you gains 10 coins\n  proceed\n",
    ),
    "asking": (
        "instead of my abandon:\n  may wait: you gains 2 coins\n  proceed\n  may cheer: you gains 7 coins\n",
        NOTHING,
    ),
    "a_phase": ("instead of my redeployment:\n  you gains 3 coins\n  proceed\n", NOTHING),
}
"""The rules of a race and of its power, by what they do: all of one pack, since only what somebody has is in play."""
TWICE = "event chirp of people:\n  (owner of people) gains 3 coins\nafter abandon: do chirp of people\n"


def tile(kind, name, rules, more=""):
    head = f"  {kind}_{name}:\n    name: {kind.capitalize()} {name}\n    number: 5\n{more}    rules: |\n"
    return head + indented(rules, 6)


def pond(folder, cases, own=""):
    """Rules with a race and a power for each case."""
    races = [tile("newts", name, rules, "    tray: 10\n") for name, (rules, _) in cases.items()]
    powers = [tile("bellows", name, rules) for name, (_, rules) in cases.items()]
    lent = "  hasty:\n    name: Hasty\n    number: 1\n    rules: |\n      instead of my abandon: you gains 5 coins\n"
    text = "races:\n" + "".join(races) + "powers:\n" + "".join(powers) + lent
    text += "rules: |\n" + indented(own, 2) if own else ""
    return load("smallworld", write_pack(folder, "pond", text))


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    return pond(tmp_path_factory.mktemp("packs"), CASES)


def position(rules, case):
    people = {
        "race": f"newts_{case}",
        "power": f"bellows_{case}",
        "player": 0,
        "at": {"a": 2, "b": 1},
        "hand": 3,
    }
    return rules.position({"players": 2, "map": RING, "phase": "conquests", "peoples": [people]})


def gained(game, *choices):
    pytest.importorskip("wasmtime")
    before = game.view(0)["players"][0]["coins"]
    state = game.state
    for choice in choices:
        game.choose(choice)
    after = game.view(0)["players"][0]["coins"]
    assert compared(state, random.Random(1).randrange)
    return after - before


def held(game, region):
    return game.view(0)["regions"][region]["holder"] is not None


def test_the_condition_is_asked_after_what_comes_before(rules):
    game = position(rules, "conditional")
    assert gained(game, "abandon:b") == 5
    assert held(game, "b")


def test_also_if_the_rule_before_belongs_to_another_tile(rules):
    """Which of the two was loaded first never matters."""
    assert gained(position(rules, "with_another"), "abandon:b") == 6


def test_a_rule_that_comes_into_play_before_takes_its_place(rules):
    # No rule that could take its place was in play when it began, but one that comes before it was.
    assert gained(position(rules, "lending"), "abandon:b") == 5


def test_it_goes_on_with_what_it_replaces(rules):
    game = position(rules, "going_on")
    assert gained(game, "abandon:b") == 12
    assert not held(game, "b")


def test_the_next_one_that_replaces_it_comes_first(rules):
    """Each goes on with what would have happened without it: the power behind the race, then the thing itself."""
    game = position(rules, "both")
    assert gained(game, "abandon:b") == 11
    assert not held(game, "b")


def test_the_next_one_may_end_it(rules):
    game = position(rules, "ending")
    assert gained(game, "abandon:b") == 11
    assert held(game, "b")


def test_twice_is_twice(tmp_path):
    doubled = {"doubled": ("instead of my chirp:\n  repeat 2 times: proceed\n", NOTHING)}
    assert gained(position(pond(tmp_path, doubled, TWICE), "doubled"), "abandon:b") == 6


def test_before_and_after_come_once(rules):
    assert gained(position(rules, "around"), "abandon:b") == 11


def test_the_body_of_an_action_still_knows_its_bearer(rules):
    assert gained(position(rules, "acting"), "stoke") == 12


def test_somebody_may_be_asked_meanwhile_and_the_game_be_saved(rules):
    game = position(rules, "asking")
    game.choose("abandon:b")
    for answer in ("yes", "yes"):
        saved = Game.from_json(game.to_json(), game.rules)
        assert saved.hash == game.hash
        other = saved.copy()
        game.choose(answer)
        other.choose(answer)
        assert other.hash == game.hash
    assert not held(game, "b")


def test_a_phase_goes_on(rules):
    game = position(rules, "a_phase")
    asked = set()
    while game.decision is not None and game.decision.player == 0 and len(asked) < 20:
        asked.add(game.decision.key)
        game.choose(len(game.decision.options) - 1)
    assert any("redeploy" in key or "place" in key or "region" in key for key in asked), asked
