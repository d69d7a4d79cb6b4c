"""The tree of a YAML file: plain values, each with its place in the file.

There are three kinds of nodes: mapping, list, scalar. Nothing here knows how the file was read.
"""

from __future__ import annotations

import codecs
import math
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Diagnostics, Fix, Span
from ruledsl.base.plaintext import encoding_advice, plain

MAX_BYTES = 1_000_000
"""Larger files are refused. A file of this size takes two or three seconds to read."""

ScalarValue = str | int | float | bool | None

Style = Literal["plain", "single", "double", "literal", "folded"]
"""The style of a scalar: plain, in `'`, in `"`, after `|`, after `>`."""

TextLine = tuple[int, int, int]
"""The place of a line of a scalar's text: its offset in the text, the line and the column in the file (from 1)."""


class KeyNode(NamedTuple):
    """A key of a mapping. A number is its text as written."""

    text: str
    span: Span


class ScalarNode(NamedTuple):
    """A single value. `text` is its text, without quotes and block indentation.

    `value` is its value in YAML 1.2.

    `exact` if every character of `text` is in the file as it is, so that `position` is right for
    each of them.
    """

    value: ScalarValue
    text: str
    style: Style
    span: Span
    lines: tuple[TextLine, ...] = ()

    @property
    def exact(self) -> bool:
        """Is `position` exact: for a plain or quoted text on one line without escapes, or a `|` block?"""
        return bool(self.lines)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of a character of `text`.

        The end of the text is the end of its last line, before the line break.

        For a scalar that is not `exact`, the place where it begins.
        """
        if not self.lines:
            return self.span.start
        last = len(self.text) - 1 if self.text.endswith("\n") else len(self.text)
        offset = min(max(offset, 0), last)
        start, line, column = self.lines[bisect_left(self.lines, (offset + 1, 0, 0)) - 1]
        return line, column + offset - start

    def span_of(self, start: int, end: int) -> Span:
        """The span of `text[start:end]`; of the whole scalar when it is not `exact`.

        A line break at the end is not part of it.
        """
        if not self.lines:
            return self.span
        if end > start and self.text[end - 1 : end] == "\n":
            end -= 1
        return Span(self.span.file, *self.position(start), *self.position(max(start, end)))


@dataclass(frozen=True, slots=True)
class SequenceNode:
    """A list."""

    items: tuple[Node, ...]
    span: Span

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __bool__(self) -> bool:
        """An empty list is a node, too."""
        return True

    def __getitem__(self, index: int) -> Node:
        return self.items[index]


@dataclass(frozen=True, slots=True)
class MappingNode:
    """Keys with values, in the order of the file. Keys are unique."""

    entries: tuple[tuple[KeyNode, Node], ...]
    span: Span
    _index: dict[str, tuple[KeyNode, Node]] = field(init=False, repr=False, compare=False)
    """Built on demand: most mappings are only read in order."""

    def _entry(self, key: str) -> tuple[KeyNode, Node] | None:
        try:
            index = self._index
        except AttributeError:
            index = {entry[0].text: entry for entry in self.entries}
            object.__setattr__(self, "_index", index)
        return index.get(key)

    def get(self, key: str) -> Node | None:
        """The value of a key.

        None when there is no such key (a key without a value has a scalar whose `value` is None).
        """
        entry = self._entry(key)
        return entry[1] if entry else None

    def key(self, key: str) -> KeyNode | None:
        """The key itself, for its place."""
        entry = self._entry(key)
        return entry[0] if entry else None

    def keys(self) -> list[str]:
        """The texts of the keys, in order."""
        return [key.text for key, _ in self.entries]

    def __iter__(self) -> Iterator[tuple[KeyNode, Node]]:
        return iter(self.entries)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self._entry(key) is not None

    def __len__(self) -> int:
        return len(self.entries)

    def __bool__(self) -> bool:
        """An empty mapping is a node, too."""
        return True


Node = MappingNode | SequenceNode | ScalarNode


def to_plain(node: Node) -> Any:
    """The tree as dictionaries, lists and values, without places."""
    match node:
        case MappingNode():
            return {key.text: to_plain(value) for key, value in node.entries}
        case SequenceNode():
            return [to_plain(item) for item in node.items]
        case ScalarNode():
            return node.value


def with_texts(node: Node, texts: Mapping[Span, str]) -> Node:
    """The tree with the texts of keys and scalars at these places replaced."""
    match node:
        case MappingNode():
            pairs = [
                (key._replace(text=texts.get(key.span, key.text)), with_texts(value, texts))
                for key, value in node.entries
            ]
            return MappingNode(tuple(pairs), node.span)
        case SequenceNode():
            return SequenceNode(tuple(with_texts(item, texts) for item in node.items), node.span)
    new = texts.get(node.span_of(0, len(node.text)) if node.exact else node.span)
    return node if new is None else node._replace(text=new, value=new)


def words_in(node: Node) -> set[str]:
    """All words in a tree that could be names."""
    match node:
        case MappingNode():
            keys = {key.text for key, _ in node.entries}
            return keys.union(*(words_in(value) for _, value in node.entries))
        case SequenceNode():
            return set().union(*map(words_in, node.items))
    return set(re.findall("[a-z][a-z0-9_]*", node.text))


# ── quotes ──────────────────────────────────────────────────────────────────────
# Unpaired curly quotes: letters to YAML, but a slip of the author.


OPENS, CLOSES = "“", "”"
LOW = "„"
"""In some languages `“` closes this quote."""
OF_RULES = "rules"


def stray_quotes(text: str, root: Node, diagnostics: Diagnostics) -> None:
    """Report those in the tree of a file with this text. Texts under `rules` have their own check."""
    if OPENS in text or CLOSES in text:
        _look(root, diagnostics)


def _look(node: Node, diagnostics: Diagnostics) -> None:
    match node:
        case MappingNode():
            for key, value in node:
                if key.text != OF_RULES:
                    _look(value, diagnostics)
        case SequenceNode():
            for item in node.items:
                _look(item, diagnostics)
        case ScalarNode(text=text) if LOW not in text and text.count(OPENS) != text.count(CLOSES):
            opens = text.count(OPENS) > text.count(CLOSES)
            sign, other = (OPENS, CLOSES) if opens else (CLOSES, OPENS)
            at = text.rindex(sign) if opens else text.index(sign)
            span = node.span_of(at, at + 1)
            message = f"The quote `{sign}` in this text has no `{other}`."
            fix = Fix(span, "") if node.exact else None
            diagnostics.warning("Y022", message, span, expected=f"`{other}` as well, or neither", fix=fix)


# ── texts ───────────────────────────────────────────────────────────────────────
# The text of a YAML file: decoded, and free of invisible characters.


HIDDEN = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""Characters that no pack may contain.

Control characters, direction marks, line separators other than the usual ones."""


