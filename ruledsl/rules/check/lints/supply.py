"""Combos that need more tokens than their bearer's tray holds, reported at the odd one out: the tile with the most conflicts."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.diagnostics import Fix
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import clauses, constant, walk

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import EventDef
    from ruledsl.rules.packs.model import Tile


class _Bearer(NamedTuple):
    """A tile with a tray, and the tokens that are left after those that it takes itself."""

    spare: int
    place: int
    tile: Tile
    size: int
    key: str


class _Bringer(NamedTuple):
    """A tile of another kind that takes tokens from the bearer's tray."""

    number: int
    place: int
    tile: Tile
    keys: tuple[str, ...]


def tokens_suffice(program: Program, diagnostics: Diagnostics) -> None:
    """The tray of a tile holds its printed number, the largest one it may meet, and what it gets besides.

    In a conflict, either tile may be wrong. The tile with the most conflicts is reported and removed, again and again until there are none: so a
    tile that overtaxes a whole box is one finding, at its own place.
    """
    printed, moments = _taken(program)
    for kind in program.composition.kinds.values():
        bearers = sorted(_bearers(program, kind.id, printed, moments))
        if bearers:
            _Odds(bearers, sorted(_bringers(program, kind.id, printed)), diagnostics).report()


class _Odds:
    """Bearers by tokens to spare, fewest first, and the tiles they may meet, smallest first."""

    def __init__(self, bearers: list[_Bearer], bringers: list[_Bringer], diagnostics: Diagnostics) -> None:
        self.bearers = bearers
        self.bringers = bringers
        self.diagnostics = diagnostics

    def report(self) -> None:
        """Report the tile with the most conflicts until there are none."""
        while self.bearers:
            bearer = self.bearers[0]
            met = self.bringers[-1] if self.bringers else None
            if bearer.spare >= (met.number if met else 0):
                return
            too_large = len(self.bringers) - bisect_right(self.bringers, bearer.spare, key=lambda b: b.number)
            if met is None or bearer.spare < 0:
                too_few = 0
            else:
                too_few = bisect_left(self.bearers, met.number, key=lambda b: b.spare)
            if met is not None and too_few > too_large:
                self._overtaxing(met, bearer, too_few)
                self.bringers.pop()
            else:
                self._too_small(bearer)
                self.bearers.pop(0)

    def _too_small(self, bearer: _Bearer) -> None:
        needed = bearer.size - bearer.spare + (self.bringers[-1].number if self.bringers else 0)
        message = f"A combo with `{bearer.tile.id}` may take {needed} tokens, but its tray has {bearer.size}."
        expected = f"a tray of at least {needed}"
        fix = Fix(bearer.tile.places["value", bearer.key], str(needed))
        self.diagnostics.warning("R030", message, bearer.tile.span, expected=expected, fix=fix)

    def _overtaxing(self, met: _Bringer, bearer: _Bearer, count: int) -> None:
        needed = bearer.size - bearer.spare + met.number
        message = f"A combo of `{met.tile.id}` with `{bearer.tile.id}` may take {needed} tokens, but the tray there has {bearer.size}"
        more = f"; {count - 1} other trays are too small for it as well." if count > 1 else "."
        keys = " + ".join(f"`{key}`" for key in met.keys)
        expected = f"{keys} of at most {bearer.spare}"
        self.diagnostics.warning("R030", message + more, met.tile.span, expected=expected)


def _bearers(program: Program, kind_id: str, printed: set[str], moments: set[EventDef]) -> list[_Bearer]:
    kind = program.composition.kinds[kind_id]
    keys = [field.key for field in kind.fields if field.name in printed]
    given = _given(program, moments)
    bearers: list[_Bearer] = []
    for place, (key, tile) in enumerate(program.composition.tiles.items()):
        if tile.kind == kind_id and not tile.copy_of and kind.tray:
            size = tile.fields.get(kind.tray)
            own = sum(tile.fields.get(k, 0) for k in keys)
            is_written = ("value", kind.tray) in tile.places
            if size is not None and own and is_written:
                bearers.append(_Bearer(size - own - given.get(key, 0), place, tile, size, kind.tray))
    return bearers


def _bringers(program: Program, but: str, printed: set[str]) -> list[_Bringer]:
    """The tiles they meet. If these are of several kinds, those of the kind with the largest number; the others count with their largest."""
    kinds: dict[str, list[_Bringer]] = {}
    for place, tile in enumerate(program.composition.tiles.values()):
        kind = program.composition.kinds.get(tile.kind)
        keys = tuple(field.key for field in kind.fields if field.name in printed) if kind else ()
        if kind is not None and kind.id != but and keys:
            number = sum(tile.fields.get(key, 0) for key in keys)
            kinds.setdefault(kind.id, []).append(_Bringer(number, place, tile, keys))
    by_size = sorted(kinds.values(), key=lambda bringers: max(one.number for one in bringers))
    besides = sum(max(one.number for one in bringers) for bringers in by_size[:-1])
    return [one._replace(number=one.number + besides) for one in by_size[-1]] if by_size else []


def _taken(program: Program) -> tuple[set[str], set[EventDef]]:
    """The printed numbers of tokens that leave the tray, and the events at which that happens."""
    printed: set[str] = set()
    moments: set[EventDef] = set()
    for event in program.events:
        for node in walk(*event.body):
            if isinstance(node, t.TMoveTokens) and node.source.what == "tray" and node.amount is not None:
                names = {part.field for part in walk(node.amount) if isinstance(part, t.FieldOf)}
                if names:
                    printed |= names
                    whole = event.parent or event
                    moments |= {whole, *whole.phases}
    within = (node.event for event in moments for node in walk(*event.body) if isinstance(node, t.TDo))
    return printed, moments.union(within)


def _given(program: Program, moments: set[EventDef]) -> dict[str, int]:
    """The tokens that tiles take from the tray at once by their own rules."""
    given: dict[str, int] = {}
    for trigger in program.triggers:
        tile = trigger.origin.owner.tile
        if tile and trigger.event in moments and _is_of_itself(trigger.condition):
            for effect in trigger.body:
                if (
                    isinstance(effect, t.TMoveTokens)
                    and effect.source.what == "tray"
                    and effect.amount is not None
                ):
                    given[tile] = given.get(tile, 0) + (constant(effect.amount) or 0)
    return given


def _is_of_itself(condition: t.TExpr | None) -> bool:
    """Is there no condition, or only one that the event is about the rule's own tile?"""
    if condition is None:
        return True
    sides = (
        [condition.left, condition.right] if isinstance(condition, t.Order) and condition.op == "==" else []
    )
    return any(isinstance(side, t.Pronoun) and side.word == "this" for side in sides)


# ── supply ──────────────────────────────────────────────────────────────────────
# More pieces than the box has, and tiles that borrow tokens.


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
                case (
                    t.TMovePieces(
                        kind=t.Const(value=kind), source=t.Where(what="box"), amount=t.TExpr() as amount
                    )
                    | t.TMoveTokens(
                        kind=t.Const(value=kind), target=t.Where(what="aside"), amount=t.TExpr() as amount
                    )
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
