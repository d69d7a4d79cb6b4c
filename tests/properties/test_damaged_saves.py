"""Whatever text there is in place of a saved game, `from_json` gives a game or raises `GameError`, and with little work."""

from __future__ import annotations

import copy
import hashlib
import json
import random
import sys
from functools import cache

import pytest
import strategies as ours
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lengths import part, some

from ruledsl import Game, GameError

SPOTS = [
    (ours.Play(("smallworld",), "small_world_3p", 3, 1, 1, eager=True), 70),
    (ours.Play(("smallworld", "underground"), "underground_4p", 4, 2, 6, eager=True), 200),
    (ours.Play(("smallworld", "warcraft"), "warcraft_test", 2, 3, 5, eager=True), 40),
]
CALLS = 3_000_000
"""So many functions are called at most to read or refuse any text, and some for each of its lines."""
CALLS_OF_LINE = 30


@cache
def saved(number):
    play, decisions = SPOTS[number]
    game = play.after(decisions)
    return game.to_json(), game.rules


def rehashed(data):
    """With the hash that belongs to its state, as somebody would write who means harm."""
    text = json.dumps(data["state"], separators=(",", ":"))
    return {**data, "hash": hashlib.sha256(text.encode()).hexdigest()}


def read(text, rules, *, replay=True):
    """The game in a text, or None; anything but a `GameError` is a failure of the test that asks."""
    try:
        return Game.from_json(text, rules, replay=replay)
    except GameError:
        return None


def calls_of(function, *args, **options):
    """How many functions are called in a call, and what it gives: how long it takes, on any machine."""
    called = 0

    def count(_frame, event, _arg):
        nonlocal called
        called += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        return function(*args, **options), called
    finally:
        sys.setprofile(None)


def places(data, path=()):
    """The ways to everything in nested data."""
    yield path
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inside:
        yield from places(value, (*path, key))


@st.composite
def ways(draw, data):
    """A way to something in nested data: every part of a save comes up, not only its long lists."""
    path = ()
    while isinstance(data, dict | list) and data and (not path or draw(st.integers(0, 5))):
        key = draw(st.sampled_from(sorted(data)) if isinstance(data, dict) else st.integers(0, len(data) - 1))
        path, data = (*path, key), data[key]
    return path


def put(data, path, value):
    """A copy of nested data with another value somewhere."""
    if not path:
        return value
    found = copy.copy(data)
    found[path[0]] = put(data[path[0]], path[1:], value)
    return found


