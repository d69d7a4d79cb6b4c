"""The text being parsed, with the place of each character in the file, and its errors."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import NamedTuple

from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics import Fix, Span
from ruledsl.base.diagnostics.travelling import Travelling
from ruledsl.language.syntax.text.piece import Piece

Position = Callable[[int], tuple[int, int]]


class Edit(NamedTuple):
    """A fix: this text instead of the characters from `start` up to, not including, `end`."""

    start: int
    end: int
    text: str


@dataclass(eq=False)
class Fault(Travelling):
    """Why a statement could not be read; becomes one diagnostic. Never leaves this package.

    `edit` is the fix, `line` are the pieces of the wrong line after it, so that the rest can be read as well.
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
        known = self._known
        first = known.get(start) or self.place(start)
        last = known.get(end) or self.place(end)
        return Span(self.file, *first, *last)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, both counted from 1."""
        known = self._known.get(offset)
        if known is None:
            known = self._known[offset] = self._position(offset)
        return known
