"""Spans, sources, and the collector of diagnostics."""

import json

from hypothesis import given
from hypothesis import strategies as st

from ruledsl.base.diagnostics import Diagnostic, Diagnostics, Fix, Sources, Span, merge
from ruledsl.base.diagnostics.diagnostic import MAX_ALIKE, MAX_PER_CODE, excerpt_of

numbers = st.integers(1, 9)
spans = st.builds(Span, st.just("f"), numbers, numbers, numbers, numbers)


def test_spans_as_text():
    assert str(Span("a.yaml", 3, 7, 3, 9)) == "a.yaml:3:7"
    assert str(Span.nowhere("a.yaml")) == "a.yaml"
    assert Span.nowhere("a.yaml").is_nowhere


def test_merging_covers_both():
    assert merge(Span("f", 1, 5, 1, 7), Span("f", 3, 2, 3, 4)) == Span("f", 1, 5, 3, 4)
    assert merge(Span("f", 1, 5, 9, 1), Span("f", 3, 2, 3, 4)) == Span("f", 1, 5, 9, 1)
    assert merge(Span("f", 1, 5, 1, 7), Span("g", 3, 2, 3, 4)) == Span("f", 1, 5, 1, 7)
    assert merge(Span.nowhere("f"), Span("f", 3, 2, 3, 4)) == Span("f", 3, 2, 3, 4)
    assert merge(Span("f", 3, 2, 3, 4), Span.nowhere("f")) == Span("f", 3, 2, 3, 4)


@given(spans, spans)
def test_merging_does_not_depend_on_the_order(first, second):
    assert merge(first, second) == merge(second, first)
    assert merge(first, merge(first, second)) == merge(first, second)


def test_sources_give_lines():
    sources = Sources()
    sources.add("f", "one\r\ntwo\nthree")
    assert [sources.line("f", n) for n in range(5)] == [None, "one", "two", "three", None]
    assert sources.line("g", 1) is None
    assert "f" in sources
    assert sources.files() == ["f"]


def test_the_order_is_stable():
    diagnostics = Diagnostics()
    places = [
        ("b", 1, 1, "Y001"),
        ("a", 10, 1, "Y001"),
        ("a", 2, 5, "Y002"),
        ("a", 2, 5, "Y001"),
        ("a", 2, 1, "Y009"),
    ]
    for file, line, column, code in places:
        diagnostics.error(code, "x", Span(file, line, column, line, column))
    assert [(d.span.file, d.span.line, d.span.column, d.code) for d in diagnostics.sorted()] == sorted(places)
    assert [d.code for d in diagnostics] == [code for *_, code in places]


def test_duplicates_are_kept_once():
    diagnostics = Diagnostics()
    for _ in range(3):
        diagnostics.error("Y001", "x", Span("f", 1, 1, 1, 2))
    diagnostics.error("Y001", "y", Span("f", 1, 1, 1, 2))
    assert len(diagnostics) == 2
    assert diagnostics.error_count == 2


def test_only_errors_are_errors():
    diagnostics = Diagnostics()
    assert diagnostics
    diagnostics.warning("Y001", "x", Span.nowhere("f"))
    diagnostics.note("Y001", "x", Span.nowhere("f"))
    assert not diagnostics.has_errors
    diagnostics.error("Y001", "x", Span.nowhere("f"))
    assert diagnostics.has_errors


def test_a_flood_is_cut_with_a_note():
    diagnostics = Diagnostics()
    for line in range(1, MAX_PER_CODE + 51):
        diagnostics.error("Y001", "x", Span("f", line, 1, line, 2))
        diagnostics.error("Y001", "x", Span("g", 1, 1, 1, 2))
    assert len(diagnostics) == MAX_PER_CODE + 1
    notes = [d for d in diagnostics.sorted() if d.severity == "note"]
    assert [note.message for note in notes] == [
        "At least 50 more places in this file have this error; they are not listed."
    ]


