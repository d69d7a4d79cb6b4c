"""Whatever the public entry points are given, only the documented exceptions come out, and nothing has changed."""

from contextlib import suppress
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import part

import ruledsl

PUBLIC = (ruledsl.GameError, ruledsl.PackError, TypeError)
"""What may come out; `PositionError` is a `GameError`. A bare `ValueError` or `KeyError` is documented where it comes: not here."""

ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([2**31, -(2**63), 2**64, 10**400]),
    st.just(20_000).map(lambda digits: 1 << digits),
    st.floats(),
    st.sampled_from(
        [
            "",
            "a",
            "coins",
            "stop",
            "conquer",
            "turn",
            "small_world_2p",
            "earnings",
            "player",
            "\ud800",
            "a\0b",
            "@",
            "@@",
            ":",
            "x:y",
        ]
    ),
    st.text(max_size=4),
    st.binary(max_size=2),
    st.sampled_from([object(), int, ..., 1j, range(3), frozenset({1}), {1, 2}]),
)
KEYS = st.sampled_from(
    "players map round turn phase acting seed dice coins peoples regions hands market decks tiles memory done analysis race power player at "
    "hand pieces holder tiles action each times rounds extends beside joins islands trays aside stock game terrain borders draw".split()
)
ODD = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner)
        | st.dictionaries(KEYS | st.integers(0, 3), inner, max_size=3)
    ),
    max_leaves=6,
)
POSITIONS = st.dictionaries(KEYS, ODD, max_size=4).map(lambda more: {"players": 2} | more)


@cache
def rules():
    return ruledsl.load("smallworld")


@cache
def middle():
    game = rules().new_game(2, 1)
    for _ in range(30):
        game.choose(0)
    return game


def only_public(call, *args, **named):
    with suppress(*PUBLIC):
        call(*args, **named)


@settings(max_examples=part(150))
@given(POSITIONS | ODD)
def test_positions(data):
    only_public(rules().position, data)


ENTRIES = {
    "new_game": lambda a, b, c: rules().new_game(a, b, c),
    "dice": lambda a, b, c: rules().new_game(2, dice=a, analysis=b),
    "batch": lambda a, b, c: rules().batch(1, a, b, c),
    "map": lambda a, b, c: rules().map(a),
    "load": lambda a, b, c: ruledsl.load("smallworld", variants=a, texts=b),
    "load packs": lambda a, b, c: ruledsl.load(a, b),
    "validate": lambda a, b, c: ruledsl.validate(a),
    "choose": lambda a, b, c: middle().copy().choose(a, until=b),
    "option": lambda a, b, c: middle().copy().choose(ruledsl.Option(a, b, "", {})),
    "index_of": lambda a, b, c: middle().decision.index_of(a),
    "go_on": lambda a, b, c: middle().copy().go_on(until=a),
    "run_until": lambda a, b, c: middle().copy().run_until(a),
    "go_back": lambda a, b, c: middle().copy().go_back(a),
    "undo": lambda a, b, c: middle().copy().undo(force=a),
    "place": lambda a, b, c: middle().copy().place(a),
    "leave": lambda a, b, c: middle().copy().leave(a),
    "from_json": lambda a, b, c: ruledsl.Game.from_json(a, b, replay=c),
    "view": lambda a, b, c: middle().view(a),
    "sample": lambda a, b, c: middle().sample(a, b),
    "value": lambda a, b, c: middle().value(a, player=b),
    "earnings": lambda a, b, c: middle().value("earnings", player=a),
    "cost": lambda a, b, c: middle().value("conquest_cost", people=a, region=b),
    "costs": lambda a, b, c: middle().costs(a),
    "conquerable": lambda a, b, c: middle().conquerable(a),
    "why": lambda a, b, c: middle().why(a, player=b),
    "why_not": lambda a, b, c: middle().why_not(a, b),
    "view why_not": lambda a, b, c: middle().view(0).why_not("conquer", a),
    "view value": lambda a, b, c: middle().view(0).value("earnings", player=a),
    "card": lambda a, b, c: ruledsl.picture(rules(), a),
}


@settings(max_examples=part(250))
@given(st.sampled_from(sorted(ENTRIES)), ODD, ODD, ODD)
def test_entry_points(name, first, second, third):
    before = middle().hash
    only_public(ENTRIES[name], first, second, third)
    assert middle().hash == before
