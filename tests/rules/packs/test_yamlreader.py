"""YAML files as nodes: what a file says, where it says it, and what is refused."""

import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import some

from ruledsl.base.diagnostics import Diagnostics, Span, render_text
from ruledsl.rules.packs.folders.files import read_bytes
from ruledsl.rules.packs.yaml.builder import MAX_DEPTH, MAX_NODES
from ruledsl.rules.packs.yaml.nodes import (
    MAX_BYTES,
    MappingNode,
    ScalarNode,
    SequenceNode,
    read_text,
    to_plain,
)
from ruledsl.rules.packs.yaml.reader import read_tree, read_yaml_text


def read(text):
    """The tree of a text that must be right."""
    diagnostics = Diagnostics()
    node = read_yaml_text(text, "f", diagnostics)
    assert not list(diagnostics), render_text(diagnostics)
    return node


def faults(text):
    """The diagnostics of a text, in order."""
    diagnostics = Diagnostics()
    read_yaml_text(text, "f", diagnostics)
    return diagnostics.sorted()


# ── values ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: 1", {"a": 1}),
        ("- 1\n- x\n-\n  - y", [1, "x", ["y"]]),
        ("a:", {"a": None}),
        ("a: ~\nb: null\nc: NULL", {"a": None, "b": None, "c": None}),
        ("[yes, no, on, off, y, n]", ["yes", "no", "on", "off", "y", "n"]),
        ("[true, True, TRUE, false, 'true']", [True, True, True, False, "true"]),
        ("[0, -7, +7, 012, 0o17, 0xFF, 1_000]", [0, -7, 7, 12, 15, 255, "1_000"]),
        ("[1.5, -.5, 1e3, 1., 1.2.3, -, --, .]", [1.5, -0.5, 1000.0, 1.0, "1.2.3", "-", "--", "."]),
        ("[12:30, 2001-01-01, 0b1, 1__2]", ["12:30", "2001-01-01", "0b1", "1__2"]),
        ("1: a\n02: b\n-3: c", {"1": "a", "02": "b", "-3": "c"}),
        ("no: Norsk\nda: Dansk", {"no": "Norsk", "da": "Dansk"}),
        ("'<<': 1", {"<<": 1}),
        ("a: 'it''s'", {"a": "it's"}),
        ('a: "x\\ty\\u00e9"', {"a": "x\ty\u00e9"}),
        ("a: >\n  x\n  y\n\n  z\n", {"a": "x y\nz\n"}),
        ("a: x\n  y", {"a": "x y"}),
        ("--- # begins\na: 1\n...\n# ends\n", {"a": 1}),
        ("\ufeffa: 1", {"a": 1}),
        ("a: 1\r\nb: |\r\n  x\r\n  y\r\n", {"a": 1, "b": "x\ny\n"}),
        ("{a: [1, {b: 2}], c}", {"a": [1, {"b": 2}], "c": None}),
        ("just a text", "just a text"),
        ("? a\n: 1", {"a": 1}),
        ("[" * MAX_DEPTH + "]" * MAX_DEPTH, None),
    ],
)
def test_values(text, value):
    node = read(text)
    assert value is None or to_plain(node) == value


def test_mappings_can_be_asked():
    node = read("a: 1\nb: [x, y]\nc:\n")
    assert isinstance(node, MappingNode)
    assert node.keys() == ["a", "b", "c"]
    assert [key.text for key, _ in node] == ["a", "b", "c"]
    assert node.get("d") is None
    assert node.key("b").span == Span("f", 2, 1, 2, 2)
    assert len(node) == 3
    assert "c" in node
    items = node.get("b")
    assert isinstance(items, SequenceNode)
    assert [item.text for item in items] == ["x", "y"]
    assert items[1].value == "y"
    assert read("[]") or pytest.fail("an empty list is a node all the same")


