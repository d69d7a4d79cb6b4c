"""Text to lines of words and signs, and lines to statements.

The lexer refuses only texts that are too large: an unknown sign becomes a piece of kind
`strange`, which the parser reports when it gets there, so that the first error of a statement is the one reported.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import Final, NamedTuple

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Fix, Span
from ruledsl.base.diagnostics.travelling import Travelling
from ruledsl.base.plaintext import STEP
from ruledsl.language.syntax import limits

# ── source ──────────────────────────────────────────────────────────────────────
# The text being parsed, with the place of each character in the file, and its errors.


# ── piece ───────────────────────────────────────────────────────────────────────
# The smallest part of a rule text.


class Piece(NamedTuple):
    """A word, number, sign, reserved word or unknown sign, with the offsets of its start and end."""

    kind: str
    text: str
    start: int
    end: int


Position = Callable[[int], tuple[int, int]]


class Edit(NamedTuple):
    """A fix: this text instead of the characters from `start` up to, not including, `end`."""

    start: int
    end: int
    text: str


@dataclass(eq=False)
class Fault(Travelling):
    """Why a statement could not be read; becomes one diagnostic. Never leaves this package.

    `edit` is the fix, `line` are the pieces of the wrong line after it, so that the rest can be read as well. `others` are further fixes to try.
    """

    code: str
    message: str
    start: int
    end: int
    expected: str = ""
    suggestion: str = ""
    help: str = ""
    edit: Edit | None = None
    line: tuple[Piece, ...] = ()
    others: tuple[Edit, ...] = ()


class Refused(Travelling):
    """An error that the grammar permits, found while the tree is built."""

    def __init__(self, code: str, message: str, span: Span, advice: str = "", fix: Fix | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.help = advice
        self.fix = fix


def plain_position(text: str) -> Position:
    """Offsets to lines and columns, for a text that is a file of its own."""
    starts = [0]
    for number, character in enumerate(text, 1):
        if character == "\n":
            starts.append(number)

    def position(offset: int) -> tuple[int, int]:
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    return position


class Source:
    """A text with the places of its characters in the file."""

    __slots__ = ("_known", "_position", "file", "text")

    def __init__(self, text: str, position: Position | None, file: str) -> None:
        self.text = text
        self.file = file
        self._position = position or plain_position(text)
        self._known: dict[int, tuple[int, int]] = {}

    def span(self, start: int, end: int) -> Span:
        """The span of the characters from `start` up to, not including, `end`."""
        places = self._known
        first = places.get(start) or self.place(start)
        last = places.get(end) or self.place(end)
        return Span(self.file, *first, *last)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, both counted from 1."""
        place = self._known.get(offset)
        if place is None:
            place = self._known[offset] = self._position(offset)
        return place


class Remark(NamedTuple):
    """A comment; `indent` is that of its line."""

    text: str
    own_line: bool
    start: int
    end: int
    indent: int


@dataclass(slots=True)
class Line:
    """A line with its continuations in brackets."""

    indent: int
    start: int
    pieces: list[Piece]
    margin: int = 0  # the start of its indentation
    tabs: bool = False
    fault: Fault | None = None
    closes: dict[int, int | None] = field(
        default_factory=dict
    )  # offset of each `(` -> index of the line of its `)`


# `strange` keeps constructs of other languages together, for better messages.
PIECES: Final = re.compile(
    r"[ \t\r]*(?:"
    r"(?P<comment>\#[^\n]*)"
    r"|(?P<word>[a-z][a-z0-9_]*(?:/[a-z][a-z0-9_]*)?(?!\w))"
    r"|(?P<number>[0-9]+(?!\w))"
    r"|(?P<strange>[<>=!]=|=[<>]|<>|->|&&|\|\||\*\*|//|['’]s\b|\"[^\"\n]*\"?|[“„][^“”\n]*[“”]?|«[^»\n]*»?|'\w[^'\n]*'|\w+)"
    r"|(?P<sign>[-+*/=:()])"
    r"|(?P<other>.)|\Z)"
)

# Words that let a tree grow in depth; counted to bound it.
OPERATORS: Final = frozenset("and or not is of but where if some has my can over + - * /".split())


FOLDING: Final = frozenset({"sum", "highest", "lowest"})


def read_lines(text: str) -> tuple[list[Line], list[Remark]]:
    """Every non-empty line, with lines in brackets joined to the one they continue; and the comments."""
    raw: list[Line] = []
    remarks: list[Remark] = []
    offset = 0
    for content in text.split("\n"):
        line = _read_line(content, offset, remarks)
        if line.pieces:
            raw.append(line)
        offset += len(content) + 1
    _match_brackets(raw)
    return list(_joined(raw)), remarks


def _read_line(content: str, offset: int, remarks: list[Remark]) -> Line:
    margin = content[: len(content) - len(content.lstrip(" \t"))]
    start = offset + len(margin)
    line = Line(len(margin.expandtabs(4)), start, [], offset, "\t" in margin)
    if len(content) > limits.MAX_LINE:
        message = (
            f"This line is too long: it has {len(content)} characters and {limits.MAX_LINE} are allowed."
        )
        line.fault = Fault("L030", message, offset + limits.MAX_LINE, offset + len(content))
        line.pieces.append(Piece("strange", "", start, start))
        return line
    for match in PIECES.finditer(content, len(margin)):
        kind = match.lastgroup
        if kind is None:  # the end
            continue
        text = match[kind]
        last = offset + match.end()
        if kind == "comment":
            words = text.rstrip()
            first = last - len(text)
            remarks.append(Remark(words, not line.pieces, first, first + len(words), line.indent))
        else:
            kind = "strange" if kind == "other" else kind
            line.pieces.append(Piece(kind, text, last - len(text), last))
    return line


