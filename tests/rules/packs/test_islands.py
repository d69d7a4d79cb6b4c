"""Maps that are put together from boards: what can be drawn, what a game gets, what is refused."""

import random
import sys
from collections import Counter
from pathlib import Path

import pytest
from other_states import first_state

from ruledsl.base.errors import GameError
from ruledsl.play.game import Game
from ruledsl.play.rules import load
from ruledsl.rules.packs.maps.drawing import draws, map_of_faces

sys.path.insert(0, str(Path(__file__).parents[2]))
import invariants

MAPS = {"islands_2p": (2, 16), "islands_3p": (3, 64), "islands_4p": (4, 64), "islands_5p": (5, 64)}
LAND = {"small": 7, "medium": 9, "large": 11}


@pytest.fixture(scope="module")
def rules():
    return load("warcraft")


def maps(rules, name):
    board = rules.composition.maps[name]
    return [map_of_faces(board, faces) for faces in draws(board)]


@pytest.mark.parametrize("name", MAPS)
def test_everything_that_can_be_drawn(rules, name):
    players, count = MAPS[name]
    found = maps(rules, name)
    assert len({board.id for board in found}) == len(found) == count
    for board in found:
        traits = Counter(trait for region in board.regions for trait in region.traits)
        assert traits["icon"] == players
        assert traits["mountain"] <= rules.composition.pieces["mountain"].supply
        assert traits["murloc"] <= rules.composition.pieces["murloc"].supply
        assert all(traits[land] for land in ("mountain", "hill", "forest", "swamp", "farmland"))
        ids = {region.id: region for region in board.regions}
        assert len(ids) == len(board.regions)
        assert all(region.id in ids[other].borders for region in board.regions for other in region.borders)


def test_islands_have_their_sizes(rules):
    for face in rules.composition.maps["islands_4p"].faces.values():
        land = [region for region in face.regions if region.traits[0] not in ("lake", "sea")]
        anchors = sum("anchor" in region.traits for region in land)
        assert (len(land), anchors >= 2 + (face.size == "large")) == (LAND[face.size], True)


def test_the_seed_draws(rules):
    drawn = [rules.new_game(3, seed, "islands_3p").state.board.id for seed in range(60)]
    assert drawn == [rules.new_game(3, seed, "islands_3p").state.board.id for seed in range(60)]
    faces = {face for name in drawn for face in name.partition(":")[2].split("+")}
    assert faces == set(rules.composition.maps["islands_3p"].faces)


@pytest.mark.parametrize("name", MAPS)
def test_a_game_on_everything_that_can_be_drawn(rules, name):
    players, _ = MAPS[name]
    for seed, board in enumerate(maps(rules, name)):
        game, chance = rules.new_game(players, seed, board.id), random.Random(seed)
        while not game.over:
            game.choose(chance.randrange(len(game.decision.options)))
        invariants.check(game)


def test_islands_do_not_touch(rules):
    game = rules.new_game(5, 1, "islands_5p")
    assert max(game.state.board.boards) == 4


def test_a_saved_game_finds_its_islands(rules):
    game = rules.new_game(2, 7, "islands_2p")
    for step in range(12):
        game.choose(step % len(game.decision.options))
    again = Game.from_json(game.to_json(), rules)
    assert (again.hash, again.state.board.id) == (game.hash, game.state.board.id)
    game.undo(force=True)
    assert len(game.choices) == 11


def test_boards_can_be_named(rules):
    name = "islands_2p:large_2b+small_1a"
    assert rules.new_game(2, 1, name).state.board.id == name
    assert rules.position({"players": 2, "map": name, "regions": {"a1": {}}}).state.board.id == name


@pytest.mark.parametrize(
    "faces",
    ["large_1a", "large_1a+large_1b", "small_1a+small_1b", "large_1a+small_9", "large_1a+small_1a+small_2a"],
)
def test_boards_that_cannot_be_drawn_together(rules, faces):
    with pytest.raises(GameError, match="is no map"):
        rules.new_game(2, 1, f"islands_2p:{faces}")


def test_a_map_with_regions_of_its_own_is_not_drawn(rules):
    with pytest.raises(GameError, match="not drawn from boards"):
        rules.new_game(2, 1, "warcraft_test:large_1a")


def test_places_of_two_worlds_start_in_their_own_decks():
    mixed = load("crossover", "warcraft")
    state = first_state(mixed.code, mixed.board("underground_2p"), 2, 0)
    found = {
        name: {mixed.composition.tiles[mixed.program.tiles[tile]].pack for tile in state.decks[deck]}
        for deck, name in enumerate(mixed.code.decks)
    }
    assert (found["finds"], found["legends"]) == ({"underground"}, {"warcraft"})
