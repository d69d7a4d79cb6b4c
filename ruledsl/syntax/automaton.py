"""Which words could stand at a place: the tables of the automaton, followed without building anything.

Only used once a statement is known to be wrong, to say what was expected and to try corrections.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from ruledsl.syntax.grammar import RESERVED, grammar
from ruledsl.syntax.lexer import Piece

__all__ = ["Stack", "advance", "begin", "follow", "terminal_in", "terminal_of", "wanted"]

Stack = tuple[int, ...]


def begin() -> Stack:
    """The state at the start of a statement."""
    return (0,)


def advance(stack: Stack, terminal: str) -> Stack | None:
    """The state after this terminal; None when it cannot stand here."""
    tables = grammar()
    moving = list(stack)
    while True:
        action = tables.rows[moving[-1]].get(terminal)
        if action is None:
            return None
        if action >= 0:
            return (*moving, action)
        rule = tables.rules[~action]
        del moving[len(moving) - rule.size :]
        moving.append(tables.gotos[moving[-1]][rule.origin])


def wanted(stack: Stack) -> frozenset[str]:
    """The terminals that can stand here."""
    possible = grammar().rows[stack[-1]]
    return frozenset(name for name in possible if name != "$END" and advance(stack, name) is not None)


def terminal_of(piece: Piece, stack: Stack) -> str:
    """A word is a word of the language where the grammar could want it here, and a name otherwise."""
    return terminal_in(piece, grammar().rows[stack[-1]])


def terminal_in(piece: Piece, possible: Container[str]) -> str:
    """The same, where these are the terminals that the automaton has an entry for."""
    if piece.kind == "word":
        word = grammar().words.get(piece.text)
        if word is None or (word not in possible and "NAME" in possible and piece.text not in RESERVED):
            return "NAME"
        return word
    if piece.kind == "reserved":
        return grammar().words[piece.text]
    if piece.kind == "sign":
        return grammar().signs[piece.text]
    return "NUMBER_SIGN" if piece.kind == "number" else piece.kind


def follow(stack: Stack, pieces: Sequence[Piece]) -> int:
    """How many of these pieces can be read from here."""
    for count, piece in enumerate(pieces):
        after = advance(stack, terminal_of(piece, stack))
        if after is None:
            return count
        stack = after
    return len(pieces)
