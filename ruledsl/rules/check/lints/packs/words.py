"""Words of packs that no rule can use, because the language reserves them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.language.syntax.parsing.grammar import grammar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.program import Program

RESERVED_PLACES = ("tray", "aside", "box", "hand", "token", "tokens")
"""Places that `move` reads before it looks for pieces."""


FREE = frozenset({"coin", "gain", "pay"})
"""Alternative forms of keywords, in places where no rule could mean a name: packs used these names before the language did."""


def words_can_be_said(program: Program, diagnostics: Diagnostics) -> None:
    """No terrain, piece, tile … has the name of a keyword."""
    language = grammar().words.keys() - FREE
    for what, word, span in _words(program):
        if word in language or (what == "piece" and word in RESERVED_PLACES):
            message = f"`{word}` is a word of the language, so no rule can name the {what} `{word}`."
            diagnostics.error("N023", message, span, expected="another name")


def _words(program: Program) -> Iterator[tuple[str, str, Span]]:
    found = program.composition
    for what, table in (
        ("stage", found.words.stages),
        ("mode", found.words.modes),
        ("way", found.words.ways),
        ("terrain", found.words.terrains),
        ("symbol", found.words.symbols),
        ("trait", found.words.piece_traits),
        ("trait", found.words.tile_traits),
    ):
        yield from ((what, word, span) for word, span in table.items())
    for piece in found.pieces.values():
        yield "piece", piece.id, piece.span
    for tile in found.tiles.values():
        yield "tile", tile.id, tile.span
    for deck in found.decks.values():
        yield "deck", deck.id, deck.span
    for die in found.dice.values():
        yield "die", die.id, die.span
    for kind in found.kinds.values():
        yield "kind of tile", kind.id, kind.span
        yield from (("printed number", field.name, field.span) for field in kind.fields)
