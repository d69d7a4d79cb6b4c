"""Entries to print (one logical line each), with their original places, and the comments."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

from ruledsl.dataclass import dataclass, field
from ruledsl.syntax.printing.expressions import Parts, broken, flat, inside, joined
from ruledsl.syntax.tree import Comment, Node

WIDTH: Final = 110
STEP: Final = 2

Place = tuple[int, int]


@dataclass(slots=True)
class Entry:
    """One logical line; `start` and `end` are its place in the original text."""

    depth: int
    parts: Parts
    start: Place
    end: Place
    before: list[Comment] = field(default_factory=list)
    behind: list[Comment] = field(default_factory=list)

    def text(self) -> str:
        """The line, or its lines if it is too long for one."""
        margin = self.depth * STEP
        return " " * margin + _fitted(self.parts, margin)


class Entries:
    """The lines printed so far."""

    __slots__ = ("_comments", "lines")

    def __init__(self, comments: Sequence[Comment] = ()) -> None:
        self.lines: list[Entry] = []
        self._comments = sorted(comment.span.start for comment in comments)

    def add(self, depth: int, parts: Parts, first: Node, last: Node | None) -> None:
        """Add a line that begins where `first` begins and ends where `last` ends, or where it begins."""
        self.lines.append(Entry(depth, parts, first.span.start, last.span.end if last else first.span.start))

    def fits(self, depth: int, parts: Parts) -> bool:
        """Does this fit on one line?"""
        return depth * STEP + len(joined(parts)) <= WIDTH

    def comment_between(self, first: Node, last: Node) -> bool:
        """Is a comment between the starts of these two?"""
        start, end = (bisect_right(self._comments, node.span.start) for node in (first, last))
        return start < end

    def place(self, comments: Iterable[Comment]) -> list[Comment]:
        """Attach comments to the lines before or after which they stand; returns those after the last line."""
        in_order = sorted(self.lines, key=lambda entry: entry.start)
        starts = [entry.start for entry in in_order]
        after: list[Comment] = []
        for comment in sorted(comments, key=lambda comment: comment.span.start):
            place = comment.span.start
            number = bisect_right(starts, place) - 1
            inside = number >= 0 and place < in_order[number].end
            if number >= 0 and not comment.own_line:
                in_order[number].behind.append(comment)
            elif inside:
                in_order[number].before.append(comment)
            elif number + 1 < len(in_order):
                in_order[number + 1].before.append(comment)
            else:
                after.append(comment)
        return after


def _fitted(parts: Parts, margin: int) -> str:
    """One line if it fits; otherwise its longest expressions are broken, one after the other, until every line fits.

    Lengths are counted without brackets: a broken expression gets some, and must still be the first choice when it is parsed and printed again.
    """
    texts = [part if isinstance(part, str) else flat(*part) for part in parts]
    exprs = [(number, *part) for number, part in enumerate(parts) if not isinstance(part, str)]
    for number, expr, level in sorted(exprs, key=lambda found: -len(inside(found[1]))):
        if _widest("".join(texts), margin) <= WIDTH:
            break
        texts[number] = broken(expr, level, margin + 2 * STEP, WIDTH)
    return "".join(texts)


def _widest(text: str, margin: int) -> int:
    first, *others = text.split("\n")
    return max(margin + len(first), *(len(line) for line in others), 0)


def laid_out(lines: Sequence[Entry], after: Sequence[Comment]) -> str:
    """The lines with their comments. One blank line stays where there were some, but not at the start of a block."""
    printed: list[str] = []
    last_line, last_depth = 0, 0

    def put(text: str, depth: int, first: int, last: int) -> None:
        nonlocal last_line, last_depth
        if printed and first > last_line + 1 and depth <= last_depth:
            printed.append("")
        printed.append(text)
        last_line, last_depth = last, depth

    for entry in lines:
        margin = " " * (entry.depth * STEP)
        for comment in sorted([*entry.before, *entry.behind[:-1]], key=lambda comment: comment.span.start):
            put(margin + comment.text, entry.depth, comment.span.line, comment.span.end_line)
        behind = "".join(f"  {comment.text}" for comment in entry.behind[-1:])
        put(entry.text() + behind, entry.depth, entry.start[0], entry.end[0])
    for comment in after:
        put(comment.text, 0, comment.span.line, comment.span.end_line)
    return "\n".join(printed)
