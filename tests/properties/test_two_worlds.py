"""Two games that are alike for a seat and differ in secrets tell this seat the same, byte for byte."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import strategies as ours
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import part, seldom
from other_states import Draft, going_on_from
from two_worlds import other_memories, otherwise, told

from ruledsl.base.errors import GameError


def differences(game, other, seat, **how):
    one, two = told(game, seat, **how), told(other, seat, **how)
    assert one.keys() == two.keys()
    return [what for what in one if one[what] != two[what]]


@settings(max_examples=part(60))
@given(ours.moments(), st.randoms(use_true_random=False))
def test_worlds_that_differ_in_secrets_are_one_to_a_seat(game, chance):
    for seat in range(game.players):
        assert not differences(game, otherwise(game, seat, chance), seat, questions=False)


@pytest.mark.parametrize("packs", ours.ON_MAPS, ids=" ".join)
def test_questions_have_the_same_answers_in_both_worlds(packs):
    chance = random.Random(" ".join(packs))
    play = ours.Play(packs, ours.ON_MAPS[packs][0], 2, 3, 5, eager=True)
    for game in play.walk(every=seldom(40, 2)):
        for seat in range(game.players):
            if not game.over:
                assert not differences(game, otherwise(game, seat, chance), seat)


# ── a pack with secrets of every sort: quests in hand, bets that are made in secret ──

QUESTS = ("smallworld", str(Path(__file__).parent / "quests"))


def betting(every=1):
    """A game about which somebody else has made up their mind, and one in the middle of it."""
    game = ours.rules_of(*QUESTS).new_game(3, 8)
    chance = random.Random(2)
    for made in range(part(40, 2)):
        if made % every == 0:
            yield game
        game.choose(chance.randrange(len(game.decision.options)))


def test_what_is_remembered_in_secret_stays_there():
    chance = random.Random(1)
    for game in betting(seldom(1, 5)):
        for seat in range(game.players):
            assert not differences(game, otherwise(game, seat, chance), seat)


def test_what_is_chosen_in_secret_is_in_no_log_and_no_sample():
    bets = 0
    for game in betting():
        if "rival" not in game.decision.key:
            continue
        bets += 1
        player, worlds = game.decision.player, [game.copy() for _ in game.decision.options]
        for choice, world in enumerate(worlds):
            world.choose(choice)
        for seat in range(game.players):
            if seat != player:
                first, *others = (told(world, seat) for world in worlds)
                assert all(other == first for other in others)
        assert differences(worlds[0], worlds[1], player)
    assert bets > 2


def test_what_a_rule_holds_while_somebody_is_asked_is_in_no_sample():
    chance, held = random.Random(1), 0
    for game in betting():
        one, two = game.copy(), game.copy()
        g = Draft(two.state)
        other_memories(g, 0, chance)
        going_on_from(two, g.state())
        for world in (one, two):
            world.choose(len(game.decision.options) - 1)
        if "rival" in one.decision.key and one.decision.player != 0:
            held += one.state.frames != two.state.frames
            assert not differences(one, two, 0)
    assert held


def test_programs_have_the_whole_truth():
    game = ours.rules_of(*QUESTS).new_game(3, 8)
    for player in range(3):
        assert game.value("victory", player=player) == game.state.Y[player * game.state.code.player_width]
        assert game.why("victory", player=player).result == game.value("victory", player=player)
        with pytest.raises(GameError, match="only they know"):
            game.view((player + 1) % 3).value("victory", player=player)


def test_a_sample_has_no_seed_no_start_and_no_past_of_the_game():
    for game in betting():
        sample = game.sample(1, 99)
        assert sample.start["seed"] == 99
        assert "position" not in sample.start
        assert not sample.choices
        assert sample.replayed().to_json() == sample.to_json()
        with pytest.raises(GameError):
            sample.undo(force=True)