def _match_brackets(lines: list[Line]) -> None:
    """Find the line of each bracket's end; a bracket without one, or with a distant one, does not continue its line."""
    open_brackets: list[tuple[int, Piece]] = []
    for number, line in enumerate(lines):
        for piece in line.pieces:
            if piece.text == "(":
                line.closes[piece.start] = None
                open_brackets.append((number, piece))
            elif piece.text == ")" and open_brackets:
                first, bracket = open_brackets.pop()
                near = number - first <= limits.MAX_BRACKET_LINES
                lines[first].closes[bracket.start] = number if near else None


def _joined(lines: list[Line]) -> Iterator[Line]:
    number = 0
    while number < len(lines):
        line = lines[number]
        end = _reach(line, number)
        while number < end:
            number += 1
            more = lines[number]
            line.pieces.extend(more.pieces)
            line.closes.update(more.closes)
            line.fault = line.fault or more.fault
            end = max(end, _reach(more, number))
        line.fault = line.fault or _too_big(line)
        _reserve_counting(line.pieces)
        _tell_lone(line.pieces)
        yield line
        number += 1


def _reserve_counting(pieces: list[Piece]) -> None:
    """`number of` counts, wherever it is; `number` alone may be a name, that of the type."""
    for index, piece in enumerate(pieces[:-1]):
        if piece.text == "number" and pieces[index + 1].text == "of":
            pieces[index] = piece._replace(kind="reserved")


def _tell_lone(pieces: list[Piece]) -> None:
    """`highest of attack`: with no `over` behind it, up to the end of its brackets, it is of the numbers of a set themselves."""
    overs = [0]  # for each open bracket, how many there are behind
    for index in range(len(pieces) - 1, -1, -1):
        text = pieces[index].text
        if text in {")", ":"}:
            overs.append(0)
        elif text == "(" and len(overs) > 1:
            overs.pop()
        elif text == "over":
            overs[-1] += 1
        elif text in FOLDING and index + 1 < len(pieces) and pieces[index + 1].text == "of":
            if overs[-1]:
                overs[-1] -= 1
            else:
                pieces[index] = pieces[index]._replace(kind="lone")


def _reach(line: Line, number: int) -> int:
    return max((end for end in line.closes.values() if end is not None), default=number)


def _too_big(line: Line) -> Fault | None:
    depth = operators = 0
    few = len(line.pieces) <= min(limits.MAX_BRACKETS, limits.MAX_OPERATORS)
    for kind, text, start, end in line.pieces:
        if few and kind != "number":
            continue
        if text == "(":
            depth += 1
            if depth > limits.MAX_BRACKETS:
                message = f"More than {limits.MAX_BRACKETS} brackets inside one another."
                return Fault("L031", message, start, end)
        elif text == ")":
            depth -= 1
        elif text in OPERATORS:
            operators += 1
            if operators > limits.MAX_OPERATORS:
                message = (
                    f"This line joins too much: more than {limits.MAX_OPERATORS} signs and joining words."
                )
                return Fault("L032", message, start, end, help="Give a part of it a name with `define`.")
        elif kind == "number" and len(text.lstrip("0")) > limits.MAX_DIGITS:
            return Fault("L033", f"The number is too big: at most {limits.MAX_DIGITS} digits.", start, end)
    return None


def levels(lines: list[Line], remarks: list[Remark]) -> Iterator[tuple[int, bool]]:
    """For each comment, in order: the start of the line above with which it is level, and whether it is further in than that line.

    That is the last line above that is not further in and whose block may go on there; the outermost one if all are further in.
    """
    above: list[Line] = []
    number = 0
    for remark in remarks:
        while number < len(lines) and lines[number].start < remark.start:
            while above and above[-1].indent >= lines[number].indent:
                above.pop()
            above.append(lines[number])
            number += 1
        level = next(
            (line for line in reversed(above) if line.indent <= remark.indent), above[0] if above else None
        )
        yield (0, False) if level is None else (level.start, remark.indent > level.indent)


def statements_of(lines: list[Line]) -> Iterator[list[Line]]:
    """Each line at the base indentation with the more indented lines below it."""
    base = min((line.indent for line in lines), default=0)
    statement: list[Line] = []
    for line in lines:
        if line.indent == base and statement:
            yield statement
            statement = []
        statement.append(line)
    if statement:
        yield statement


# ── layout ──────────────────────────────────────────────────────────────────────
# A statement's lines as the tokens of the grammar: line ends and indentation become `_NL`, `_INDENT` and `_DEDENT`.
#
# Ends of lines and blocks directly follow the last word before them, so that spans end where the text ends.


NEWLINE = "_NL"
INDENT = "_INDENT"
DEDENT = "_DEDENT"


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


def further_in(lines: Iterable[Line]) -> list[Line]:
    """Copies of these lines, indented by one more step."""
    moved = [copy(line) for line in lines]
    for line in moved:
        line.indent += STEP
    return moved


def _spaces(number: int) -> str:
    return "1 space" if number == 1 else f"{number} spaces"
