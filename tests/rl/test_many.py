"""Many tables at once: each is observed as it would be alone."""

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("wasmtime")

import numpy as np

import ruledsl
from ruledsl.rl import Tables, env


@pytest.mark.parametrize("pack", ["smallworld", "underground"])
def test_each_table_is_observed_as_it_would_be_alone(pack):
    tables = Tables(pack, tables=3, players=3, seed=4)
    chance = np.random.default_rng(1)
    alone = [tables.rules.new_game(3, 4 + number) for number in range(3)]
    single = env(pack, players=3, rules=tables.rules)
    single.reset(seed=1)
    for _ in range(40):
        seen = tables.observe()
        assert seen["action_mask"].sum(axis=1).tolist() == [game.decision.count for game in alone]
        for number, game in enumerate(alone):
            assert tables.seats[number] == game.decision.player
            single.game = game
            one = single.observe(f"seat_{game.decision.player}")
            assert all((seen[name][number] == one[name]).all() for name in one)
        actions = [int(chance.choice(np.flatnonzero(mask))) for mask in seen["action_mask"]]
        tables.step(actions)
        for game, action in zip(alone, actions, strict=True):
            game.choose(action)


def test_games_that_are_over_are_rewarded_and_begun_anew():
    tables, chance = Tables("smallworld", tables=8, players=2, seed=1), np.random.default_rng(1)
    ended = 0
    while ended < 10:
        tables.step([int(chance.choice(np.flatnonzero(mask))) for mask in tables.masks])
        ended += tables.over.sum()
        assert tables.rewards.sum() == pytest.approx(0)
        assert not tables.rewards[~tables.over].any()
        assert tables.masks.any(axis=1).all()


def test_what_is_no_option():
    tables = Tables("smallworld", tables=2)
    with pytest.raises(ruledsl.GameError, match="is none"):
        tables.step([0, 63])