# ── places ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "path", "place"),
    [
        ("a: xyz\n", "a", (1, 4, 1, 7)),
        ("a:\n  - x\n  - yy\nb: 1\n", "a", (2, 3, 3, 7)),
        ("a:\n- x\n- yy\nb: 1\n", "a", (2, 1, 3, 5)),
        ("a:\n  b: 1\n  c: 22\n\n# x\nd: 1\n", "a", (2, 3, 3, 8)),
        ("a: [x, y ]  # no\n", "a", (1, 4, 1, 11)),
        ("a: {b: 1,\n c: 2}\n", "a", (1, 4, 2, 7)),
        ("a: 'x y' # no\n", "a", (1, 4, 1, 9)),
        ("a: |  # yes\n  x\n  yy\n\n\nb: 1\n", "a", (1, 4, 3, 5)),
        ("a: x\n  yy\nb: 1\n", "a", (1, 4, 2, 5)),
        ("a:\nb: 1\n", "a", (1, 3, 1, 3)),
        ("{a, b: }", "a", (1, 3, 1, 3)),
        ("{a, b: }", "b", (1, 7, 1, 7)),
        ("\u00e6\u00f8: x\na: [\u00e5, b]\n", "a", (2, 4, 2, 10)),
        ("\ufeffa: x\n", "a", (1, 4, 1, 5)),
    ],
)
def test_spans(text, path, place):
    assert read(text).get(path).span == Span("f", *place)


BLOCKS = [
    "a: |\n  one\n  two\nb: 1\n",
    "a: |-\n  one\n  two\n\n\nb: 1\n",
    "a: |+\n  one\n\n\nb: 1\n",
    "a: |\n  one\n    two\n\n  three",
    "a: |2\n    one\n  two\n",
    "a: |1-\n  one\n two\n",
    "a: |-1\n  one\n two\n",
    "a: |\n\n\n  one\n \n   \n  two  \n  \n",
    "- |\n  one\n- x\n",
    "- a: |\n    one # text\n    # text\n  # a comment\n",
    "a: |  # a comment\n  \u00e6\u00f8\u00e5 \U0001f409 x\n  one\n",
    "a: |\r\n  one\r\n\r\n    two\r\n",
    "a: |\n  x\ty\n  \tz\n",
    "a: |\n",
    "a: |+\n\n\n",
    "x: 1\na:\n  b:\n    - |\n     one\n     two\n",
    "--- |\n one\n",
    "a: one: two\n".replace("one: two", "one two  three"),
    "a: 'one # two'\n",
    'a: "one"\n',
    "a: \u00e6 one\n",
    "- - -  one\n",
    "[one, two]\n",
    "a: 12\n",
]


def scalars(node):
    match node:
        case MappingNode():
            return [scalar for _, value in node for scalar in scalars(value)]
        case SequenceNode():
            return [scalar for value in node for scalar in scalars(value)]
    return [node]


def check_positions(text, scalar):
    """Every character of an exact scalar stands at its position in the file."""
    rows = text.removeprefix("\ufeff").split("\n")
    before = (0, 0)
    for offset, character in enumerate(scalar.text):
        line, column = scalar.position(offset)
        assert (line, column) > before
        before = line, column
        row = rows[line - 1].removesuffix("\r")
        assert (row + "\n")[column - 1] == character, (offset, line, column)
        if character != "\n":
            assert scalar.span_of(offset, offset + 1) == Span("f", line, column, line, column + 1)
    assert scalar.position(len(scalar.text)) >= before
    assert scalar.position(-1) == scalar.position(0)
    assert scalar.position(10**6) == scalar.position(len(scalar.text))


@pytest.mark.parametrize("text", BLOCKS)
def test_positions_are_exact(text):
    for scalar in scalars(read(text)):
        assert scalar.exact
        check_positions(text, scalar)


@pytest.mark.parametrize(
    "text",
    ["a: >\n  x\n", "a: >-\n x\n\n y\n", "a: x\n  y\n", "a: 'it''s'\n", 'a: "\\u0041"\n', "a: 'x\n  y'\n"],
)
def test_positions_that_are_not_exact_are_the_beginning(text):
    scalar = read(text).get("a")
    assert not scalar.exact
    assert scalar.position(2) == (1, 4)
    assert scalar.span_of(0, 1) == scalar.span


def test_the_end_of_a_text_is_the_end_of_its_last_line():
    scalar = read("a: |\n  one\n  two\nb: 1\n").get("a")
    assert scalar.position(len(scalar.text)) == (3, 6)
    assert scalar.span_of(0, len(scalar.text)) == Span("f", 2, 3, 3, 6)


lines = st.lists(st.text(" ab#:-\t\u00e6\U0001f409", max_size=6), max_size=6)


