"""Text to tree, statement by statement: a bad statement costs one diagnostic, and the others are read all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token, UnexpectedToken

from ruledsl.syntax import limits
from ruledsl.syntax.builder import build
from ruledsl.syntax.depth import too_deep
from ruledsl.syntax.errors import explained
from ruledsl.syntax.grammar import RESERVED, grammar
from ruledsl.syntax.layout import laid_out
from ruledsl.syntax.lexer import Line, Piece, Remark, read_lines, statements_of
from ruledsl.syntax.source import Fault, Position, Repeated, Source
from ruledsl.syntax.tree import Comment, Document, Statement

if TYPE_CHECKING:
    from lark.parsers.lalr_interactive_parser import InteractiveParser

    from ruledsl.diagnostics import Diagnostics

__all__ = ["parse"]


def parse(
    text: str,
    diagnostics: Diagnostics,
    position: Position | None = None,
    file: str = "<text>",
) -> Document:
    """Read a rule text. What is wrong with it goes to `diagnostics`; what is right is in the tree. Never raises for bad text.

    `position` says where an offset in the text stands in the file, when the text is a part of it.
    """
    source = Source(text, position, file)
    if len(text) > limits.MAX_TEXT:
        fault = Fault("L045", f"This rule text is too long: more than {limits.MAX_TEXT} characters", 0, 0)
        _report(fault, source, diagnostics)
        return Document((), (), span=source.span(0, 0))
    lines, remarks = read_lines(text)
    statements: list[Statement] = []
    faults = 0
    base = min((line.indent for line in lines), default=0)
    for chunk in statements_of(lines):
        try:
            statements.extend(_statement(chunk, base, source))
        except Fault as fault:
            _report(fault, source, diagnostics)
            faults += 1
        except Repeated as repeated:
            message = f"This action already has a clause `{repeated.clause}`"
            diagnostics.error("L013", message, repeated.span)
            faults += 1
        if faults >= limits.MAX_FAULTS:
            end = chunk[-1].pieces[-1].end
            _report(Fault("L046", "Too many mistakes: the rest of this text was not read", end, end), source, diagnostics)
            break
    comments = tuple(_comment(remark, source) for remark in remarks)
    return Document(tuple(statements), comments, span=source.span(0, len(text)))


def _report(fault: Fault, source: Source, diagnostics: Diagnostics) -> None:
    span = source.span(fault.start, fault.end)
    diagnostics.error(fault.code, fault.message, span, expected=fault.expected, suggestion=fault.suggestion)


def _comment(remark: Remark, source: Source) -> Comment:
    return Comment(remark.text, remark.own_line, span=source.span(remark.start, remark.end))


def _statement(lines: list[Line], base: int, source: Source) -> list[Statement]:
    for line in lines:
        if line.fault is not None:
            raise line.fault
    parser = grammar().lark.parse_interactive()
    read: list[Token] = []
    for piece in laid_out(lines, base):
        token = _token(piece, parser)
        try:
            parser.feed_token(token)
        except UnexpectedToken:
            raise explained(read, piece, lines) from None
        read.append(token)
    made = build(parser.feed_eof(), source)
    if too_deep(made):
        raise Fault("L047", "This is nested too deeply", lines[0].start, lines[-1].pieces[-1].end)
    return made


def _token(piece: Piece, parser: InteractiveParser) -> Token:
    """A word is a word of the language where the grammar could want it here, and a name otherwise."""
    kind, text, start, end = piece
    if kind == "word":
        kind = grammar().words.get(text, "NAME")
        if kind != "NAME" and text not in RESERVED:
            wanted = parser.choices()
            if kind not in wanted and "NAME" in wanted:
                kind = "NAME"
    elif kind == "sign":
        kind = grammar().signs[text]
    elif kind == "number":
        kind = "NUMBER_SIGN"
    return Token(kind, text, start_pos=start, end_pos=end)
