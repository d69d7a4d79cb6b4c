"""`stop` ends the offer that is under way, whichever of a phase it is, and nothing where there is none."""

import pytest
from scratch import RING, race, write_pack

from ruledsl.play.rules import load

TWO_OFFERS = """\
rules: |
  phase fair before opening of turn:
    offer to player
    offer to player
  action haggle
    during fair
    do: stop fair
"""


def ids(game):
    return [option.id for option in game.decision.options]


def test_each_offer_of_a_phase_can_be_stopped(tmp_path):
    game = load(write_pack(tmp_path, "fairs", TWO_OFFERS)).position({"players": 2, "map": RING})
    assert ids(game) == ["haggle", "stop"]
    game.choose("haggle")
    assert ids(game) == ["haggle", "stop"]
    game.choose("haggle")
    assert game.decision.info.name == "opening"


@pytest.mark.parametrize(
    "moment", ["before my opening", "before my conquests", "after my redeployment", "after my scoring"]
)
def test_where_no_offer_is_under_way_nothing_happens(tmp_path, moment):
    folder = write_pack(tmp_path, "otters", race("otters", f"{moment}: stop conquests"))
    people = {"race": "otters", "player": 0, "at": {"a": 1}, "hand": 2}
    game = load(folder).position({"players": 2, "map": RING, "peoples": [people]})
    game.choose("expand")
    game.choose("conquer:b")
    for _ in range(3):
        game.choose(0)
    assert game.view(0)["turn"] == 1
