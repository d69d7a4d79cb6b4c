"""Any game that rules can lead to can be set up again from its position: made-up rules without core, any choices, every offer."""

from __future__ import annotations

import random
import tempfile

import strategies as ours
import worlds
from hypothesis import HealthCheck, given, settings
from lengths import part

from ruledsl import GameError, position_of

LONGEST = 20
"""Choices of one game."""


def of_the_table(data):
    """What a position says of things that lie somewhere, whoever comes to act."""
    return {key: entry for key, entry in data.items() if key not in ("phase", "acting", "seed")}


@settings(max_examples=part(120), suppress_health_check=[HealthCheck.too_slow])
@given(worlds.rulebooks(), ours.SEEDS)
def test_positions_come_back(book, seed):
    with tempfile.TemporaryDirectory() as folder:
        rules = worlds.loaded(folder, *book)
    chance = random.Random(seed)
    game = rules.new_game(2, seed)
    while not game.over and len(game.choices) < LONGEST:
        if game.decision.kind == "offer":
            data = position_of(game)
            again = position_of(rules.position(data))
            assert of_the_table(again) == of_the_table(data)
        try:
            game.choose(chance.randrange(len(game.decision.options)))
        except GameError:  # too much to do
            return
