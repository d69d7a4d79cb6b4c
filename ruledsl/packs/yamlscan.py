"""Reads the plain YAML that packs are written in, many times faster than a reader for all of YAML.

It knows mappings and lists by indentation or in brackets, plain and quoted texts on one line, `|` blocks, and comments. Whatever else there is in
a file, right or wrong, makes it give up: then the file is read from the beginning by ruamel.yaml, which knows everything and can say what is
wrong. What it does not give up on, it reads to the same nodes at the same places; a test compares the two on every file and on many damaged ones.
"""

from __future__ import annotations

import re
from itertools import accumulate

from ruledsl.diagnostics import Span
from ruledsl.packs.nodes import KeyNode, MappingNode, Node, ScalarNode, ScalarValue, SequenceNode, Style
from ruledsl.packs.yamlbuilder import MAX_DEPTH, MAX_NODES
from ruledsl.packs.yamlscalars import NumberTooLarge, core_value, text_lines

__all__ = ["scan"]

Entries = list[tuple[KeyNode, Node]]


class _GivesUp(Exception):
    """Something that is not known here."""


_STYLES: dict[str, Style] = {"'": "single", '"': "double"}
_REST = re.compile(r"[ ]*(?:[ ]\#.*)?$")
_KEY = re.compile(r"([^\W][\w./-]{0,200}|\"[^\"\\]{0,200}\"|'[^']{0,200}'):(?=[ ]|$)")
_PLAIN = re.compile(r"[^\W].*|[-+.][0-9].*")
_QUOTED = re.compile(r"\"[^\"\\\n]*\"|'[^'\n]*'(?!')")
_FLOW_PLAIN = re.compile(r"(?:[^\W]|[-+.](?=[0-9]))(?:[ ]*(?:[\w.+%()'’!/?@&*=-]|:(?=\w)))*")
_SIMPLE = re.compile(r"\[((?:\w|-[0-9])[\w.-]*(?:, (?:\w|-[0-9])[\w.-]*)*)\]")
_SPACE = re.compile(r"[ \n]*")
_COLON = re.compile(r":[ ]+")


def scan(text: str, rows: list[str], name: str) -> MappingNode | None:
    """The tree of a file of this name; None if the text is not as plain as that. `rows` are its lines."""
    if "\t" in text:
        return None
    try:
        return _Scanner(text, rows, name).document()
    except _GivesUp:
        return None


