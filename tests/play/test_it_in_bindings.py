"""`it` where a set gets its name from the rule around it: `for each`, `choose … from` and the `from` of an action."""

import pytest
from scratch import RING, race, write_pack

from ruledsl.play.rules import load

# In the ring a is a hill beside b and c; b is farmland, c forest, d swamp. Hills beside farmland: a alone. Farmland beside a hill: b alone.
NESTED = "regions where (some other in neighbours of it where other is farmland and it is hill)"
NAMED = NESTED.replace("of it", "of spot").replace("and it is", "and spot is")
MEMBERS = {
    "for each": f"  for each spot in {NESTED}:\n    if spot is hill: you gains 7 coins",
    "let": f"  let spots be {NESTED}\n  for each spot in spots:\n    if spot is hill: you gains 7 coins",
    "choose": f"  choose spot from {NESTED}\n  if spot is hill: you gains 7 coins",
}
RULES = {
    **{name: f"after my abandon:\n{rule}\n" for name, rule in MEMBERS.items()},
    "target": f"action look of spot\n  during conquests\n  from {NESTED}\n  do: you gains 1 coins\n",
    "name": f"action gaze of spot\n  during conquests\n  from {NAMED}\n  do: you gains 1 coins\n",
}
"""The rules of a race for each test, in one pack: only those of the one that is played are in play."""


def id_of(name):
    return f"newts_{name.replace(' ', '_')}"


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    races = "".join(race(id_of(name), rule).removeprefix("races:\n") for name, rule in RULES.items())
    return load("smallworld", write_pack(tmp_path_factory.mktemp("packs"), "pond", "races:\n" + races))


def position(rules, name):
    newts = {"race": id_of(name), "power": "alchemist", "player": 0, "at": {"a": 2, "b": 1}, "hand": 3}
    return rules.position({"players": 2, "map": RING, "phase": "conquests", "peoples": [newts]})


@pytest.mark.parametrize("name", MEMBERS)
def test_it_is_the_outer_one_inside_a_set_whose_members_have_a_name(rules, name):
    game = position(rules, name)
    before = game.view(0)["players"][0]["coins"]
    game.choose("abandon:b")
    assert game.view(0)["players"][0]["coins"] == before + 7


def test_it_is_the_target_in_what_an_action_is_aimed_at(rules):
    game = position(rules, "target")
    assert [o.id for o in game.decision.options if o.id.startswith("look")] == ["look:a"]


def test_the_name_means_the_same_member(rules):
    game = position(rules, "name")
    assert [o.id for o in game.decision.options if o.id.startswith("gaze")] == ["gaze:a"]
