"""Actions that are none: each is refused with a sentence, and nothing has changed. Whole numbers of any kind are actions."""

import numpy as np
import pytest

from ruledsl import GameError, load
from ruledsl.rl import Environment, Solo, Tables, Vector

COUNT = 3
ODD = {
    "far": [2**40] * COUNT,
    "farther": [2**70] * COUNT,
    "least": [-(2**63)] * COUNT,
    "negative": [-1] * COUNT,
    "narrow and negative": np.full(COUNT, -5, np.int32),
    "wait": [0, -1, 0],
    "unsigned": np.full(COUNT, 2**64 - 1, np.uint64),
    "half": [2.9] * COUNT,
    "one half": [0, 0, 0.5],
    "whole floats": [0.0] * COUNT,
    "floats": np.zeros(COUNT, np.float32),
    "no number": [float("nan")] * COUNT,
    "flags": [True] * COUNT,
    "a flag": [0, True, 0],
    "an array of flags": np.zeros(COUNT, bool),
    "texts": ["0"] * COUNT,
    "nothing": [None] * COUNT,
    "none": None,
    "two columns": np.zeros((COUNT, 2), int),
    "a column of floats": np.zeros((COUNT, 1)),
    "a row": np.zeros((1, COUNT), int),
    "one number": 0,
    "none at all": [],
    "too many": [0] * (COUNT + 1),
    "too few": [0] * (COUNT - 1),
    "ragged": [[0], [0, 1], 0],
    "a mapping": dict.fromkeys(range(COUNT), 0),
    "dates": np.zeros(COUNT, "datetime64[s]"),
    "complex": np.zeros(COUNT, complex),
}
LONE = {name: given[0] for name, given in ODD.items() if isinstance(given, list) and len(given) == COUNT} | {
    "none": None,
    "two": [0, 0],
    "an array of two": np.zeros(2, int),
    "a float array": np.zeros(1),
    "a flag of an array": np.bool_(1),
    "nobody": np.array(None),
}
for name in ("wait", "one half", "a flag", "ragged"):
    del LONE[name]
GOOD = [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64, object]


@pytest.fixture(scope="module")
def rules():
    return load("smallworld")


def many(tables):
    batch = tables.batch
    states = [batch.state(table).content() for table in range(batch.size)]
    arrays = [tables.pages, tables.over, tables.cut, tables.rewards, tables.seats, tables.masks]
    return states, bytes(batch.taken), [array.tolist() for array in arrays], sorted(tables.last)


@pytest.mark.parametrize("name", ODD)
def test_many_tables(rules, name):
    tables = Tables(tables=COUNT, players=2, seed=1, rules=rules)
    tables.step([0] * COUNT)
    before = many(tables)
    with pytest.raises((GameError, TypeError), match=r"tables|number"):
        tables.step(ODD[name])
    assert many(tables) == before
    vector = Vector(num_envs=COUNT, rules=rules)
    vector.reset(seed=1)
    before = many(vector.tables)
    with pytest.raises((GameError, TypeError), match=r"tables|number"):
        vector.step(ODD[name])
    assert many(vector.tables) == before


@pytest.mark.parametrize("name", LONE)
def test_one_table(rules, name):
    table = Environment(players=2, rules=rules)
    table.reset(seed=1)
    before = table.game.hash, table.page, table.agent_selection
    with pytest.raises((GameError, TypeError), match=r"whole number|no option"):
        table.step(LONE[name])
    assert (table.game.hash, table.page, table.agent_selection) == before
    solo = Solo(players=2, rules=rules)
    solo.reset(seed=1)
    before = solo.table.game.hash
    with pytest.raises((GameError, TypeError), match=r"whole number|numbers from"):
        solo.step(LONE[name])
    assert solo.table.game.hash == before


@pytest.mark.parametrize("name", [name for name in ODD if name not in ("wait", "negative")])
def test_batches(rules, name):
    batch = rules.batch(COUNT, 2, 1)
    before = [batch.state(game).content() for game in range(COUNT)], bytes(batch.taken)
    with pytest.raises((GameError, TypeError)):
        batch.step(ODD[name])
    assert ([batch.state(game).content() for game in range(COUNT)], bytes(batch.taken)) == before