@given(
    lines=lines,
    indent=st.integers(1, 4),
    chomp=st.sampled_from(["", "-", "+"]),
    explicit=st.booleans(),
    end=st.sampled_from(["\n", "\r\n"]),
    closed=st.booleans(),
    after=st.sampled_from(["", "# x", "b: 1"]),
)
def test_positions_of_any_block(lines, indent, chomp, explicit, end, closed, after):
    header = f"a: |{indent if explicit else ''}{chomp}"
    rows = [header, *(" " * indent + line if line else "" for line in lines), after]
    text = end.join(rows) + (end if closed else "")
    node = read_yaml_text(text, "f", Diagnostics())
    if explicit and closed and "\t" not in text:
        assert node is not None
    if isinstance(node, MappingNode):
        scalar = node.get("a")
        assert scalar.exact
        check_positions(text, scalar)


# ── what is refused ──────────────────────────────────────────────────────────

FAULTS = [
    # anchors, tags, keys
    ("a: &x 1\nb: *x\nc: *y\n", ["Y008 1:4", "Y008 2:4", "Y008 3:4"]),
    ("a: &x\n  b: &y [1]\n", ["Y008 1:4", "Y008 2:6"]),
    ("&k a: 1\n*k : 2\n", ["Y008 1:1", "Y008 2:1"]),
    ("a: *bold* text\n", ["Y008 1:4"]),
    ("a: & b\n", ["Y008 1:4"]),
    (
        "a: !!python/object:os.system x\nb: !foo [1]\nc: ! z\nd: !<x> y\n",
        ["Y009 1:4", "Y009 2:4", "Y009 3:4", "Y009 4:4"],
    ),
    ("a: !x!y z\n", ["Y009 1:4"]),
    ("a: &b !c d\n", ["Y008 1:4", "Y009 1:7"]),
    ("a: 1\nb: 2\na: 3\nc: {x: 1, x: 2}\na: 4\n", ["Y010 3:1", "Y010 4:11", "Y010 5:1"]),
    ("1: a\n'1': b\n", ["Y010 2:1"]),
    ("a: 1\n<<: {b: 1}\n", ["Y011 2:1"]),
    (
        "1.5: b\ntrue: c\n? [a]\n: d\n[x, y]: 4\n: z\n'': q\n",
        ["Y015 1:1", "Y015 2:1", "Y015 3:3", "Y015 5:1", "Y015 6:1", "Y015 7:1"],
    ),
    ("a: ? b\n", ["Y015 1:4"]),
    # documents
    ("", ["Y006 0:0"]),
    ("# only this\n\n", ["Y006 0:0"]),
    ("---\n...\n", ["Y006 0:0"]),
    ("a: 1\n---\nb: 2\n", ["Y007 2:1"]),
    ("a: 1\n...\nb: 2\n", ["Y007 3:1"]),
    ("%YAML 1.2\n---\na: 1\n", ["Y016 1:1"]),
    ("a: 1\n%TAG ! x\n---\nb: 1\n", ["Y016 2:1"]),
    # characters and numbers
    ("a: 1\nb: x\x00y\nc: \x1b\n", ["Y005 2:5", "Y005 3:4"]),
    ("a: 1\rb: 2\n", ["Y005 1:5"]),
    ("a: x\u2028y\nb: \u202ex\nc: \x85\nd: x\ufeff", ["Y005 1:5", "Y005 2:4", "Y005 3:4", "Y005 4:5"]),
    ('a: "\\0"\nb: "\\uD800"\n', ["Y005 1:4", "Y005 2:4"]),
    (
        "a: .inf\nb: 1e999\nc: 1234567890123456789\nd: .nan\n",
        ["Y017 1:4", "Y017 2:4", "Y017 3:4", "Y017 4:4"],
    ),
    # tabs
    ("a:\n\tb: 1\n", ["Y014 2:1"]),
    ("a:\n  b: 1\n \tc: 2\n", ["Y014 3:2"]),
    ("a: [\n\tb,\n\tc]\n", ["Y014 2:1", "Y014 3:1"]),
    ("a:\tb\n", ["Y014 1:3"]),
    # indentation
    ("a: 1\n  b: 2\n", ["Y020 2:3"]),
    ("a:\n    b: 1\n  c: 2\n", ["Y020 3:3"]),
    ("  a: 1\nb: 2\n", ["Y020 2:1"]),
    ("a:\n  - b: 1\n     c: 2\n", ["Y020 3:6"]),
    ("a:\n  - b\n - c\n", ["Y020 3:2"]),
    ("a: - b\n", ["Y020 1:4"]),
    ("a: 1\n- b\n", ["Y020 2:1"]),
    ("- a\nb: 1\n", ["Y020 2:1"]),
    ("a: |\nx\n", ["Y020 2:1"]),
    ("a: |\n     \n  x\n", ["Y020 3:3"]),
    # colons
    ("a: 1\nb\nc: 2\n", ["Y021 2:1"]),
    ("names\n  en: x\n", ["Y021 1:1"]),
    ("a: 1\nb:2\nc: 3\n", ["Y024 2:1"]),
    ("a: 1\nb:2\n", ["Y024 2:1"]),
    ("names:\n  en:Elves\n  it: Elfi\n", ["Y024 2:3"]),
    ("a: b: c\n", ["Y026 1:5"]),
    ("summary: Elves: they never die\n", ["Y026 1:15"]),
    # quotes and escapes
    ("a: 'x\nb: 2\n", ["Y022 1:4"]),
    ('a: 1\nb: "x\n', ["Y022 2:4"]),
    ("a: 'x\nb: 'y'\nc: 1\n", ["Y022 1:4"]),
    ("a: 'it's'\n", ["Y022 1:8"]),
    ('a: "x" y\n', ["Y022 1:8"]),
    ("a: ['1' '2']\n", ["Y022 1:9"]),
    ('a: "C:\\Games"\n', ["Y027 1:7"]),
    ('a: 1\nb: "\\U00110000"\n', ["Y027 2:5"]),
    ('a: "\\xZZ"\n', ["Y027 1:5"]),
    # brackets
    ("a: [1, 2\nb: 3\n", ["Y023 1:4"]),
    ("a: [1,2\n", ["Y023 1:4"]),
    ("a: {x: 1\n", ["Y023 1:4"]),
    ("a: [1, 2}\n", ["Y023 1:4"]),
    ("a: [1,,2]\n", ["Y023 1:7"]),
    ("a: 1\nb: ]\n", ["Y023 2:4"]),
    ("a: ,x\n", ["Y023 1:4"]),
    # beginnings
    ("a: @x\n", ["Y025 1:4"]),
    ("a: `x`\n", ["Y025 1:4"]),
    ("a: %x\n", ["Y025 1:4"]),
    ("a: |x\n  y\n", ["Y028 1:4"]),
    ("a: [x] y\n", ["Y029 1:8"]),
]


