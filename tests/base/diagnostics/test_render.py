"""Diagnostics as text, JSON and SARIF."""

import json
import textwrap

from hypothesis import given
from hypothesis import strategies as st

from ruledsl.base.diagnostics import Diagnostic, Diagnostics, Span, render_json, render_sarif, render_text

FILE = "rulesets/x/races/elves.yaml"
TEXT = "races:\n  elves:\n    rules: |\n        my conquest_csot -1 where region is coastal\n"


def collected():
    diagnostics = Diagnostics()
    diagnostics.sources.add(FILE, TEXT)
    diagnostics.error(
        "N001",
        "There is no value called `conquest_csot`.",
        Span(FILE, 4, 12, 4, 25),
        expected="a value",
        suggestion="conquest_cost",
        labels=[(Span(FILE, 2, 3, 2, 8), "in this race")],
    )
    diagnostics.warning("Y002", "It is a pipe.", Span.nowhere("a b.yaml"), help="Use a file.")
    return diagnostics


def test_text():
    assert render_text(collected()) == textwrap.dedent("""\
        warning[Y002] a b.yaml
          It is a pipe.
          Use a file.

        error[N001] rulesets/x/races/elves.yaml:4:12
          my conquest_csot -1 where region is coastal
             ^^^^^^^^^^^^^
          There is no value called `conquest_csot`.
          rulesets/x/races/elves.yaml:2:3: in this race
          Expected: a value
          Did you mean `conquest_cost`?
    """)


def test_text_with_the_lines_of_second_places():
    diagnostics = collected()
    shown = render_text(diagnostics, diagnostics.sources)
    assert "elves.yaml:2:3: in this race\n    elves:\n    ^^^^^\n" in shown


def test_colour_only_when_asked_for():
    assert "\x1b" not in render_text(collected())
    assert render_text(collected(), colour=True).count("\x1b[1;31m") == 1


def test_nothing_is_nothing():
    assert render_text([]) == ""
    assert json.loads(render_json([])) == {"version": 1, "diagnostics": []}
    assert json.loads(render_sarif([]))["runs"][0]["results"] == []


def test_a_message_cannot_command_the_terminal():
    shown = render_text([Diagnostic("N001", "error", "a\x1b[2Jb", Span("f\x1b", 1, 1, 1, 1), "\x07", "\x9b")])
    assert not {"\x1b", "\x07", "\x9b"} & set(shown)


def test_json():
    data = json.loads(render_json(collected()))
    assert data["version"] == 1
    assert [entry["code"] for entry in data["diagnostics"]] == ["Y002", "N001"]
    assert data["diagnostics"][1]["suggestion"] == "conquest_cost"


def test_sarif():
    data = json.loads(render_sarif(collected()))
    run = data["runs"][0]
    assert data["version"] == "2.1.0"
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["N001", "Y002"]
    assert rules[1]["shortDescription"] == {"text": "Unreadable file"}
    pipe, value = run["results"]
    assert rules[value["ruleIndex"]]["id"] == value["ruleId"] == "N001"
    assert value["level"] == "error"
    assert value["message"]["text"].endswith("Expected: a value. Did you mean `conquest_cost`?")
    place = value["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 4, "startColumn": 12, "endLine": 4, "endColumn": 25}
    assert value["relatedLocations"][0]["message"] == {"text": "in this race"}
    place = pipe["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "a%20b.yaml"}}


def test_a_sentence_as_suggestion_is_left_as_it_is():
    shown = render_text(
        [Diagnostic("N001", "error", "No.", Span.nowhere("f"), suggestion="Did you mean `x` or `y`?")]
    )
    assert shown.endswith("  Did you mean `x` or `y`?\n")


texts = st.text(max_size=20)
diagnostics_of_all_sorts = st.builds(
    Diagnostic,
    st.sampled_from(["Y001", "Q123"]),
    st.sampled_from(["error", "warning", "note"]),
    texts,
    st.builds(Span, texts, *[st.integers(0, 3)] * 4),
    texts,
    texts,
)


@given(st.lists(diagnostics_of_all_sorts, max_size=4))
def test_anything_can_be_rendered_in_any_order(diagnostics):
    for render in (render_text, render_json, render_sarif):
        assert render(diagnostics) == render(diagnostics[::-1])
    json.loads(render_json(diagnostics))
    json.loads(render_sarif(diagnostics))
