"""Moments in the middle of an action: a position begins earlier, and has the answers since."""

import pytest
from scratch import RING, race, write_pack

from ruledsl import Game, GameError, load, position_of, run_scenarios
from ruledsl.base.diagnostics import explain
from ruledsl.play.positions.reader import PositionError

BIDS = """
remember price of game: number
action haggle
  during conquests
  do:
    each buyer in turn from next of you may choose bid from (price + 1) to coins of buyer until all others pass:
      set price to bid
    roll reinforcement as luck
    may keep_it: you gain luck coins
"""
FAIR = """
rules: |
  remember cry of game: number until turn
  phase fair before opening of turn:
    each buyer in turn from next of player may choose shout from (cry + 1) to coins of buyer until all others pass:
      set cry to shout
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    return load("smallworld", write_pack(tmp_path_factory.mktemp("answers"), "pond", race("sellers", BIDS)))


@pytest.fixture
def game(rules):
    people = {"race": "sellers", "player": 0, "at": {"a": 2}, "hand": 4}
    return rules.position(
        {"players": 3, "map": RING, "phase": "conquests", "peoples": [people], "coins": [9, 9, 9]}
    )


def answered(game, *answers):
    for answer in answers:
        game.choose(answer)
    return position_of(game)


def test_an_offer_needs_none(game):
    assert "answers" not in position_of(game)


def test_who_has_passed_is_not_forgotten(tmp_path):
    """After two bids and a pass the phase stands where it began, with another one to come: a position without answers would ask all again."""
    rules = load("smallworld", write_pack(tmp_path, "pond", FAIR))
    game = rules.position({"players": 3, "map": RING, "phase": "fair", "coins": [9, 9, 9]})
    data = answered(game, "2", "none", "4")
    assert data["answers"] == ["2", "none", "4"]
    again = rules.position(data)
    assert (again.decision.player, again.decision.ids) == (1, game.decision.ids)
    again.choose("5")
    assert again.decision.player == 0


def test_dice_show_the_same_again(rules, game):
    data = answered(game, "haggle", "none", "none", "none")
    assert len(data["dice"]) == 1
    again = rules.position(data)
    assert again.decision.prompt == game.decision.prompt
    again.choose("yes")
    game.choose("yes")
    assert again.view(0)["players"] == game.view(0)["players"]


def test_answers_are_choices_of_the_game(rules, game):
    again = rules.position(answered(game, "haggle", "3"))
    assert Game.from_json(again.to_json(), rules).hash == again.hash
    again.undo()
    assert again.decision.player == 1


@pytest.mark.parametrize(
    ("answers", "path", "said"),
    [
        (["haggle", "10"], ("answers", 1), "10"),
        (["haggel"], ("answers", 0), "haggel"),
        ("haggle", ("answers",), "list"),
    ],
)
def test_answers_that_are_not_possible(rules, game, answers, path, said):
    with pytest.raises(PositionError, match=said) as caught:
        rules.position({**position_of(game), "answers": answers})
    assert (caught.value.path, caught.value.code) == (path, "G030")


def test_a_board_that_is_set_out_is_no_position():
    game = load("crossover").new_game(3, 1)
    with pytest.raises(GameError, match="crossover: after denning") as caught:
        position_of(game)
    assert caught.value.code == "G052"
    assert explain("G052")


SCENARIO = """
scenarios:
  the_rage_goes_on:
    packs: [smallworld]
    position:
      players: 2
      map: {regions: {a: {terrain: hill, entry: true, borders: [b]}, b: {terrain: hill}}}
      phase: conquests
      peoples: [{race: ratmen, power: diplomat, player: 0, hand: 5}, {race: elves, player: 1, at: {b: 1}}]
      answers: ["conquer:a", stop]
    steps:
      - options: {player: 0, kind: may_choose, include: ["1", none]}
"""


def test_scenarios_have_them(tmp_path):
    report = run_scenarios(texts={"scenarios/middle.yaml": SCENARIO})
    assert report.passed, report.diagnostics
