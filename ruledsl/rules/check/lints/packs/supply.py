"""More pieces than the box has, and tiles that borrow tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import clauses, constant

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Tile

MOST_ON_BANNER = 10
"""The highest number on a blank banner of the box, since it may meet any badge."""


def tokens_are_lent(program: Program, diagnostics: Diagnostics) -> None:
    """A tile that borrows the tokens of another one finds that tile in the game."""
    for tile in program.composition.tiles.values():
        if tile.tokens_of and not tile.copy_of and tile.kind in program.composition.kinds:
            _borrowed(program, tile, diagnostics)


def pieces_suffice(program: Program, diagnostics: Diagnostics) -> None:
    """No rule takes more pieces from the box than there are."""
    pieces = list(program.composition.pieces.values())
    for clause in clauses(program):
        for node in clause.walk():
            match node:
                case t.TMovePieces(
                    kind=t.Const(value=kind), source=t.Where(what="box"), amount=t.TExpr() as amount
                ):
                    supply, wanted = pieces[kind].supply, constant(amount)
                    if supply is not None and wanted is not None and wanted > supply:
                        message = f"The box has {supply} of `{pieces[kind].id}`, so no more than these come."
                        labels = ((pieces[kind].span, "declared here"),)
                        expected = f"at most {supply}, or a larger `supply`"
                        diagnostics.warning("R033", message, amount.span, labels=labels, expected=expected)


def supplies_are_said(program: Program, diagnostics: Diagnostics) -> None:
    """Every piece has a declared supply."""
    for piece in program.composition.pieces.values():
        if piece.supply is None:
            message = f"`{piece.id}` has no number, so there is no limit to them."
            diagnostics.warning("R044", message, piece.span, expected="`supply:` with a number")


def _borrowed(program: Program, tile: Tile, diagnostics: Diagnostics) -> None:
    kinds, tiles = program.composition.kinds, program.composition.tiles
    kind = kinds[tile.kind]
    lender = tiles.get(f"{tile.pack}/{tile.tokens_of}", tiles.get(tile.tokens_of))
    if lender is None or lender.kind != tile.kind or not kind.tray:
        lenders = [key for key, other in tiles.items() if other.kind == tile.kind and other is not tile]
        near = diagnostics.nearest(tile.tokens_of, lenders)
        message = f"There is no {kind.id} `{tile.tokens_of}` whose tokens `{tile.id}` could borrow."
        diagnostics.error(
            "P044",
            message,
            tile.places.get(("tokens_of", tile.tokens_of), tile.span),
            suggestion=near[0] if near else "",
        )
        return
    if tile.fields.get(kind.tray, 0) > lender.fields.get(kind.tray, 0):
        message = f"`{tile.id}` borrows more tokens than `{lender.id}` has."
        labels = ((lender.span, "the lender"),)
        diagnostics.warning(
            "R031", message, tile.span, labels=labels, expected="a tray no larger than the lender's"
        )
    numbers = [tile.fields.get(field.key, 0) for field in kind.fields if field.key != kind.tray]
    if max(numbers, default=0) > MOST_ON_BANNER:
        message = f"A tile that borrows tokens may meet any other one, so it brings at most {MOST_ON_BANNER} of its own."
        diagnostics.warning("R032", message, tile.span, expected=f"a number of at most {MOST_ON_BANNER}")
