"""Lines of games come from anybody: whatever is in a value, `study` reads a line and makes its page, or says in a sentence what is wrong."""

import copy
import json

import pytest

pytest.importorskip("polars")
pytest.importorskip("plotly")

from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import part

from ruledsl.lab.study.fields import Labels
from ruledsl.lab.study.page import page_of
from ruledsl.lab.study.results import Malformed, read_results
from ruledsl.lab.study.tables import rows_of, tables_of

GOOD = {
    "game": 0,
    "seed": 77,
    "packs": [{"id": "smallworld", "version": "0.1.0", "digest": "abc"}],
    "variants": {"final_conquest": "cost_three"},
    "seats": ["random", "greedy"],
    "map": "small_world_2p",
    "rounds": 10,
    "decisions": 200,
    "choices": "",
    "players": [
        {
            "player": seat,
            "seat": "random",
            "rank": 1 + seat,
            "coins": 60,
            "standings": {"victory": 60 - seat},
            "panels": {},
            "combos": [{"race": "orcs", "power": None, "round": 1, "measures": {"price": 2}}],
        }
        for seat in range(2)
    ],
}
HEADER = {
    "ruledsl_games": 1,
    **{key: GOOD[key] for key in ("packs", "variants", "seats")},
    "standings": ["victory"],
    "panels": ["earnings"],
    "measures": ["price"],
    "tiles": ["orcs", "flying"],
}
SHORT = {
    **{key: GOOD[key] for key in ("game", "seed", "map", "rounds", "decisions", "choices")},
    "players": [[1 + seat, 60, 60 - seat, 3, [[0, None, 1, 2], [0, 1, 4, 5]]] for seat in range(2)],
}
GONE = object()
OTHER = st.one_of(
    *(st.just(GONE), st.none(), st.booleans(), st.integers(), st.integers(-2, 12), st.floats(), st.text()),
    st.sampled_from(["\ud800", "games", "=1", "../x", "", "<b>", {}, [], [{}], {"": 1}, 1 << 53, -(1 << 70)]),
    st.dictionaries(st.sampled_from(["games", "rows", "by_x", "seed", "\ud800", "a/b"]), st.integers(0, 3)),
)


def places(value):
    """Every place in a line: its value, and the way there."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield (key,)
            yield from ((key, *way) for way in places(value[key]))


def put(line, way, value):
    *above, last = way
    try:
        for key in above:
            line = line[key]
        line.pop(last) if value is GONE else line.__setitem__(last, value)
    except (KeyError, IndexError, TypeError, AttributeError):
        pass  # what was put before is there instead


def is_said(file, *lines):
    """The file is read, and a page is made of it; or a sentence says in which line something is wrong."""
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    said = f"of `{file}`"
    try:
        results = read_results([str(file)])
        if results.games:
            page_of(results, tables_of(rows_of(results))).encode()
    except Malformed as problem:
        said = str(problem)
    assert f"of `{file}`" in said


@given(changes=st.lists(st.tuples(st.sampled_from(list(places(GOOD))), OTHER), min_size=1, max_size=3))
@settings(deadline=None, max_examples=part(200, 3))
def test_whatever_is_in_a_line_it_is_read_or_a_sentence_says_why_not(changes, tmp_path_factory):
    one = copy.deepcopy(GOOD)
    for way, value in changes:
        put(one, way, value)
    is_said(tmp_path_factory.getbasetemp() / "changed.jsonl", one, one | {"seed": 78})


@given(
    st.lists(st.tuples(st.sampled_from(list(places([HEADER, SHORT]))), OTHER), min_size=1, max_size=3),
)
@settings(deadline=None, max_examples=part(300, 3))
def test_whatever_is_in_a_header_or_behind_it_too(tmp_path_factory, changes):
    lines = copy.deepcopy([HEADER, SHORT])
    for way, value in changes:
        put(lines, way, value)
    is_said(tmp_path_factory.getbasetemp() / "short.jsonl", *lines)


def test_a_header_says_what_older_lines_say(tmp_path):
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in (GOOD | {"seed": 3}, HEADER, SHORT)))
    results = read_results([str(file)])
    assert [game["seed"] for game in results.games] == [3, 77]
    assert [(one["race"], one["power"], one["price"]) for one in results.combos[-2:]] == [
        ("orcs", "", 2),
        ("orcs", "flying", 5),
    ]


def test_a_header_says_what_a_game_that_is_not_installed_calls_things(tmp_path):
    file = tmp_path / "games.jsonl"
    words = {"nouns": {"coin": "ducat|ducats"}, "names": {"price": "[Coin.many] paid"}}
    file.write_text("".join(json.dumps(line) + "\n" for line in (HEADER | words, SHORT)))
    results = read_results([str(file)])
    labels = Labels.of(results.head, results.decides)
    assert labels.said(labels.column("price")) == "Ducats paid"


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ([SHORT], "no header is before it"),
        ([HEADER | {"ruledsl_games": 2}], "a newer ruledsl wrote it"),
        ([HEADER, HEADER | {"seats": ["random"]}], "has other seats"),
        ([HEADER | {"nouns": {"coin": "<b>|<i>"}}], "no word of a game"),
        ([HEADER | {"nouns": {"coin": "x" * 50 + "|y"}}], "no word of a game"),
        ([HEADER | {"names": {"price": 3}}], "no word of a game"),
        ([HEADER, SHORT | {"players": SHORT["players"][:1]}], "not those who sit there"),
        ([HEADER, SHORT | {"players": [[1, 60, 60, []]] * 2}], "other numbers than the header names"),
        (
            [HEADER, SHORT | {"players": [[1, 60, 60, 3, [[2, 0, 1, 2]]]] * 2}],
            "that the header does not name",
        ),
    ],
)
def test_what_is_wrong_with_short_lines(tmp_path, lines, reason):
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(Malformed, match=reason):
        read_results([str(file)])
