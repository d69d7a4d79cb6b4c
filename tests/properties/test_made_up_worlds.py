"""Rules that hypothesis makes up: after every choice the game can be saved, and goes on as if it had not been."""

from __future__ import annotations

import random
import tempfile

import strategies as ours
import worlds
from hypothesis import HealthCheck, given, settings
from lengths import part
from test_records import same

from ruledsl import Game, GameError
from ruledsl.play.positions.export import position_of

LONGEST = 30
"""Choices of one game."""


def read_again(game):
    """The game saved and loaded, by playing it again and by what its state says."""
    text = game.to_json()
    found = [Game.from_json(text, game.rules), Game.from_json(text, game.rules, replay=False)]
    for again in found:
        same(game, again)
        assert again.to_json() == text
    return found


def chosen(every, choice):
    """Take a choice in several games; what one refuses all refuse, and none is changed by it."""
    before, refused = every[0].hash, 0
    for game in every:
        try:
            game.choose(choice)
        except GameError:
            refused += 1
            assert game.hash == before
    assert refused in {0, len(every)}
    for other in every[1:]:
        same(every[0], other)


def eager(game, chance):
    """Any option, and mostly not the last one, which stops."""
    most = len(game.decision.options)
    return chance.randrange(most - 1 if most > 1 and chance.random() < 0.7 else most)


# ── worlds that are made up ──


@settings(max_examples=part(60), suppress_health_check=[HealthCheck.too_slow])
@given(worlds.rulebooks(), ours.SEEDS)
def test_whatever_the_rules_are(book, seed):
    with tempfile.TemporaryDirectory() as folder:
        rules = worlds.loaded(folder, *book)
    chance = random.Random(seed)
    game = rules.new_game(2, seed)
    for _ in range(LONGEST):
        if game.over:
            break
        chosen([game, *read_again(game)], eager(game, chance))
    read_again(game)
    assert len(game.log) == len(game.state.journal)
    for player in range(game.players):
        assert game.view(player)["player"] == player
    same(game, game.replayed())
    while game.choices:
        game.undo(force=True)
    same(game, rules.new_game(2, seed))


@settings(max_examples=part(25), suppress_health_check=[HealthCheck.too_slow])
@given(worlds.notebooks(), ours.SEEDS)
def test_whatever_is_remembered_is_in_the_position(book, seed):
    with tempfile.TemporaryDirectory() as folder:
        rules = worlds.loaded(folder, book)
    chance = random.Random(seed)
    game = rules.new_game(2, seed)
    for _ in range(12):
        again = rules.position(position_of(game))
        read_again(again)
        assert position_of(again) == position_of(game)
        for player in range(game.players):
            assert again.view(player) == game.view(player)
        game.choose(eager(game, chance))
