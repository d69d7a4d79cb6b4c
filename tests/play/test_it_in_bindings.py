"""`it` where a set gets its name from the rule around it: `for each`, `choose … from` and the `from` of an action."""

import pytest
from scratch import RING, race, write_pack

from ruledsl.play.rules import load

# In the ring a is a hill beside b and c; b is farmland, c forest, d swamp. Hills beside farmland: a alone. Farmland beside a hill: b alone.
NESTED = "regions where (some other in neighbours of it where other is farmland and it is hill)"


def position(rules, tmp_path, phase="conquests"):
    loaded = load("smallworld", write_pack(tmp_path, "pond", race("newts", rules)))
    newts = {"race": "newts", "power": "alchemist", "player": 0, "at": {"a": 2, "b": 1}, "hand": 3}
    return loaded.position({"players": 2, "map": RING, "phase": phase, "peoples": [newts]})


@pytest.mark.parametrize(
    "rule",
    [
        f"  for each spot in {NESTED}:\n    if spot is hill: you gains 7 coins",
        f"  let spots be {NESTED}\n  for each spot in spots:\n    if spot is hill: you gains 7 coins",
        f"  choose spot from {NESTED}\n  if spot is hill: you gains 7 coins",
    ],
    ids=["for each", "let", "choose"],
)
def test_it_is_the_outer_one_inside_a_set_whose_members_have_a_name(tmp_path, rule):
    game = position(f"after my abandon:\n{rule}\n", tmp_path)
    before = game.view(0)["players"][0]["coins"]
    game.choose("abandon:b")
    assert game.view(0)["players"][0]["coins"] == before + 7


def test_it_is_the_target_in_what_an_action_is_aimed_at(tmp_path):
    rules = f"action look of spot\n  during conquests\n  from {NESTED}\n  do: you gains 1 coins\n"
    game = position(rules, tmp_path)
    assert [o.id for o in game.decision.options if o.id.startswith("look")] == ["look:a"]


def test_the_name_means_the_same_member(tmp_path):
    named = NESTED.replace("of it", "of spot").replace("and it is", "and spot is")
    rules = f"action look of spot\n  during conquests\n  from {named}\n  do: you gains 1 coins\n"
    game = position(rules, tmp_path)
    assert [o.id for o in game.decision.options if o.id.startswith("look")] == ["look:a"]