NUMBERS = st.one_of(
    st.integers(-3, 70),
    st.sampled_from([-(10**9), 10**6, 2**31, 2**63, 2**64, 10**18, 10**400, -(10**40)]),
    st.floats(),
)
VALUES = st.recursive(
    NUMBERS | st.none() | st.booleans() | st.text(max_size=5) | st.sampled_from(["map", "core", "\0", "/"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=part(150))
@given(st.integers(0, 2), st.floats(0, 1, exclude_max=True))
def test_a_save_that_breaks_off_is_refused(number, part):
    text, rules = saved(number)
    assert read(text[: int(part * (len(text) - 2))], rules) is None


@pytest.mark.parametrize("replay", [True, False])
@pytest.mark.parametrize("key", ["hash", "state", "journal", "choices", "start", "variants"])
def test_every_part_is_needed(key, replay):
    text, rules = saved(0)
    data = json.loads(text)
    assert read(json.dumps({**data, key: None}), rules, replay=replay) is None or key in ("state", "journal")
    del data[key]
    assert read(json.dumps(data), rules, replay=replay) is None


@settings(max_examples=part(500))
@given(st.data(), st.integers(0, 2), st.booleans(), st.booleans())
def test_a_save_that_was_tampered_with_is_refused_or_read(choose, number, hashed, replay):
    text, rules = saved(number)
    data = json.loads(text)
    for _ in range(choose.draw(st.integers(1, 3))):
        path = choose.draw(ways(data))
        data = put(data, path, choose.draw(VALUES))
        if not isinstance(data, dict):
            break
    if hashed and isinstance(data, dict) and "state" in data:
        data = rehashed(data)
    game = read(json.dumps(data), rules, replay=replay)
    if game is not None:
        if data["version"] != 1:  # of old saves only the choices count
            assert game.hash == data["hash"]
            assert not replay or game.hash == json.loads(text)["hash"]
        game.view(0)
        assert len(game.log) == len(game.state.journal or ())


@settings(max_examples=part(200))
@given(st.integers(0, 2), st.data())
def test_a_number_that_is_off_by_one_is_refused(number, choose):
    text, rules = saved(number)
    data = json.loads(text)
    numbers = [p for p in places(data["state"]) if type(value_at(data["state"], p)) is int]
    path = ("state", *choose.draw(st.sampled_from(numbers)))
    change = choose.draw(st.sampled_from([-1, 1, 2, -2, 1000]))
    changed = json.dumps(rehashed(put(data, path, value_at(data, path) + change)))
    assert read(changed, rules) is None
    game = read(changed, rules, replay=False)
    if game is not None:
        game.view(0)


def value_at(data, path):
    for key in path:
        data = data[key]
    return data


@settings(max_examples=part(150))
@given(VALUES | st.dictionaries(st.sampled_from(["format", "version", "packs", "start", "state"]), VALUES))
@example({"format": "ruledsl game", "version": True})
@example({"format": "ruledsl game", "version": 2})
@example({"format": "ruledsl game", "version": 3})
@example({"format": "ruledsl game", "version": 1, "packs": [{"id": []}], "variants": {}})
@example({"format": "ruledsl game", "version": 1, "asked_for": ["core\0"], "variants": {}})
@example({"format": "ruledsl game", "version": 1, "asked_for": ["a" * 900], "variants": {}})
@example({"format": "ruledsl game", "version": 1, "asked_for": ["core"], "variants": {"vanished_banner": []}})
def test_other_json_is_refused(data):
    text, rules = saved(0)
    assert read(json.dumps(data), rules) is None
    assert read(json.dumps(data), None) is None
    if isinstance(data, dict):
        read(json.dumps({**json.loads(text), **data}), rules)


DEEP = 100_000
HUGE = {
    "not JSON at all": lambda text: "{}}",
    "nothing": lambda text: "",
    "deep lists": lambda text: "[" * DEEP + "]" * DEEP,
    "deep mappings": lambda text: '{"a":' * DEEP + "1" + "}" * DEEP,
    "a deep state": lambda text: text.replace('"state": {', '"state": ' + "[" * 900 + "]" * 900 + ', "x": {'),
    "eight million brackets": lambda text: "[" + "[]," * 2_600_000 + "[]]",
    "too long": lambda text: text + "{" * 9_000_000,
    "far too long": lambda text: text + " " * 30_000_000,
    "a million lines": lambda text: text + '{"left": 0}\n' * 1_000_000,
    "a number of 100,000 digits": lambda text: text.replace('"seed":', '"seed":' + "9" * 100_000 + ',"_":'),
    "a million choices": lambda text: changed(text, ("choices",), [0] * 1_000_000),
    "wrong choices": lambda text: changed(text, ("choices",), [10**9]),
    "a billion seats": lambda text: changed(text, ("start", "players"), 10**9),
    "minus one seat": lambda text: changed(text, ("start", "players"), -1),
    "a people for every bit": lambda text: changed(text, ("state", "peoples"), [0] * 900_000),
    "a million frames": lambda text: changed(text, ("state", "frames"), [[1, 0, -1, -1, -1]] * 500_000),
    "a frame nowhere": lambda text: changed(text, ("state", "frames", 0, 0), 10**6),
    "a step nowhere": lambda text: changed(text, ("state", "frames", 0, 1), 10**6),
    "a frame in no choice": lambda text: changed(text, ("state", "frames"), [[1, 0, -1, -1, -1]]),
    "a slot too many": lambda text: changed(text, ("state", "frames", 0), [1, 0, -1, -1, -1, 0, 0, 0]),
    "an endless loop": lambda text: changed(text, ("state", "game", 0), -(10**9)),
    "a wide set": lambda text: changed(text, ("state", "peoples", 4), 1 << 5000),
    "infinity": lambda text: text.replace('"stock":[', '"stock":[Infinity,').replace(
        '"game":[', '"game":[NaN,'
    ),
    "negative counts": lambda text: changed(text, ("state", "stock", 0), -5),
    "a journal of other things": lambda text: changed(text, ("journal",), [[4, 0, 0, 0]] * 1000),
    "a position of lists": lambda text: changed(text, ("start",), {"position": {"map": [[]] * 1000}}),
    "a large position": lambda text: changed(text, ("start",), {"position": {"players": 10**9, "map": {}}}),
}


def changed(text, path, value):
    return json.dumps(rehashed(put(json.loads(text), path, value)))


@pytest.mark.parametrize("replay", [True, False])
@pytest.mark.parametrize("name", some(HUGE, 2))
def test_what_is_too_much_is_refused(name, replay):
    text, rules = saved(1)
    huge = HUGE[name](text)
    game, called = calls_of(read, huge, rules, replay=replay)
    assert called < CALLS + CALLS_OF_LINE * huge.count("\n")
    if replay or "choices" not in name:
        assert game is None
        return
    for attempt in (game.undo, game.replayed) if game else ():
        with pytest.raises(GameError):
            attempt()


def test_choices_that_did_not_lead_here_are_noticed_when_they_are_used():
    text, rules = saved(0)
    data = json.loads(text)
    rng = random.Random(5)
    data["choices"] = [rng.randrange(40) for _ in data["choices"]]
    assert read(json.dumps(data), rules) is None
    game = read(json.dumps(data), rules, replay=False)
    for attempt in (game.undo, game.replayed):
        with pytest.raises(GameError):
            attempt()
