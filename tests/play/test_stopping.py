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


MOMENTS = ("before my opening", "before my conquests", "after my redeployment", "after my scoring")


@pytest.fixture(scope="module")
def otters(tmp_path_factory):
    """A race for each moment, in one pack: only the rules of the one that is played are in play."""
    races = [race(f"otters_{n}", f"{moment}: stop conquests") for n, moment in enumerate(MOMENTS)]
    text = "races:\n" + "".join(one.removeprefix("races:\n") for one in races)
    return load(write_pack(tmp_path_factory.mktemp("packs"), "otters", text))


@pytest.mark.parametrize("moment", MOMENTS)
def test_where_no_offer_is_under_way_nothing_happens(otters, moment):
    people = {"race": f"otters_{MOMENTS.index(moment)}", "player": 0, "at": {"a": 1}, "hand": 2}
    game = otters.position({"players": 2, "map": RING, "peoples": [people]})
    game.choose("expand")
    game.choose("conquer:b")
    for _ in range(3):
        game.choose(0)
    assert game.view(0)["turn"] == 1
