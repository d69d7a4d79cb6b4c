"""Two games that are alike for a seat and differ in secrets tell this seat the same, byte for byte."""

from __future__ import annotations

import random

import pytest
import strategies as ours
from hypothesis import given, settings
from hypothesis import strategies as st
from two_worlds import otherwise, told


def differences(game, other, seat, **how):
    one, two = told(game, seat, **how), told(other, seat, **how)
    assert one.keys() == two.keys()
    return [what for what in one if one[what] != two[what]]


@settings(max_examples=60)
@given(ours.moments(), st.randoms(use_true_random=False))
def test_worlds_that_differ_in_secrets_are_one_to_a_seat(game, chance):
    for seat in range(game.players):
        assert not differences(game, otherwise(game, seat, chance), seat, questions=False)


@pytest.mark.parametrize("packs", ours.ON_MAPS, ids=" ".join)
def test_questions_have_the_same_answers_in_both_worlds(packs):
    chance = random.Random(" ".join(packs))
    play = ours.Play(packs, ours.ON_MAPS[packs][0], 2, 3, 5, eager=True)
    for game in play.walk(every=40):
        for seat in range(game.players):
            if not game.over:
                assert not differences(game, otherwise(game, seat, chance), seat)