def decode(data: bytes, name: str, diagnostics: Diagnostics) -> str | None:
    """The text of UTF-8 bytes, without a byte order mark; None and a diagnostic at the first wrong byte."""
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode()
    except UnicodeDecodeError as problem:
        before = data[: problem.start]
    diagnostics.sources.add(name, data.decode(errors="replace"))
    line = before.count(b"\n") + 1
    column = len(before.rpartition(b"\n")[2].decode()) + 1
    byte = data[len(before)]
    diagnostics.error(
        "Y004",
        f"This is not UTF-8: byte 0x{byte:02X}.",
        Span(name, line, column, line, column + 1),
        help=encoding_advice(data),
    )
    return None


def read_text(data: bytes, display_name: str, diagnostics: Diagnostics) -> str | None:
    """The text of a file with these contents, with LF line ends; None if it contains forbidden characters."""
    text = decode(data, display_name, diagnostics)
    return None if text is None else checked_text(text, display_name, diagnostics)


def checked_text(text: str, display_name: str, diagnostics: Diagnostics) -> str | None:
    """A text with LF line ends; None, with a diagnostic, if it is too large or contains forbidden characters."""
    text = plain(text)
    if len(text) > MAX_BYTES:
        message = f"The file is larger than {MAX_BYTES // 1_000_000} MB."
        diagnostics.error(
            "Y003", message, Span.nowhere(display_name), help="Split it into several files of the pack."
        )
        return None
    diagnostics.sources.add(display_name, text)
    return text if check_text(text, display_name, diagnostics) else None


