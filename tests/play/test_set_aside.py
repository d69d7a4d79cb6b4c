"""Race tokens that are set aside: from where and to where they go, that none is made or lost, and that positions and saves hold them."""

import random

import invariants
import pytest
from lengths import part
from printers import compared
from scratch import RING, race, write_pack

from ruledsl import Game, PositionError
from ruledsl.play.positions.export import position_of
from ruledsl.play.rules import load

WANDERERS = """
after my conquest:
  move 1 token of me from hand to aside
  may choose post from regions of me where tokens of me in it is at least 2:
    move 1 token of me from post to aside
before my redeployment:
  may choose post from regions of me: move 1 token of me from aside to post
  may rally: move all token of me from aside to hand
after my parting: move lost token of me from tray to aside
before my decline:
  move 1 token of me from tray to aside
  move 1 token of race of me from aside to tray
"""


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    home = write_pack(
        tmp_path_factory.mktemp("aside"),
        "wanderers",
        race("wanderers", WANDERERS, number=9, tray=16),
        requires=("smallworld", "sky_islands", "warcraft"),
    )
    return load("smallworld", "sky_islands", "warcraft", home)


def begun(rules, seed):
    market = [{"race": "wanderers", "power": "beast_master"}, {"race": "scavengers", "power": "flying"}]
    return rules.position(
        {"players": 2, "map": "islands_2p", "seed": seed, "market": market, "setting_out": True}
    )


def choice(game, chance):
    """Mostly conquests, so that tokens are lost; a decline now and then."""
    options = [option.id for option in game.decision.options]
    taking = [o for o in options if o in ("take:wanderers", "take:scavengers")]
    eager = [option for option in options if option.startswith("conquer")]
    return chance.choice(taking or (eager if chance.random() < 0.7 else []) or options)


def test_no_token_is_made_or_lost_and_all_is_kept(rules):
    most = 0
    for seed in range(part(8, 4)):
        chance, game = random.Random(seed), begun(rules, seed)
        for turn in range(200):
            if game.over:
                break
            game.choose(choice(game, chance))
            invariants.conserved(game.state)
            most = max(most, sum(game.view(0)["aside"].values()))
            if turn % 20 == 0 and not game.over:
                assert Game.from_json(game.to_json(), rules, replay=False).hash == game.hash
                if game.decision.rule == "core: conquests":
                    again = rules.position(position_of(game))
                    for key in ("aside", "trays", "regions"):
                        assert again.view(0)[key] == game.view(0)[key]
    assert most > 3


def test_both_printers_set_aside_the_same(rules):
    pytest.importorskip("wasmtime")
    for seed in range(part(6, 6)):
        assert compared(begun(rules, seed).state, random.Random(seed).randrange, 120)


def small(rules, **more):
    return rules.position({"players": 2, "map": RING, "phase": "conquests", **more})


def test_a_stand_in_goes_to_the_box(rules):
    """A Beast of the Wanderers lies in its region; it is no token of the tray, so it is not set aside."""
    people = {"race": "wanderers", "power": "beast_master", "player": 0, "hand": 4, "at": {"a": 3}}
    game = small(rules, peoples=[people], regions={"a": {"pieces": {"beast": 1}}})
    for option in ("conquer:b", "a"):
        game.choose(option)
    assert game.view(0)["aside"] == {"wanderers": 1}
    assert game.view(0)["regions"]["a"]["tokens"] == 2
    assert "beast" not in game.view(0)["regions"]["a"]["pieces"]
    assert "trays" not in position_of(game)  # they follow from what is in play and aside
    invariants.check(game)


def test_more_than_the_tray_holds_is_refused(rules):
    people = {"race": "wanderers", "player": 0, "hand": 4, "at": {"a": 3}}
    with pytest.raises(PositionError, match="At most 9 race tokens can be set aside"):
        small(rules, peoples=[people], aside={"wanderers": 10})
