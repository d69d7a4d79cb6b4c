"""Pieces that lie on tiles: they travel with them, everybody sees them, none is made or lost, and nothing lies on a tile that is hidden."""

import random

import invariants
import pytest
from lengths import part
from printers import compared
from scratch import race, write_pack

from ruledsl import Game, PositionError
from ruledsl.play.positions.export import position_of
from ruledsl.play.rules import load

MARKERS = """
before my opening:
  may choose combo from column where not (it has seal):
    move 1 seal from box to combo
  may choose scarred from column where badge of it is not none:
    move 1 seal from box to badge of scarred
after my conquest:
  move 1 seal from box to this
  move all seal from (power of me) to race of me
before my decline:
  for each sealed in tiles of seal where amount of seal on it is at least 2:
    for each kind in markers of sealed: move 1 kind from sealed to box
"""
WARDENS = race("wardens", MARKERS, number=9, tray=16) + "pieces: {seal: {name: Seal, supply: 9, symbol: s}}\n"


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    home = write_pack(tmp_path_factory.mktemp("marked"), "wardens", WARDENS, requires=("smallworld",))
    return load("smallworld", home)


def begun(rules, seed):
    market = [{"race": "wardens", "power": "berserk"}, {"race": "ratmen", "power": "flying"}]
    return rules.position(
        {"players": 2, "map": "small_world_2p", "seed": seed, "market": market, "setting_out": True}
    )


def test_none_is_made_or_lost_and_all_is_kept(rules):
    most = 0
    for seed in range(part(6, 3)):
        chance, game = random.Random(seed), begun(rules, seed)
        for turn in range(200):
            if game.over:
                break
            options = [option.id for option in game.decision.options]
            taking = [option for option in options if option == "take:wardens"]
            game.choose(chance.choice(taking or options))
            invariants.conserved(game.state)
            most = max(most, len(game.view(0)["tiles"]))
            assert game.view(0)["tiles"] == game.view(1)["tiles"]
            if turn % 20 == 0 and not game.over:
                assert Game.from_json(game.to_json(), rules, replay=False).hash == game.hash
                if game.decision.rule == "core: conquests":
                    assert rules.position(position_of(game)).view(0)["tiles"] == game.view(0)["tiles"]
    assert most > 2


def test_both_printers_mark_the_same(rules):
    pytest.importorskip("wasmtime")
    for seed in range(part(4, 4)):
        assert compared(begun(rules, seed).state, random.Random(seed).randrange, 120)


def test_nothing_lies_on_a_hidden_tile(rules):
    """Where it is put down face down, what lay on it goes to the box; a position that says otherwise is refused."""
    with pytest.raises(PositionError, match=r"tiles\.orcs\.pieces: Nothing lies on a tile"):
        rules.position(
            {
                "players": 2,
                "map": "small_world_2p",
                "decks": {"banners": ["orcs"]},
                "tiles": {"orcs": {"pieces": {"seal": 1}}},
            }
        )


def test_a_banner_that_goes_into_the_pile_loses_what_lay_on_it(rules):
    people = {"race": "wardens", "player": 0, "at": {"1": 1}, "stage": "declined"}
    other = {"race": "orcs", "power": "hill", "player": 0, "at": {"2": 1}}
    marked = {"wardens": {"pieces": {"seal": 3}}, "hill": {"pieces": {"seal": 2}}}
    game = rules.position(
        {"players": 2, "map": "small_world_2p", "peoples": [people, other], "tiles": marked}
    )
    assert game.view(1)["stock"]["seal"] == 4
    assert game.view(1)["tiles"] == marked
    game.choose("decline")
    assert game.view(1)["stock"]["seal"] == 7, (
        "the Wardens' banner lies in the pile, the badge open among those put away"
    )
    assert game.view(1)["tiles"] == {"hill": {"pieces": {"seal": 2}}}