@pytest.mark.parametrize(("text", "expected"), FAULTS, ids=[repr(text)[:40] for text, _ in FAULTS])
def test_faults(text, expected):
    found = faults(text)
    assert [f"{fault.code} {fault.span.line}:{fault.span.column}" for fault in found] == expected
    for fault in found:
        assert fault.severity == "error"
        assert fault.message.endswith((".", "`."))
        assert fault.excerpt or fault.span.is_nowhere
        for word in ("token", "scanner", "block end", "simple key", "stream", "ruamel", "mapping values"):
            assert word not in fault.message


def test_the_first_place_of_a_key_is_shown_too():
    (fault,) = faults("a: 1\nb: 2\na: 3\n")
    assert fault.labels == ((Span("f", 1, 1, 1, 2), "it is here for the first time"),)


def test_a_key_written_twice_still_gives_a_tree():
    diagnostics = Diagnostics()
    node = read_yaml_text("a: 1\na: 2\nb: 3\n", "f", diagnostics)
    assert to_plain(node) == {"a": 1, "b": 3}
    assert diagnostics.has_errors


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10_000,
        "- " * 10_000,
        "? " * 10_000,
        "{a: " * 10_000,
        "[\n" * 10_000,
        "".join(" " * n + "a:\n" for n in range(200)),
    ],
)
def test_too_deep(text):
    assert [fault.code for fault in faults(text)] == ["Y012"]


def test_as_deep_as_allowed():
    assert read("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert [fault.code for fault in faults("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))] == ["Y012"]


def test_too_much():
    assert [fault.code for fault in faults("[" + "1," * MAX_NODES + "]")] == ["Y013"]
    assert [fault.code for fault in faults("a" * (MAX_BYTES + 1))] == ["Y003"]


