"""The colours of rule texts: the role of each word, as far as it is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ruledsl.author.service.symbols import BUILT_IN, Symbol
from ruledsl.base.diagnostics import Span
from ruledsl.language.syntax.parsing.grammar import RESERVED, grammar
from ruledsl.language.syntax.text.lexer import read_lines
from ruledsl.rules.packs.yaml.nodes import ScalarNode

COLOURS: Final = (
    "keyword",
    "variable",
    "property",
    "function",
    "event",
    "enumMember",
    "type",
    "class",
    "number",
    "operator",
    "comment",
)
"""The kinds of colours, in the order of their numbers."""
_OF_KIND: Final = {
    "name in this rule": "variable",
    "memory": "variable",
    "value": "property",
    "number on tiles": "property",
    BUILT_IN: "function",
    "definition": "function",
    "predicate": "function",
    "permission": "function",
    "event": "event",
    "phase": "event",
    "action": "event",
    "tile": "class",
    "piece": "class",
    "kind": "class",
    "deck": "class",
    "map": "class",
}


class Colour(NamedTuple):
    """A stretch of a line, its colour, and whether it is declared there."""

    span: Span
    what: str
    declares: bool = False


def colours_of_text(
    node: ScalarNode, known: Mapping[tuple[int, int], tuple[Symbol, bool]]
) -> Iterator[Colour]:
    """The colours of a rule text; `known` are its names by their start."""
    if not node.exact:
        return
    lines, remarks = read_lines(node.text)
    pieces = [(piece.kind, piece.text, piece.start, piece.end) for line in lines for piece in line.pieces]
    pieces += [("comment", remark.text, remark.start, remark.end) for remark in remarks]
    for kind, text, start, end in sorted(pieces, key=lambda piece: piece[2]):
        span = node.span_of(start, end)
        symbol = known.get(span.start)
        if symbol is not None and kind == "word" and text not in RESERVED:
            yield Colour(span, _OF_KIND.get(symbol[0].kind, "enumMember"), symbol[1])
        elif kind in ("comment", "number"):
            yield Colour(span, kind)
        elif kind == "sign" and text not in "():":
            yield Colour(span, "operator")
        elif kind in ("word", "reserved") and text in grammar().words:
            yield Colour(span, "keyword")


def words_of_text(node: ScalarNode) -> Iterator[tuple[Span, str]]:
    """Every word of a rule text with its place."""
    for line in read_lines(node.text)[0] if node.exact else ():
        for piece in line.pieces:
            if piece.kind in ("word", "reserved"):
                yield node.span_of(piece.start, piece.end), piece.text


def colours_of_names(
    names: Mapping[tuple[int, int], tuple[Symbol, bool]], spans: Mapping[tuple[int, int], Span]
) -> Iterator[Colour]:
    """The colours of names in YAML."""
    for start, (symbol, declares) in names.items():
        yield Colour(spans[start], _OF_KIND.get(symbol.kind, "enumMember"), declares)
