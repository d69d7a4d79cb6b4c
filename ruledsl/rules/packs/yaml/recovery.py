"""Reads a YAML file beyond its first error: the faulty line is repaired or left out, so that the rest can be checked as well."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.base.diagnostics import Diagnostics, Fix, Span
from ruledsl.rules.packs.yaml.builder import Builder, Refused
from ruledsl.rules.packs.yaml.events import give_events

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.rules.packs.yaml.nodes import Node

MOST_FAULTS: Final = 8
READINGS: Final = 20
"""Each error costs a few readings, and reading YAML takes longer than parsing rules."""
OF_LINES: Final = frozenset("Y008 Y014 Y015 Y016 Y020 Y021 Y022 Y023 Y024 Y025 Y026 Y027 Y028 Y029".split())
"""Codes of errors that concern one line."""
_WORD = re.compile(r"[a-z][a-z0-9_]*")


OF_COLUMNS: Final = frozenset({"Y014", "Y020"})
"""Codes of a line in a wrong column."""
TAB: Final = 4
STEP: Final = 2
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
    found = Readable()
    rows = text.split("\n")
    for _ in range(MOST_FAULTS):
        heard = diagnostics.apart()
        root = _tree("\n".join(rows), name, heard)
        fault = next((d for d in reversed(list(heard)) if d.code in OF_LINES), None)
        known = fault is not None and fault.span.line in found.lost
        diagnostics.extend(d for d in heard if d is not fault)
        usable = root is not None and (fault is None or fault.code not in OF_COLUMNS)
        if fault is None or usable or known or not diagnostics.is_worth(READINGS * len(text)):
            diagnostics.extend([fault] if fault is not None and not known else [])
            found.root = root
            return found
        best = _mended(rows, fault, name)
        diagnostics.add(_in_its_column(fault, rows, best))
        for number, (old, new) in enumerate(zip(rows, best, strict=True)):
            if old != new:
                found.lost.add(number + 1)
                if old.lstrip() == new.lstrip():
                    found.moved[number + 1] = found.moved.get(number + 1, 0) + len(new) - len(old)
                found.words |= set(_WORD.findall(old))
        rows = best
    return found


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
    found = {_depth(above), _depth(below)} | ({_depth(above) + STEP} if _OPENS.match(above) else set())
    least = _depth(above)
    for row in reversed(rows[:at]):
        if row.strip() and _depth(row) < least:
            least = _depth(row)
            found.add(least)
    written = _depth(rows[at])
    if "\t" not in rows[at][: len(rows[at]) - len(rows[at].lstrip())]:
        found.discard(written)
    elif _OPENS.match(above):
        written = _depth(above) + STEP  # the intended width of a tab is unknown
    in_words = _LANGUAGE.match(above) and _LANGUAGE.match(rows[at])
    usual = _depth(above if in_words else below)
    return sorted(found, key=lambda column: (abs(column - written), column != usual, -column))[:MOST_COLUMNS]


def _in_its_column(fault: Diagnostic, rows: list[str], mended: list[str]) -> Diagnostic:
    """The diagnostic of a row in a wrong column, with the column in which it can be read; it may be another row than the one where reading ended."""
    changed = [number for number, (old, new) in enumerate(zip(rows, mended, strict=True)) if old != new]
    if fault.code not in OF_COLUMNS or len(changed) != 1 or not mended[changed[0]]:
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
