"""Reads a YAML file beyond its first error: the faulty line is repaired or left out, so that the rest can be checked as well."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.base.diagnostics import Diagnostics, Fix, Span
from ruledsl.base.plaintext import STEP, further_right
from ruledsl.rules.packs.yaml.builder import Builder, Refused
from ruledsl.rules.packs.yaml.nodes import KeyNode, MappingNode, Node, ScalarNode, SequenceNode
from ruledsl.rules.packs.yaml.reader import give_events

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ruledsl.base.diagnostics import Diagnostic

# ── unmarked ────────────────────────────────────────────────────────────────────
# Rule texts of several lines without `|` after their key, or with `>` instead: reported, and read as if `|` were there.


KEY: Final = "rules"
_BARE = re.compile(rf"^(?P<before>[ ]*(?:- +)*){KEY}:(?P<mark>[ \t]+>[-+0-9]*)?[ \t]*(?:#.*)?$")
_RULE = re.compile(r"\s*[a-z]\w* +[^\s:#]")
"""A line that begins with two words, as no line of YAML in this place does."""
_OTHER_TEXT = re.compile(r":\s+[|>][-+0-9]*\s*(?:#.*)?$")


def with_marks(text: str, name: str, diagnostics: Diagnostics) -> str:
    """The text with each missing `|` inserted and reported under `name`; no line moves."""
    if f"{KEY}:" not in text:
        return text
    rows = text.split("\n")
    for number, row in enumerate(rows):
        match = _BARE.match(row)
        if match is None or not _is_rules(list(_below(rows, number, len(match["before"])))):
            continue
        if match["mark"]:
            _unfold(rows, number, match.end("mark"), name, diagnostics)
            continue
        start = len(match["before"]) + 1
        at = start + len(KEY) + 1
        diagnostics.error(
            "P021",
            "Rules of several lines are written after `|`.",
            Span(name, number + 1, start, number + 1, at),
            expected=f"`{KEY}: |`",
            fix=Fix(Span(name, number + 1, at, number + 1, at), " |"),
        )
        rows[number] = f"{row[: at - 1]} |{row[at - 1 :]}"
    return "\n".join(rows)


def _unfold(rows: list[str], number: int, end: int, name: str, diagnostics: Diagnostics) -> None:
    """Replace a folding mark, which ends in that column, by `|`."""
    start = rows[number].index(">") + 1
    mark = Span(name, number + 1, start, number + 1, end + 1)
    diagnostics.error(
        "P021",
        "Write a rule text after `|`: after `>`, its lines would be joined.",
        mark,
        expected=f"`{KEY}: |`",
        suggestion="|",
    )
    rows[number] = rows[number].replace(">", "|", 1)


def _below(rows: list[str], number: int, depth: int) -> Iterator[str]:
    """The lines that belong to a key."""
    for row in rows[number + 1 :]:
        if row.strip():
            if len(row) - len(row.lstrip()) <= depth:
                return
            yield row


def _is_rules(rows: list[str]) -> bool:
    return any(map(_RULE.match, rows)) and not any(map(_OTHER_TEXT.search, rows))


# ── leftward ────────────────────────────────────────────────────────────────────
# Rules that are indented too little under their `rules: |`: reported, and read as if they were indented like the others.


_MARKED = re.compile(rf"^(?P<before>[ ]*(?:- +)*){KEY}:[ \t]+\|[-+]?[ \t]*(?:#.*)?$")
_RULE_KEY = re.compile(r" *(?P<first>[a-z]\w*) +(?P<rest>[^\s:#=].*)")
"""A line that begins with two words, as no line of YAML in this place does."""
_PART = re.compile(r" *(?:do|else):(?:\s|$)")
_OPENS_LEFT = re.compile(r" *action |.*:\s*(?:#.*)?$")


def moved_right(text: str, name: str, diagnostics: Diagnostics) -> tuple[str, Mapping[int, int]]:
    """The text with its rules properly indented, and the shift of lines (from 1); each run of them is reported under `name`."""
    moved: dict[int, int] = {}
    if f"{KEY}: |" not in text:
        return text, moved
    rows = text.split("\n")
    for number, row in enumerate(rows):
        match = _MARKED.match(row) if f"{KEY}: |" in row else None
        if match is not None:
            _Block(rows, number, len(match["before"])).look(name, diagnostics, moved)
    return ("\n".join(rows) if moved else text), moved


def as_written(node: Node, moved: Mapping[int, int]) -> Node:
    """A tree whose keys and texts know the original columns of their lines."""
    span = _as_written(node.span, moved)
    match node:
        case MappingNode():
            entries = ((KeyNode(key.text, _as_written(key.span, moved)), value) for key, value in node)
            return replace(
                node, span=span, entries=tuple((key, as_written(value, moved)) for key, value in entries)
            )
        case SequenceNode():
            return replace(node, span=span, items=tuple(as_written(item, moved) for item in node))
        case ScalarNode():
            lines = tuple((start, line, column - moved.get(line, 0)) for start, line, column in node.lines)
            return node._replace(span=span, lines=lines)


def _as_written(span: Span, moved: Mapping[int, int]) -> Span:
    column, end = span.column - moved.get(span.line, 0), span.end_column - moved.get(span.end_line, 0)
    return span._replace(column=max(column, 1), end_column=max(end, 1))


@dataclass(slots=True)
class _Block:
    """The lines under a key at `depth` in the row `head`."""

    rows: list[str]
    head: int
    depth: int

    def look(self, name: str, diagnostics: Diagnostics, moved: dict[int, int]) -> None:
        """Report and move rules that are indented too little."""
        margin = self._margin()
        number = self.head + 1
        while number < len(self.rows):
            row = self.rows[number]
            if row.strip() and _indent(row) < margin:
                if row.lstrip().startswith("#"):
                    number += 1
                    continue
                if not self._is_stray(row):
                    return
                last = self._last(number, margin)
                by = margin - _indent(row)
                self._report(number, last, by, name, diagnostics)
                moved.update((at + 1, by) for at in range(number, last + 1) if self.rows[at].strip())
                self.rows[number : last + 1] = further_right(self.rows[number : last + 1], by)
                number = last
            number += 1

    def _margin(self) -> int:
        """The column of the rules: that of the first line which is indented more than the key and belongs to no stray one."""
        opened = None
        for row in self.rows[self.head + 1 :]:
            depth = _indent(row)
            if not row.strip() or (opened is not None and depth > opened):
                continue
            if depth > self.depth:
                return depth
            if not self._is_stray(row):
                break
            opened = depth if _OPENS_LEFT.match(row) else None
        return self.depth + STEP

    def _is_stray(self, row: str) -> bool:
        """Is an insufficiently indented line one of the rules?"""
        if _indent(row) > self.depth or _PART.match(row):
            return True
        match = _RULE_KEY.match(row)
        return match is not None and _is_rule(match["first"], match["rest"].strip())

    def _last(self, first: int, margin: int) -> int:
        """The last line of a run of stray lines in one column, including the lines that belong to them."""
        depth, last, opens = _indent(self.rows[first]), first, _OPENS_LEFT.match(self.rows[first]) is not None
        for number in range(first + 1, len(self.rows)):
            row = self.rows[number]
            below = _indent(row)
            if not row.strip():
                continue
            if below == depth and self._is_stray(row):
                opens = _OPENS_LEFT.match(row) is not None
            elif below <= depth or (below >= margin and not opens) or not self._is_stray(row):
                break
            last = number
        return last

    def _report(self, first: int, last: int, by: int, name: str, diagnostics: Diagnostics) -> None:
        rows = self.rows[first : last + 1]
        depth, end = _indent(rows[0]), _indent(rows[-1])
        before = "".join(f"{row}\n" for row in further_right(rows[:-1], by))
        what, whose = (
            ("These lines stand", "they belong") if last > first else ("This line stands", "it belongs")
        )
        diagnostics.error(
            "Y020",
            f"{what} too far left: {whose} to the `{KEY}:` above.",
            Span(name, first + 1, depth + 1, first + 1, len(rows[0].rstrip()) + 1),
            help=f"Rules are indented alike, here by {depth + by} spaces.",
            labels=[(self._key(name), "the rules begin here")],
            fix=Fix(Span(name, first + 1, 1, last + 1, end + 1), before + " " * (by + end)),
        )

    def _key(self, name: str) -> Span:
        return Span(name, self.head + 1, self.depth + 1, self.head + 1, self.depth + len(KEY) + 2)


def _indent(row: str) -> int:
    return len(row) - len(row.lstrip(" "))


def _is_rule(first: str, rest: str) -> bool:
    """Does a line begin with a keyword, or can it be parsed as a rule?"""
    from ruledsl.base.diagnostics import Diagnostics as Silent  # noqa: PLC0415 - only where a line is in doubt
    from ruledsl.language.syntax import parse  # noqa: PLC0415 - likewise, lark is not imported for what is right
    from ruledsl.language.syntax.grammar import grammar  # noqa: PLC0415 - likewise

    if first in grammar().words:
        return not rest.isdigit()
    heard = Silent()
    return bool(parse(f"{first} {rest}", heard).statements) and not heard.added


MOST_FAULTS: Final = 8
READINGS: Final = 20
"""Each error costs a few readings, and reading YAML takes longer than parsing rules."""
OF_LINES: Final = frozenset("Y008 Y014 Y015 Y016 Y020 Y021 Y022 Y023 Y024 Y025 Y026 Y027 Y028 Y029".split())
"""Codes of errors that concern one line."""
_WORD = re.compile(r"[a-z][a-z0-9_]*")


OF_COLUMNS: Final = frozenset({"Y014", "Y020"})
"""Codes of a line in a wrong column."""
TAB: Final = 4

MOST_COLUMNS: Final = 6
_LANGUAGE = re.compile(r"""\s*["']?[a-z]{2}["']?:\s""")
_OPENS = re.compile(r".*:(?: +[|>][-+0-9]*)?\s*(?:#.*)?$")


@dataclass(slots=True)
class Readable:
    """The readable part of a file: its tree, the numbers of the repaired or omitted lines, and the words in them.

    `moved` are the columns by which lines were shifted to the right to be read (below 0: to the left).
    """

    root: Node | None = None
    lost: set[int] = field(default_factory=set)
    moved: dict[int, int] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)


