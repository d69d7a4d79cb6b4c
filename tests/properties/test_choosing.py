"""What is offered can be chosen; what is not is refused and changes nothing."""

from __future__ import annotations

import pytest
import strategies as ours
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import part

from ruledsl import Game, GameError, Option


@settings(max_examples=part(12))
@given(ours.plays())
def test_every_option_can_be_chosen(play):
    for game in play.walk(every=7):
        before = game.hash
        for option in () if game.over else game.decision.options:
            other = game.copy()
            other.choose((option, option.id, option.index)[option.index % 3])
            assert other.choices == [*game.choices, option.index]
        assert game.hash == before


@settings(max_examples=part(25))
@given(ours.plays())
def test_ids_of_options_are_unique_and_stable(play):
    for game in play.walk(every=5):
        if game.over:
            continue
        ids = [option.id for option in game.decision.options]
        assert len(set(ids)) == len(ids), ids
        again = Game.from_json(game.to_json(), game.rules)
        for other in (game.copy(), again):
            assert [option.id for option in other.decision.options] == ids
            assert [option.label for option in other.decision.options] == [
                option.label for option in game.decision.options
            ]


NO_CHOICES = st.one_of(
    st.integers(max_value=-1),
    st.integers(min_value=400),
    st.booleans(),
    st.none(),
    st.floats(),
    st.binary(max_size=3),
    st.text(max_size=8).map(lambda text: f"?{text}"),
    st.sampled_from(["", "Stop", "stop ", "none:", "0", "conquer:", [], (), {}, [0], {"id": "stop"}]),
    st.builds(Option, st.integers(-3, 400), st.sampled_from(["?", "stop?", "0"]), st.just(""), st.just({})),
)


@settings(max_examples=part(60))
@given(ours.moments(), st.lists(NO_CHOICES, min_size=1, max_size=8))
def test_what_is_no_option_is_refused_and_changes_nothing(game, choices):
    before, done = game.hash, game.choices.copy()
    for choice in choices:
        with pytest.raises((GameError, TypeError)):
            game.choose(choice)
    with pytest.raises(GameError):
        game.choose(len(game.decision.options))
    assert (game.hash, game.choices) == (before, done)


@settings(max_examples=part(40))
@given(ours.plays(), st.integers(0, 120))
def test_an_option_of_another_decision_is_refused(play, decisions):
    game, chance = play.begin()
    earlier = {option.id: option for option in game.decision.options}
    for _ in range(decisions):
        earlier.update({option.id: option for option in game.decision.options})
        game.choose(play.pick(game, chance))
        if game.over:
            with pytest.raises(GameError):
                game.choose(0)
            return
    for option in game.decision.options:
        earlier.pop(option.id, None)
    before = game.hash
    for option in earlier.values():
        with pytest.raises(GameError):
            game.choose(option)
    assert game.hash == before
