"""Which words could stand at a place: lark's own tables, followed without building anything.

Only used once a statement is known to be wrong, to say what was expected and to try corrections.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from lark.parsers.lalr_analysis import Shift

from ruledsl.syntax.grammar import RESERVED, grammar
from ruledsl.syntax.lexer import Piece

__all__ = ["Stack", "advance", "begin", "follow", "terminal_of", "wanted"]

Stack = tuple[int, ...]


@cache
def _tables() -> tuple[dict[int, dict[str, Any]], int]:
    state: Any = grammar().lark.parse_interactive().parser_state
    tables = state.parse_conf.parse_table
    return tables.states, tables.start_states["start"]


def begin() -> Stack:
    """The state at the start of a statement."""
    return (_tables()[1],)


def advance(stack: Stack, terminal: str) -> Stack | None:
    """The state after this terminal; None when it cannot stand here."""
    states, _ = _tables()
    moving = list(stack)
    while True:
        action = states[moving[-1]].get(terminal)
        if action is None:
            return None
        kind, argument = action
        if kind is Shift:
            return (*moving, argument)
        if terminal == "$END" and argument.origin.name.startswith("$"):
            return tuple(moving)
        length = len(argument.expansion)
        del moving[len(moving) - length :]
        moving.append(states[moving[-1]][argument.origin.name][1])


def wanted(stack: Stack) -> frozenset[str]:
    """The terminals that can stand here."""
    states, _ = _tables()
    possible = (name for name in states[stack[-1]] if name.isupper() or name == "$END")
    return frozenset(name for name in possible if name != "$END" and advance(stack, name) is not None)


def terminal_of(piece: Piece, stack: Stack) -> str:
    """A word is a word of the language where the grammar could want it here, and a name otherwise."""
    states, _ = _tables()
    return terminal_in(piece, states[stack[-1]])


def terminal_in(piece: Piece, possible: Any) -> str:  # noqa: ANN401 - the keys of one of lark's tables
    """The same, for the terminals that have an entry in this table."""
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
