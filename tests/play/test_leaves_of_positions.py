"""Whatever a position may say is read: each leaf of one gets a value of each type of YAML and JSON.

It is refused with a sentence, or the game differs by it. A float is no whole number, even if its value is whole; nothing at all is as if its key were
not there.
"""

from contextlib import suppress
from functools import cache

from leaves import VALUES, at, leaves, put

from ruledsl.base.errors import GameError
from ruledsl.play.positions.export import position_of
from ruledsl.play.rules import load

POSITION = {
    "players": 2,
    "coins": [5, 7],
    "map": {
        "rounds": 8,
        "regions": {
            "a": {"terrain": "hill", "entry": True, "borders": ["b"], "symbols": ["mine"], "at": [10, 20]},
            "b": {"terrain": "forest", "entry": True, "borders": ["c"]},
            "c": {"terrain": "mountain", "shape": [[0, 0], [9, 0], [9, 9]]},
        },
    },
    "phase": "conquests",
    "round": 3,
    "turn": 0,
    "seed": 11,
    "dice": [1, 2],
    "peoples": [
        {"race": "amazons", "power": "flying", "player": 0, "hand": 3, "at": {"a": 2}},
        {"race": "trolls", "player": 1, "stage": "declined", "at": {"b": 1}, "pieces": {"troll_lair": 1}},
    ],
    "regions": {"c": {"pieces": {"mountain": 1}}},
}


@cache
def rules():
    return load("smallworld")


def told(position):
    """The game of a position, as a position; None if it is refused."""
    with suppress(GameError):  # a `PositionError` too
        return position_of(rules().position(position))
    return None


def test_every_leaf_of_a_position_is_read_or_refused():
    whole = told(POSITION)
    assert told(whole) == whole
    ignored = [
        (path, value)
        for path in leaves(whole)
        for value in VALUES
        if value is not None
        and repr(value) != repr(at(whole, path))
        and told(put(whole, path, value)) == whole
    ]
    assert ignored == []


def test_a_float_is_no_whole_number():
    whole = told(POSITION)
    numbers = [path for path in leaves(whole) if type(at(whole, path)) is int]
    assert numbers
    assert [path for path in numbers if told(put(whole, path, float(at(whole, path)))) is not None] == []
