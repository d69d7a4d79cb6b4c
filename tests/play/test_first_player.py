"""Who begins a round, and who follows whom: values of core that rules change."""

import pytest
from scratch import RING, write_pack

from ruledsl.play.rules import load

PACK = """\
places:
  crown: {name: Crown, rules: "always: first_player becomes owner of holder of here"}
rules: |
  remember backwards of game: flag
  follower becomes only of (players where next of it is player) if backwards
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("first")
    return load("underground", write_pack(folder, "crowns", PACK, requires=("underground",)))


def seats(game):
    """Whose turns follow, round by round."""
    found = [[game.round, game.view(0)["turn"]]]
    while not game.over:
        now = [game.round, game.view(0)["turn"]]
        if now != found[-1]:
            found.append(now)
        game.choose(0)
    return found


def begun(rules, turn=0, **memory):
    terrains = {"hill": "mudpool", "farmland": "mudpool", "forest": "mudpool", "swamp": "mudpool"}
    regions = {key: {**row, "terrain": terrains[row["terrain"]]} for key, row in RING["regions"].items()}
    return rules.position(
        {
            "players": 3,
            "map": {"rounds": 2, "regions": regions},
            "turn": turn,
            "memory": {"game": memory},
            "peoples": [
                {"race": "drow", "player": 0, "at": {"a": 2}},
                {"race": "flames", "player": 1, "at": {"b": 2}},
                {"race": "kraken", "player": 2, "at": {"c": 8}},
            ],
            "regions": {"c": {"tiles": ["crown"]}},
        }
    )


def test_a_place_makes_its_holder_the_first_player_of_the_next_round(rules):
    assert seats(begun(rules, begun_by=0)) == [[1, 0], [1, 1], [1, 2], [2, 2], [2, 0], [2, 1]]


def test_a_position_within_a_round_goes_on_to_its_end(rules):
    assert seats(begun(rules, turn=1)) == [[1, 1], [1, 2], [2, 2], [2, 0], [2, 1]]
    assert begun(rules, turn=1).value("turns_left") == 3 + 2


def test_the_order_may_run_the_other_way(rules):
    assert seats(begun(rules, turn=2, begun_by=2, backwards=True)) == [
        *([1, 2], [1, 1], [1, 0]),
        *([2, 2], [2, 1], [2, 0]),
    ]


def test_without_such_rules_it_is_clockwise_from_the_first_seat(rules):
    game = rules.new_game(3, 5)
    assert seats(game)[:4] == [[1, 0], [1, 1], [1, 2], [2, 0]]
