"""Entries to print (one logical line each), with their original places, and the comments."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

from ruledsl.base.dataclass import dataclass, field
from ruledsl.language.syntax.printing.expressions import Parts, broken, flat, inside, joined
from ruledsl.language.syntax.tree import Comment, Node

WIDTH: Final = 110
STEP: Final = 2

Place = tuple[int, int]
Placed = tuple[int, Comment]
"""A comment with its depth."""


@dataclass(slots=True)
class Entry:
    """One logical line; `start` and `end` are its place in the original text.

    `opens` if something may stand in a block of this line. Comments of their own lines stand `before` and `below` it, each at its depth.
    """

    depth: int
    parts: Parts
    start: Place
    end: Place
    opens: bool = False
    before: list[Placed] = field(default_factory=list)
    behind: list[Comment] = field(default_factory=list)
    below: list[Placed] = field(default_factory=list)

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

    def add(self, depth: int, parts: Parts, first: Node, last: Node | None, *, opens: bool = False) -> None:
        """Add a line that begins where `first` begins and ends where `last` ends, or where it begins."""
        end = last.span.end if last else first.span.start
        self.lines.append(Entry(depth, parts, first.span.start, end, opens))

    def fits(self, depth: int, parts: Parts) -> bool:
        """Does this fit on one line?"""
        return depth * STEP + len(joined(parts)) <= WIDTH

    def comment_between(self, first: Node, last: Node) -> bool:
        """Is a comment between the starts of these two?"""
        start, end = (bisect_right(self._comments, node.span.start) for node in (first, last))
        return start < end

    def place(self, comments: Iterable[Comment]) -> list[Placed]:
        """Attach comments to the lines before, behind or below which they stand; returns those after everything."""
        in_order = sorted(self.lines, key=lambda entry: entry.start)
        starts = [entry.start for entry in in_order]
        after: list[Placed] = []
        gap = -1  # after which line the last comment was no longer in a block that ends there
        for comment in sorted(comments, key=lambda comment: comment.span.start):
            place = comment.span.start
            number = bisect_right(starts, place) - 1
            last, following = in_order[max(number, 0) : number + 1], in_order[number + 1 : number + 2]
            if last and not comment.own_line:
                last[0].behind.append(comment)
                continue
            if last and place < last[0].end:
                last[0].before.append((last[0].depth, comment))
                continue
            outside = following[0].depth if following else 0
            depth = max(outside, self._depth(comment, in_order, starts) if last else 0)
            if depth > outside and gap < number:
                self._end_of_block(last[0], depth).below.append((depth, comment))
                continue
            gap = number
            (following[0].before if following else after).append((depth, comment))
        return after

    def _depth(self, comment: Comment, in_order: Sequence[Entry], starts: Sequence[Place]) -> int:
        """The depth of a comment: that of the line with which it is level, or one more in a block of that line."""
        number = bisect_left(starts, comment.level)
        level = in_order[min(number, len(in_order) - 1)]
        opens = level.opens or any(entry.depth > level.depth for entry in in_order[number + 1 : number + 2])
        return level.depth + (comment.inside and opens)

    def _end_of_block(self, last: Entry, depth: int) -> Entry:
        """The line that is printed last in the block of this depth in which a line is: clauses have an order of their own."""
        number = next(number for number, entry in enumerate(self.lines) if entry is last)
        while number + 1 < len(self.lines) and self.lines[number + 1].depth >= depth:
            number += 1
        return self.lines[number]


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


def _full_rows(lines: Sequence[Entry], after: Sequence[Placed]) -> set[int]:
    """The rows of the original text where something stood."""
    comments = [comment for entry in lines for comment in entry.behind]
    comments += [comment for entry in lines for _, comment in (*entry.before, *entry.below)]
    rows = {comment.span.line for comment in (*comments, *(comment for _, comment in after))}
    return rows.union(*(range(entry.start[0], entry.end[0] + 1) for entry in lines))


def laid_out(lines: Sequence[Entry], after: Sequence[Placed]) -> str:
    """The lines with their comments. One blank line stays where there were some, but not at the start of a block."""
    printed: list[str] = []
    full = _full_rows(lines, after)
    last_line, last_depth = 0, 0

    def put(text: str, depth: int, first: int, last: int) -> None:
        nonlocal last_line, last_depth
        if printed and first > last_line + 1 and first - 1 not in full and depth <= last_depth:
            printed.append("")
        printed.append(text)
        last_line, last_depth = last, depth

    def remark(depth: int, comment: Comment) -> None:
        put(" " * (depth * STEP) + comment.text, depth, comment.span.line, comment.span.end_line)

    for entry in lines:
        behind = [(entry.depth, comment) for comment in entry.behind]
        for depth, comment in sorted([*entry.before, *behind[:-1]], key=lambda found: found[1].span.start):
            remark(depth, comment)
        end = "".join(f"  {comment.text}" for comment in entry.behind[-1:])
        put(entry.text() + end, entry.depth, entry.start[0], entry.end[0])
        for depth, comment in entry.below:
            remark(depth, comment)
    for depth, comment in after:
        remark(depth, comment)
    return "\n".join(printed)