class _Scanner:
    """Goes down the rows; `at` is the first one that was not read."""

    def __init__(self, text: str, rows: list[str], name: str) -> None:
        self.text = text
        self.rows = rows
        self.name = name
        self.starts = [0, *accumulate(len(row) + 1 for row in rows)]
        self.at = 0
        self.nodes = 1

    def document(self) -> MappingNode:
        """A mapping from the first column on, and nothing else."""
        if self._next() != 0:
            raise _GivesUp
        found = self._mapping(0, 1)
        if self._next() != -1:
            raise _GivesUp
        return found

    def _next(self) -> int:
        """Go to the next row with something on it; its indentation, or -1 if there is none."""
        rows = self.rows
        while self.at < len(rows):
            row = rows[self.at]
            said = row.lstrip(" ")
            if said and said[0] != "#":
                return len(row) - len(said)
            self.at += 1
        return -1

    # ── what is made ──

    def scalar(self, written: str, line: int, column: int) -> ScalarNode:
        """A value as it is written on one line, with its quotes."""
        style = _STYLES.get(written[0])
        span = self._span(written, line, column)
        if style is not None:
            text = written[1:-1]
            return ScalarNode(text, text, style, span, ((0, line + 1, column + 2),))
        return ScalarNode(self._value_of(written), written, "plain", span, ((0, line + 1, column + 1),))

    def key(self, written: str, line: int, column: int) -> KeyNode:
        """A key as it is written. Not every value can be one."""
        if written[0] in _STYLES:
            text = written[1:-1]
        else:
            text = written
            if type(self._value_of(written)) not in (str, int):
                raise _GivesUp
        if not text.strip():
            raise _GivesUp
        return KeyNode(text, self._span(written, line, column))

    @staticmethod
    def _value_of(plain: str) -> ScalarValue:
        try:
            return core_value(plain)
        except NumberTooLarge:
            raise _GivesUp from None

    def _span(self, written: str, line: int, column: int) -> Span:
        return Span(self.name, line + 1, column + 1, line + 1, column + 1 + len(written))

    def mapping(self, entries: Entries, span: Span) -> MappingNode:
        """A mapping with these entries."""
        self._count(2 * len(entries))
        found = MappingNode(tuple(entries), span)
        if not found.is_sound:
            raise _GivesUp
        return found

    def list(self, items: list[Node], span: Span) -> SequenceNode:
        """A list of these items."""
        self._count(len(items))
        return SequenceNode(tuple(items), span)

    def _count(self, more: int) -> None:
        """What is in a mapping or list, when it is read."""
        self.nodes += more
        if self.nodes > MAX_NODES:
            raise _GivesUp

    # ── by indentation ──

    def _mapping(self, indent: int, depth: int) -> MappingNode:
        if depth > MAX_DEPTH:
            raise _GivesUp
        line = self.at
        entries: Entries = []
        here = indent
        while here == indent:
            entries.append(self._entry(indent, depth))
            here = self._next()
        if here > indent:
            raise _GivesUp
        return self.mapping(entries, self._down_to(entries[-1][1], line, indent))

    def _down_to(self, last: Node, line: int, indent: int) -> Span:
        """From where a mapping or list begins to the end of the last thing in it."""
        return Span(self.name, line + 1, indent + 1, *last.span.end)

    def _entry(self, indent: int, depth: int) -> tuple[KeyNode, Node]:
        line, row = self.at, self.rows[self.at]
        found = _KEY.match(row, indent)
        if found is None:
            raise _GivesUp
        key = self.key(found[1], line, indent)
        column = self._after_blanks(row, found.end())
        if column < len(row) and row[column] != "#":
            return key, self._value(line, column, indent, depth)
        self.at += 1
        below = self._next()
        if below <= indent:
            raise _GivesUp
        if self.rows[self.at].startswith("- ", below):
            return key, self._list(below, depth + 1)
        return key, self._mapping(below, depth + 1)

    def _list(self, indent: int, depth: int) -> SequenceNode:
        if depth > MAX_DEPTH:
            raise _GivesUp
        line = self.at
        items: list[Node] = []
        here = indent
        while here == indent:
            row = self.rows[self.at]
            if not row.startswith("- ", indent):
                raise _GivesUp
            column = self._after_blanks(row, indent + 1)
            if _KEY.match(row, column):
                items.append(self._mapping(column, depth + 1))
            else:
                items.append(self._value(self.at, column, indent, depth))
            here = self._next()
        if here > indent:
            raise _GivesUp
        return self.list(items, self._down_to(items[-1], line, indent))

    @staticmethod
    def _after_blanks(row: str, column: int) -> int:
        while row[column : column + 1] == " ":
            column += 1
        return column

    # ── values ──

    def _value(self, line: int, column: int, indent: int, depth: int) -> Node:
        """What stands behind a key or a dash, up to the end of its last row."""
        row = self.rows[line]
        sign = row[column : column + 1]
        found: Node
        if sign == "|":
            return self._block(line, column, indent)
        if sign in ("[", "{"):
            flow = _Flow(self, line, indent)
            found, end = flow.whole(self.starts[line] + column, depth)
            line = flow.line
        else:
            written = self._quoted(row, column) if sign in ('"', "'") else self._plain(row, column)
            found, end = self.scalar(written, line, column), column + len(written)
        if not _REST.match(self.rows[line], end):
            raise _GivesUp
        self.at = line + 1
        self._ends(indent)
        return found

    def _ends(self, indent: int) -> None:
        """What follows must not be taken for more of the same value."""
        if self._next() > indent:
            raise _GivesUp

    @staticmethod
    def _quoted(row: str, column: int) -> str:
        found = _QUOTED.match(row, column)
        if found is None:
            raise _GivesUp
        return found[0]

    @staticmethod
    def _plain(row: str, column: int) -> str:
        comment = row.find(" #", column)
        text = (row[column:] if comment < 0 else row[column:comment]).rstrip(" ")
        if not _PLAIN.fullmatch(text) or ": " in text or text.endswith(":"):
            raise _GivesUp
        return text

    def _block(self, line: int, column: int, indent: int) -> ScalarNode:
        """A `|` block: its indentation is that of its first row, and it ends with its last row that holds something."""
        rows = self.rows
        first = line + 1
        if rows[line][column:].rstrip(" ") != "|" or first >= len(rows) or not rows[first].strip(" "):
            raise _GivesUp
        margin = self._after_blanks(rows[first], 0)
        if margin <= indent:
            raise _GivesUp
        lines: list[str] = []
        last = at = first
        blank = " " * margin
        while at < len(rows) and (rows[at].startswith(blank) or not rows[at].strip(" ")):
            lines.append(rows[at][margin:])
            if rows[at].strip(" "):
                last = at
            elif lines[-1]:
                raise _GivesUp
            at += 1
        if last == len(rows) - 1:
            raise _GivesUp
        text = "\n".join(lines[: last - first + 1]) + "\n"
        places = text_lines(rows, text, "literal", (line, column), (last, len(rows[last])))
        self.at = at
        self._ends(indent)
        span = Span(self.name, line + 1, column + 1, last + 1, len(rows[last].rstrip(" ")) + 1)
        return ScalarNode(text, text, "literal", span, places)


