"""Builds nodes from the events of a YAML file, and refuses features that packs do not use."""

from __future__ import annotations

import re
from itertools import count
from typing import Final, NamedTuple, Protocol

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Diagnostics, Fix, Span
from ruledsl.base.whole import is_whole
from ruledsl.rules.packs.yaml.nodes import (
    HIDDEN,
    MAX_DIGITS,
    KeyNode,
    MappingNode,
    Node,
    NumberTooLarge,
    ScalarNode,
    ScalarValue,
    SequenceNode,
    Style,
    TextLine,
    core_value,
    text_lines,
)

MAX_DEPTH = 40
"""The deepest nesting of mappings and lists."""
MAX_NODES = 50_000
"""The most keys, values, lists and mappings in a file."""
TOO_MANY: Final = "Y013"
"""The code of a file that exceeds it."""
MAX_REFUSALS = 1_000
"""After this many anchors, tags or tabs the rest of the file is not read."""
MOST_TABS: Final = 200
"""The most lines with tabs that one fix changes."""

_STYLES: Final[dict[str, Style]] = {
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}
_BLOCKS: Final = frozenset({"literal", "folded"})
_WORD = re.compile(r"[^\s,\[\]{}]*")
BOLD = re.compile(r"\*+(?P<key>[A-Za-z_][\w-]*)\*+(?=:)")
"""A key in bold letters, as chats and notes write it."""


class Refused(Exception):
    """The rest of the file is not worth reading; a diagnostic gives the reason. Never leaves this room."""


class Mark(Protocol):
    """A place as scanners give it, counting from 0."""

    @property
    def index(self) -> int:
        """Of the character in the text."""

    @property
    def line(self) -> int:
        """Of the text."""

    @property
    def column(self) -> int:
        """In the line."""


class Place(NamedTuple):
    """A place that we compute ourselves, as scanners give theirs, counting from 0: the index of a character in the text, its line, its column."""

    index: int  # type: ignore[assignment]  # nobody asks for the index of a value
    line: int
    column: int


@dataclass(slots=True)
class Frame:
    """An unfinished mapping or list. `key` waits for its value.

    None in `pairs` and `key` stands for a refused key.
    """

    start: Mark
    is_mapping: bool
    pairs: list[tuple[KeyNode, Node]] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)
    seen: dict[str, KeyNode] = field(default_factory=dict)
    key: KeyNode | None = None
    wants_key: bool = True
    end: tuple[int, int] = (0, 0)


