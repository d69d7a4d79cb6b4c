"""Two tiles with an action of one name: options, explanations and positions say whose is meant."""

import pytest
from scratch import RING, indented, race, write_pack

from ruledsl.base.errors import GameError
from ruledsl.play.positions.export import position_of
from ruledsl.play.positions.reader import PositionError
from ruledsl.play.rules import load

JUMP = """\
action jump of region
  during conquests
  once per turn
  from regions of me
  do: you gains {coins} coins
"""
FROGS = race("frogs", JUMP.format(coins=1))
CRICKETS = "powers:\n  crickets:\n    name: Crickets\n    number: 4\n    rules: |\n" + indented(
    JUMP.format(coins=2), 6
)
PEOPLE = {"race": "frogs", "power": "crickets", "player": 0, "at": {"a": 2}, "hand": 3}
POSITION = {"players": 2, "map": RING, "phase": "conquests", "peoples": [PEOPLE]}
BOTH = {"jump@frogs:a", "jump@crickets:a"}


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    folder = tmp_path_factory.mktemp("packs")
    return load(write_pack(folder, "pond", FROGS), write_pack(folder, "meadow", CRICKETS))


@pytest.fixture
def game(rules):
    return rules.position(POSITION)


def jumps(game):
    return {option.id for option in game.decision.options if option.id.startswith("jump")}


def coins(game):
    return game.view(0)["players"][0]["coins"]


def test_the_id_names_the_tile_and_so_does_the_label(game):
    assert jumps(game) == BOTH
    labels = {option.id: option.label for option in game.decision.options}
    assert labels["jump@frogs:a"] == "jump a hill (Frogs)"
    assert game.decision.options[game.decision.index_of("jump@frogs:a")].data == {
        "action": "jump",
        "tile": "frogs",
        "target": "a",
    }


@pytest.mark.parametrize(("choice", "gained"), [("jump@frogs:a", 1), ("jump@crickets:a", 2)])
def test_the_one_that_was_named_is_taken(game, choice, gained):
    game.choose(choice)
    assert jumps(game) == BOTH - {choice}
    assert coins(game) == gained
    assert any(choice.partition("@")[2][:4].capitalize() in entry.text for entry in game.log)


def test_why_not_is_asked_of_one_or_of_all(game):
    game.choose("jump@frogs:a")
    assert game.why_not("jump@frogs", "a").result is not True
    assert game.why_not("jump@crickets", "a").result is True
    assert game.why_not("jump", "a").result is True
    with pytest.raises(GameError, match=r"Did you mean `jump@frogs`"):
        game.why_not("jump@frog", "a")


def test_a_position_says_whose_was_taken(game, rules):
    game.choose("jump@frogs:a")
    data = position_of(game)
    assert data["done"] == [{"action": "jump", "tile": "frogs"}]
    assert jumps(rules.position(data)) == BOTH - {"jump@frogs:a"}
    assert jumps(rules.position({**POSITION, "done": [{"action": "jump@crickets"}]})) == {"jump@frogs:a"}


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"action": "jump"}, "Say it with `tile:`"),
        ({"action": "jump", "tile": "ratmen"}, "has no action"),
        ({"action": "jumps"}, "Did you mean `jump`"),
    ],
)
def test_what_does_not_say_whose_is_a_problem(rules, entry, said):
    with pytest.raises(PositionError, match=said):
        rules.position({**POSITION, "done": [entry]})


def test_a_saved_game_goes_on_with_both(game):
    game.choose("jump@crickets:a")
    assert type(game).from_json(game.to_json(), game.rules).hash == game.hash
