"""A statement's lines as the tokens of the grammar: line ends and indentation become `_NL`, `_INDENT` and `_DEDENT`.

Ends of lines and blocks directly follow the last word before them, so that spans end where the text ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from ruledsl.language.syntax.text import limits
from ruledsl.language.syntax.text.lexer import Line
from ruledsl.language.syntax.text.piece import Piece
from ruledsl.language.syntax.text.source import Edit, Fault

NEWLINE = "_NL"
INDENT = "_INDENT"
DEDENT = "_DEDENT"
STEP = 2


def laid_out(lines: list[Line], base: int) -> Iterator[Piece]:
    """The pieces of a statement with the marks of its layout; raises `Fault` if the layout is wrong."""
    margins = [base]
    last: Piece | None = None
    for line in lines:
        if line.tabs:
            message = "This line is indented with tabs."
            depth = margins[-1] + (STEP if last is not None and last.text == ":" else 0)
            edit = Edit(line.margin, line.start, " " * depth)
            advice = "Use two spaces for each step."
            raise Fault("L010", message, line.margin, line.start, help=advice, edit=edit)
        if last is None:
            yield from _first(line, base)
        else:
            yield from _between(last, line, margins)
        yield from line.pieces
        last = line.pieces[-1]
    if last is not None:
        _refuse_open_colon(last)
        yield Piece(NEWLINE, "", last.end, last.end)
        for _ in margins[1:]:
            yield Piece(DEDENT, "", last.end, last.end)


def _first(line: Line, base: int) -> Iterator[Piece]:
    if line.indent > base:
        yield Piece(INDENT, "", line.start, line.start)


def _between(last: Piece, line: Line, margins: list[int]) -> Iterator[Piece]:
    if last.text == ":" and line.indent == margins[-1] and line.pieces[0].text != "else":
        raise _not_indented(line)
    if line.indent < margins[-1]:
        _refuse_open_colon(last)
    yield Piece(NEWLINE, "", last.end, last.end)
    if line.indent > margins[-1]:
        margins.append(line.indent)
        if len(margins) > limits.MAX_INDENTS + 1:
            raise Fault(
                "L034", f"More than {limits.MAX_INDENTS} blocks inside one another.", line.start, line.start
            )
        yield Piece(INDENT, "", line.start, line.start)
    inner = margins[-1]
    while line.indent < margins[-1]:
        inner = margins.pop()
        yield Piece(DEDENT, "", last.end, last.end)
    if line.indent != margins[-1]:
        message = f"The indentation of this line, {_spaces(line.indent)}, fits no line above it."
        raise Fault("L011", message, line.start, line.start, f"{margins[-1]} or {_spaces(inner)}")


def _refuse_open_colon(last: Piece) -> None:
    if last.text == ":":
        message = "Nothing follows this colon."
        raise Fault("L012", message, last.start, last.end, "something behind it, or indented lines below it")


def _not_indented(line: Line) -> Fault:
    """The fault of a line that begins in the column of its parent."""
    message = "This line belongs to the line above, and is not indented."
    edit = Edit(line.margin, line.margin, " " * STEP)
    advice = "Indent it by two more spaces."
    return Fault("L039", message, line.start, line.pieces[-1].end, help=advice, edit=edit)


def _spaces(number: int) -> str:
    return "1 space" if number == 1 else f"{number} spaces"
