"""Pieces that are race tokens: no token is made or lost by them, positions hold them, and a position that is written out can be read again."""

import json
import random

import invariants
import pytest
from lengths import part

from ruledsl import Game, GameError, PositionError
from ruledsl.engine.state.keys import HAND_BITS
from ruledsl.play.positions.export import position_of
from ruledsl.play.rules import load


def test_positions_with_beasts_are_read_again():
    rules = load("warcraft")
    market = [{"race": "naga", "power": "beast_master"}]
    seen = 0
    for seed in range(part(12, 4)):
        chance = random.Random(seed)
        game = rules.position(
            {"players": 2, "map": "islands_2p", "seed": seed, "market": market, "setting_out": True}
        )
        while not game.over and game.round < 6:
            options = [option.id for option in game.decision.options]
            eager = [option for option in options if option not in ("stop", "decline")]
            game.choose("take:naga" if "take:naga" in options else chance.choice(eager or options))
            if game.decision.rule == "core: conquests":
                again = rules.position(position_of(game))
                assert again.view(0)["regions"] == game.view(0)["regions"]
                seen += (
                    game.state.stock[rules.program.pieces.index("beast")]
                    < rules.composition.pieces["beast"].supply
                )
    assert seen


@pytest.mark.parametrize(
    ("packs", "combo", "board"),
    [
        (("warcraft",), ("tauren", "beast_master"), "islands_2p"),
        (("warcraft", "smallworld", "spiders_web", "leaders"), ("draenei", "championing"), "islands_2p"),
        (("smallworld", "cursed", "leaders"), ("ghouls", "hordes_of"), "small_world_2p"),
    ],
)
def test_stand_ins_are_never_lost_sight_of(packs, combo, board):
    """At every decision no token is made or lost, and the game can be saved, also in the middle of a move."""
    rules = load(*packs)
    race, power = combo
    for seed in range(part(2)):
        chance = random.Random(seed)
        market = [{"race": race, "power": power}]
        game = rules.position(
            {"players": 2, "map": board, "seed": seed, "market": market, "setting_out": True}
        )
        for turn in range(150):
            if game.over:
                break
            options = [option.id for option in game.decision.options]
            game.choose(f"take:{race}" if f"take:{race}" in options else chance.choice(options))
            invariants.check(game)
            if turn % 10 == 0:
                text = game.to_json()
                assert Game.from_json(text, rules).hash == game.hash
                assert Game.from_json(text, rules, replay=False).hash == game.hash


PLAIN = {
    "players": 2,
    "map": {"regions": {"a": {"terrain": "hill", "entry": True, "borders": ["b"]}, "b": {"terrain": "hill"}}},
    "peoples": [{"race": "trolls", "power": "beast_master", "player": 0, "at": {"a": 1}}],
}


@pytest.mark.parametrize(("region", "count"), [("a", 2), ("b", 1)])
def test_a_position_with_more_stand_ins_than_tokens_is_refused(region, count):
    with pytest.raises(PositionError, match="More pieces stand in"):
        load("warcraft").position({**PLAIN, "regions": {region: {"pieces": {"beast": count}}}})


def test_a_save_with_a_beast_that_is_no_token_is_refused():
    rules = load("warcraft")
    save = json.loads(rules.position({**PLAIN, "phase": "conquests"}).to_json())
    beast = rules.program.pieces.index("beast")
    save["state"]["stock"][beast] -= 1
    save["state"]["held"].append([beast << HAND_BITS, 1])
    with pytest.raises(GameError, match="tokens than a tray held"):
        Game.from_json(json.dumps(save), rules, replay=False)
