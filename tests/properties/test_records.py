"""Saves, replays, undo and copies give the same game back."""

from __future__ import annotations

import pytest
import strategies as ours
from hypothesis import given, settings
from hypothesis import strategies as st

from ruledsl import Game, GameError


def same(one, other):
    """Are two games at the same point, as far as anybody can tell?"""
    assert one.hash == other.hash
    assert one.over == other.over
    assert one.choices == other.choices
    assert one.state.journal == other.state.journal
    if not one.over:
        assert (one.decision.player, one.decision.key) == (other.decision.player, other.decision.key)
        assert [o.id for o in one.decision.options] == [o.id for o in other.decision.options]


def play_on(games, play, chance, decisions):
    """Make the same choices in several games."""
    for _ in range(decisions):
        if games[0].over:
            return
        index = play.pick(games[0], chance)
        for game in games:
            game.choose(index)


@settings(max_examples=20)
@given(ours.plays(), st.integers(3, 11))
def test_a_saved_game_goes_on_as_the_game_itself(play, every):
    game, chance = play.begin()
    while not game.over:
        if len(game.choices) % every == 0 or not game.decision.kind.startswith("offer"):
            again = Game.from_json(game.to_json(), game.rules)
            same(game, again)
            assert again.to_json() == game.to_json()
            play_on((game, again), play, chance, 4)
            same(game, again)
        else:
            game.choose(play.pick(game, chance))
    same(game, Game.from_json(game.to_json(), game.rules))


def test_saves_in_the_middle_of_abilities_are_among_those_tried():
    """Of every kind of choice there is at least one in some game that is saved and goes on."""
    found = {}
    for packs, board in ours.boards():
        for seed in range(12):
            play = ours.Play(packs, board, 3, seed, seed, eager=True)
            game, chance = play.begin()
            while not game.over:
                place = (game.decision.kind, game.decision.key)
                if found.get(place, 0) < 2:
                    found[place] = found.get(place, 0) + 1
                    again = Game.from_json(game.to_json(), game.rules)
                    same(game, again)
                    index = play.pick(game, chance)
                    again.choose(index)
                    game.choose(index)
                    same(game, again)
                else:
                    game.choose(play.pick(game, chance))
    assert len(found) > 15, sorted(found)
    assert {kind for kind, _ in found} >= {"choose", "may_choose", "may", "offer", "offer_one"}


@settings(max_examples=25)
@given(ours.moments())
def test_a_game_played_again_is_the_same(game):
    same(game, game.replayed())
    same(game, Game.from_json(game.to_json(), game.rules).replayed())


def test_a_save_finds_its_own_packs():
    game = ours.Play(("smallworld", "underground"), "underground_2p", 2, 1, 1, eager=True).after(40)
    same(game, Game.from_json(game.to_json()))


@settings(max_examples=15)
@given(ours.plays(), st.integers(20, 120), st.booleans())
def test_undo_goes_back_step_by_step(play, decisions, from_save):
    game, chance = play.begin()
    states = [(game.hash, list(game.state.journal))]
    for _ in range(decisions):
        if game.over:
            break
        game.choose(play.pick(game, chance))
        states.append((game.hash, list(game.state.journal)))
    if from_save:
        game = Game.from_json(game.to_json(), game.rules)
    played, states = game.copy(), states[:-1]
    for hashed, journal in reversed(states):
        game.undo(force=True)
        assert (game.hash, game.state.journal) == (hashed, journal)
    with pytest.raises(GameError):
        game.undo(force=True)
    for index in played.choices:
        game.choose(index)
    same(game, played)


@settings(max_examples=40)
@given(ours.plays(), st.integers(0, 200))
def test_undo_stops_where_something_was_revealed(play, decisions):
    game, chance = play.begin()
    for _ in range(decisions):
        before, reveals = game.hash, game.state.G[4]
        game.choose(play.pick(game, chance))
        after, revealed = game.hash, game.state.G[4] != reveals
        other = game.copy()
        if revealed:
            with pytest.raises(GameError):
                other.undo()
            assert other.hash == after
        else:
            other.undo()
            assert other.hash == before
        if game.over:
            return


@settings(max_examples=25)
@given(ours.moments(), st.randoms(use_true_random=False), st.integers(1, 40))
def test_copies_do_not_see_each_other(game, chance, decisions):
    before = game.to_json()
    other = game.copy()
    for _ in range(decisions):
        if other.over:
            break
        other.choose(chance.randrange(len(other.decision.options)))
    assert game.to_json() == before
    after = other.to_json()
    for _ in range(decisions):
        if game.over:
            break
        game.choose(chance.randrange(len(game.decision.options)))
    assert other.to_json() == after
    for one in (game, other):
        while one.choices:
            one.undo(force=True)
    same(game, other)
