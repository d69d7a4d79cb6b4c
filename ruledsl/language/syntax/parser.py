"""Text to tree, statement by statement: a wrong statement costs one diagnostic, and the others are read nevertheless."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import repeat
from typing import TYPE_CHECKING, Final

from ruledsl.base.diagnostics import Fix
from ruledsl.language.syntax import limits
from ruledsl.language.syntax.advice.errors import explained
from ruledsl.language.syntax.advice.unindented import fault_of, opens, taken_below
from ruledsl.language.syntax.builder import Reading
from ruledsl.language.syntax.lexer import (
    Edit,
    Fault,
    Line,
    Piece,
    Position,
    Refused,
    Remark,
    Source,
    further_in,
    laid_out,
    levels,
    read_lines,
    statements_of,
)
from ruledsl.language.syntax.limits import MAX_DEPTH
from ruledsl.language.syntax.tree import Comment, Document, Node, Statement
from ruledsl.language.syntax.visitor import children

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics


OF_WHAT_IS_LEFT = frozenset({"L002", "L012", "L014", "L026"})
"""Errors that follow from a missing line of a statement."""


def parse(
    text: str,
    diagnostics: Diagnostics,
    position: Position | None = None,
    file: str = "<text>",
) -> Document:
    """Parse a rule text: its errors go to `diagnostics`, the correct statements are in the tree. Never raises.

    `position` maps an offset in the text to its place in the file, if the text is a part of it.
    """
    source = Source(text, position, file)
    if len(text) > limits.MAX_TEXT:
        fault = Fault("L035", f"This rule text is too long: more than {limits.MAX_TEXT} characters.", 0, 0)
        _report(fault, source, diagnostics)
        return Document((), (), span=source.span(0, 0))
    lines, remarks = read_lines(text)
    statements: list[Statement] = []
    lost: list[str] = []
    faults = 0
    base = min((line.indent for line in lines), default=0)
    chunks = list(statements_of(lines))
    while chunks:
        chunk = _next(chunks, base, source, diagnostics)
        parsed, new = _read(chunk, base, source, diagnostics, lost)
        statements.extend(parsed)
        faults += new
        if faults >= limits.MAX_FAULTS:
            end = chunk[-1].pieces[-1].end
            message = "Too many mistakes: the rest of this text was not read."
            _report(Fault("L036", message, end, end), source, diagnostics)
            break
    comments = tuple(map(_comment, remarks, levels(lines, remarks), repeat(source)))
    return Document(tuple(statements), comments, tuple(dict.fromkeys(lost)), span=source.span(0, len(text)))


def _next(chunks: list[list[Line]], base: int, source: Source, diagnostics: Diagnostics) -> list[Line]:
    """Take out the lines of the next statement, including those that should be indented under it, which are reported."""
    below = taken_below(chunks, base, source, diagnostics) if opens(chunks[0]) else []
    if below:
        _report(fault_of(below, source), source, diagnostics)
    chunk = [*chunks[0], *(line for lines in below for line in lines)]
    del chunks[: 1 + len(below)]
    return chunk


def _read(
    lines: list[Line], base: int, source: Source, diagnostics: Diagnostics, lost: list[str]
) -> tuple[list[Statement], int]:
    """The trees of a statement, and the number of its errors: each is reported, and the statement read again without it."""
    told: dict[int, bool] = {}
    left: list[Line] | None = lines
    whole = True
    for faults in range(MOST_TRIES):
        try:
            return (_statement(left, base, source, diagnostics) if left else []), faults
        except Fault as fault:
            row = source.place(fault.start)[0]
            again = row in told
            if told.get(row) or (not whole and fault.code in OF_WHAT_IS_LEFT):
                break  # it only follows from the fix of an earlier one
            if not again:
                _report(fault, source, diagnostics)
            told[row] = again
            if not diagnostics.is_worth(sum(len(line.pieces) for line in lines)):
                break
            whole = whole and not again and _is_mended(fault)
            left = _without(left or lines, fault, lost, leave_out=again)
        except Refused as refused:
            diagnostics.error(refused.code, refused.message, refused.span, help=refused.help, fix=refused.fix)
            return [], faults + 1
    lost += [piece.text for line in lines for piece in line.pieces if piece.kind == "word"]
    return [], len(told)


def _report(fault: Fault, source: Source, diagnostics: Diagnostics) -> None:
    span = source.span(fault.start, fault.end)
    expected, suggestion, advice = fault.expected, fault.suggestion, fault.help
    fix, *others = (edit and _fix(edit, source, diagnostics) for edit in (fault.edit, *fault.others))
    diagnostics.error(
        fault.code,
        fault.message,
        span,
        expected=expected,
        suggestion=suggestion,
        help=advice,
        fix=fix,
        others=filter(None, others),
    )


def _fix(edit: Edit, source: Source, diagnostics: Diagnostics) -> Fix:
    """An edit in the file: lines that it adds are indented as much as the one on which it begins."""
    span = source.span(edit.start, edit.end)
    line = diagnostics.sources.line(span.file, span.line) or ""
    margin = " " * (len(line) - len(line.lstrip()))
    return Fix(span, edit.text.replace("\n", f"\n{margin}"))


def _comment(remark: Remark, level: tuple[int, bool], source: Source) -> Comment:
    start, is_inside = level
    span = source.span(remark.start, remark.end)
    return Comment(remark.text, remark.own_line, source.place(start), is_inside, span=span)


def _statement(lines: list[Line], base: int, source: Source, diagnostics: Diagnostics) -> list[Statement]:
    for line in lines:
        if line.fault is not None:
            raise line.fault
    reading = Reading(laid_out(lines, base), source)
    made = reading.statements()
    if made is None:
        raise explained(lines, base, diagnostics.purse)
    if reading.most_nodes > limits.MAX_DEPTH and too_deep(made):
        raise Fault("L037", "This is nested too deeply.", lines[0].start, lines[-1].pieces[-1].end)
    return made


# ── the depth of a tree, so that recursion over it is safe ──


def too_deep(nodes: Iterable[Node]) -> bool:
    """Do nodes nest deeper than permitted?"""
    level = list(nodes)
    depth = 0
    while level:
        depth += 1
        if depth > MAX_DEPTH:
            return True
        level = [child for node in level for child in children(node)]
    return False


MOST_TRIES: Final = 12
"""The most errors of one statement to look for."""
OPENERS: Final = frozenset({"if", "for", "repeat", "may", "up", "else"})


def _is_mended(fault: Fault) -> bool:
    """Is the continuation of the wrong line known, so that none is left out?"""
    return bool(fault.line) or fault.code in {"L010", "L039"}


def _without(lines: Sequence[Line], fault: Fault, lost: list[str], *, leave_out: bool) -> list[Line] | None:
    """The lines of a statement without its error: fixed, or (with `leave_out`) without the wrong line. None if nothing could be read then.

    Words that are lost are added to `lost`.
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
        below = _below(lines, at)
        return [*lines[:at], *further_in(lines[at:below]), *lines[below:]]
    elif fault.line:
        mended.pieces = list(fault.line)
    else:
        return _left_out(lines, at, lost)
    return [*lines[:at], mended, *lines[at + 1 :]]


def _line_of(lines: Sequence[Line], fault: Fault) -> int:
    """The line in which an error begins; the last one that begins before it."""
    before = [number for number, line in enumerate(lines) if line.margin <= fault.start]
    return before[-1] if before else 0


def _left_out(lines: Sequence[Line], at: int, lost: list[str]) -> list[Line] | None:
    """Without a line. Its block stays, if it can stand anywhere: then the line becomes a condition without effect."""
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
    """The index of the first line after the block of a line."""
    inside = (n for n in range(at + 1, len(lines)) if lines[n].indent <= lines[at].indent)
    return next(inside, len(lines))


def _condition(start: int) -> Iterator[Piece]:
    for kind, text in (("word", "if"), ("word", "yes"), ("sign", ":")):
        yield Piece(kind, text, start, start)
