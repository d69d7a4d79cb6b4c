"""In two games that are alike for a seat and differ in secrets, a bot in that seat chooses the same."""

import random

import pytest
import strategies as ours
from two_worlds import otherwise

from ruledsl.play.bots import bot
from ruledsl.play.views import SeatView


@pytest.mark.parametrize("name", ["greedy", "search:16"])
@pytest.mark.parametrize("pack", ["smallworld", "underground"])
def test_two_worlds(name, pack):
    chance = random.Random(f"{name} {pack}")
    game = ours.rules_of(pack).new_game(3, 11)
    asked = 0
    while not game.over and asked < 6:
        seat = game.decision.player
        if len(game.choices) % 17 == 5 and game.decision.count > 1:
            asked += 1
            other = otherwise(game, seat, chance)
            mine, theirs = (bot(name, 3).choose(SeatView(one, seat)) for one in (game, other))
            assert mine == theirs
        game.choose(chance.randrange(game.decision.count))
    assert asked == 6