class Builder:
    """Takes events in order. `broken` if the tree cannot be used, `root` is the finished tree."""

    def __init__(self, text: str, name: str, diagnostics: Diagnostics) -> None:
        self.rows = text.split("\n")
        self.root: Node | None = None
        self.broken = False
        self.frames: list[Frame] = []
        self.last_place: Mark = Place(0, 0, 0)
        self.last_quoted: Span | None = None
        self.refused_lines: set[int] = set()
        self._text = text
        self._has_tabs = "\t" in text
        self._name = name
        self._diagnostics = diagnostics
        self._count = 0
        self._refusals = 0

    @property
    def is_empty(self) -> bool:
        """Whether the file holds nothing but comments."""
        return isinstance(self.root, ScalarNode) and self.root.text == "" and self.root.style == "plain"

    # ── places ───────────────────────────────────────────────────────────────

    def span(self, start: tuple[int, int], end: tuple[int, int]) -> Span:
        """A span from lines and columns counted from 0."""
        return Span(self._name, start[0] + 1, start[1] + 1, end[0] + 1, end[1] + 1)

    def word_span(self, place: Mark) -> Span:
        """The word that begins at a place."""
        match = _WORD.match(self._text, place.index)
        length = max(1, match.end() - match.start()) if match else 1
        return self.span(line_and_column(place), (place.line, place.column + length))

    # ── events ───────────────────────────────────────────────────────────────

    def anchor(self, name: str, start: Mark) -> None:
        """An anchor before a node."""
        self._refuse(start)
        index = self._text.find("&" + name, start.index)
        place = self.moved(start, index if index >= 0 else start.index)
        advice = "Write the value out where it is needed; a text that begins with `&` goes in quotes."
        self._diagnostics.error(
            "Y008", f"Anchors are not used here: `&{name}`.", self.word_span(place), help=advice
        )

    def alias(self, name: str, start: Mark) -> None:
        """An alias in place of a node."""
        self._enter(start)
        self._refuse(start)
        advice = "Write the value out where it is needed; a text that begins with `*` goes in quotes."
        self._diagnostics.error(
            "Y008",
            f"Aliases are not used here: `*{name}`.",
            self.word_span(start),
            help=advice,
            fix=self.plain_key(start.line, start.column),
        )
        span = self.word_span(start)
        self._finish(ScalarNode(None, "", "plain", span), start, refused_key=True)

    def plain_key(self, line: int, column: int) -> Fix | None:
        """A key without the stars around it, as in `**name**: Otters`."""
        bold = BOLD.match(self.rows[line], column)
        span = bold and self.span((line, bold.start()), (line, bold.end()))
        return Fix(span, bold["key"]) if bold and span else None

    def tag(self, start: Mark) -> None:
        """A tag before a node."""
        self._refuse(start)
        index = self._text.find("!", start.index)
        span = self.word_span(self.moved(start, index if index >= 0 else start.index))
        advice = "Delete it; a text that begins with `!` goes in quotes."
        self._diagnostics.error("Y009", "Tags are not used here.", span, help=advice)

    def scalar(self, value: str, sign: str, start: Mark, end: Mark) -> None:
        """A scalar: a key or a value. `sign` is its first character, empty if it is plain."""
        self._enter(start)
        line, column, end_line, end_column = start.line, start.column, end.line, end.column
        if not sign and line == end_line and self.rows[line][column:end_column] == value != "":
            # Nearly all of them are one word on one line.
            span = Span(self._name, line + 1, column + 1, line + 1, end_column + 1)
            lines: tuple[TextLine, ...] = ((0, line + 1, column + 1),)
            self._finish(ScalarNode(self._value(value, span), value, "plain", span, lines), start)
            return
        style = _STYLES.get(sign, "plain")
        first, last = (line, column), (end_line, end_column)
        lines = text_lines(self.rows, value, style, first, last)
        if style in _BLOCKS:
            last = self._end_of_block(start, end)
        span = self.span(first, last)
        if first == last:
            span = self._nothing_span(span)
            lines = ((0, *span.start),)
        if style == "plain":
            node = ScalarNode(self._value(value, span), value, style, span, lines)
        else:
            node = ScalarNode(value, value, style, span, lines)
            if style not in _BLOCKS:
                self._quoted(node)
        self._finish(node, start)

    def _quoted(self, node: ScalarNode) -> None:
        """Record a quoted text; one with escapes may contain invisible characters."""
        self.last_quoted = node.span
        if node.style == "double" and HIDDEN.search(node.text):
            self.broken = True
            self._diagnostics.error(
                "Y005", "There is a character in this text that cannot be seen.", node.span
            )

    def open(self, start: Mark, *, is_mapping: bool) -> None:
        """A mapping or list begins."""
        self._enter(start)
        if len(self.frames) >= MAX_DEPTH:
            message = f"This lies more than {MAX_DEPTH} levels deep."
            self._diagnostics.error("Y012", message, self.word_span(start))
            raise Refused
        self.frames.append(Frame(start, is_mapping))

    def close(self, end: Mark) -> None:
        """The innermost mapping or list ends. A block ends with its last content."""
        frame = self.frames.pop()
        start = line_and_column(frame.start)
        last = max(frame.end, start)
        if self._text[end.index - 1 : end.index] in {"]", "}"} and self._text[frame.start.index] in "[{":
            last = max(last, line_and_column(end))
        span = self.span(start, last)
        node = (
            MappingNode(tuple(frame.pairs), span)
            if frame.is_mapping
            else SequenceNode(tuple(frame.items), span)
        )
        self._finish(node, frame.start)

    def _refuse(self, start: Mark) -> None:
        """The tree cannot be used, and further faults on this line may have the same cause."""
        self.broken = True
        self.refused_lines.add(start.line)
        self._refusals += 1
        if self._refusals > MAX_REFUSALS:
            raise Refused

    # ── the tree ─────────────────────────────────────────────────────────────

    def _enter(self, start: Mark) -> None:
        """Count a node and check what precedes it on its line."""
        self.last_place = start
        self._count += 1
        if self._count > MAX_NODES:
            message = f"The file has more than {MAX_NODES} keys and values."
            self._diagnostics.error(
                TOO_MANY, message, self.word_span(start), help="Split it into several files of the pack."
            )
            raise Refused
        if self._has_tabs:
            self._look_for_tabs(start)

    def _look_for_tabs(self, start: Mark) -> None:
        row = self.rows[start.line] if start.line < len(self.rows) else ""
        if "\t" in row[: len(row) - len(row.lstrip(" \t"))] and start.line not in self.refused_lines:
            self._refuse(start)
            report_tab(self, start.line, self._diagnostics)

    def _finish(self, node: Node, start: Mark, *, refused_key: bool = False) -> None:
        """Add a finished node to its parent."""
        if not self.frames:
            self.root = node
            return
        frame = self.frames[-1]
        _, _, _, line, column = node.span
        frame.end = max(frame.end, (line - 1, column - 1))
        if not frame.is_mapping:
            frame.items.append(node)
        elif frame.wants_key:
            frame.key = None if refused_key else self._key(frame, node, start)
            frame.wants_key = False
        else:
            if frame.key is not None:
                frame.pairs.append((frame.key, node))
            frame.wants_key = True

    def _key(self, frame: Frame, node: Node, start: Mark) -> KeyNode | None:
        """The key from a node; None, with a diagnostic, if it cannot be one."""
        if not isinstance(node, ScalarNode) or not self._is_key(node):
            self.broken = True
            span = self.word_span(start) if node.span.start == node.span.end else node.span
            advice = "Put it in quotes if it is meant as a word." if isinstance(node, ScalarNode) else ""
            self._diagnostics.error(
                "Y015", "This cannot be a key.", span, expected="a word or a whole number", help=advice
            )
            return None
        if node.text == "<<" and node.style == "plain":
            self.broken = True
            advice = "Write the keys out where they are needed."
            self._diagnostics.error(
                "Y011", "Mappings cannot be merged with `<<` here.", node.span, help=advice
            )
            return None
        key = KeyNode(node.text, node.span)
        first = frame.seen.setdefault(key.text, key)
        if first is key:
            return key
        self._twice(frame, key, first)
        return None

    def _free_number(self, frame: Frame, key: KeyNode) -> str:
        """The least number from 1 on that is no key of this table, as far as it is written in this column."""
        column = key.span.column - 1
        below = (row[column:] for row in self.rows[key.span.line :] if not row[:column].strip())
        taken = {*frame.seen, *(match[1] for row in below if (match := re.match(r"([0-9]+):", row)))}
        return next(number for number in map(str, count(1)) if number not in taken)

    def _twice(self, frame: Frame, key: KeyNode, first: KeyNode) -> None:
        """Report a duplicate key; if a key above it has no contents, the duplicate may belong there."""
        labels = [(first.span, "it is here for the first time")]
        empty = (above for above, value in reversed(frame.pairs) if value.span.start == value.span.end)
        above = next(empty, None)
        advice, fix = "", None
        if above is not None and above.span.start > first.span.start and above.span.column == key.span.column:
            labels.append((above.span, "nothing stands below this key"))
            advice = f"If it belongs to `{_short(above.text)}:` above, indent it by two more spaces."
            line, column = key.span.line, key.span.column
            row, below = self.rows[line - 1], self.rows[line] if line < len(self.rows) else ""
            if not row[: column - 1].strip() and len(below) - len(below.lstrip()) < column:
                fix = Fix(Span(self._name, line, column, line, column), "  ")
        if fix is None and key.text.isdigit():
            fix = Fix(key.span, self._free_number(frame, key))
        if fix is None and above is None:
            fix = self._without_line(key)
        message = f"The key `{_short(key.text)}` is here twice."
        self._diagnostics.error("Y010", message, key.span, help=advice, labels=labels, fix=fix)

    def _without_line(self, key: KeyNode) -> Fix | None:
        """The fix that leaves out a key with a short value on its line, where nothing else stands."""
        line, column = key.span.line, key.span.column
        row, below = self.rows[line - 1], self.rows[line] if line < len(self.rows) else ""
        is_alone = not row[: column - 1].strip() and re.fullmatch(r"[^:]+:[ ]+[\w\"'][^#{\[|>]*", row)
        if not is_alone or (below.strip() and len(below) - len(below.lstrip()) >= column):
            return None
        return Fix(Span(self._name, line - 1, len(self.rows[line - 2]) + 1, line, len(row) + 1), "")

    @staticmethod
    def _is_key(node: ScalarNode) -> bool:
        return (isinstance(node.value, str) and bool(node.text.strip())) or is_whole(node.value)

    # ── scalars ──────────────────────────────────────────────────────────────

    def _value(self, text: str, span: Span) -> ScalarValue:
        """The value of a plain scalar."""
        try:
            return core_value(text)
        except NumberTooLarge:
            self.broken = True
            message = f"This number cannot be used: `{_short(text)}`."
            self._diagnostics.error(
                "Y017", message, span, expected=f"a number of at most {MAX_DIGITS} digits"
            )
            return None

    def _end_of_block(self, start: Mark, end: Mark) -> tuple[int, int]:
        """A block ends with its last non-empty line."""
        written = self._text[start.index : end.index].rstrip(" \t\n")
        return line_and_column(self.moved(start, start.index + len(written)))

    def _nothing_span(self, span: Span) -> Span:
        """The place of an omitted value: after the colon of its key, whatever the scanner says."""
        frame = self.frames[-1] if self.frames else None
        if frame is None or frame.key is None or frame.wants_key:
            return span
        line, column = frame.key.span.end
        row = self.rows[line - 1]
        colon = len(row) - len(row[column - 1 :].lstrip())
        column = colon + 2 if row[colon : colon + 1] == ":" else column
        return Span(self._name, line, column, line, column)

    def moved(self, start: Mark, index: int) -> Place:
        """The place of another index, on the same line or a later one."""
        between = self._text[start.index : index]
        if "\n" not in between:
            return Place(index, start.line, start.column + len(between))
        return Place(index, start.line + between.count("\n"), len(between.rpartition("\n")[2]))


