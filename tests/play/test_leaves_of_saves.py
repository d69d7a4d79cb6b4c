"""Whatever a save may say is read: each leaf of one gets a value of each type of JSON, and the save is refused, or makes another game."""

import json
from contextlib import suppress

import pytest
from leaves import VALUES, at, leaves, put

from ruledsl import Game, GameError, load

FEW = 4
"""Values in the place of each part of the state, which is large: others for the next part."""


@pytest.fixture(scope="module")
def rules():
    return load("smallworld")


def begun(rules, kind):
    game = rules.new_game(players=2, seed=5)
    for _ in range(6):
        game.choose(0)
    if kind == "position":
        game = rules.position(game.position())
    elif kind == "sample":
        game = game.sample(seed=3)
    for _ in range(3):
        game.choose(0)
    return game


def told(text, rules, replay):
    """The game of a save, as a save; None if it is refused."""
    with suppress(GameError):
        return Game.from_json(text, rules, replay=replay).to_json()
    return None


def of_state(number):
    """The values for one of the leaves of the state."""
    return [VALUES[(number * FEW + k) % len(VALUES)] for k in range(FEW)]


@pytest.mark.parametrize("replay", [True, False])
@pytest.mark.parametrize("kind", ["game", "position", "sample"])
def test_every_leaf_of_a_save_is_read_or_refused(rules, kind, replay):
    whole = begun(rules, kind).to_json()
    assert told(whole, rules, replay) == whole
    data = json.loads(whole)
    ignored = [
        (path, value)
        for number, path in enumerate(leaves(data))
        for value in (of_state(number) if path[0] in ("state", "first", "journal", "before") else VALUES)
        if repr(value) != repr(at(data, path))
        and told(json.dumps(put(data, path, value)), rules, replay) == whole
    ]
    assert ignored == []
