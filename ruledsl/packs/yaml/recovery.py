"""A YAML file behind its first fault: the faulty line mended or left out, so that the rest can be read and checked as well."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ruledsl.diagnostics import Diagnostics
from ruledsl.packs.yaml.builder import Builder, Refused
from ruledsl.packs.yaml.events import give_events

if TYPE_CHECKING:
    from ruledsl.diagnostics import Diagnostic
    from ruledsl.packs.yaml.nodes import Node

__all__ = ["Readable", "read_on"]

MOST_FAULTS: Final = 8
READINGS: Final = 20
"""Each fault costs a few readings, and reading YAML takes longer than reading rules."""
OF_LINES: Final = frozenset("Y014 Y015 Y016 Y020 Y021 Y022 Y023 Y024 Y025 Y026 Y027 Y028 Y029".split())
"""Codes of faults that are faults of a line."""
_WORD = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(slots=True)
class Readable:
    """What could be read of a file: its tree, the numbers of the lines that were mended or left out, and the words that were in them."""

    root: Node | None = None
    lost: set[int] = field(default_factory=set)
    words: set[str] = field(default_factory=set)


def read_on(text: str, name: str, diagnostics: Diagnostics) -> Readable:
    """The tree of a text, as far as there is one; everything wrong with it goes to `diagnostics`, under `name`."""
    found = Readable()
    rows = text.split("\n")
    for _ in range(MOST_FAULTS):
        heard = Diagnostics(diagnostics.sources)
        root = _tree("\n".join(rows), name, heard)
        fault = next((d for d in reversed(list(heard)) if d.code in OF_LINES), None)
        diagnostics.extend(d for d in heard if d.span.line not in found.lost or d is not fault)
        known = fault is not None and fault.span.line in found.lost
        if root is not None or fault is None or known or not diagnostics.is_worth(READINGS * len(text)):
            found.root = root
            return found
        rows = _without(rows, fault, name, found)
    return found


def _tree(text: str, name: str, diagnostics: Diagnostics) -> Node | None:
    builder = Builder(text, name, diagnostics)
    try:
        fine = give_events(text, builder, name, diagnostics)
    except Refused:
        return None
    return builder.root if fine and not builder.is_empty else None


def _without(rows: list[str], fault: Diagnostic, name: str, found: Readable) -> list[str]:
    """The rows without a fault, in the way that lets most of them be read."""
    at = fault.span.line - 1
    ways = [_left_out(rows, at)]
    if fault.fix is not None and fault.fix.span.line == fault.fix.span.end_line == at + 1:
        start, end = fault.fix.span.column - 1, fault.fix.span.end_column - 1
        ways.insert(0, [*rows[:at], rows[at][:start] + fault.fix.text + rows[at][end:], *rows[at + 1 :]])
    above = next((row for row in reversed(rows[:at]) if row.strip()), "")
    depth = len(above) - len(above.lstrip())
    ways += [
        [*rows[:at], " " * indent + rows[at].lstrip(), *rows[at + 1 :]]
        for indent in (depth, max(0, depth - 2))
    ]
    best = max(ways, key=lambda way: _readable(way, name))
    for number, (old, new) in enumerate(zip(rows, best, strict=True)):
        if old != new:
            found.lost.add(number + 1)
            found.words |= set(_WORD.findall(old))
    return best


def _readable(rows: list[str], name: str) -> int:
    """How many rows can be read before the next fault."""
    heard = Diagnostics()
    if _tree("\n".join(rows), name, heard) is not None:
        return len(rows) + 1
    return max((d.span.line for d in heard), default=0)


def _left_out(rows: list[str], at: int) -> list[str]:
    """Without a row, and without what stands below it and belongs to it."""
    depth = len(rows[at]) - len(rows[at].lstrip())
    end = at + 1
    while end < len(rows) and (not rows[end].strip() or len(rows[end]) - len(rows[end].lstrip()) > depth):
        end += 1
    return [*rows[:at], *[""] * (end - at), *rows[end:]]
