"""`draw` from a set: chance says which, the same for the same seed."""

import pytest
from scratch import RING, race, write_pack

from ruledsl.base.errors import GameError, PackError
from ruledsl.play.positions.export import position_of
from ruledsl.play.rules import load

LOTS = """\
remember lot of game: region
remember drawn of game: set of region
action cast
  during conquests
  do:
    draw one from (regions - drawn)
    set lot to one
    put one in drawn
my income +(if lot is none then 0 else 100)
"""


def game(tmp_path, rules=LOTS, **more):
    loaded = load("smallworld", write_pack(tmp_path, "pond", race("newts", rules)))
    newts = {"race": "newts", "player": 0, "at": {"a": 2}, "hand": 3}
    position = {"players": 2, "map": RING, "phase": "conquests", "peoples": [newts], **more}
    return loaded.position(position)


def drawn(table, times):
    for _ in range(times):
        table.choose("cast")
    return position_of(table)["memory"]["game"].get("drawn", [])


def test_each_is_drawn_once_and_then_nobody(tmp_path):
    table = game(tmp_path)
    assert sorted(drawn(table, 4)) == ["a", "b", "c", "d"]
    assert table.value("income", people="newts") > 100
    table.choose("cast")
    assert table.value("income", people="newts") < 100


def test_chance_follows_from_the_seed(tmp_path):
    found = {}
    loaded = load("smallworld", write_pack(tmp_path, "pond", race("newts", LOTS)))
    newts = {"race": "newts", "player": 0, "at": {"a": 2}, "hand": 3}
    for seed in (1, 2, 3, 4, 5, 6, 1):
        position = {"players": 2, "map": RING, "phase": "conquests", "peoples": [newts], "seed": seed}
        first = drawn(loaded.position(position), 1)
        assert found.setdefault(seed, first) == first
    assert len(set(map(str, found.values()))) > 1


def test_a_position_says_what_comes(tmp_path):
    assert drawn(game(tmp_path, dice=[3]), 1) == ["d"]


def test_a_draw_stands(tmp_path):
    table = game(tmp_path)
    table.choose("cast")
    with pytest.raises(GameError, match="a roll or a draw"):
        table.undo()


def test_only_decks_are_turned_up(tmp_path):
    with pytest.raises(PackError, match="T001"):
        game(
            tmp_path,
            "after my conquest:\n  draw gift from tiles of region until gift is none\n  return gift to top of banners",
        )
