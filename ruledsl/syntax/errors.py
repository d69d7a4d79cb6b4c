"""What is wrong with a statement, in plain words."""

from __future__ import annotations

from lark import Token

from ruledsl.syntax.lexer import Line, Piece
from ruledsl.syntax.source import Fault

__all__ = ["explained"]


def explained(read: list[Token], piece: Piece, lines: list[Line]) -> Fault:
    """The fault of a statement that can be read up to, not including, this piece."""
    return Fault("L001", f"`{piece.text}` cannot stand here", piece.start, piece.end)
