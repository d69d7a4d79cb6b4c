"""Tokens from outside the tray: positions hold them, and a position that is written out can be read again."""

import random

from ruledsl.play.rules import load
from ruledsl.positions.export import position_of


def test_positions_with_beasts_are_read_again():
    rules = load("warcraft")
    market = [{"race": "naga", "power": "beast_master"}]
    seen = 0
    for seed in range(12):
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
