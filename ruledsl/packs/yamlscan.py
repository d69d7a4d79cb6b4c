"""Scans the plain YAML that packs are written in, many times faster than a scanner for all of YAML.

It knows mappings and lists by indentation or in brackets, plain and quoted texts on one line, `|` blocks, and comments. Whatever else there is in
a file, right or wrong, makes it give up: then the file is scanned from the beginning by ruamel.yaml, which knows everything and can say what is
wrong. What it does not give up on, it scans to the same events at the same places; a test compares the two on every file and on many damaged ones.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import NamedTuple

from ruledsl.packs.yamlbuilder import MAX_DEPTH, Place, ScalarToken

__all__ = ["Closed", "Event", "Opened", "scan"]


class Opened(NamedTuple):
    """A mapping or list begins."""

    start: Place
    is_mapping: bool


class Closed(NamedTuple):
    """The innermost one ends; the place is only exact for those in brackets."""

    end: Place


Event = ScalarToken | Opened | Closed


class _GivesUp(Exception):
    """Something that is not known here."""


_NOTHING = re.compile(r"[ ]*(?:\#.*)?$")
_REST = re.compile(r"[ ]*(?:[ ]\#.*)?$")
_KEY = re.compile(r"([^\W][\w./-]{0,200}|\"[^\"\\]{0,200}\"|'[^']{0,200}'):(?=[ ]|$)")
_PLAIN = re.compile(r"[^\W].*|[-+.][0-9].*")
_QUOTED = re.compile(r"\"[^\"\\\n]*\"|'[^'\n]*'(?!')")
_FLOW_PLAIN = re.compile(r"(?:[^\W]|[-+.](?=[0-9]))(?:[ ]*(?:[\w.+%()'’!/?@&*=-]|:(?=\w)))*")
_SPACE = re.compile(r"[ \n]*")
_COLON = re.compile(r":[ ]+")


def scan(text: str, rows: list[str]) -> list[Event] | None:
    """The events between the start and the end of the document; None if the text is not as plain as that. `rows` are its lines."""
    if "\t" in text:
        return None
    scanner = _Scanner(text, rows)
    try:
        scanner.document()
    except _GivesUp:
        return None
    return scanner.events


class _Scanner:
    """Goes down the rows; `at` is the first one that was not read."""

    def __init__(self, text: str, rows: list[str]) -> None:
        self.events: list[Event] = []
        self.text = text
        self.rows = rows
        self.starts = [0, *accumulate(len(row) + 1 for row in rows)]
        self.at = 0

    def document(self) -> None:
        """A mapping from the first column on, and nothing else."""
        if self._next() != 0:
            raise _GivesUp
        self._mapping(0, 1)
        if self._next() != -1:
            raise _GivesUp

    def _next(self) -> int:
        """Go to the next row with something on it; its indentation, or -1 if there is none."""
        rows = self.rows
        while self.at < len(rows):
            row = rows[self.at]
            if not _NOTHING.match(row):
                return len(row) - len(row.lstrip(" "))
            self.at += 1
        return -1

    def _place(self, line: int, column: int) -> Place:
        return Place(self.starts[line] + column, line, column)

    # ── by indentation ──

    def _mapping(self, indent: int, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise _GivesUp
        start = self._place(self.at, indent)
        self.events.append(Opened(start, is_mapping=True))
        here = indent
        while here == indent:
            self._entry(indent, depth)
            here = self._next()
        if here > indent:
            raise _GivesUp
        self.events.append(Closed(start))

    def _entry(self, indent: int, depth: int) -> None:
        line, row = self.at, self.rows[self.at]
        key = _KEY.match(row, indent)
        if key is None:
            raise _GivesUp
        self._one_line(key[1], line, indent)
        if not _REST.match(row, key.end()):
            self._value(line, self._after_blanks(row, key.end()), indent, depth)
            return
        self.at += 1
        below = self._next()
        if below <= indent:
            raise _GivesUp
        if self.rows[self.at].startswith("- ", below):
            self._list(below, depth + 1)
        else:
            self._mapping(below, depth + 1)

    def _list(self, indent: int, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise _GivesUp
        start = self._place(self.at, indent)
        self.events.append(Opened(start, is_mapping=False))
        here = indent
        while here == indent:
            row = self.rows[self.at]
            if not row.startswith("- ", indent):
                raise _GivesUp
            column = self._after_blanks(row, indent + 1)
            if _KEY.match(row, column):
                self._mapping(column, depth + 1)
            else:
                self._value(self.at, column, indent, depth)
            here = self._next()
        if here > indent:
            raise _GivesUp
        self.events.append(Closed(start))

    @staticmethod
    def _after_blanks(row: str, column: int) -> int:
        while row[column : column + 1] == " ":
            column += 1
        return column

    # ── values ──

    def _value(self, line: int, column: int, indent: int, depth: int) -> None:
        """What stands behind a key or a dash, up to the end of its last row."""
        row = self.rows[line]
        sign = row[column : column + 1]
        if sign == "|":
            self._block(line, column, indent)
            return
        if sign in ("[", "{"):
            flow = _Flow(self, line, indent)
            line, end = flow.whole(self.starts[line] + column, depth)
        elif sign in ('"', "'"):
            found = _QUOTED.match(row, column)
            if found is None:
                raise _GivesUp
            self._one_line(found[0], line, column)
            end = found.end()
        else:
            end = self._plain(row, line, column)
        if not _REST.match(self.rows[line], end):
            raise _GivesUp
        self.at = line + 1
        self._ends(indent)

    def _ends(self, indent: int) -> None:
        """What follows must not be taken for more of the same value."""
        if self._next() > indent:
            raise _GivesUp

    def _plain(self, row: str, line: int, column: int) -> int:
        comment = row.find(" #", column)
        text = (row[column:] if comment < 0 else row[column:comment]).rstrip(" ")
        if not _PLAIN.fullmatch(text) or ": " in text or text.endswith(":"):
            raise _GivesUp
        self._one_line(text, line, column)
        return column + len(text)

    def _one_line(self, written: str, line: int, column: int) -> None:
        """A text as it is written, with its quotes."""
        style = written[0] if written[0] in "\"'" else ""
        value = written[1:-1] if style else written
        start = self._place(line, column)
        end = Place(start.offset + len(written), line, column + len(written))
        self.events.append(ScalarToken(value, style, start, end))

    def _block(self, line: int, column: int, indent: int) -> None:
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
        value = "\n".join(lines[: last - first + 1]) + "\n"
        end = self._place(last, len(rows[last]))
        self.events.append(ScalarToken(value, "|", self._place(line, column), end))
        self.at = at
        self._ends(indent)


class _Flow:
    """A mapping or list in brackets. Rows that it goes on in are further in than what it belongs to."""

    def __init__(self, scanner: _Scanner, line: int, indent: int) -> None:
        self.scanner = scanner
        self.text = scanner.text
        self.line = line
        self.indent = indent

    def whole(self, offset: int, depth: int) -> tuple[int, int]:
        """Read it; the row and column after it."""
        end = self._node(offset, depth + 1)
        return self.line, end - self.scanner.starts[self.line]

    def _space(self, offset: int) -> int:
        """After blanks, and ends of rows."""
        found = _SPACE.match(self.text, offset)
        end = found.end() if found else offset
        breaks = self.text.count("\n", offset, end)
        if breaks:
            self.line += breaks
            if end - self.scanner.starts[self.line] <= self.indent:
                raise _GivesUp
        return end

    def _place(self, offset: int) -> Place:
        return Place(offset, self.line, offset - self.scanner.starts[self.line])

    def _node(self, offset: int, depth: int) -> int:
        sign = self.text[offset : offset + 1]
        if sign not in ("[", "{"):
            return self._scalar(offset)
        if depth > MAX_DEPTH:
            raise _GivesUp
        events = self.scanner.events
        closing = "}" if sign == "{" else "]"
        events.append(Opened(self._place(offset), sign == "{"))
        offset = self._space(offset + 1)
        if self.text[offset : offset + 1] != closing:
            offset = self._entries(offset, closing, depth)
        events.append(Closed(self._place(offset + 1)))
        return offset + 1

    def _entries(self, offset: int, closing: str, depth: int) -> int:
        """Up to the closing bracket."""
        while True:
            if closing == "}":
                offset = self._scalar(offset)
                colon = _COLON.match(self.text, offset)
                if colon is None:
                    raise _GivesUp
                offset = colon.end()
            offset = self._space(self._node(offset, depth + 1))
            sign = self.text[offset : offset + 1]
            if sign == closing:
                return offset
            if sign != ",":
                raise _GivesUp
            offset = self._space(offset + 1)

    def _scalar(self, offset: int) -> int:
        quoted = self.text[offset : offset + 1] in ('"', "'")
        found = (_QUOTED if quoted else _FLOW_PLAIN).match(self.text, offset)
        if found is None:
            raise _GivesUp
        self.scanner._one_line(found[0], self.line, offset - self.scanner.starts[self.line])  # noqa: SLF001 - two parts of one scanner
        return found.end()