@pytest.mark.parametrize("kind", GOOD)
def test_whole_numbers_of_any_width(rules, kind):
    given = np.array([1, 0, 2], kind)
    column = given.reshape(COUNT, 1)
    for one in (
        given,
        given[::1],
        given.tolist(),
        tuple(given),
        np.asfortranarray(given),
        given[::-1][::-1],
        column,
    ):
        tables, plain = (Tables(tables=COUNT, players=2, seed=1, rules=rules) for _ in range(2))
        tables.step(one)
        plain.step([1, 0, 2])
        assert many(tables) == many(plain)
        if one is column:
            continue
        batch = rules.batch(COUNT, 2, 1)
        batch.step(one)
        assert [batch.state(game).content() for game in range(COUNT)] == many(plain)[0]
    table, other = Environment(players=2, rules=rules), Environment(players=2, rules=rules)
    hashes = set()
    for one in (given[2], given[2:], np.array(given[2]), 2):
        for env in (table, other):
            env.reset(seed=1)
        table.step(one)
        hashes.add(table.game.hash)
    assert len(hashes) == 1


@pytest.mark.parametrize(
    "sizes",
    [{"most_options": 1}, {"most_options": 0}, {"most_options": -5}, {"longest": 0}, {"longest": -1}],
)
def test_impossible_sizes(rules, sizes):
    for make in (Tables, Vector):
        with pytest.raises(ValueError, match="at least"):
            make(players=2, rules=rules, **sizes)
    if "most_options" in sizes:
        with pytest.raises(ValueError, match="at least"):
            Environment(players=2, rules=rules, **sizes)


def test_two_actions_are_enough(rules):
    tables = Tables(tables=2, players=2, seed=1, most_options=2, rules=rules)
    for _ in range(20):
        tables.step(tables.masks.argmax(axis=1))
    assert tables.batch.size == 2


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ({"most_options": 2.0}, TypeError),
        ({"most_options": True}, TypeError),
        ({"players": 2.0}, TypeError),
        ({"players": 99}, GameError),
        ({"players": 0}, GameError),
        ({"map": "nowhere"}, GameError),
        ({"map": 3}, TypeError),
    ],
)
def test_impossible_tables(rules, given, kind):
    for make in (Environment, Tables, Vector):
        with pytest.raises(kind):
            make(**{"players": 2, "rules": rules, **given})


def test_seeds_and_seats(rules):
    with pytest.raises(ValueError, match="seats"):
        Solo(players=2, seat=2, rules=rules)
    with pytest.raises(TypeError):
        Solo(players=2, seat=0.0, rules=rules)
    for make in (Environment, Solo, Vector):
        env = make(players=2, rules=rules)
        for seed, kind in ((-1, ValueError), (1.0, TypeError), ("1", TypeError), (True, TypeError)):
            with pytest.raises(kind, match="seed"):
                env.reset(seed=seed)


def test_after_the_end(rules):
    solo, done = Solo(players=2, rules=rules), False
    solo.reset(seed=1)
    while not done:
        _, _, over, cut, _ = solo.step(int(solo.action_masks().argmax()))
        done = over or cut
    table = Environment(players=2, rules=rules)
    table.reset(seed=1)
    for _ in table.agent_iter():
        seen, _, over, cut, _ = table.last()
        table.step(None if over or cut else int(seen["action_mask"].argmax()))
    for again in (lambda: solo.step(0), lambda: table.step(0), lambda: table.step(None), table.last):
        with pytest.raises(ValueError, match="over: begin"):
            again()


def test_arrays_to_write_into(rules):
    tables = Tables(tables=2, players=2, seed=1, rules=rules)
    good = tables.buffers()
    for name, array in good.items():
        for wrong in (array[:1], array.astype(np.float32), array.tolist(), None):
            with pytest.raises(ValueError, match=name):
                tables.observe({**good, name: wrong})
    with pytest.raises(ValueError, match="table"):
        tables.observe({})
    assert tables.observe(good) is good