class _Flow:
    """A mapping or list in brackets. Rows that it goes on in are further in than what it belongs to."""

    def __init__(self, scanner: _Scanner, line: int, indent: int) -> None:
        self.scanner = scanner
        self.text = scanner.text
        self.line = line
        self.indent = indent

    def whole(self, offset: int, depth: int) -> tuple[Node, int]:
        """What it is, and the column after it in what is then its `line`."""
        found, end = self._node(offset, depth + 1)
        return found, end - self.scanner.starts[self.line]

    def _space(self, offset: int) -> int:
        """After blanks, and ends of rows."""
        if self.text[offset : offset + 1] not in " \n":
            return offset
        found = _SPACE.match(self.text, offset)
        end = found.end() if found else offset
        breaks = self.text.count("\n", offset, end)
        if breaks:
            self.line += breaks
            if end - self.scanner.starts[self.line] <= self.indent:
                raise _GivesUp
        return end

    def _node(self, offset: int, depth: int) -> tuple[Node, int]:
        sign = self.text[offset : offset + 1]
        if sign not in ("[", "{"):
            written = self._scalar(offset)
            column = offset - self.scanner.starts[self.line]
            return self.scanner.scalar(written, self.line, column), offset + len(written)
        if depth > MAX_DEPTH:
            raise _GivesUp
        line, column = self.line, offset - self.scanner.starts[self.line]
        entries: Entries = []
        items: list[Node] = []
        end = self._mapping(offset, entries, depth) if sign == "{" else self._list(offset, items, depth)
        last = end - self.scanner.starts[self.line]
        span = Span(self.scanner.name, line + 1, column + 1, self.line + 1, last + 1)
        found = self.scanner.mapping(entries, span) if sign == "{" else self.scanner.list(items, span)
        return found, end

    def _list(self, offset: int, items: list[Node], depth: int) -> int:
        """Up to behind the closing bracket."""
        simple = _SIMPLE.match(self.text, offset)
        if simple is not None:
            column = offset - self.scanner.starts[self.line] + 1
            for written in simple[1].split(", "):
                items.append(self.scanner.scalar(written, self.line, column))
                column += len(written) + 2
            return simple.end()
        offset = self._space(offset + 1)
        while self.text[offset : offset + 1] != "]" or items:
            found, offset = self._node(offset, depth + 1)
            items.append(found)
            offset = self._space(offset)
            if self._is_last(offset, "]"):
                break
            offset = self._space(offset + 1)
        return offset + 1

    def _mapping(self, offset: int, entries: Entries, depth: int) -> int:
        """Up to behind the closing bracket."""
        offset = self._space(offset + 1)
        while self.text[offset : offset + 1] != "}" or entries:
            written = self._scalar(offset)
            key = self.scanner.key(written, self.line, offset - self.scanner.starts[self.line])
            colon = _COLON.match(self.text, offset + len(written))
            if colon is None:
                raise _GivesUp
            found, offset = self._node(colon.end(), depth + 1)
            entries.append((key, found))
            offset = self._space(offset)
            if self._is_last(offset, "}"):
                break
            offset = self._space(offset + 1)
        return offset + 1

    def _is_last(self, offset: int, closing: str) -> bool:
        sign = self.text[offset : offset + 1]
        if sign not in (closing, ","):
            raise _GivesUp
        return sign == closing

    def _scalar(self, offset: int) -> str:
        quoted = self.text[offset : offset + 1] in ('"', "'")
        found = (_QUOTED if quoted else _FLOW_PLAIN).match(self.text, offset)
        if found is None:
            raise _GivesUp
        return found[0]
