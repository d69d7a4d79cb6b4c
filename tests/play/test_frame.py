"""How games end, and who sees coins: what a pack says of its frame."""

import worlds

from ruledsl import load

COUNTED = "    rounds: 5\n"
ENDING = "\nvalue enough = 7\nafter turn:\n  player gains 1 coin\n  if coins of player is at least enough: end game\n"


def framed(folder, frame, ending=ENDING):
    """A world without a last round."""
    for name, text in worlds.files(ending.split("\n")).items():
        assert name != "world.yaml" or COUNTED in text
        (folder / name).write_text(
            text.replace(COUNTED, "") + (frame if name == "world.yaml" else ""), encoding="utf-8"
        )
    return load(str(folder))


def test_a_goal_ends_a_game_without_a_last_round(tmp_path):
    rules = framed(tmp_path, "\nends: {goal: enough}\ncoins: {open: true}\n")
    game = rules.new_game(2)
    assert game.over
    assert (game.round, game.view(0)["rounds"]) == (2, None)
    assert [row["score"] for row in game.standings] == [7, 6]


def asked(folder, frame):
    """A world in which somebody is asked."""
    offer = "\naction go\n  during acting\n  do:\n    player gains 1 coin\n"
    return framed(folder, frame, offer).new_game(2)


def test_open_coins_are_seen_by_all(tmp_path):
    game = asked(tmp_path, "\nends: rule\ncoins: {open: true}\n")
    assert [player["coins"] for player in game.view(1)["players"]] == [4, 5]
    assert game.view(1).value("score", player=0) == 4
    sample = game.sample(1, 3)
    assert [player["coins"] for player in sample.view(0)["players"]] == [4, 5]


def test_secret_coins_are_seen_by_their_player(tmp_path):
    game = asked(tmp_path, "\nends: rule\n")
    assert [player["coins"] for player in game.view(1)["players"]] == [None, 5]


def test_without_coins_nobody_sees_any(tmp_path):
    game = asked(tmp_path, "\nends: rule\ncoins: none\n")
    assert [player["coins"] for player in game.view(1)["players"]] == [None, None]
