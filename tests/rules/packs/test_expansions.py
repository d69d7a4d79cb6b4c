"""The expansions in one game, with each world and with all of them: whole games hold together and can be saved at any decision."""

from __future__ import annotations

import random
import sys
from functools import cache
from pathlib import Path

import pytest
from lengths import seldom

from ruledsl import Game, load

sys.path.insert(0, str(Path(__file__).parents[2]))
import invariants

EXPANSIONS = ("cursed", "grand_dames", "be_not_afraid", "royal_bonus")
ALL = ("smallworld", "underground", "warcraft", "crossover")
GAMES = [
    (("smallworld",), "small_world_3p", 3),
    (("underground",), "underground_4p", 4),
    (("warcraft",), "islands_2p", 2),
    (ALL, "small_world_5p", 5),
    (ALL, "islands_3p", 3),
    (("necromancer_island", "tales"), "necromancer_4p", 4),
]


@cache
def rules(packs):
    return load(*packs, *EXPANSIONS)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("packs", "board", "players"), GAMES, ids=str)
def test_whole_games_hold_together_and_can_be_saved(packs, board, players, seed):
    chance = random.Random(f"{board} {seed}")
    game = rules(packs).new_game(players, seed, board)
    while not game.over:
        ids = [option.id for option in game.decision.options]
        game.choose("expand" if "expand" in ids and chance.random() < 0.7 else chance.choice(ids))
        if not len(game.choices) % seldom(1):
            invariants.check(game)
        if chance.random() < 0.02:
            again = Game.from_json(game.to_json(), game.rules, replay=chance.random() < 0.5)
            assert again.hash == game.hash
            game = again
    assert Game.from_json(game.to_json(), game.rules).standings == game.standings
