"""Whatever a save may say is read: each leaf of one gets a value of each type of JSON, and the save is refused, or makes another game."""

import json
from contextlib import suppress

import pytest
from leaves import VALUES, at, leaves, put
from lengths import WHOLE, crossed

from ruledsl import Game, GameError, load
from ruledsl.engine.state.state import line_of
from ruledsl.play.positions.export import position_of


@pytest.fixture(scope="module")
def rules():
    return load("smallworld")


def begun(rules, kind):
    game = rules.new_game(players=2, seed=5)
    for _ in range(6):
        game.choose(0)
    if kind == "position":
        game = rules.position(position_of(game))
    elif kind == "sample":
        game = game.sample(0, 3)
    for _ in range(3):
        game.choose(0)
    return game


def told(text, rules, replay):
    """The game of a save, as a save; None if it is refused."""
    with suppress(GameError):
        return Game.from_json(text, rules, replay=replay).to_json()
    return None


def values_for(number, path):
    """What is put in the place of a leaf: one value, another for the next one, in the place of one of many alike."""
    alike = path[0] in ("state", "first", "journal", "before", "packs") or "position" in path
    return [VALUES[number % len(VALUES)]] if alike and not WHOLE else VALUES


def same(value, other):
    """Flags are stored as 1 and 0 too (`line_of`)."""
    return value is not None and line_of(value) == line_of(other)


@pytest.mark.parametrize(("kind", "replay"), crossed(["game", "position", "sample"], [True, False]))
def test_every_leaf_of_a_save_is_read_or_refused(rules, kind, replay):
    whole = begun(rules, kind).to_json()
    assert told(whole, rules, replay) == whole
    data = json.loads(whole)
    ignored = [
        (path, value)
        for number, path in enumerate(leaves(data))
        if path != ("version",)
        and (path[1] if len(path) > 1 else None) != "frames"  # older ones are read; some locals no longer are
        for value in values_for(number, path)
        if not same(value, at(data, path))
        and told(json.dumps(put(data, path, value)), rules, replay) == whole
    ]
    assert ignored == []
