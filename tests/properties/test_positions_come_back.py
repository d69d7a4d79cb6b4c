"""Any game that rules can lead to can be set up again from its position: made-up rules without core and every pack, any choices, every decision."""

from __future__ import annotations

import random
import tempfile

import pytest
import strategies as ours
import worlds
from hypothesis import HealthCheck, given, settings
from lengths import part, seldom

from ruledsl import GameError, load, position_of
from ruledsl.rules.packs import known_packs

LONGEST = 20
"""Choices of one game."""


def seen(game):
    """What everybody is asked and sees; how a game has ended."""
    asked = game.standings if game.over else (game.decision.player, game.decision.rule, game.decision.ids)
    return asked, [game.view(seat).as_dict() for seat in range(game.players)]


def is_said(rules, game):
    """Does a position say this moment? Then its game is the same for everybody."""
    try:
        data = position_of(game)
    except GameError as refused:
        if refused.code != "G052":
            raise
        return False
    assert seen(rules.position(data)) == seen(game)
    return True


@settings(max_examples=part(120, of=30), suppress_health_check=[HealthCheck.too_slow])
@given(worlds.rulebooks(), ours.SEEDS)
def test_positions_come_back(book, seed):
    with tempfile.TemporaryDirectory() as folder:
        rules = worlds.loaded(folder, *book)
    chance = random.Random(seed)
    game = rules.new_game(2, seed)
    while not game.over and len(game.choices) < LONGEST:
        if len(game.choices) % seldom(1) == 0:
            assert is_said(rules, game) or game.choices
        try:
            game.choose(chance.randrange(len(game.decision.options)))
        except GameError:  # too much to do
            return


@pytest.mark.parametrize("pack", known_packs())
def test_every_moment_of_a_game_can_be_said(pack):
    """But not those in which the board is still set out: what was shuffled and drawn there is nowhere."""
    rules = load(pack) if load(pack).composition.maps else load("smallworld", pack)
    chance = random.Random(pack)
    game = rules.new_game(3, chance.randrange(99))
    setting_out = True
    while not game.over:
        if len(game.choices) % seldom(2, of=12) == 0:
            said = is_said(rules, game)
            assert said or setting_out, game.decision.rule
            setting_out = setting_out and not said
        game.choose(chance.randrange(len(game.decision.options)))
    assert is_said(rules, game)
