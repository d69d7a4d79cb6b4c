"""The words that could stand at a place: follows lark's automaton without building a tree.

Used only for a wrong statement, to say what was expected and to try corrections.
"""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token, UnexpectedToken
from lark.lexer import LexerThread
from lark.parsers.lalr_parser_state import ParserState

from ruledsl.language.syntax.parsing.builder import automaton, terminal_in
from ruledsl.language.syntax.text.piece import Piece

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
    terminals = (name for name in possible if name.isupper() and name != "$END")
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
