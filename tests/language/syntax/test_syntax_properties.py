"""Whatever tree there is, printing and parsing gives it back; whatever text there is, the parser does not raise."""

from __future__ import annotations

import strategies as ours
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from lengths import part
from syntax_cases import all_cases

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.language.syntax import parse, to_text, walk
from ruledsl.language.syntax import tree as t
from ruledsl.language.syntax.grammar import grammar
from ruledsl.language.syntax.printer import STEP


def read(text):
    diagnostics = Diagnostics()
    return parse(text, diagnostics), diagnostics


def messages(diagnostics):
    return [f"{diagnostic.span}: {diagnostic.message}" for diagnostic in diagnostics]


@settings(max_examples=part(100))
@given(ours.DOCUMENTS)
def test_a_printed_tree_is_read_as_the_same_tree(document):
    text = to_text(document)
    again, diagnostics = read(text)
    assert messages(diagnostics) == [], text
    assert again == document, text
    assert to_text(again) == text


@settings(max_examples=part(300))
@given(ours.EXPRESSIONS)
def test_a_long_expression_is_broken_without_changing_it(expression):
    name = t.Word("x" * 80, span=ours.NOWHERE)
    change = t.Change("becomes", expression, span=ours.NOWHERE)
    assume(ours.means_something(change))
    statement = t.Modifier("", name, change, expression, span=ours.NOWHERE)
    text = to_text(statement)
    again, diagnostics = read(text)
    assert messages(diagnostics) == [], text
    assert again.statements == (statement,), text


@settings(max_examples=part(200))
@given(ours.DOCUMENTS, st.data())
def test_a_comment_keeps_its_level(document, data):
    """Comments are put before any line, as far in as it or as a line of a block that ends before it, and at the end: all of that is canonical."""
    assume(document.statements)
    rows = to_text(document).rstrip("\n").split("\n")
    opened, commented = [], []
    for row in (*rows, "end"):
        indent = len(row) - len(row.lstrip())
        is_continued = bool(commented) and indent - opened[-1] > STEP
        ends = [level for level in opened if level > indent] if not is_continued else []
        levels = st.lists(st.sampled_from([indent, *ends]), max_size=0 if is_continued else 2)
        commented += [" " * level + "# a comment" for level in data.draw(levels)]
        commented.append(row)
        opened = opened if is_continued else [*(level for level in opened if level < indent), indent]
    text = "\n".join(commented[:-1]) + "\n"
    again, diagnostics = read(text)
    assert messages(diagnostics) == [], text
    assert again == document, text
    assert to_text(again) == text


GOOD = [case.text for case in all_cases() if not case.diagnostics]
BITS = st.sampled_from(
    [*grammar().words, *grammar().signs, "\n", "\n  ", "\t", " ", "the", ">=", "é", "'s", '"', "\0", "9" * 20]
)


@settings(max_examples=part(300))
@given(st.text(max_size=300) | st.lists(BITS, max_size=60).map(" ".join))
def test_any_text_is_read_without_raising(text):
    document, diagnostics = read(text)
    assert len(list(walk(document))) > 0
    assert all(diagnostic.span.line >= 1 for diagnostic in diagnostics)


@st.composite
def nearly_right(draw):
    """A good text with a few characters taken out, put in or moved."""
    text = draw(st.sampled_from(GOOD))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        text = text[:start] + draw(st.just("") | BITS | st.just(text[end:start:-1])) + text[end:]
    return text


@settings(max_examples=part(500))
@given(nearly_right())
def test_texts_with_mistakes_are_read_without_raising(text):
    document, faults = read(text)
    printed = to_text(document)
    again, diagnostics = read(printed)
    assert messages(diagnostics) == [], printed
    assert again == document
    if not faults.has_errors:  # comments behind what could not be read move
        assert to_text(again) == printed
