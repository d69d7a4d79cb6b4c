"""Many tables at once: each is observed as it would be alone."""

from pathlib import Path

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("wasmtime")

import numpy as np
from click.testing import CliRunner

import ruledsl
from ruledsl.engine.state.layout import POWER
from ruledsl.lab.examples.linear import main as learn
from ruledsl.rl import Tables, env
from ruledsl.rules.check.knowledge import curious_tiles

QUESTS = str(Path(__file__).parents[2] / "properties" / "quests")
"""A pack with secrets of every sort."""
SEERS = str(Path(__file__).parent / "seers")
"""A pack with rules that look at tiles which lie face down."""


@pytest.mark.parametrize(
    "packs",
    [("smallworld",), ("underground",), ("warcraft", SEERS), ("smallworld", QUESTS)],
    ids=["smallworld", "underground", "seers", "quests"],
)
def test_each_table_is_observed_as_it_would_be_alone(packs):
    """Alone, all that a seat sees comes from a game in which everything is made up that it cannot know."""
    tables = Tables(*packs, tables=3, players=3, seed=4)
    chance = np.random.default_rng(1)
    alone = [tables.rules.new_game(3, 4 + number) for number in range(3)]
    single = env(*packs, players=3, rules=tables.rules)
    single.reset(seed=1)
    kept = tables.buffers()
    for _ in range(25):
        seen = tables.observe(out=kept)
        assert seen is kept
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


def test_rules_that_look_at_tiles_face_down_tell_nothing_of_them():
    """With such a tile in play, a table is observed as in a game in which they are made up; without, as it is. Alone it is always made up."""
    tables, chance = Tables("warcraft", tables=40, players=2, seed=4), np.random.default_rng(1)
    curious = curious_tiles(tables.rules.program, ["region_income", "earnings"])
    choices = []
    for _ in range(30):
        choices.append([int(chance.choice(np.flatnonzero(mask))) for mask in tables.masks])
        tables.step(choices[-1])
    seen, single, looked = tables.observe(), env("warcraft", rules=tables.rules), []
    single.reset(seed=1)
    for number in range(40):
        state = tables.batch.state(number)
        powers = {tables.observer.tiles[tile + 1] for tile in state.P[POWER :: len(state.code.layout.people)]}
        if not (powers & curious or number < 4):
            continue
        single.game = tables.rules.new_game(2, 4 + number)
        for made in choices:
            single.game.choose(made[number])
        one = single.observe(f"seat_{tables.seats[number]}")
        assert all((seen[name][number] == one[name]).all() for name in one)
        looked.append(bool(powers & curious))
    assert 0 < sum(looked) < len(looked)


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


def test_every_game_of_a_box_that_deals_boards_has_its_own():
    tables, chance = Tables("warcraft", tables=6, players=2, seed=1), np.random.default_rng(1)
    maps = {tables.batch.state(table).board.id for table in range(6)}
    ended = 0
    while ended < 8:
        tables.step([int(chance.choice(np.flatnonzero(mask))) for mask in tables.masks])
        ended += tables.over.sum()
    later = {tables.batch.state(table).board.id for table in range(6)}
    assert len(maps) > 1
    assert later - maps


def test_options_beyond_the_actions_are_on_other_pages():
    tables = Tables("smallworld", tables=2, players=2, seed=1, most_options=4)
    assert tables.masks.tolist() == [[1, 1, 1, 1]] * 2
    tables.step([3, 0])
    assert tables.batch.counts[0] == 6
    tables.step([1, 0])
    alone = tables.rules.new_game(2, 1)
    alone.choose(4)
    assert tables.batch.options(0) == alone.state.pending.options


@pytest.mark.parametrize("who", ["random", "learned"])
def test_bots_play_the_other_seats(who):
    tables, chance = (
        Tables("smallworld", tables=4, players=3, seed=1, opponents=who),
        np.random.default_rng(1),
    )
    ended = 0
    while ended < 4:
        assert tables.seats.tolist() == [0, 1, 2, 0]
        tables.step([int(chance.choice(np.flatnonzero(mask))) for mask in tables.masks])
        ended += tables.over.sum()
        assert tables.last.keys() == set(np.flatnonzero(tables.over))
        assert tables.rewards.sum() == pytest.approx(0, abs=1e-5)
    with pytest.raises(ruledsl.GameError, match="random or learned"):
        Tables("smallworld", opponents="greedy")
    with pytest.raises(ruledsl.GameError, match="Nothing was learned for these packs"):
        Tables("lantern_night", opponents="learned")


def test_the_example_learner_learns():
    """A hundred games are enough to take the cheap combos."""
    found = CliRunner().invoke(learn, ["--games", "100", "--trials", "20", "--seed", "1"])
    assert found.exit_code == 0
    weights = dict(line.split() for line in found.output.splitlines() if line.startswith("  "))
    assert float(weights["place"]) < 0
    assert float(weights["conquer"]) > 0
