"""The place of an error in a statement, and trials of fixes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from lark import Token, UnexpectedToken
from lark.lexer import LexerThread
from lark.parsers.lalr_parser_state import ParserState

from ruledsl.base.dataclass import dataclass
from ruledsl.language.syntax.builder import automaton, terminal_in
from ruledsl.language.syntax.grammar import grammar
from ruledsl.language.syntax.lexer import INDENT, NEWLINE, Piece

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Purse

# ── lookahead ───────────────────────────────────────────────────────────────────
# The words that could stand at a place: follows lark's automaton without building a tree.
#
# Used only for a wrong statement, to say what was expected and to try corrections.


Stack = tuple[int, ...]


def begin() -> Stack:
    """The state at the start of a statement."""
    return (automaton().start_state,)


def advance(stack: Stack, terminal: str) -> Stack | None:
    """The state after this terminal; None if it cannot stand here."""
    if terminal not in automaton().states[stack[-1]]:
        return None
    state = ParserState(automaton(), _NO_TEXT, [*stack], [])
    try:
        state.feed_token(Token(terminal, ""))
    except UnexpectedToken:
        return None
    return tuple(state.state_stack)


def wanted(stack: Stack) -> frozenset[str]:
    """The terminals that can stand here."""
    possible = automaton().states[stack[-1]]
    terminals = (name for name in possible if name.isupper() and name not in {"$END", "LONE"})
    return frozenset(name for name in terminals if advance(stack, name) is not None)


def terminal_of(piece: Piece, stack: Stack) -> str:
    """The terminal of a piece at this place."""
    return terminal_in(piece, automaton().states[stack[-1]])


def follow(stack: Stack, pieces: Sequence[Piece]) -> int:
    """The number of these pieces that can be read from here."""
    for count, piece in enumerate(pieces):
        after = advance(stack, terminal_of(piece, stack))
        if after is None:
            return count
        stack = after
    return len(pieces)


_NO_TEXT = LexerThread(None, None)  # type: ignore[arg-type]  # nothing is ever taken from it


AHEAD: Final = 3
CONDITIONAL: Final = frozenset("if where and or not".split())
"""Words before a condition."""


@dataclass(slots=True)
class Place:
    """The pieces of a statement, the one that cannot stand in its place, and the states of its line before that."""

    pieces: list[Piece]
    at: int
    first: int
    stacks: list[Stack]  # before the piece `first`, and after each one up to the piece `at`
    purse: Purse  # what the search for a correction may still cost

    @property
    def piece(self) -> Piece:
        """The piece that cannot stand here."""
        return self.pieces[self.at]

    @property
    def before(self) -> Piece | None:
        """The piece before it on its line."""
        return self.pieces[self.at - 1] if self.at > self.first else None

    @property
    def stack(self) -> Stack:
        """The state before the wrong piece."""
        return self.stack_at(self.at)

    @property
    def wanted(self) -> frozenset[str]:
        """The terminals that could stand here."""
        return wanted(self.stack)

    @property
    def terminal(self) -> str:
        """The terminal of the wrong piece."""
        return terminal_of(self.piece, self.stack)

    @property
    def end(self) -> int:
        """The index of the end of this line."""
        ends = (i for i in range(self.at, len(self.pieces)) if self.pieces[i].kind == NEWLINE)
        return next(ends, len(self.pieces) - 1)

    @property
    def soon(self) -> int:
        """The index up to which a correction must make sense: a little after the error, on the same line."""
        return min(self.end, self.at + AHEAD)

    def stack_at(self, index: int) -> Stack:
        """The state before a piece of this line up to the wrong one."""
        return self.stacks[index - self.first]

    @property
    def begins_statement(self) -> bool:
        """Does this line begin a statement, rather than an effect or a clause of one?"""
        return advance(self.stack_at(self.first), "FORBID") is not None

    def allows(self, terminal: str) -> bool:
        """Could this terminal stand here?"""
        return advance(self.stack, terminal) is not None

    def like(self, text: str) -> Piece:
        """A piece with this text, for a trial."""
        if text in grammar().signs:
            return Piece("sign", text, 0, 0)
        return Piece("number" if text.isdigit() else "word", text, 0, 0)

    def reached(self, index: int, new: Sequence[Piece], skip: int) -> int:
        """The index where reading stops if `skip` pieces from `index` on are replaced by `new`."""
        rest = self.pieces[index + skip : self.soon + 1]
        count = follow(self.stack_at(index), [*new, *rest])
        return index + skip + count - len(new) if count >= len(new) else -1

    def mended(self, index: int, new: Sequence[Piece], skip: int) -> bool:
        """Does that get past the error: over the wrong piece, and over one more if it is itself replaced?"""
        goal = self.at + 1 if index + skip <= self.at else self.at + 2
        return self.reached(index, new, skip) >= min(goal, self.end + 1)

    def mends_line(self, index: int, new: Sequence[Piece], skip: int) -> bool:
        """Can the whole line be read then, and may the block below it, if any, stand there?"""
        last = self.end + 1
        if last < len(self.pieces) and self.pieces[last].kind != INDENT:
            last -= 1
        rest = [*new, *self.pieces[index + skip : last + 1]]
        opens = last > self.end
        return follow(self.stack_at(index), rest) == len(rest) and (
            opens or not self._waits(rest[:-1], index)
        )

    def _waits(self, line: Sequence[Piece], index: int) -> bool:
        """Does a line end in a colon without a block?"""
        text = line[-1].text if line else self.pieces[index - 1].text
        return text == ":"

    def backwards(self, most: int = 6) -> list[int]:
        """Indices from the wrong piece backwards, where the mistake may have begun; and the first of the line."""
        nearest = list(range(self.at, max(self.first, self.at - most) - 1, -1))
        return nearest if self.first in nearest else [*nearest, self.first]

    def asks(self, index: int) -> bool:
        """Does a condition stand at this index: is there a word before it, in its bracket, that opens one?"""
        depth = 0
        for piece in reversed(self.pieces[self.first : index]):
            depth += (piece.text == ")") - (piece.text == "(")
            if depth == 0 and piece.text in CONDITIONAL:
                return True
            if depth < 0 and piece.text == "(":
                depth = 0
                return self._asked_before(piece)
        return False

    def _asked_before(self, bracket: Piece) -> bool:
        """Does the word before a bracket open a condition?"""
        index = self.pieces.index(bracket)
        return index > self.first and self.pieces[index - 1].text in CONDITIONAL

    def written(self, first: int, last: int) -> str:
        """The pieces from `first` up to, not including, `last`, with single spaces where there were any."""
        pieces = self.pieces[first:last]
        shown = pieces[0].text
        for before, piece in pairwise(pieces):
            shown += " " * (piece.start > before.end) + piece.text
        return shown

    def open_bracket(self) -> Piece | None:
        """The innermost open bracket of this line at this place."""
        waiting: list[Piece] = []
        for piece in self.pieces[self.first : self.at]:
            if piece.text == "(":
                waiting.append(piece)
            elif piece.text == ")" and waiting:
                waiting.pop()
        return waiting[-1] if waiting else None
