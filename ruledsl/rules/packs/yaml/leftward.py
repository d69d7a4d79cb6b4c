"""Rules that are indented too little under their `rules: |`: reported, and read as if they were indented like the others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.base.dataclass import dataclass, replace
from ruledsl.base.diagnostics import Fix, Span
from ruledsl.rules.packs.yaml.nodes import KeyNode, MappingNode, Node, ScalarNode, SequenceNode
from ruledsl.rules.packs.yaml.unmarked import KEY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.base.diagnostics import Diagnostics

STEP: Final = 2
_MARKED = re.compile(rf"^(?P<before>[ ]*(?:- +)*){KEY}:[ \t]+\|[-+]?[ \t]*(?:#.*)?$")
_RULE = re.compile(r" *(?P<first>[a-z]\w*) +(?P<rest>[^\s:#=].*)")
"""A line that begins with two words, as no line of YAML in this place does."""
_PART = re.compile(r" *(?:do|else):(?:\s|$)")
_OPENS = re.compile(r" *action |.*:\s*(?:#.*)?$")


def moved_right(text: str, name: str, diagnostics: Diagnostics) -> tuple[str, Mapping[int, int]]:
    """The text with its rules properly indented, and the shift of lines (from 1); each run of them is reported under `name`."""
    moved: dict[int, int] = {}
    if f"{KEY}: |" not in text:
        return text, moved
    rows = text.split("\n")
    for number, row in enumerate(rows):
        found = _MARKED.match(row) if f"{KEY}: |" in row else None
        if found is not None:
            _Block(rows, number, len(found["before"])).look(name, diagnostics, moved)
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
            if row.strip() and _depth(row) < margin:
                if row.lstrip().startswith("#"):
                    number += 1
                    continue
                if not self._is_stray(row):
                    return
                last = self._last(number, margin)
                by = margin - _depth(row)
                self._report(number, last, by, name, diagnostics)
                for at in range(number, last + 1):
                    if self.rows[at].strip():
                        self.rows[at] = " " * by + self.rows[at]
                        moved[at + 1] = by
                number = last
            number += 1

    def _margin(self) -> int:
        """The column of the rules: that of the first line which is indented more than the key and belongs to no stray one."""
        opened = None
        for row in self.rows[self.head + 1 :]:
            depth = _depth(row)
            if not row.strip() or (opened is not None and depth > opened):
                continue
            if depth > self.depth:
                return depth
            if not self._is_stray(row):
                break
            opened = depth if _OPENS.match(row) else None
        return self.depth + STEP

    def _is_stray(self, row: str) -> bool:
        """Is an insufficiently indented line one of the rules?"""
        if _depth(row) > self.depth or _PART.match(row):
            return True
        found = _RULE.match(row)
        return found is not None and _is_rule(found["first"], found["rest"].strip())

    def _last(self, first: int, margin: int) -> int:
        """The last line of a run of stray lines in one column, including the lines that belong to them."""
        depth, last, opens = _depth(self.rows[first]), first, _OPENS.match(self.rows[first]) is not None
        for number in range(first + 1, len(self.rows)):
            row = self.rows[number]
            below = _depth(row)
            if not row.strip():
                continue
            if below == depth and self._is_stray(row):
                opens = _OPENS.match(row) is not None
            elif below <= depth or (below >= margin and not opens) or not self._is_stray(row):
                break
            last = number
        return last

    def _report(self, first: int, last: int, by: int, name: str, diagnostics: Diagnostics) -> None:
        rows = self.rows[first : last + 1]
        depth, end = _depth(rows[0]), _depth(rows[-1])
        before = "".join((" " * by + row if row.strip() else row) + "\n" for row in rows[:-1])
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


def _depth(row: str) -> int:
    return len(row) - len(row.lstrip(" "))


def _is_rule(first: str, rest: str) -> bool:
    """Does a line begin with a keyword, or can it be parsed as a rule?"""
    from ruledsl.base.diagnostics import Diagnostics as Silent  # noqa: PLC0415 - only where a line is in doubt
    from ruledsl.language.syntax import parse  # noqa: PLC0415 - likewise, lark is not imported for what is right
    from ruledsl.language.syntax.parsing.grammar import grammar  # noqa: PLC0415 - likewise

    if first in grammar().words:
        return not rest.isdigit()
    heard = Silent()
    return bool(parse(f"{first} {rest}", heard).statements) and not heard.added
