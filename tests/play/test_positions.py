import copy
import json
import random
from contextlib import suppress
from pathlib import Path

import pytest
from scratch import RING, write_pack

from ruledsl.base.diagnostics import Diagnostics, explain
from ruledsl.base.errors import GameError
from ruledsl.engine.machines.setup import Setup
from ruledsl.play.game import Game
from ruledsl.play.positions.export import position_of
from ruledsl.play.positions.reader import PositionError, shown
from ruledsl.play.rules import load
from ruledsl.rules.packs.yaml.nodes import to_plain
from ruledsl.rules.packs.yaml.reader import read_yaml_text

SMALL = {
    "regions": {"a": {"terrain": "hill", "entry": True, "borders": ["b"]}, "b": {"terrain": "mountain"}},
}
TEXT = (Path(__file__).parent / "positions.yaml").read_text(encoding="utf-8")
CASES = to_plain(read_yaml_text(TEXT, "positions.yaml", Diagnostics()))["cases"]


@pytest.fixture(scope="module")
def rules():
    return load("smallworld")


def with_map(data):
    return {**data, "map": SMALL} if isinstance(data, dict) and data.get("map") == "small" else data


@pytest.mark.parametrize("name", CASES)
def test_positions_that_cannot_be(rules, name):
    case = CASES[name]
    with pytest.raises(PositionError) as caught:
        rules.position(with_map(case["data"]))
    found = {shown(path): message for path, message in caught.value.problems}
    assert found.keys() == case["problems"].keys(), str(caught.value)
    for place, part in case["problems"].items():
        assert part in found[place]
    assert caught.value.code == case["code"]
    assert explain(caught.value.code)
    assert caught.value.path == caught.value.problems[0][0]
    assert isinstance(caught.value, GameError)


@pytest.mark.parametrize(
    "data", [{"players": 2, "round": 1.5}, {"players": 2, "peoples": [object()]}, {"players": {2}}]
)
def test_what_is_no_plain_data_is_refused(rules, data):
    with pytest.raises(PositionError, match=r"no plain data|no whole number"):
        rules.position(data)


def test_what_is_nested_without_end_is_refused(rules):
    data = {"players": 2}
    data["memory"] = data
    with pytest.raises(PositionError, match="nested too deeply"):
        rules.position(data)


POSITION = {
    "players": 2,
    "map": SMALL,
    "round": 3,
    "phase": "conquests",
    "dice": [3, 0],
    "coins": [5, 7],
    "peoples": [
        {
            "race": "ratmen",
            "power": "hill",
            "player": 0,
            "hand": 4,
            "at": {"a": 2},
            "memory": {"attempts": 1},
        },
        {"race": "tritons", "player": 1, "at": {"b": 1}},
    ],
    "regions": {"b": {"pieces": {"mountain": 1}}},
}


FULL = {
    **POSITION,
    "acting": "ratmen",
    "regions": {
        "a": {"holder": "ratmen", "tiles": ["elves"], "face_down": ["orcs"], "memory": {}},
        "b": {"pieces": {"mountain": 1}},
    },
    "hands": [{"pieces": {"hole": 1}}],
    "trays": {"ratmen": 1},
    "stock": {"hole": 0},
    "market": [{"race": "ghouls", "power": "swamp", "coins": 2}],
    "decks": {"banners": ["amazons"], "discarded_badges": ["flying"]},
    "tiles": {"ghouls": {"coins": 1, "memory": {"badge": "swamp"}, "borrows": "humans"}},
    "memory": {"game": {}, "players": [{"declining": False}]},
    "done": [{"action": "dragon_attack", "times": 1}],
    "setting_out": True,
}


def test_a_position_is_as_it_says(rules):
    game = rules.position(POSITION)
    view = game.view(0)
    assert (game.round, game.players, game.decision.player, game.decision.rule) == (
        3,
        2,
        0,
        "core: conquests",
    )
    assert view["players"][0]["coins"] == 5
    assert view["regions"]["b"] == {"holder": "tritons", "tokens": 1, "pieces": {"mountain": 1}, "tiles": []}
    assert view["peoples"][0]["memory"] == {"attempts": 1}
    assert view["stock"]["mountain"] == 8
    assert len(view["decks"]["column"]) == 6


def test_the_data_is_not_changed_and_kept_as_plain_data(rules):
    data = copy.deepcopy(POSITION)
    game = rules.position(data)
    assert data == POSITION
    game.choose("stop")
    assert data == POSITION
    assert json.loads(json.dumps(game.start["position"])) == game.start["position"]


def test_keys_may_be_numbers(rules):
    game = rules.position(
        {
            "players": 2,
            "map": "small_world_2p",
            "phase": "conquests",
            "peoples": [{"race": "ratmen", "player": 0, "at": {7: 1}}],
        }
    )
    assert game.view(0)["regions"]["7"]["holder"] == "ratmen"


def test_regions_and_the_game_remember_what_is_said(tmp_path):
    declared = "rules: |\n  remember trodden of region: number\n  remember floods of game: number\n"
    rules = load("smallworld", write_pack(tmp_path, "pond", declared))
    told = {"regions": {"a": {"memory": {"trodden": 2}}}, "memory": {"game": {"floods": 3}}}
    game = rules.position({"players": 2, "map": RING, **told})
    read_back = position_of(game)
    assert read_back["regions"]["a"]["memory"] == {"trodden": 2}
    assert "memory" not in read_back["regions"].get("b", {})
    assert read_back["memory"]["game"] == {"floods": 3}


