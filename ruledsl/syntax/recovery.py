"""Going on behind a fault: the statement without it, so that what else is wrong with it is found, and the rest of it is checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import TYPE_CHECKING, Final

from ruledsl.syntax.text.layout import STEP
from ruledsl.syntax.text.piece import Piece

if TYPE_CHECKING:
    from ruledsl.syntax.text.lexer import Line
    from ruledsl.syntax.text.source import Fault

__all__ = ["MOST_TRIES", "is_mended", "without"]

MOST_TRIES: Final = 12
"""So many faults of one statement are looked for."""
OPENERS: Final = frozenset({"if", "for", "repeat", "may", "up", "else"})


def is_mended(fault: Fault) -> bool:
    """Is it known how the faulty line goes on, so that none is left out?"""
    return bool(fault.line) or fault.code in {"L010", "L039"}


def without(lines: Sequence[Line], fault: Fault, lost: list[str], *, leave_out: bool) -> list[Line] | None:
    """The lines of a statement without its fault: mended, or (if that is to be) without the faulty line. None if nothing could be read then.

    Words that are no longer there are added to `lost`.
    """
    at = _line_of(lines, fault)
    line = lines[at]
    mended = copy(line)
    if leave_out:
        return _left_out(lines, at, lost)
    if fault.code == "L010":
        mended.tabs = False
    elif fault.code == "L011" and at:
        mended.indent = min(
            (other.indent for other in lines[:at]), key=lambda indent: abs(indent - line.indent)
        )
    elif fault.code == "L039":
        return _further_in(lines, at)
    elif fault.line:
        mended.pieces = list(fault.line)
    else:
        return _left_out(lines, at, lost)
    return [*lines[:at], mended, *lines[at + 1 :]]


def _further_in(lines: Sequence[Line], at: int) -> list[Line]:
    """With a line, and what stands below it, one step further in."""
    moved = [copy(line) for line in lines[at : _below(lines, at)]]
    for line in moved:
        line.indent += STEP
    return [*lines[:at], *moved, *lines[at + len(moved) :]]


def _line_of(lines: Sequence[Line], fault: Fault) -> int:
    """The line in which a fault begins; the last one that begins before it."""
    before = [number for number, line in enumerate(lines) if line.margin <= fault.start]
    return before[-1] if before else 0


def _left_out(lines: Sequence[Line], at: int, lost: list[str]) -> list[Line] | None:
    """Without a line. What stands below it stays, if it can stand anywhere: then the line becomes a condition that says nothing."""
    line = lines[at]
    lost += [piece.text for piece in line.pieces if piece.kind == "word"]
    opens = at + 1 < len(lines) and lines[at + 1].indent > line.indent
    if at == 0 or (opens and line.pieces[0].text not in OPENERS):
        lost += [piece.text for other in lines[at + 1 :] for piece in other.pieces if piece.kind == "word"]
        below = _below(lines, at)
        return [*lines[:at], *lines[below:]] if at else None
    if not opens:
        return [*lines[:at], *lines[at + 1 :]]
    head = copy(line)
    head.fault, head.pieces = None, list(_condition(line.pieces[0].start))
    return [*lines[:at], head, *lines[at + 1 :]]


def _below(lines: Sequence[Line], at: int) -> int:
    """The index of the first line behind the block of a line."""
    inside = (n for n in range(at + 1, len(lines)) if lines[n].indent <= lines[at].indent)
    return next(inside, len(lines))


def _condition(start: int) -> Iterator[Piece]:
    for kind, text in (("word", "if"), ("word", "yes"), ("sign", ":")):
        yield Piece(kind, text, start, start)
