"""Checked expressions as expressions of the intermediate representation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.module import BEARER
from ruledsl.engine.state import layout as at
from ruledsl.language.vocabulary.limits import LARGEST
from ruledsl.language.vocabulary.types import (
    BIT_SETS,
    FOLDS,
    GAME,
    NUMBER,
    OPERATORS,
    PEOPLE,
    PIECE,
    PLAYER,
    REGION,
    SETS,
    TILE,
)
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.bounds.ranges import too_wide
from ruledsl.rules.check.copies import copies_of, meaning_copies
from ruledsl.rules.check.graph import function_of
from ruledsl.rules.check.knowledge import keeps_its_order
from ruledsl.rules.check.program import cast_in, clauses_of, shown_by

if TYPE_CHECKING:
    from ruledsl.engine.ir.module import Module
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.rules.check.bounds.ranges import Range
    from ruledsl.rules.check.program import Ruled
    from ruledsl.rules.check.typed.declarations import MemoryDef, PermissionDef, ValueDef

_CELLS: dict[str, tuple[str, int, n.Type]] = {
    "turn_player": ("game", at.TURN_PLAYER, "int"),
    "round_now": ("game", at.ROUND, "int"),
    "peoples": ("game", at.LIVE, "bits"),
    "peoples_of": ("player", at.OWN, "bits"),
    "coins_of_player": ("player", at.COINS, "int"),
    "owner": ("people", at.OWNER, "int"),
    "race": ("people", at.RACE, "int"),
    "power": ("people", at.POWER, "int"),
    "stage": ("people", at.STAGE, "int"),
    "founded": ("people", at.FOUNDED, "int"),
    "land": ("people", at.LAND, "bits"),
    "hand": ("people", at.HAND, "int"),
    "holder": ("region", at.HOLDER, "int"),
}
"""Built-in questions whose answer is a cell."""
_BOARD: dict[str, tuple[str, n.Type]] = {
    "neighbours": ("near", "bits"),
    "terrain": ("terrain", "int"),
    "regions": ("everywhere", "bits"),
    "rounds": ("rounds", "int"),
}
_ROWS = {GAME: "game", PLAYER: "player", PEOPLE: "people", REGION: "region", TILE: "tile"}


def type_of(kind: Type) -> n.Type:
    """How a value of a type of the language is represented."""
    if not kind.is_set:
        return "int"
    return "bits" if kind.element in BIT_SETS else "list"


def bounded(bounds: Range, node: n.Expr) -> n.Expr:
    """A number in this range, saturated where it could leave the permitted numbers."""
    if bounds[0] < -LARGEST:
        return n.Saturated(node)
    return n.Arith("min", node, n.Const(LARGEST)) if bounds[1] > LARGEST else node


def permission_name(permission: PermissionDef, despite: tuple[str, ...] = ()) -> str:
    """The name of a permission's function; each set of ignored prohibitions has its own."""
    return f"p_{permission.index}" + (f"_{permission.despites.index(despite)}" if despite else "")


class Lowering:
    """What all functions of a module share: the places of memories, ranges of numbers, printed numbers."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.program = module.program
        self.stand_ins = bool(cast_in(module.program.composition, "stand_ins"))
        for memory in self.program.memories:
            module.layout.add(memory.index, _ROWS[memory.on], memory.initial)
        self.ranges = module.ranges
        self.reasons = sorted(
            {f.reason for f in self.program.forbids} | {p.reason for p in self.program.permits}
        )
        self.joining = any(piece.joins for piece in self.program.composition.pieces.values())
        self.spared: dict[str, tuple[ValueDef, Type]] = {}
        self.copies = copies_of(self.program.composition)
        self.copied = meaning_copies(self.program, self.copies)
        self._numbers = {origin: number for number, (_, _, origin) in enumerate(clauses_of(self.program))}

    def sparing(self, value: ValueDef, source: Type) -> str:
        """The name of the function of a value that some source does nothing to, which is added at the end."""
        name = f"u_{value.index}_{source.name}"
        self.spared[name] = value, source
        return name

    def local(self, var: t.Var) -> n.Local:
        """A new local for a name."""
        return self.module.local(var.name, type_of(var.type))

    def scope(self, params: list[t.Var], *, bearer: bool = False) -> tuple[Scope, tuple[n.Local, ...]]:
        """A function's scope, and locals for its parameters; a function with a `bearer` runs for a tile."""
        names = tuple(map(self.local, params))
        scope = Scope(self, dict(zip(params, names, strict=True)), bearer=bearer)
        return scope, (*BEARER, *names) if bearer else names

    def number(self, rule: Ruled) -> int:
        """The number of a rule among all rules whose use is recorded."""
        return self._numbers[rule.origin]

    def numbers(self, field: str) -> tuple[int, ...]:
        """The printed numbers of all tiles, then of all borrowed instances, then of none."""
        composition = self.program.composition
        numbers = []
        for tile in composition.tiles.values():
            key = next((f.key for f in composition.kinds[tile.kind].fields if f.name == field), None)
            numbers.append(tile.fields.get(key, 0) if key else 0)
        return (*numbers, *numbers, 0)

    def counting_as(self, trait: int) -> n.Expr:
        """The regions that count as a terrain or symbol: those where it is printed and no piece hides it, and those where a piece shows it."""
        regions: n.Expr = n.Board("trait", n.Const(trait), "bits")
        showing, hiding = shown_by(self.program.composition, self.program.traits[trait])
        for op, kinds in (("-", hiding), ("|", showing)):
            for kind in kinds:
                regions = n.SetOp(op, regions, n.Prim("sites", (n.Const(kind),), "bits"))
        return regions

    def having(self, node: t.HasTrait) -> tuple[int, ...]:
        """The tiles (and their borrowed instances) or pieces that have a trait."""
        program, composition = self.program, self.program.composition
        if node.noun.type != TILE:
            word = program.piece_traits[node.trait]
            return tuple(i for i, piece in enumerate(composition.pieces.values()) if word in piece.traits)
        word = program.tile_traits[node.trait]
        bearers = tuple(i for i, tile in enumerate(composition.tiles.values()) if word in tile.traits)
        return (*bearers, *(index + len(composition.tiles) for index in bearers))


