"""Pieces to our tree: lark's LALR engine with our lexer, which calls a function for each name of the grammar."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from copy import copy
from functools import cache, partial
from types import SimpleNamespace
from typing import Any, Final

from lark import Lark, Token, UnexpectedToken, __version__
from lark.lexer import Lexer, LexerState
from lark.parsers.lalr_parser_state import ParseConf

from ruledsl.language.syntax.parsing import build_effects, build_expressions, build_statements
from ruledsl.language.syntax.parsing.building import Made, Part, Placed
from ruledsl.language.syntax.parsing.grammar import RESERVED, grammar, tables
from ruledsl.language.syntax.parsing.grammarfile import grammar_text
from ruledsl.language.syntax.parsing.larktables import lark_of, tables_of
from ruledsl.language.syntax.text.piece import Piece
from ruledsl.language.syntax.text.source import Refused, Source
from ruledsl.language.syntax.tree import Statement, Word

Maker = Callable[[Made], Any]

MAKERS: Final[dict[str, Maker]] = {
    **build_expressions.MAKERS,
    **build_effects.MAKERS,
    **build_statements.MAKERS,
}


class Reading:
    """One reading of the pieces of one text; `made` counts the pieces and their nodes."""

    __slots__ = ("made", "pieces", "source")

    def __init__(self, pieces: Iterable[Piece], source: Source) -> None:
        self.pieces = pieces
        self.source = source
        self.made = 0

    def statements(self) -> list[Statement] | None:
        """All statements; None if the grammar does not permit them.

        Errors that the grammar permits come second: only a text that the grammar accepts to its end raises `Refused`.
        """
        try:
            found: Any = parser().parse(self)
        except UnexpectedToken:
            return None
        for child in found.children:
            if isinstance(child[0], Refused):
                raise child[0]
        return [child[0] for child in found.children]

    @property
    def most_nodes(self) -> int:
        """The most nodes there can be: no function makes more of them than it has children, plus one."""
        return 2 * self.made


class _Leaf(Token):
    """A piece as lark's token, which knows its reading."""

    __slots__ = ("reading",)
    reading: Reading


class _Several:
    """The result of a helper of the grammar, until a rule takes it in."""

    __slots__ = ("children",)

    def __init__(self, _name: str, children: list[Any], _meta: None) -> None:
        self.children = children


class _Pieces(Lexer):
    """Passes the pieces of a reading to lark. The terminal of a word depends on what could stand at its place."""

    __future_interface__ = 2

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:  # noqa: ANN401 - lark's own
        reading: Any = lexer_state.text
        possible = parser_state.parse_conf.states
        for piece in reading.pieces:
            terminal = terminal_in(piece, possible[parser_state.position])
            leaf = _Leaf(terminal, piece.text, piece.start, end_pos=piece.end)
            leaf.reading = reading
            reading.made += 1
            yield leaf


@cache
def parser() -> Lark:
    """Lark for our grammar."""
    stored = tables()
    if stored["by"] != __version__:
        stored = tables_of(grammar_text())
    makers = {name: partial(_put_together, name) for name in MAKERS}
    return lark_of(stored, _Pieces, SimpleNamespace(**makers, __default__=_Several))


@cache
def automaton() -> ParseConf[int]:
    """Its automaton, for callers that build nothing."""
    found = copy(parser().parse_interactive().parser_state.parse_conf)
    found.callbacks = {}
    return found


def terminal_in(piece: Piece, possible: Container[str]) -> str:
    """A word is a keyword where the grammar could expect it, and a name otherwise; `possible` are the terminals that could stand there."""
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


def _put_together(name: str, children: list[Any]) -> Placed:
    """The result of a rule of the grammar; the first refused child, if any."""
    placed = [child if type(child) is tuple else _placed(child) for child in children]
    start, end, reading = _room(placed)
    for child in placed:
        if type(child[0]) is Refused:
            return child
    source = _NOTHING if reading is None else reading.source
    if reading is not None:
        reading.made += 1
    made: Any
    try:
        made = MAKERS[name](Made(name, source, start, end, placed))
    except Refused as refused:
        made = refused
    return made, start, end, reading


def _placed(child: _Leaf | None) -> Placed:
    """A piece, or its absence."""
    if child is None:
        return None, -1, -1, None
    start, end, reading = child.start_pos or 0, child.end_pos or 0, child.reading
    if child.type == "NAME":
        return Word(str(child.value), span=reading.source.span(start, end)), start, end, reading
    return Part(child.type, child.value, reading.source, start, end), start, end, reading


def _room(placed: list[Placed]) -> tuple[int, int, Reading | None]:
    """The earliest start, the latest end, and the reading; -1 and None for nothing."""
    standing = [child for child in placed if child[1] >= 0]
    if not standing:
        return -1, -1, None
    return standing[0][1], standing[-1][2], standing[0][3]


_NOTHING: Final = Source("", None, "")