def test_a_flood_in_many_files_is_cut_with_one_note_and_hides_no_other_code():
    diagnostics = Diagnostics()
    for number in range(MAX_ALIKE + 1000):
        diagnostics.error("S007", "x", Span(f"f{number:05}", 1, 1, 1, 2))
    diagnostics.error("Y001", "x", Span("g", 1, 1, 1, 2))
    found = diagnostics.sorted()
    assert diagnostics.error_count == MAX_ALIKE + 1001
    assert len(found) == MAX_ALIKE + 2
    assert [d.message for d in found if d.severity == "note"] == [
        "At least 1000 more places in other files have this error; they are not listed."
    ]
    assert found[-1].code == "Y001"


def test_as_data():
    label = (Span("f", 1, 1, 1, 2), "here")
    diagnostic = Diagnostic("N001", "error", "No.", Span("f", 2, 3, 2, 5), "a value", "cost", (label,))
    data = diagnostic.as_dict()
    assert json.loads(diagnostic.to_json()) == data
    assert data == {
        "code": "N001",
        "severity": "error",
        "message": "No.",
        "span": {"file": "f", "line": 2, "column": 3, "end_line": 2, "end_column": 5},
        "expected": "a value",
        "suggestion": "cost",
        "labels": [
            {"span": {"file": "f", "line": 1, "column": 1, "end_line": 1, "end_column": 2}, "message": "here"}
        ],
        "fix": {"span": data["span"], "text": "cost"},
    }


def test_what_mends_a_text():
    span = Span("f", 2, 3, 2, 5)
    assert Diagnostic("N001", "error", "No.", span).correction is None
    assert Diagnostic("N001", "error", "No.", span, suggestion="cost").correction == Fix(span, "cost")
    fix = Fix(Span("f", 2, 1, 2, 1), "(")
    assert Diagnostic("N001", "error", "No.", span, suggestion="cost", fix=fix).correction == fix
    assert Diagnostic("Y001", "error", "No.", Span.nowhere("f"), suggestion="g").correction is None


def excerpt(text, *place):
    sources = Sources()
    sources.add("f", text)
    return excerpt_of(sources, Span("f", *place)).split("\n")


def test_excerpts():
    text = "races:\n  elves: |\n    my income +1\n\n    my reach +1\n"
    assert excerpt(text, 3, 8, 3, 14) == ["my income +1", "   ^^^^^^"]
    assert excerpt(text, 3, 8, 3, 8) == ["my income +1", "   ^"]
    assert excerpt(text, 3, 17, 3, 17) == ["my income +1", "            ^"]
    assert excerpt(text, 2, 10, 5, 16) == ["elves: |", "       ^", "  my income +1", "  ^^^^^^^^^^^^", "…"]
    assert excerpt(text, 2, 3, 3, 1) == ["elves: |", "^^^^^^^^"]
    assert excerpt(text, 9, 1, 9, 2) == [""]
    assert excerpt(text, 0, 0, 0, 0) == [""]


def test_carets_stand_below_wide_and_combined_letters():
    assert excerpt("a: \u00e6\u00f8\u00e5 x", 1, 8, 1, 9) == ["a: \u00e6\u00f8\u00e5 x", "       ^"]
    assert excerpt("\u6f22\u5b57 x", 1, 4, 1, 5) == ["\u6f22\u5b57 x", "     ^"]
    assert excerpt("e\u0301 x", 1, 4, 1, 5) == ["e\u0301 x", "  ^"]


def test_long_lines_are_cropped_around_the_place():
    line, carets = excerpt("x" * 500 + "HERE" + "y" * 500, 1, 501, 1, 505)
    assert len(line) < 130
    assert line.startswith("…x")
    assert line.endswith("y…")
    assert line[carets.index("^") :].startswith("HERE")
    assert carets.count("^") == 4


def test_what_troubles_a_terminal_is_made_harmless():
    assert excerpt("a\tb \x1b[31m", 1, 3, 1, 4) == ["a b \N{REPLACEMENT CHARACTER}[31m", "  ^"]


@given(st.text(max_size=40), spans)
def test_any_text_and_any_span_has_an_excerpt(text, span):
    sources = Sources()
    sources.add("f", text)
    excerpt_of(sources, span)