@pytest.mark.parametrize(
    "unit",
    some(
        [
            "- a\n",
            "a: b\n",
            "- !x a\n",
            "- *a\n",
            "%A\n",
            "---\n",
            "...\n",
            "[",
            "# x\n",
            "\n",
            "a ",
            "a\n ",
            "'a' ",
            "\x01\n",
            "\t- a\n",
            "? ",
            ": ",
            "- |\n x\n",
        ],
        2,
    ),
)
def test_whatever_fits_in_a_file_is_read_or_refused(unit):
    faults((unit * (MAX_BYTES // len(unit) + 1))[:MAX_BYTES])


ALPHABET = " \n\t:-[]{},&*!|>'\"%@`#?<.~ab1\\\r0x\u00e6\ufeff"


@given(st.text(st.sampled_from(ALPHABET), max_size=60))
def test_any_text_is_read_or_refused(text):
    check_anything(text)


@given(st.text(max_size=40))
def test_any_unicode_is_read_or_refused(text):
    check_anything(text)


@given(st.lists(st.sampled_from([text for text, _ in FAULTS] + BLOCKS), min_size=2, max_size=4))
def test_any_pieces_are_read_or_refused(texts):
    check_anything("".join(texts))


def check_anything(text):
    """No exception; a tree or an error; every span inside the file; every exact position right."""
    diagnostics = Diagnostics()
    node = read_yaml_text(text, "f", diagnostics)
    assert (node is not None) or diagnostics.has_errors
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for diagnostic in diagnostics.sorted():
        span = diagnostic.span
        assert span.is_nowhere or (1 <= span.line <= span.end_line <= len(rows) and span.start <= span.end)
        assert span.is_nowhere or 1 <= span.column <= len(rows[span.line - 1]) + 1
    if node is not None:
        for scalar in scalars(node):
            if scalar.exact:
                check_positions(text, scalar)
    render_text(diagnostics, diagnostics.sources)


# ── files ────────────────────────────────────────────────────────────────────


def read_yaml(path, name, diagnostics):
    """As the files of packs are read."""
    data = read_bytes(path, name, diagnostics)
    text = None if data is None else read_text(data, name, diagnostics)
    return None if text is None else read_tree(text, name, diagnostics)


def codes_of(path):
    diagnostics = Diagnostics()
    assert read_yaml(path, "shown.yaml", diagnostics) is None
    assert {diagnostic.span.file for diagnostic in diagnostics} == {"shown.yaml"}
    assert str(path) not in render_text(diagnostics)
    return [diagnostic.code for diagnostic in diagnostics]


def test_a_file(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_bytes("\ufeffa: \u00e6\r\n".encode())
    diagnostics = Diagnostics()
    node = read_yaml(str(path), "shown.yaml", diagnostics)
    assert to_plain(node) == {"a": "\u00e6"}
    assert node.span == Span("shown.yaml", 1, 1, 1, 5)
    assert diagnostics.sources.line("shown.yaml", 1) == "a: \u00e6"


def test_files_that_are_not_there(tmp_path):
    assert codes_of(tmp_path / "none.yaml") == ["Y001"]
    (tmp_path / "file").write_text("x")
    assert codes_of(tmp_path / "file" / "none.yaml") == ["Y001"]
    assert codes_of("a\0b") == ["Y002"]
    assert codes_of("x" * 5000) == ["Y002"]


def test_folders_pipes_and_circles_of_links(tmp_path):
    assert codes_of(tmp_path) == ["Y002"]
    os.mkfifo(tmp_path / "pipe")
    assert codes_of(tmp_path / "pipe") == ["Y002"]
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    assert codes_of(tmp_path / "circle") == ["Y002"]
    assert codes_of("/dev/zero") == ["Y002"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("a: 1")
    path.chmod(0)
    assert codes_of(path) == ["Y002"]


def test_a_large_file_is_not_even_read(tmp_path):
    path = tmp_path / "a.yaml"
    with path.open("wb") as file:
        file.truncate(10**12 if sys.platform == "linux" else MAX_BYTES + 1)
    assert codes_of(path) == ["Y003"]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"a: 1\nb: \xc3\xa6 \xff\n", (2, 6)),
        (b"\xef\xbb\xbfa: \xe9\n", (1, 4)),
        (b"a: \xed\xa0\x80", (1, 4)),
        ("a: 1".encode("utf-16"), (1, 1)),
        (b"\xc3", (1, 1)),
    ],
)
def test_bytes_that_are_not_utf8(tmp_path, data, place):
    path = tmp_path / "a.yaml"
    path.write_bytes(data)
    diagnostics = Diagnostics()
    assert read_yaml(path, "a.yaml", diagnostics) is None
    (fault,) = diagnostics
    assert (fault.code, fault.span.start) == ("Y004", place)
    assert fault.excerpt


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(data)
    diagnostics = Diagnostics()
    node = read_yaml(path, "any.yaml", diagnostics)
    assert (node is not None) or diagnostics.has_errors


def test_a_scalar_by_hand():
    scalar = ScalarNode("x", "x", "plain", Span("f", 1, 1, 1, 2))
    assert not scalar.exact
    assert scalar.position(0) == (1, 1)
