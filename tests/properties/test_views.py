"""A player's view holds what that player may know, and nothing else."""

from __future__ import annotations

import json

import invariants
import strategies as ours
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import part

from ruledsl import load
from ruledsl.engine.state import layout as at


def leaves(data, path=()):
    """Everything in nested data that is no list and no mapping, with the way to it."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from leaves(value, (*path, place))
    else:
        yield path, data


@settings(max_examples=part(20))
@given(ours.plays())
def test_a_view_is_plain_data_without_secrets(play):
    for game in play.walk(every=9):
        g = game.state
        width = g.code.tile_width
        down = [g.code.program.tiles[t] for t in g.laid if g.T.get(t * width + at.CONCEALED)]
        for player in range(game.players):
            view = game.view(player).as_dict()
            assert json.loads(json.dumps(view)) == view
            purses = [entry["coins"] for entry in view["players"]]
            coins = [g.Y[p * g.code.player_width] for p in range(g.seats)]
            assert purses == [n if p == player or game.over else None for p, n in enumerate(coins)]
            for deck, name in enumerate(g.code.decks):
                shown = view["decks"][name]
                assert (
                    shown == len(g.decks[deck]) if g.code.hidden[deck] else len(shown) == len(g.decks[deck])
                )
            for path, value in leaves(view):
                assert value not in down, path
                assert value != g.G[at.RANDOM], path
            decision = view["decision"]
            assert decision is None or ("options" in decision) == (decision["player"] == player)


@settings(max_examples=part(100))
@given(ours.moments(), ours.SEEDS)
def test_a_sample_looks_like_the_game_to_its_player(game, seed):
    before = game.hash
    for player in range(game.players):
        sample = game.sample(player, seed)
        invariants.check(sample)
        assert sample.view(player) == game.view(player)
        assert sample.hash == game.sample(player, seed).hash
        assert sample.state.G[at.RANDOM] != game.state.G[at.RANDOM]
    assert game.hash == before


def test_a_sample_with_the_seed_of_the_game_does_not_know_its_dice():
    for seed in range(4):
        game = load("smallworld").new_game(3, seed)
        assert game.sample(0, seed).state.G[at.RANDOM] != game.state.G[at.RANDOM]


@settings(max_examples=part(20))
@given(ours.moments(), ours.SEEDS, st.randoms(use_true_random=False))
def test_a_sample_can_be_played_to_its_end(game, seed, chance):
    sample = game.sample(game.decision.player, seed)
    while not sample.over:
        sample.choose(chance.randrange(len(sample.decision.options)))
        invariants.check(sample)