def line_and_column(place: Mark) -> tuple[int, int]:
    """Line and column."""
    return place.line, place.column


def report_tab(builder: Builder, line: int, diagnostics: Diagnostics) -> None:
    """Report a line that is indented with a tab."""
    row = builder.rows[line]
    width = len(row) - len(row.lstrip(" \t"))
    span = builder.span((line, row.index("\t")), (line, max(width, row.index("\t") + 1)))
    diagnostics.error(
        "Y014", "This line is indented with a tab.", span, expected="spaces", fix=_with_spaces(builder)
    )


def _with_spaces(builder: Builder) -> Fix | None:
    """The fix for several lines that are indented with tabs: two spaces for each."""
    margins = [row[: len(row) - len(row.lstrip(" \t"))] for row in builder.rows]
    tabs = [number for number, margin in enumerate(margins) if "\t" in margin]
    if not 1 < len(tabs) <= MOST_TABS:
        return None
    first, last = tabs[0], tabs[-1]
    rows = [
        margin.expandtabs(2) + row[len(margin) :]
        for margin, row in zip(margins[first : last + 1], builder.rows[first : last + 1], strict=True)
    ]
    return Fix(builder.span((first, 0), (last, len(builder.rows[last]))), "\n".join(rows))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"  # noqa: PLR2004 - long enough to recognise it