def check_text(text: str, name: str, diagnostics: Diagnostics) -> bool:
    """Report every line with hidden characters; True when there are none. `text` has LF line ends."""
    if not HIDDEN.search(text):
        return True
    for number, row in enumerate(text.split("\n"), start=1):
        hidden = HIDDEN.search(row)
        if hidden:
            column = hidden.start() + 1
            span = Span(name, number, column, number, column + 1)
            message = f"There is a character here that cannot be seen: U+{ord(hidden.group()):04X}."
            diagnostics.error("Y005", message, span, help="Delete it, and type the line again if need be.")
    return False


# ── scalars ─────────────────────────────────────────────────────────────────────
# Scalars of YAML.
#
# The value of a plain text in the core schema of YAML 1.2, and the place of each character in the file.


MAX_DIGITS = 18
"""The most digits of an integer."""

_WORDS: dict[str, ScalarValue] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_SIGNS = frozenset("+-.")
_WHOLE = (
    (re.compile(r"[-+]?[0-9]+"), 10),
    (re.compile(r"0o[0-7]+"), 8),
    (re.compile(r"0x[0-9a-fA-F]+"), 16),
)
_FRACTION = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?|[-+]?[0-9]+[eE][-+]?[0-9]+")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


class NumberTooLarge(ValueError):
    """A number that is infinite, not a number, or too long."""


def core_value(text: str) -> ScalarValue:
    """The value of a plain scalar in YAML 1.2: null, a flag, a number or a text.

    `yes`, `no`, `on` and `off` are texts.

    Raises `NumberTooLarge`.
    """
    if text[:1].isdecimal() or text[:1] in _SIGNS:
        return _number(text)
    return _WORDS.get(text, text)


def _number(text: str) -> ScalarValue:
    if len(text) <= MAX_DIGITS and text.isascii() and text.isdigit():
        return int(text)
    if _FRACTION.fullmatch(text):
        number = float(text)
        if not math.isfinite(number):
            raise NumberTooLarge(text)
        return number
    for pattern, base in _WHOLE:
        if pattern.fullmatch(text):
            if len(text.lstrip("+-")) > MAX_DIGITS:
                raise NumberTooLarge(text)
            return int(text, base)
    if _NOT_FINITE.fullmatch(text):
        raise NumberTooLarge(text)
    return text


def text_lines(
    rows: list[str], value: str, style: Style, start: tuple[int, int], end: tuple[int, int]
) -> tuple[TextLine, ...]:
    """The beginning of each line of a scalar's text in the file; empty unless its characters are there one for one.

    `rows` are the lines of the file; `start` and `end` are line and column of the scalar, counted from 0. Every answer
    is compared with the file, so that it is either right or empty.
    """
    if style == "literal":
        return _block_lines(rows, value, start[0])
    quote = 0 if style == "plain" else 1
    line, column = start[0], start[1] + quote
    if style != "folded" and end[0] == line and rows[line][column : end[1] - quote] == value:
        return ((0, line + 1, column + 1),)
    return ()


def _block_lines(rows: list[str], value: str, header: int) -> tuple[TextLine, ...]:
    """The lines of a `|` block whose header is on line `header`."""
    if not value:
        return ((0, header + 1, len(rows[header]) + 1),)
    texts = value.removesuffix("\n").split("\n")
    raws = rows[header + 1 : header + 1 + len(texts)]
    if len(raws) < len(texts):
        return ()
    indent = next(
        (len(raw) - len(text) for raw, text in zip(raws, texts, strict=True) if text), max(map(len, raws))
    )
    lines: list[TextLine] = []
    offset = 0
    for number, (raw, text) in enumerate(zip(raws, texts, strict=True), start=header + 2):
        if indent < 0 or raw[indent:] != text or raw[:indent].strip(" "):
            return ()
        lines.append((offset, number, min(len(raw), indent) + 1))
        offset += len(text) + 1
    return tuple(lines)
