"""Whatever the rules are and whatever is chosen: after every choice the game can be saved, and goes on as if it had not been."""

from __future__ import annotations

import random
import tempfile

import strategies as ours
import worlds
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_records import same

from ruledsl import Game, GameError

LONGEST = 40
"""Choices of one game."""


def chosen(games, index):
    """Take a choice in several games; what one refuses all refuse."""
    refused = []
    for game in games:
        try:
            game.choose(index)
        except GameError as problem:
            refused.append(problem.code)
    assert len(refused) in (0, len(games))
    return not refused


def read_again(game):
    """The game saved and loaded, by playing it again and by what its state says."""
    text = game.to_json()
    found = [Game.from_json(text, game.rules)]
    for again in found:
        same(game, again)
        assert again.to_json() == text
    return found


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(worlds.rulebooks(), ours.SEEDS)
def test_every_game_can_be_saved_after_every_choice(book, seed):
    with tempfile.TemporaryDirectory() as folder:
        rules = worlds.loaded(folder, *book)
    chance = random.Random(seed)
    game = rules.new_game(2, seed)
    while not game.over and len(game.choices) < LONGEST:
        index = chance.randrange(len(game.decision.options))
        if not chosen([game, *read_again(game)], index):
            return
    read_again(game)
