"""Many tables as Gymnasium's vector environment, and the names under which Gymnasium makes tables."""

import hashlib

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("wasmtime")

import gymnasium
import numpy as np
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from ruledsl.lab.rl.names import VERSION
from ruledsl.lab.rl.solo import legal
from ruledsl.rl import Vector

TOLD = {0: "51fe58d8902a6109"}
"""What the names of everything that is observed come to, by version: a new line, and `VERSION`, whenever it changes."""


def steps(vector, count, seed=1):
    """Steps by chance: what each returned."""
    chance, mask = np.random.default_rng(seed), vector.reset(seed=seed)[0]["action_mask"]
    for _ in range(count):
        actions = [chance.choice(np.flatnonzero(row)) for row in mask]
        found = vector.step(actions)
        mask = found[0]["action_mask"]
        yield actions, found


def test_wrappers_of_gymnasium_understand_it():
    vector = DictInfoToList(RecordEpisodeStatistics(Vector("smallworld", num_envs=2)))
    vector.reset(seed=2)
    lengths = []
    while not lengths:
        infos = vector.step(np.zeros(2, np.int64))[-1]
        lengths = [info["episode"]["l"] for info in infos if "episode" in info]
    assert min(lengths) > 10


def test_the_same_seed_brings_the_same_games():
    vector = Vector("smallworld", num_envs=5, opponents="learned")
    first, again, other = (list(steps(vector, 30, seed)) for seed in (1, 1, 2))
    for (chosen, one), (_, two) in zip(first, again, strict=True):
        assert all((one[0][name] == two[0][name]).all() for name in one[0]), chosen
    assert not (first[-1][1][0]["table"] == other[-1][1][0]["table"]).all()


def test_the_last_observation_is_the_learners_own():
    """Whoever chose last: what decides the game stands there first for the learner, then for the other."""
    vector = Vector("smallworld", num_envs=4)
    columns = [vector.tables.observer.table_fields.index(f"victory_{seat}") for seat in range(2)]
    ended = 0
    for _, (_, rewards, over, _, infos) in steps(vector, 200):
        for table in np.flatnonzero(over):
            ahead, others = infos["final_obs"][table]["table"][columns]
            assert np.sign(rewards[table]) == np.sign(ahead - others)
            assert infos["final_info"]["rewards"][table].sum() == 0
            ended += 1
    assert ended > 4


def test_without_opponents_the_learner_plays_every_seat():
    """Rewards are those of the seat that has just chosen."""
    vector, ended = Vector("smallworld", num_envs=3, players=3, opponents=None), 0
    seats, met = vector.reset(seed=1)[1]["seat"], set()
    for _, (_, rewards, over, _, infos) in steps(vector, 400):
        met |= set(seats.tolist())
        for table in np.flatnonzero(over):
            assert rewards[table] == pytest.approx(infos["final_info"]["rewards"][table][seats[table]])
            ended += 1
        seats = infos["seat"]
    assert met == {0, 1, 2}
    assert ended


def test_long_games_are_cut_short():
    vector = Vector("smallworld", num_envs=3, opponents=None, longest=7)
    beginning = vector.reset(seed=1)[0]["action_mask"].sum(axis=1).tolist()
    for number, (_, (seen, rewards, over, cut, infos)) in enumerate(steps(vector, 21), 1):
        assert cut.tolist() == [number % 7 == 0] * 3
        assert not over.any()
        assert not rewards.any()
        assert ("final_obs" in infos) == (number % 7 == 0)
        assert number % 7 or seen["action_mask"].sum(axis=1).tolist() == beginning


@pytest.mark.parametrize("copy", [True, False])
def test_observations_are_copied_unless_nobody_keeps_them(copy):
    vector = Vector("smallworld", num_envs=2, copy=copy)
    first, _ = vector.reset(seed=1)
    kept = {name: part.copy() for name, part in first.items()}
    vector.step([0, 0])
    assert all((first[name] == kept[name]).all() for name in first) == copy


@pytest.mark.parametrize(("action", "taken"), [(0, 0), (2, 2), (3, 2), (4, 4), (5, 4), (-1, 4)])
def test_an_action_that_is_none_is_the_last_one_that_is(action, taken):
    """The second table turns its page by its last action."""
    masks = np.array([[1, 1, 1, 0, 0], [1, 1, 0, 0, 1]], np.int8)
    expected = [min(taken, 2), {2: 4}.get(taken, taken)]
    assert legal(masks, np.array([action, action])).tolist() == expected


def test_actions_are_whole_numbers():
    with pytest.raises(TypeError):
        Vector("smallworld", num_envs=1).step([0.5])


def test_gymnasium_makes_tables_by_name():
    names = [name for name in gymnasium.registry if name.startswith("ruledsl/")]
    assert {
        f"ruledsl/{name}-v{VERSION}" for name in ("Table", "smallworld", "underground", "warcraft")
    } <= set(names)
    alone = gymnasium.make(f"ruledsl/smallworld-v{VERSION}", opponents="greedy")
    together = gymnasium.make_vec(f"ruledsl/Table-v{VERSION}", num_envs=2, packs=("smallworld",))
    assert alone.observation_space == gymnasium.make(alone.spec).observation_space
    assert (together.num_envs, len(together.tables.rules.composition.packs)) == (2, 2)


def test_what_is_told_differently_is_another_version():
    observer = Vector("smallworld", num_envs=1).tables.observer
    told = (observer.table_fields, observer.region_fields, observer.option_fields, observer.shapes)
    assert hashlib.sha256(repr(told).encode()).hexdigest()[:16] == TOLD[VERSION]