def read_on(text: str, name: str, diagnostics: Diagnostics) -> Readable:
    """The tree of a text, as far as possible; all its errors go to `diagnostics`, under `name`."""
    readable = Readable()
    rows = text.split("\n")
    for _ in range(MOST_FAULTS):
        heard = diagnostics.apart()
        root = _tree("\n".join(rows), name, heard)
        fault = next((d for d in reversed(list(heard)) if d.code in OF_LINES), None)
        is_lost = fault is not None and fault.span.line in readable.lost
        diagnostics.extend(d for d in heard if d is not fault)
        usable = root is not None and (fault is None or fault.code not in OF_COLUMNS)
        if fault is None or usable or is_lost or not diagnostics.is_worth(READINGS * len(text)):
            diagnostics.extend([fault] if fault is not None and not is_lost else [])
            readable.root = root
            return readable
        best = _mended(rows, fault, name)
        diagnostics.add(_in_its_column(fault, rows, best))
        for number, (old, new) in enumerate(zip(rows, best, strict=True)):
            if old != new:
                readable.lost.add(number + 1)
                if old.lstrip() == new.lstrip():
                    readable.moved[number + 1] = readable.moved.get(number + 1, 0) + len(new) - len(old)
                readable.words |= set(_WORD.findall(old))
        rows = best
    return readable


