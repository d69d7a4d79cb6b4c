"""Maps that are made of others: what they extend, what lies beside them, what is joined; in packs and written in place."""

import random
import sys
from pathlib import Path

import pytest

from ruledsl.engine.machines.questions import Questions
from ruledsl.play.game import Game
from ruledsl.play.positions.export import position_of
from ruledsl.play.rules import load

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "check")]
import invariants  # noqa: E402 - found by the path above
from trying import try_pack  # noqa: E402

PACK = """\
maps:
  changed:
    name: Changed
    extends: small_world_2p
    players: [2, 3]
    regions:
      1: removed
      2: {terrain: lake, entry: false, symbols: []}
      5: {borders: [4, 10]}
      24: {terrain: hill, edge: true, borders: [23, 10]}
  further: {name: Further, extends: changed, rounds: 7, regions: {24: {symbols: [mine]}}}
  worlds:
    name: Worlds
    extends: further
    beside: {k: small_world_3p, r: rock}
    joins: [[24, k1], [k2, r1]]
    draw: {small: 1}
  larger: {name: Larger, extends: worlds, draw: {small: 1}, regions: {23: removed, 24: removed}}
boards:
  rock: {name: Rock, size: other, sheet: r, regions: {1: {terrain: hill, borders: []}}}
  gull: {name: Gull, size: small, sheet: g, joins: [[1, 2]], regions: {1: {terrain: hill, entry: true, borders: []}, 2: {terrain: sea, borders: []}}}
  seal: {name: Seal, size: small, sheet: s, regions: {1: {terrain: swamp, entry: true, borders: []}}}
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("maps")
    _, found = try_pack(folder, {"maps.yaml": PACK})
    assert found is not None
    return load(str(folder / "house"))


def regions(board):
    return {region.id: region for region in board.regions}


def is_symmetric(board):
    found = regions(board)
    return len(found) == len(board.regions) and all(
        region.id in found[other].borders for region in board.regions for other in region.borders
    )


def test_what_is_not_said_stays(rules):
    board, before = rules.map("changed"), rules.map("small_world_2p")
    assert (board.rounds, board.players) == (10, (2, 3))
    old, new = regions(before), regions(board)
    assert list(new) == [*(id_ for id_ in old if id_ != "1"), "24"]
    assert (new["2"].traits, new["24"].traits) == (("lake", "edge"), ("hill", "edge"))
    assert new["2"].shape == old["2"].shape
    assert set(new["2"].borders) == set(old["2"].borders) - {"1"}
    assert {id_ for id_ in new if new[id_] == old.get(id_)} >= {"3", "7", "8"}
    assert is_symmetric(board)


def test_borders_that_are_said_anew_are_all_there_are(rules):
    new = regions(rules.map("changed"))
    assert set(new["5"].borders) == {"4", "10"}
    assert "5" not in new["9"].borders
    assert set(new["24"].borders) == {"23", "10"}
    assert "24" in new["23"].borders


def test_a_chain(rules):
    assert regions(rules.map("further"))["24"].traits == ("hill", "mine", "edge")
    assert (rules.map("further").rounds, rules.map("further").players) == (7, (2, 3))


def test_boards_stay_boards_where_they_are_joined(rules):
    board = rules.board("worlds:gull")
    place = {id_: number for number, id_ in enumerate(board.ids)}
    assert board.near[place["24"]] >> place["k1"] & 1
    assert board.near[place["r1"]] == 1 << place["k2"]
    assert board.near[place["a1"]] == 1 << place["a2"]
    some = ("2", "24", "k1", "k9", "r1", "a1", "a2")
    assert [board.boards[place[id_]] for id_ in some] == [0, 0, 1, 1, 2, 3, 4]


def test_a_border_of_a_region_that_is_removed_goes_with_it(rules):
    board = rules.map("larger:gull+seal")
    assert rules.map("larger").draw == {"small": 2}
    assert is_symmetric(board)
    assert board.joins == (("k2", "r1"), ("a1", "a2"))


IN_PLACE = {
    "extends": "small_world_2p",
    "beside": {"b": "worlds:seal"},
    "rounds": 4,
    "regions": {"x": {"terrain": "hill", "borders": [5]}, "1": "removed", "9": {"symbols": ["mine"]}},
    "joins": [["x", "bk1"]],
    "islands": [["x", 2]],
}


def test_a_map_in_place_is_made_of_others_too(rules):
    game = rules.position({"players": 2, "map": IN_PLACE, "regions": {"br1": {}}, "setting_out": True})
    board = game.state.board
    place = {id_: number for number, id_ in enumerate(board.ids)}
    assert board.rounds == 4
    assert "1" not in place
    assert board.near[place["x"]] == 1 << place["5"] | 1 << place["bk1"]
    assert board.boards[place["x"]] == board.boards[place["2"]] != board.boards[place["bk1"]]
    assert board.near[place["b24"]] >> place["bk1"] & 1
    assert board.boards[place["b24"]] != board.boards[place["bk1"]]
    again = rules.position(position_of(game))
    assert again.state.board.ids == board.ids
    assert Game.from_json(game.to_json(), rules).hash == game.hash


@pytest.mark.parametrize("name", ["changed", "worlds", "larger:seal+gull"])
def test_whole_games(rules, name):
    game, chance = rules.new_game(2, 5, name), random.Random(name)
    while not game.over:
        game.choose(chance.randrange(len(game.decision.options)))
    invariants.check(game)
    assert Game.from_json(game.to_json(), rules).standings == game.standings


def test_packs_are_told_that_maps_take_too_much(tmp_path):
    doubled = "\n".join(
        f"  m{i}: {{name: M, extends: m{i - 1}, beside: {{{chr(96 + i)}: m{i - 1}}}}}" for i in range(1, 20)
    )
    text = f"maps:\n  m0: {{name: M, extends: small_world_2p}}\n{doubled}\n"
    found, _ = try_pack(tmp_path, {"maps.yaml": text})
    assert [(finding.code, finding.span.line) for finding in found] == [("P051", 9)]


def test_packs_are_told_that_many_maps_take_too_much_together(tmp_path):
    text = "maps:\n" + "".join(f"  m{i}: {{name: M, extends: small_world_5p}}\n" for i in range(600))
    found, _ = try_pack(tmp_path, {"maps.yaml": text})
    assert {finding.code for finding in found} == {"P051"}


def test_a_long_chain(tmp_path):
    links = "".join(f"  m{i}: {{name: M, extends: m{i + 1}}}\n" for i in range(3000))
    last = "  m3000: {name: M, players: [2], rounds: 9, regions: {1: {terrain: hill, entry: true, borders: []}}}\n"
    found, _ = try_pack(tmp_path, {"maps.yaml": f"maps:\n{links}{last}"})
    assert {finding.code for finding in found} == {"P051"}


def test_pieces_that_join_regions_are_borders():
    sky = load("sky_islands")
    land = {id_: {"terrain": "hill"} for id_ in "abcdef"} | {"a": {"terrain": "hill", "borders": ["b"]}}
    ends = {"b": {"stairway": 1}, "c": {"stairway": 1, "beanstalk": 1}, "e": {"beanstalk": 1}}
    lying = {id_: {"pieces": pieces} for id_, pieces in ends.items()}
    g = sky.position({"players": 2, "map": {"regions": land}, "regions": lying}).state
    everywhere = g.board.everywhere

    def mask(ids):
        return sum(1 << g.board.ids.index(id_) for id_ in ids)

    ask = Questions(g)
    assert [ask("neighbours", r) for r in range(6)] == [mask(ids) for ids in ("b", "ac", "be", "", "c", "")]
    assert ask("neighbours", -1) == 0
    assert ask("surroundings", mask("af")) == mask("b")
    assert ask("surroundings", mask("ce")) == mask("bce")
    assert ask("spread", mask("a"), everywhere) == mask("abce")
    assert ask("groups", everywhere) == 3
    assert [ask("board", r) for r in range(6)] == [0, 0, 1, 2, 3, 4]