class Scope:
    """Lowers the expressions of one function; `env` maps each variable to its node."""

    def __init__(self, lowering: Lowering, env: dict[t.Var, n.Expr], *, bearer: bool) -> None:
        self.lowering = lowering
        self.env = env
        self.bearer = bearer

    def member(self, var: t.Var) -> tuple[Scope, n.Local]:
        """The scope of a loop over members inside this function."""
        name = self.lowering.local(var)
        return Scope(self.lowering, {**self.env, var: name}, bearer=self.bearer), name

    def passed(self, node: t.TExpr) -> n.Expr:
        """An expression that is passed on or stored: numbers are saturated."""
        value = self(node)
        return bounded(self.lowering.ranges(node), value) if node.type == NUMBER else value

    def __call__(self, node: t.TExpr) -> n.Expr:
        """Lower an expression."""
        match node:
            case t.Const(value=value) if node.type == PIECE:
                return self.kind(int(value))
            case t.Const(value=value):
                kind = type_of(node.type)
                return n.Const((), "list") if kind == "list" else n.Const(int(value), kind)
            case t.VarRef(var=var):
                return self.env[var]
            case t.Pronoun(word=word):
                return n.Local(word) if self.bearer else n.NOBODY
            case t.Ask():
                return self._ask(node)
            case t.FieldOf(field=field, arg=arg):
                return n.Lookup(self.lowering.numbers(field), self(arg))
            case t.DeckTiles(deck=deck):
                return n.Prim("deck", (self(deck),), "list")
            case t.Recall(memory=memory, arg=arg):
                return self.recall(memory, arg)
            case t.ValueOf(value=value, args=args):
                return n.Call(f"v_{value.index}", tuple(map(self.passed, args)), type_of(node.type))
            case t.Defined(define=define, args=args):
                bearer = self.bearing() if define in self.lowering.copied else ()
                return n.Call(f"d_{define.index}", (*bearer, *map(self.passed, args)), type_of(node.type))
            case t.CanDo(permission=permission, args=(first, *rest), despite=despite):
                allowed = n.Call(permission_name(permission, despite), tuple(map(self.passed, rest)), "bits")
                return n.Has(allowed, self(first))
            case _:
                return self._operator(node)

    def kind(self, kind: int) -> n.Expr:
        """The kind of pieces that a rule means: in a copy, the copy's own."""
        if not self.bearer or kind not in self.lowering.copies:
            return n.Const(kind)
        return n.Prim("own_kind", (n.Const(kind), BEARER[2]))

    def bearing(self) -> tuple[n.Expr, ...]:
        """The bearer, as it is passed on to what means pieces of its copies."""
        return BEARER if self.bearer else (n.NOBODY, n.NOBODY, n.NOBODY)

    def _ask(self, node: t.Ask) -> n.Expr:
        code, args = (
            node.builtin.code,
            tuple(map(self.in_order if node.builtin.gives_member else self, node.args)),
        )
        if code in _CELLS:
            return self.cell(code, args[0] if args else None)
        if code == "neighbours" and self.lowering.joining:
            return n.Prim(code, args, "bits")
        if code in _BOARD:
            table, kind = _BOARD[code]
            return n.Board(table, args[0] if args else None, kind)
        return n.Prim(function_of(node), args, type_of(node.type))

    @staticmethod
    def cell(code: str, row: n.Expr | None) -> n.Cell:
        """The cell that answers a built-in question."""
        noun, cell, kind = _CELLS[code]
        return n.Cell(noun, cell, code, row, kind)

    def in_order(self, members: t.TExpr) -> n.Expr:
        """A set to iterate over, in an order that reveals nothing about hidden tiles."""
        lowered = self(members)
        if members.type.element != TILE or keeps_its_order(members):
            return lowered
        return n.Prim("in_tile_order", (lowered,), "list")

    def recall(self, memory: MemoryDef, arg: t.TExpr | None) -> n.Cell:
        """The cell of a memory."""
        cell = self.lowering.module.layout.cells[memory.index]
        row = None if arg is None else self(arg)
        return n.Cell(_ROWS[memory.on], cell, memory.name, row, type_of(memory.type), memory.initial)

    def _operator(self, node: t.TExpr) -> n.Expr:
        match node:
            case t.Not(operand=operand):
                return n.Not(self(operand))
            case t.Logic(op=op, left=left, right=right):
                return n.Logic(op, self(left), self(right))
            case t.Math(op=op, left=left, right=right):
                result = n.Arith(op, self(left), self(right))
                wide = OPERATORS[op].grows and too_wide(self.lowering.ranges.product(node))
                return n.Saturated(result) if wide else result
            case t.SetMath(op=op, left=left, right=right):
                return n.SetOp(SETS[op].sign, self(left), self(right))
            case t.Order(op=op, left=left, right=right):
                if type_of(left.type) == "list":
                    same = n.Prim("same_members", (self(left), self(right)))
                    return same if op == "==" else n.Not(same)
                return n.Compare(op, self(left), self(right))
            case t.Spared(value=t.ValueOf(value=value, args=args), source=source):
                name = self.lowering.sparing(value, source.type)
                return n.Call(name, (*map(self.passed, args), self(source)), type_of(node.type))
            case t.Either(condition=condition, then=then, otherwise=otherwise):
                return n.Select(self(condition), self(then), self(otherwise), type_of(node.type))
            case _:
                return self._membership(node)

    def _membership(self, node: t.TExpr) -> n.Expr:
        match node:
            case t.SetOf(item=item):
                return n.Single(self(item))
            case t.Member(item=item, members=members):
                return n.Has(self(members), self(item))
            case t.HasTrait(noun=noun, trait=trait) if noun.type == REGION:
                return n.Has(self.lowering.counting_as(trait), self(noun))
            case t.HasTrait(noun=noun):
                return n.Has(n.Const(self.lowering.having(node), "list"), self(noun))
            case t.HasPiece(place=place, kind=kind) if place.type == TILE:
                return n.Compare(">", n.Prim("pieces_on_tile", (self(kind), self(place))), n.Const(0))
            case t.HasPiece(place=place, kind=kind):
                return n.Has(n.Prim("sites", (self(kind),), "bits"), self(place))
            case _:
                return self._sets(node)

    def _sets(self, node: t.TExpr) -> n.Expr:
        match node:
            case t.Filter(var=var, members=members, condition=condition):
                return self.filtered(var, members, condition)
            case t.Count(var=var, members=members, condition=condition):
                return n.Size(self.filtered(var, members, condition))
            case t.Exists(var=var, members=members, condition=condition):
                return n.Some(self.filtered(var, members, condition))
            case t.Fold(op=op, term=term, var=var, members=members, condition=condition):
                filtered = self.filtered(var, members, condition)
                inner, name = self.member(var)
                sign = "union" if node.type.is_set else FOLDS[op].sign
                return n.Fold(sign, name, filtered, inner(term), type=type_of(node.type))
            case t.Reach(var=var, start=start, step=step):
                inner, name = self.member(var)
                return n.Reach(name, self(start), inner(step))
        message = f"no lowering of {type(node).__name__}"
        raise TypeError(message)

    def filtered(self, var: t.Var, members: t.TExpr, condition: t.TExpr | None) -> n.Expr:
        """The members for which a condition holds."""
        return self.filtered_in(var, self(members), condition, type_of(members.type))

    def filtered_in(
        self, var: t.Var, members: n.Expr, condition: t.TExpr | None, kind: n.Type = "bits"
    ) -> n.Expr:
        """The members of an already lowered set for which a condition holds."""
        if condition is None:
            return members
        inner, name = self.member(var)
        return n.Filter(name, members, inner(condition), type=kind)
