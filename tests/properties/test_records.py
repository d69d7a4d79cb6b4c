"""Saves, replays, undo and copies give the same game back."""

from __future__ import annotations

import random

import pytest
import strategies as ours
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import part

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


@settings(max_examples=part(20))
@given(ours.plays(), st.integers(3, 11))
def test_a_saved_game_goes_on_as_the_game_itself(play, every):
    game, chance = play.begin()
    while not game.over:
        if len(game.choices) % every == 0 or not game.decision.kind.startswith("offer"):
            again = Game.from_json(game.to_json(), game.rules)
            quick = Game.from_json(game.to_json(), game.rules, replay=False)
            same(game, again)
            same(game, quick)
            assert again.to_json() == game.to_json() == quick.to_json()
            play_on((game, again, quick), play, chance, 4)
            same(game, again)
            same(game, quick)
        else:
            game.choose(play.pick(game, chance))
    same(game, Game.from_json(game.to_json(), game.rules))


def test_saves_in_the_middle_of_abilities_are_among_those_tried():
    """Of every kind of choice there is at least one in some game that is saved and goes on."""
    found = {}
    for packs, board in ours.boards():
        for seed in range(part(12, 4)):
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


@settings(max_examples=part(25))
@given(ours.moments())
def test_a_game_played_again_is_the_same(game):
    same(game, game.replayed())
    same(game, Game.from_json(game.to_json(), game.rules).replayed())


@settings(max_examples=part(25))
@given(ours.moments(), ours.SEEDS, st.randoms(use_true_random=False), st.integers(0, 40))
def test_a_sample_is_saved_with_the_state_that_it_began_with(game, seed, chance, decisions):
    goes_on_as_a_sample(game.sample(game.decision.player, seed), chance, decisions)


def test_a_sample_of_a_position_with_coins_that_nobody_saw():
    for turn in range(3):
        game = ours.rules_of("smallworld").position({"players": 3, "coins": [7, 40, 0], "turn": turn})
        goes_on_as_a_sample(game.sample(turn, 5), random.Random(5), 20)


def goes_on_as_a_sample(sample, chance, decisions):
    first = sample.hash
    while not sample.over and len(sample.choices) < decisions:
        sample.choose(chance.randrange(len(sample.decision.options)))
    for replay in (True, False):
        again = Game.from_json(sample.to_json(), sample.rules, replay=replay)
        same(sample, again)
        same(sample, again.replayed())
        assert again.began == "sample"
        while again.choices:
            again.undo(force=True)
        assert again.hash == first
    same(sample, sample.replayed())


def test_a_save_finds_its_own_packs():
    game = ours.Play(("smallworld", "underground"), "underground_2p", 2, 1, 1, eager=True).after(40)
    same(game, Game.from_json(game.to_json()))


@settings(max_examples=part(15))
@given(ours.plays(), st.integers(20, 120), st.sampled_from([None, True, False]))
def test_undo_goes_back_step_by_step(play, decisions, replay):
    game, chance = play.begin()
    states = [(game.hash, list(game.state.journal))]
    for _ in range(decisions):
        if game.over:
            break
        game.choose(play.pick(game, chance))
        states.append((game.hash, list(game.state.journal)))
    if replay is not None:
        game = Game.from_json(game.to_json(), game.rules, replay=replay)
    played, states = game.copy(), states[:-1]
    for hashed, journal in reversed(states):
        game.undo(force=True)
        assert (game.hash, game.state.journal) == (hashed, journal)
    with pytest.raises(GameError):
        game.undo(force=True)
    for index in played.choices:
        game.choose(index)
    same(game, played)


@settings(max_examples=part(25))
@given(ours.moments(), st.data())
def test_going_back_many_choices_at_once_is_going_back_one_by_one(game, choose):
    count = choose.draw(st.integers(0, len(game.choices)))
    other = game.copy()
    other.go_back(count)
    while len(game.choices) > count:
        game.undo(force=True)
    same(game, other)
    for wrong in (-1, count + 1):
        with pytest.raises(GameError):
            game.go_back(wrong)


@settings(max_examples=part(40))
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


@settings(max_examples=part(25))
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
