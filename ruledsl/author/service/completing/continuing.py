"""Completes unfinished statements, so that the checker can judge the place of the caret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruledsl.language.syntax.advice.lookahead import Stack, advance, begin, terminal_of, wanted
from ruledsl.language.syntax.parsing.builder import Reading, automaton
from ruledsl.language.syntax.parsing.grammar import grammar
from ruledsl.language.syntax.text.layout import INDENT, NEWLINE, laid_out
from ruledsl.language.syntax.text.lexer import read_lines
from ruledsl.language.syntax.text.piece import Piece
from ruledsl.language.syntax.text.source import Fault, Refused, Source
from ruledsl.language.syntax.tree import Statement
from ruledsl.rules.check.typed.meanings import CARET

MOST_STEPS: Final = 40
FIRST: Final = ("", "PLUS", "GAINS", "ALSO")
"""Continuations after the name: as short as possible; a change, for a value; a gain, for a player."""
ORDER: Final = (
    "_DEDENT _NL RPAR COINS COLON EQUALS NOTHING NUMBER_SIGN THEN ELSE OVER PLUS NAME TO FROM LEAST THAN".split()
    + "_INDENT DURING GAINS AS DESPITE".split()
)
"""The terminals that finish a statement fastest; others follow in alphabetical order."""
PAIRED: Final = frozenset({"at", "instead", "more", "less", "end", "up"})
"""Words that are always followed by one of a few others."""
PLACEHOLDER: Final = "anything_at_all"
LEADING: Final = "x"


class Begun:
    """A statement up to the caret: its pieces, and the state of the parser there."""

    def __init__(self, pieces: list[Piece], stack: Stack, source: Source) -> None:
        self._pieces, self.stack, self._source = pieces, stack, source

    @property
    def words(self) -> list[str]:
        """The words before the caret."""
        return [piece.text for piece in self._pieces if piece.text]

    @property
    def terminals(self) -> frozenset[str]:
        """The possible terminals at the caret."""
        return wanted(self.stack)

    def phrases(self, terminal: str) -> Iterator[str]:
        """A word of the language, with its obligatory continuations: `instead of`, `at least` and `at most`."""
        stack, text = advance(self.stack, terminal), grammar().spelling.get(terminal, "")
        if stack is None or not text.isalpha():
            return
        following = [grammar().spelling.get(name, "") for name in sorted(wanted(stack))]
        yield from (f"{text} {word}" for word in following) if text in PAIRED else (text,)

    def finished(self) -> Iterator[Statement]:
        """The statement with a name at the caret, finished in every possible way."""
        stack = advance(self.stack, "NAME")
        end = self._pieces[-1].end if self._pieces else 0
        if stack is None:
            return
        name = Piece("word", CARET, end, end + len(CARET))
        for first in FIRST:
            more = self._to_the_end(stack, first, name.end)
            if more is None:
                continue
            reading = Reading([*self._pieces, name, *more], self._source)
            try:
                yield from reading.statements() or ()
            except Refused:
                continue

    def _to_the_end(self, stack: Stack, first: str, at: int) -> list[Piece] | None:
        found: list[Piece] = []
        for step in range(MOST_STEPS):
            possible = wanted(stack)
            if "$END" in automaton().states[stack[-1]] and "_DEDENT" not in possible:
                return found
            names = [name for name in ORDER if name in possible] or sorted(possible)
            terminal = first if first and not step else names[0]
            after = advance(stack, terminal)
            if after is None:
                return None
            stack = after
            found.append(_piece(terminal, at))
        return None


def begun(text: str, file: str) -> Begun | None:
    """A statement up to the caret, in that file; None if its beginning cannot be parsed."""
    lines, _ = read_lines(_in_one_line(text) + LEADING)
    pieces: list[Piece] = []
    try:
        for piece in laid_out(lines, 0):
            if piece.start >= len(text) and piece.text:
                break
            pieces.append(piece)
    except Fault:
        return None
    found = _readable(pieces)
    return None if found is None else Begun(*found, Source(text + CARET, None, file))


def _in_one_line(text: str) -> str:
    """The text with line ends after an open bracket replaced by spaces, since the line continues there."""
    opened: list[int] = []
    for place, sign in enumerate(text):
        if sign == "(":
            opened.append(place)
        elif sign == ")" and opened:
            opened.pop()
    at = opened[0] if opened else len(text)
    return text[:at] + text[at:].replace("\n", " ")


def _readable(pieces: list[Piece]) -> tuple[list[Piece], Stack] | None:
    """The parsable pieces, and the state after them; None if the line with the caret has an error.

    In earlier lines, the rest after an error is dropped; a piece that only fits below a line counts as if it were there.
    """
    stack, found = begin(), list[Piece]()
    last = max((n for n, piece in enumerate(pieces) if piece.kind == NEWLINE), default=-1)
    is_faulty = False
    for number, piece in enumerate(pieces):
        if is_faulty and piece.kind != NEWLINE:
            continue
        more = [piece]
        after = _after(stack, more)
        if after is None:
            more = [_piece(NEWLINE, piece.start), _piece(INDENT, piece.start), piece]
            after = _after(stack, more)
        is_faulty = after is None
        if after is not None:
            stack = after
            found += more
        elif number >= last:
            return None
    return found, stack


def _after(stack: Stack, pieces: list[Piece]) -> Stack | None:
    for piece in pieces:
        after = advance(stack, terminal_of(piece, stack))
        if after is None:
            return None
        stack = after
    return stack


def _piece(terminal: str, at: int) -> Piece:
    if terminal.startswith("_"):
        return Piece(terminal, "", at, at)
    text = {"NAME": PLACEHOLDER, "NUMBER_SIGN": "0"}.get(terminal) or grammar().spelling[terminal]
    kind = "word" if text.isidentifier() else "number" if text == "0" else "sign"
    return Piece(kind, text, at, at)