def _tree(text: str, name: str, diagnostics: Diagnostics) -> Node | None:
    builder = Builder(text, name, diagnostics)
    try:
        fine = give_events(text, builder, name, diagnostics)
    except Refused:
        return None
    return builder.root if fine and not builder.is_empty else None


def _mended(rows: list[str], fault: Diagnostic, name: str) -> list[str]:
    """The rows without an error, repaired such that most of them can be read; among equals with the smallest change."""
    at = fault.span.line - 1
    ways: list[list[str]] = []
    if fault.fix is not None and fault.fix.span.line == fault.fix.span.end_line == at + 1:
        start, end = fault.fix.span.column - 1, fault.fix.span.end_column - 1
        ways.append(_with(rows, at, rows[at][:start] + fault.fix.text + rows[at][end:]))
    columns = [_with(rows, at, " " * column + rows[at].lstrip()) for column in _columns(rows, at)]
    if fault.code in OF_COLUMNS:
        head = _before(rows, at, lambda depth: depth < _depth(rows[at]))
        if head is not None:
            further = _with(rows, head, " " * _depth(rows[at]) + rows[head].lstrip())
            other = _before(rows, head, lambda depth: depth <= _depth(rows[at]))
            strays = other is not None and _depth(rows[other]) == _depth(rows[at])
            columns.insert(0 if strays else len(columns), further)
        ways += columns
        columns = []
    return max([*ways, _left_out(rows, at), *columns], key=lambda way: _readable(way, name))


