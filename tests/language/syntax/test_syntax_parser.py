"""Positions inside a file, limits, and speed."""

from __future__ import annotations

import pytest

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.language.syntax import children, limits, parse, to_text, walk
from ruledsl.language.syntax import tree as t
from ruledsl.language.syntax.visitor import bound_by

YAML = """\
name: hill
rules: |
    my income +1
    after my conquest:
      my income becoms 3

    befor x: do y
"""


def read(text, **more):
    diagnostics = Diagnostics()
    return parse(text, diagnostics, **more), diagnostics


def codes(diagnostics):
    return [diagnostic.code for diagnostic in diagnostics]


def in_block(offset):
    """The place in `YAML` of a character of the text in its block."""
    before = block_text()[:offset]
    return 3 + before.count("\n"), 5 + len(before.rpartition("\n")[2])


def block_text():
    return "".join(line.removeprefix("    ") for line in YAML.splitlines(keepends=True)[2:])


def test_places_are_those_of_the_file():
    document, diagnostics = read(block_text(), position=in_block, file="hill.yaml")
    lines = YAML.splitlines()
    for diagnostic, word in zip(diagnostics, ["becoms", "befor"], strict=True):
        span = diagnostic.span
        assert lines[span.line - 1][span.column - 1 : span.end_column - 1] == word
        assert span.file == "hill.yaml"
    modifier, *_ = document.statements
    assert (modifier.span.line, modifier.span.column, modifier.span.end_column) == (3, 5, 17)


def test_every_node_stands_where_its_text_is():
    text = "value x of people = (a + 2) * tokens of me in (b)\n"
    document, _ = read(text)
    shown = {
        type(node).__name__: text[node.span.column - 1 : node.span.end_column - 1] for node in walk(document)
    }
    assert shown["Value"] == text.strip()
    assert shown["Number"] == "2"
    assert shown["Call"] == "tokens of me in (b)"
    assert shown["Param"] == "of people"
    assert shown["Pronoun"] == "me"


def test_carriage_returns_are_nothing():
    document, diagnostics = read("after x:\r\n  do y  # z\r\n\r\n  do z\r\n")
    assert codes(diagnostics) == []
    assert len(document.statements[0].body.effects) == 2
    assert document.comments[0].text == "# z"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("L030", "my income + " + "a" * limits.MAX_LINE),
        ("L031", "my income + " + "(" * 60 + "1" + ")" * 60),
        ("L031", "my income + " + "(\n" * 150 + " 1" + ")" * 150),
        ("L030", "my income + " + "(" * 10_000 + "1" + ")" * 10_000),
        ("L018", "my income + " + "(\n" * 10_000 + " 1" + ")" * 10_000),
        ("L032", "my income + " + "1+" * 200 + "1"),
        ("L032", "my income + (" + "1+\n  " * 200 + "1)"),
        ("L030", "my income + " + "1+" * 1_000 + "1"),
        ("L032", "my income if " + "not " * 150 + "a"),
        ("L032", "my income + " + "a of " * 150 + "b"),
        ("L037", "my income + " + "a of " * 90 + "b"),
        ("L033", "my income + " + "9" * 400),
        ("L034", "after x:\n" + "".join(f"{'  ' * n}if a:\n" for n in range(1, 40)) + "  " * 40 + "do b"),
        ("L035", "# \n" * limits.MAX_TEXT),
        ("L035", "1+" * 1_000_000),
    ],
    ids=lambda value: value if len(value) < 6 else None,
)
def test_what_is_too_big_is_refused(code, text):
    document, diagnostics = read(text)
    assert codes(diagnostics)[0] == code
    assert document.statements == ()


def test_what_is_just_small_enough_is_read():
    text = "my income + " + "1 + " * (limits.MAX_OPERATORS - 2) + "1\n"
    nested = "my income + " + "my x in (" * 40 + "1" + ")" * 40 + "\n"
    document, diagnostics = read(text + nested)
    assert codes(diagnostics) == []
    again, _ = read(to_text(document))
    assert again == document


def test_after_many_mistakes_the_rest_is_left():
    _, diagnostics = read("my income\n" * 1_000)
    assert codes(diagnostics) == ["L002"] * limits.MAX_FAULTS + ["L036"]


def test_each_line_has_one_diagnostic_at_most():
    _, diagnostics = read("after the x:\n  do y by >=\n  do z for for me\nmy income +\n")
    assert codes(diagnostics) == ["L004", "L005", "L038", "L002"]


def test_what_follows_from_a_line_that_is_missing_is_not_said():
    document, diagnostics = read("after x:\n  if ? ?:\n    do y\n  else: do z\naction dive\n  while\n")
    assert codes(diagnostics) == ["L007", "L002"]
    assert [type(node) for node in document.statements] == [t.Trigger]
    assert set(document.lost) >= {"if", "while"}


def test_walk_goes_over_everything_before_its_children():
    document, _ = read("after x:\n  if a: do b\n  else: do c\n")
    kinds = [type(node).__name__ for node in walk(document)]
    assert kinds[:5] == ["Document", "Trigger", "Word", "Block", "IfEffect"]
    assert kinds.count("Do") == 2
    assert [type(node) for node in children(document)] == [t.Trigger]


def test_hundreds_of_statements():
    text = "my conquest_cost -1 if region is coastal and tokens of me in region is at least 2\n" * 500
    document, _ = read(text)
    assert len(document.statements) == 500


@pytest.mark.parametrize(
    "text",
    [
        "my income +\n" * 16_000,
        "event x:\n" + "  do y by z in here\n" * 9_000 + "  do >=\n",
        ("do y " + "by x\n  " * 25_000)[: limits.MAX_TEXT],
        "my x + (" + "by x to y\n  " * 190 + ") z",
        "(\n" * 99_000,
        "x becomes y " + "\n" * 190_000 + "z",
        "((" * 400 + "\n" + "after the x: a of b of c\n" * 7_000,
    ],
    ids=range(7),
)
def test_any_text_comes_to_an_end(text):
    read(text)


@pytest.mark.parametrize(
    ("effect", "name"),
    [
        ("let old be 1", "old"),
        ("draw old from regions of me", "old"),
        ("choose old from regions of me", "old"),
        ("for each old in regions of me: you gain 1 coin", "old"),
        ("each old in turn may sing until all pass: old pays 1 coin", "old"),
        ("at once each old in players choose bid from 0 to 1", "old"),
        ("roll luck as old", "old"),
    ],
)
def test_what_binds_a_name_is_known(effect, name):
    document, diagnostics = read(f"after my conquest:\n  {effect}\n")
    assert codes(diagnostics) == []
    assert name in {word.text for word in map(bound_by, walk(document)) if word is not None}
