"""Many games side by side: each goes as it would alone."""

import random

import pytest
from native_games import content, native
from other_states import after

from ruledsl import GameError


def test_each_game_goes_as_it_would_alone():
    rules, _ = native("smallworld")
    size, players, seed = 5, 3, 11
    batch = rules.batch(size, players, seed)
    alone = [rules.new_game(players, seed + number).state for number in range(size)]
    chance = random.Random(1)
    over, begun = 0, size
    while over < 8:
        assert list(batch.counts) == [len(state.pending.options) for state in alone]
        assert list(batch.movers) == [state.pending.player for state in alone]
        choices = [chance.randrange(count) for count in batch.counts]
        game = chance.randrange(size)
        assert batch.options(game) == alone[game].pending.options
        if chance.random() < 0.05:
            assert content(batch.state(game)) == content(alone[game])
        batch.step(choices)
        for number, choice in enumerate(choices):
            alone[number] = after(alone[number], choice)
        for number, state in enumerate(alone):
            assert batch.done[number] == (state.pending is None)
            if state.pending is None:
                coins = [state.Y[player * rules.code.player_width] for player in range(players)]
                assert list(batch.scores[number * players : (number + 1) * players]) == coins
                alone[number] = rules.new_game(players, seed + begun).state
                over, begun = over + 1, begun + 1


def test_arrays_of_others_are_taken_and_given():
    np = pytest.importorskip("numpy")
    rules, _ = native("smallworld")
    batch = rules.batch(7, 2, 1)
    counts = np.asarray(batch.counts)
    assert counts.dtype == np.int32
    before = counts.copy()
    batch.step(np.zeros(7, dtype=np.int32))
    assert counts.shape == before.shape
    batch.step([0] * 7)


@pytest.mark.parametrize("choices", [[0, 0, 99999], [0, -1, 0], [0, 0], [0, 0, 1 << 40]])
def test_what_is_no_option_changes_nothing(choices):
    rules, _ = native("smallworld")
    batch = rules.batch(3, 2, 1)
    before = [content(batch.state(game)) for game in range(3)]
    with pytest.raises(GameError) as caught:
        batch.step(choices)
    assert caught.value.code == "G049"
    assert [content(batch.state(game)) for game in range(3)] == before


@pytest.mark.parametrize("count", [0, -1, 100_000])
def test_sizes_that_cannot_be(count):
    rules, _ = native("smallworld")
    with pytest.raises(GameError):
        rules.batch(count, 2)


def test_a_game_stands_where_another_one_stands():
    rules, _ = native("smallworld")
    batch = rules.batch(3, 3, 5)
    for _ in range(40):
        batch.step([count - 1 for count in batch.counts])
    batch.copy(0, 2)
    assert batch.counts[0] == batch.counts[2]
    assert batch.movers[0] == batch.movers[2]
    for made in range(30):
        assert batch.options(0) == batch.options(2)
        assert content(batch.state(0)) == content(batch.state(2))
        choice = made % batch.counts[0]
        batch.step([choice, 0, choice])
        if batch.done[0]:
            break
    assert made > 5
    with pytest.raises(GameError, match="3 is none"):
        batch.copy(0, 3)


def test_games_are_left_and_begun_anew():
    rules, _ = native("smallworld")
    batch = rules.batch(3, 2, 5)
    begun = [content(batch.state(game)) for game in range(3)]
    batch.step([0] * 3)
    batch.leave(1)
    following = content(batch.state(1))
    assert following == content(rules.new_game(2, 8).state)
    assert batch.counts[1] == rules.new_game(2, 8).decision.count
    assert content(batch.state(0)) != begun[0]
    batch.restart(5)
    assert [content(batch.state(game)) for game in range(3)] == begun
    with pytest.raises(GameError, match="3 is none"):
        batch.leave(3)
