"""What all compiled functions of a program share: layout, widths, printed numbers, built-ins written in place, fresh names."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from ruledsl.check.bounds.ranges import Ranges, too_wide
from ruledsl.check.bounds.sizes import Sizes
from ruledsl.check.pointing import Pointing, keeps_its_order
from ruledsl.check.secrecy import Secrecy
from ruledsl.compile.direct import Directness
from ruledsl.compile.inline import Inliner, is_light
from ruledsl.compile.masks import Masks
from ruledsl.compile.printed import is_printed
from ruledsl.compile.pyast import const, expr
from ruledsl.engine import layout as at
from ruledsl.engine.layout import Layout
from ruledsl.vocabulary.limits import LARGEST
from ruledsl.vocabulary.types import BIT_SETS, FLAG, GAME, NUMBER, PEOPLE, PLAYER, REGION, TILE, Type

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator

    from ruledsl.check.bounds.ranges import Range
    from ruledsl.check.program import Program, ValueDef
    from ruledsl.check.typed import TExpr
    from ruledsl.vocabulary.builtins import Builtin

__all__ = ["Context", "bounded", "function_of"]

# Built-ins that are asked often, as code in place of a call. A, B are the arguments; PW, RW, YW the widths of rows.
_INLINE = {
    "turn_player": f"g.G[{at.TURN_PLAYER}]",
    "round_now": f"g.G[{at.ROUND}]",
    "rounds": "g.board.rounds",
    "peoples": f"g.G[{at.LIVE}]",
    "peoples_of": f"g.Y[A * YW + {at.OWN}]",
    "coins_of_player": "g.Y[A * YW]",
    "owner": "g.P[A * PW]",
    "race": f"g.P[A * PW + {at.RACE}]",
    "power": f"g.P[A * PW + {at.POWER}]",
    "stage": f"g.P[A * PW + {at.STAGE}]",
    "founded": f"g.P[A * PW + {at.FOUNDED}]",
    "land": f"g.P[A * PW + {at.LAND}]",
    "hand": f"g.P[A * PW + {at.HAND}]",
    "regions": "g.board.everywhere",
    "holder": "g.R[A * RW]",
    "neighbours": "g.board.near[A]",
    "terrain": "g.board.terrain[A]",
    "tokens_in": f"(g.R[B * RW + {at.TOKENS}] if g.R[B * RW] == A else tokens_in(g, A, B))",
    "force": f"(force(g, A) if g.extra else g.R[A * RW + {at.TOKENS}])",
}
_REPEATING = frozenset({"tokens_in"})
"""Those that evaluate an argument more than once, which must not cost much then."""


def bounded(found: Range, code: ast.expr) -> ast.expr:
    """The code of a number in this range, kept within what numbers can be where that has to be seen to."""
    if found[0] < -LARGEST:
        return expr("saturated(N)", N=code)
    return expr("min(N, MOST)", N=code, MOST=const(LARGEST)) if found[1] > LARGEST else code


def function_of(builtin: Builtin, args: tuple[TExpr, ...]) -> str:
    """The function of `queries` that answers a question: one about sets of anything has several."""
    if not builtin.gives_member:
        return builtin.code
    element = args[0].type.element
    if element in BIT_SETS:
        return f"{builtin.code}_bit"
    return f"{builtin.code}_number" if element in (NUMBER, FLAG) else f"{builtin.code}_item"


@dataclass(slots=True)
class Context:
    """Made once for a program. `the_long_way` leaves out everything that only makes it fast, so that every rule is passed where it applies."""

    program: Program
    the_long_way: bool = False
    layout: Layout = field(default_factory=Layout)
    masks: Masks = field(default_factory=Masks)
    inline: Inliner = field(init=False)
    sizes: Sizes = field(init=False)
    ranges: Ranges = field(init=False)
    pointing: Pointing = field(init=False)
    secrecy: Secrecy = field(init=False)
    direct: Directness = field(init=False)
    bulk_wanted: set[int] = field(default_factory=set)
    counter: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        self.sizes = Sizes(self.program)
        self.ranges = Ranges(self.sizes)
        self.pointing = Pointing(self.program)
        self.secrecy = Secrecy(self.program, self.pointing)
        self.inline = Inliner(self.ranges)
        self.direct = Directness(self.program, off=self.the_long_way)
        for value in self.program.values:
            value.printed = not self.the_long_way and is_printed(value)
        rows = {GAME: "game", PLAYER: "player", PEOPLE: "people", REGION: "region", TILE: "tile"}
        for memory in self.program.memories:
            self.layout.add(memory.index, rows[memory.on], memory.initial)

    def sleeps(self, value: ValueDef) -> bool:
        """Is a value nothing but its base as long as no rule of a tile in play changes it?"""
        borne = all(rule.origin.owner.tile or rule.origin.owner.piece for rule in value.modifiers)
        return borne and not too_wide(self.ranges.of(value))

    def within(self, node: TExpr, code: ast.expr) -> ast.expr:
        """The code of an expression that is passed on or stored: a number stays within what numbers can be."""
        return bounded(self.ranges(node), code) if node.type == NUMBER else code

    def width(self, noun: Type) -> ast.expr:
        """How many cells a row of this noun has."""
        rows = {
            PLAYER: self.layout.player,
            PEOPLE: self.layout.people,
            REGION: self.layout.region,
            TILE: self.layout.tile,
        }
        return const(len(rows[noun]))

    def fresh(self, word: str) -> str:
        """A name for a Python variable that nothing else has."""
        return f"{word}_{next(self.counter)}"

    def field_table(self, field_name: str) -> ast.expr:
        """The printed numbers of all tiles, as a constant; 0 for those that have none, and for `none`."""
        composition = self.program.composition
        numbers = []
        for tile in composition.tiles.values():
            key = next((f.key for f in composition.kinds[tile.kind].fields if f.name == field_name), None)
            numbers.append(tile.fields.get(key, 0) if key else 0)
        return const((*numbers, *numbers, 0))

    def pieces_with(self, trait: int) -> tuple[int, ...]:
        """The kinds of pieces that have a trait."""
        word = self.program.piece_traits[trait]
        pieces = self.program.composition.pieces.values()
        return tuple(index for index, piece in enumerate(pieces) if word in piece.traits)

    def tiles_with(self, trait: int) -> tuple[int, ...]:
        """The tiles that have a trait."""
        word = self.program.tile_traits[trait]
        tiles = self.program.composition.tiles.values()
        having = tuple(index for index, tile in enumerate(tiles) if word in tile.traits)
        return (*having, *(index + len(tiles) for index in having))

    def in_order(self, members: TExpr, code: ast.expr) -> ast.expr:
        """Tiles to be gone through one after another, in an order that says nothing of hidden ones."""
        if members.type.element != TILE or keeps_its_order(members):
            return code
        return expr("in_tile_order(g, L)", L=code)

    def inline_ask(self, builtin: Builtin, args: list[ast.expr], typed: tuple[TExpr, ...]) -> ast.expr:
        """A built-in question, in place where that is short."""
        code = function_of(builtin, typed)
        if builtin.gives_member:
            return expr(f"{code}(A)", A=self.in_order(typed[0], args[0]))
        template = _INLINE.get(code)
        if template is not None and (code not in _REPEATING or all(is_light(arg) for arg in typed)):
            holes = dict(zip(("A", "B"), args, strict=False))
            return expr(
                template, PW=self.width(PEOPLE), RW=self.width(REGION), YW=self.width(PLAYER), **holes
            )
        call = expr(f"{code}(g)")
        call.args.extend(args)  # type: ignore[attr-defined]
        return call