def _before(rows: list[str], at: int, fits: Callable[[int], bool]) -> int | None:
    """The nearest row above that begins in a fitting column."""
    return next((n for n in range(at - 1, -1, -1) if rows[n].strip() and fits(_depth(rows[n]))), None)


def _with(rows: list[str], at: int, row: str) -> list[str]:
    return [*rows[:at], row, *rows[at + 1 :]]


def _columns(rows: list[str], at: int) -> list[int]:
    """Columns in which a row may have been meant to begin, the nearest first: those of the rows around it, and of their parents."""
    above = next((row for row in reversed(rows[:at]) if row.strip()), "")
    below = next((row for row in rows[at + 1 :] if row.strip()), "")
    columns = {_depth(above), _depth(below)} | ({_depth(above) + STEP} if _OPENS.match(above) else set())
    least = _depth(above)
    for row in reversed(rows[:at]):
        if row.strip() and _depth(row) < least:
            least = _depth(row)
            columns.add(least)
    written = _depth(rows[at])
    if "\t" not in rows[at][: len(rows[at]) - len(rows[at].lstrip())]:
        columns.discard(written)
    elif _OPENS.match(above):
        written = _depth(above) + STEP  # the intended width of a tab is unknown
    in_words = _LANGUAGE.match(above) and _LANGUAGE.match(rows[at])
    usual = _depth(above if in_words else below)
    return sorted(columns, key=lambda column: (abs(column - written), column != usual, -column))[
        :MOST_COLUMNS
    ]


def _in_its_column(fault: Diagnostic, rows: list[str], mended: list[str]) -> Diagnostic:
    """The diagnostic of a row in a wrong column, with the column in which it can be read; it may be another row than the one where reading ended."""
    changed = [number for number, (old, new) in enumerate(zip(rows, mended, strict=True)) if old != new]
    if fault.code not in OF_COLUMNS or fault.fix or len(changed) != 1 or not mended[changed[0]]:
        return fault
    row = rows[changed[0]]
    if mended[changed[0]].lstrip() != row.lstrip():
        return fault
    margin, file, line = len(row) - len(row.lstrip()), fault.span.file, changed[0] + 1
    fix = Fix(Span(file, line, 1, line, margin + 1), " " * _depth(mended[changed[0]]))
    if line == fault.span.line:
        return replace(fault, fix=fix)
    span = Span(file, line, margin + 1, line, len(row.rstrip()) + 1)
    label = (fault.span, "what follows stands in this column")
    return replace(fault, span=span, excerpt="", labels=(label,), fix=fix)


def _depth(row: str) -> int:
    wide = row.expandtabs(TAB)
    return len(wide) - len(wide.lstrip())


def _readable(rows: list[str], name: str) -> int:
    """The number of rows before the next error."""
    heard = Diagnostics()
    if _tree("\n".join(rows), name, heard) is not None:
        return len(rows) + 1
    return max((d.span.line for d in heard), default=0)


def _left_out(rows: list[str], at: int) -> list[str]:
    """Without a row, and without the rows below that belong to it."""
    depth, end = _depth(rows[at]), at + 1
    while end < len(rows) and (not rows[end].strip() or _depth(rows[end]) > depth):
        end += 1
    return [*rows[:at], *[""] * (end - at), *rows[end:]]