def test_memories_of_the_turn_survive_inside_it_and_go_at_its_beginning(rules):
    inside = rules.position(POSITION)
    assert inside.view(0)["peoples"][0]["memory"] == {"attempts": 1}
    beginning = rules.position({key: entry for key, entry in POSITION.items() if key != "phase"})
    assert beginning.view(0)["peoples"][0]["memory"] == {}


def test_a_game_from_a_position_is_saved_replayed_and_taken_back(rules):
    game = rules.position(POSITION)
    first = game.hash
    game.choose("conquer:b" if "conquer:b" in [o.id for o in game.decision.options] else 0)
    again = Game.from_json(game.to_json(), rules)
    assert again.hash == game.hash == game.replayed().hash
    again.undo()
    assert again.hash == first
    assert again.view(1)["map"] == game.view(1)["map"]


JUNK = [
    None,
    True,
    -1,
    3,
    10**30,
    "",
    "x",
    "ratmen",
    "a",
    [],
    {},
    [1],
    ["a"],
    {"a": 1},
    [[]],
    [None],
    "gone",
    "mustering",
]


def places(data, path=()):
    """The place of everything in the data."""
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield (*path, key)
        yield from places(data[key], (*path, key))


def test_whatever_the_data_is_only_a_position_error_is_raised(rules):
    chance = random.Random(11)
    for _ in range(1200):
        data = copy.deepcopy(FULL)
        for _ in range(chance.randint(1, 3)):
            *above, last = chance.choice(list(places(data)))
            inner = data
            for key in above:
                inner = inner[key]
            inner[last] = copy.deepcopy(chance.choice(JUNK))
        with suppress(PositionError):
            rules.position(data)


def test_two_peoples_in_one_region(rules):
    peoples = [
        {"race": "ratmen", "player": 0, "at": {"a": 2}},
        {"race": "tritons", "player": 1, "at": {"a": 1}},
    ]
    game = rules.position({"players": 2, "map": SMALL, "peoples": peoples})
    assert game.view(0)["regions"]["a"]["holder"] == "ratmen"
    assert game.view(0)["regions"]["a"]["others"] == {"tritons": 1}
    other = rules.position(
        {"players": 2, "map": SMALL, "peoples": peoples, "regions": {"a": {"holder": "tritons"}}}
    )
    assert other.view(0)["regions"]["a"]["holder"] == "tritons"


def test_islands_of_a_map_in_place():
    hill = {"terrain": "hill"}
    regions = {"a": hill, "b": hill, "c": hill, "d": {**hill, "borders": ["c"]}}

    def boards(**more):
        game = load("warcraft").position({"players": 2, "map": {"regions": regions, **more}})
        return game.state.board.boards[:4]

    assert boards() == [0, 1, 2, 2]
    assert boards(islands=[["a", "b"], ["c"]]) == [0, 0, 1, 1]
    assert boards(islands=[["a", "d"]]) == [0, 1, 0, 0]


def test_the_seed_says_what_is_dealt(rules):
    def column(seed):
        game = rules.position({"players": 2, "map": SMALL, "seed": seed})
        return [tile["tile"] for tile in game.view(0)["decks"]["column"]]

    assert column(4) == column(4)
    assert len({tuple(column(seed)) for seed in range(8)}) > 1


def test_limits_that_are_used_up(rules):
    data = {
        "players": 2,
        "map": SMALL,
        "phase": "conquests",
        "peoples": [{"race": "ratmen", "power": "dragon_master", "player": 0, "hand": 3, "at": {"a": 1}}],
    }
    free = rules.position(data)
    assert "dragon_attack:b" in [option.id for option in free.decision.options]
    used = rules.position({**data, "done": [{"action": "dragon_attack"}]})
    assert "dragon_attack:b" not in [option.id for option in used.decision.options]
    assert position_of(used)["done"] == [{"action": "dragon_attack", "tile": "dragon_master"}]


@pytest.mark.parametrize("seed", range(4))
def test_positions_of_running_games_show_the_same(rules, seed):
    chance = random.Random(seed)
    game = rules.new_game(2 + seed % 3, seed=seed)
    while not game.over:
        if game.decision.kind in {"offer", "offer_one"} and chance.random() < 0.3:
            again = rules.position(json.loads(json.dumps(position_of(game))))
            for player in range(game.players):
                assert again.view(player) == game.view(player)
        game.choose(chance.randrange(len(game.decision.options)))
    assert rules.position(position_of(game)).over


def test_tiles_that_do_not_exist_cost_no_step_of_the_engine(rules, monkeypatch):
    done, do = [], Setup.do
    monkeypatch.setattr(Setup, "do", lambda *args: done.append(args) or do(*args))

    def steps(count):
        done.clear()
        tiles = [f"nothing{n}" for n in range(count)]
        with pytest.raises(PositionError):
            rules.position({"players": 2, "map": SMALL, "regions": {"a": {"tiles": tiles}}})
        return len(done)

    assert steps(40) == steps(10)


def test_the_last_entry_of_a_limit_counts():
    rules = load("sky_islands")
    entries = [{"action": "send_a_drake", "tile": "drakons", "times": times} for times in (1, 3)]
    position = {
        "players": 2,
        "map": "islands_2p:large_a+large_b",
        "peoples": [{"race": "drakons", "player": 0, "hand": 5}],
    }
    position["map"] = rules.new_game(2, 1).board.id
    twice, once = ({**position, "done": done} for done in (entries, entries[1:]))
    assert rules.position(twice).hash == rules.position(once).hash
    assert rules.position(twice).decision.ids == rules.position(once).decision.ids


def test_peoples_that_do_not_exist_are_problems_and_no_burden(rules):
    with pytest.raises(PositionError) as problem:
        rules.position({"players": 2, "peoples": [{"race": "x"}] * 3000})
    assert len(problem.value.problems) > 10
