"""The range of a numeric expression, whatever happens in a game: (least, most).

Results of values, arguments and stored numbers are saturated at `LARGEST`; this module finds out where that is necessary. The body of a
definition counts as part of the expression that uses it.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ruledsl.language.vocabulary.limits import LARGEST, MOST_CHOSEN, MOST_COUNTED, MOST_MEMBERS
from ruledsl.language.vocabulary.types import (
    FLAG,
    NUMBER,
    PEOPLE,
    PIECE,
    PLAYER,
    REGION,
    STRATA,
    TILE,
    Type,
    calculated,
)
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import Clause, asks, clauses
from ruledsl.rules.check.typed.declarations import DefineDef, ValueDef

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ruledsl.language.vocabulary.builtins import Builtin
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import MemoryDef, ModifierDef
    from ruledsl.rules.packs.model import BoardMap, Composition

Range = tuple[int, int]

_Binding = t.TLet | t.TRoll | t.TChoose
"""An effect that binds a number."""

ANY: Range = (-LARGEST, LARGEST)
YES_OR_NO: Range = (0, 1)
SET_UP = 9999
"""A position may set any memory to at least this."""
MOST_DEEP = 120
"""The deepest nesting of nodes to analyse, through definitions and memories."""


def too_wide(bounds: Range) -> bool:
    """Can it exceed the permitted numbers?"""
    return bounds[0] < -LARGEST or bounds[1] > LARGEST


def _whatever(node: t.TExpr) -> Range:
    return YES_OR_NO if node.type == FLAG else ANY


def _kept(bounds: Range) -> Range:
    return max(bounds[0], -LARGEST), min(bounds[1], LARGEST)


def _joined(first: Range, second: Range) -> Range:
    return min(first[0], second[0]), max(first[1], second[1])


def _locals(program: Program) -> dict[t.Var, _Binding]:
    """The names of numbers, with the effects that bind them."""
    return {node.var: node for clause in clauses(program) for node in clause.once(_binding)}


def _binding(clause: Clause) -> list[_Binding]:
    return [node for node in clause.nodes if isinstance(node, _Binding)]


def _product(first: Range, second: Range) -> Range:
    corners = [a * b for a in first for b in second]
    return min(corners), max(corners)


def _writes(program: Program) -> dict[MemoryDef, list[t.TExpr | None]]:
    """What is written to each numeric memory; None for additions and for exchanges with another one."""
    writes: dict[MemoryDef, list[t.TExpr | None]] = {}
    for clause in clauses(program):
        for memory, value in clause.once(_writing):
            writes.setdefault(memory, []).append(value)
    return writes


def _writing(clause: Clause) -> list[tuple[MemoryDef, t.TExpr | None]]:
    writes: list[tuple[MemoryDef, t.TExpr | None]] = []
    for node in clause.nodes:
        written = t.written_in(node)
        value = node.value if isinstance(node, t.TWrite) and node.op == "set" else None
        writes += [(spot.memory, value) for spot in written if spot.memory is not None]
    return writes


class Ranges:
    """Created once for a program without errors, in which nothing depends on itself."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self._deep = 0
        self._known: dict[ValueDef | DefineDef, Range] = {}
        self._memories: dict[MemoryDef, Range] = {}
        self._bound: dict[t.Var, Range] = {}
        self._writes = _writes(sizes.program)
        self._locals = _locals(sizes.program)

    def __call__(self, node: t.TExpr) -> Range:
        """The range of a number or flag before saturation (it may be too wide); unbounded if it is nested too deep."""
        if self._deep >= MOST_DEEP:
            return _whatever(node)
        self._deep += 1
        bounds = self._range(node)
        self._deep -= 1
        return bounds

    def _range(self, node: t.TExpr) -> Range:
        match node:
            case t.Const(value=value):
                return (value, value)
            case t.Ask(builtin=called) if node.type == NUMBER:
                return self._asked(called)
            case t.FieldOf():
                return (0, MOST_COUNTED)
            case t.VarRef(var=var) if var in self._locals and node.type == NUMBER:
                return self._local(var)
            case t.Recall(memory=memory) if node.type == NUMBER:
                return self.remembered(memory)
            case t.ValueOf(value=value) | t.Spared(value=t.ValueOf(value=value)):
                return _kept(self.of(value))
            case t.Defined(define=define):
                return self.of(define)
            case t.Math():
                return self._math(node)
            case t.Either(then=then, otherwise=otherwise):
                return _joined(self(then), self(otherwise))
            case t.Count(members=members):
                return (0, self.sizes.members(members))
            case t.Fold():
                return self._fold(node)
        return _whatever(node)

    def _asked(self, question: Builtin) -> Range:
        if question.within is None:
            return ANY  # a member of a set of numbers
        least, most = question.within
        return least, self.sizes.many(most) if isinstance(most, str) else most

    def _local(self, var: t.Var) -> Range:
        """The range of a bound name; memoised, since such names can build on each other."""
        if var not in self._bound:
            bound = self._locals[var]
            if isinstance(bound, t.TLet):
                self._bound[var] = _kept(self(bound.value))
            elif isinstance(bound, t.TChoose):
                self._bound[var] = 0, MOST_CHOSEN
            else:
                faces = list(self.sizes.program.composition.dice.values())[bound.die].faces
                self._bound[var] = min(faces), max(faces)
                if bound.shown is not None and bound.shown.event.triggers:  # the event may change it
                    self._bound[var] = ANY
        return self._bound[var]

    def remembered(self, memory: MemoryDef) -> Range:
        """The range of a memory, by everything written to it; unbounded if there are additions, or if it depends on itself."""
        if memory.type != NUMBER:
            return ANY
        if memory not in self._memories:
            self._memories[memory] = ANY
            bounds = _joined((-SET_UP, SET_UP), (memory.initial, memory.initial))
            for write in self._writes.get(memory, ()):
                bounds = _joined(bounds, _kept(self(write)) if write is not None else ANY)
            self._memories[memory] = bounds
        return self._memories[memory]

    def of(self, unit: ValueDef | DefineDef) -> Range:
        """The range of a value with everything that can change it, or of a definition, before saturation."""
        if unit not in self._known:
            self._known[unit] = self._value(unit) if isinstance(unit, ValueDef) else self(unit.body)
        return self._known[unit]

    def product(self, node: t.Math) -> Range:
        """The range of a product before saturation."""
        return _product(self(node.left), self(node.right))

    def _math(self, node: t.Math) -> Range:
        left, right = self(node.left), self(node.right)
        (low, high), (other_low, other_high) = left, right
        match node.op:
            case "+":
                return low + other_low, high + other_high
            case "-":
                return low - other_high, high - other_low
            case "max":
                return max(low, other_low), max(high, other_high)
            case "min":
                return min(low, other_low), min(high, other_high)
            case "*":
                return _kept(_product(left, right))
            case "/":  # largest for a division by one
                by = (other_low, other_high, 1, -1, 0)
                corners = [calculated("/", a, b) for a in (low, high) for b in by]
                return min(corners), max(corners)
        return ANY

    def _fold(self, node: t.Fold) -> Range:
        low, high = self(node.term)
        if node.op != "sum":
            return min(low, 0), max(high, 0)
        count = self.sizes.members(node.members)
        return min(low, 0) * count, max(high, 0) * count

    def _value(self, value: ValueDef) -> Range:
        bounds = self(value.base)
        if value.type != NUMBER:
            return bounds
        changes = value.modifiers
        for modifier in changes:
            if STRATA[modifier.op].operator is None:
                bounds = _joined(bounds, self(modifier.change))
        low = self.sizes.in_force(changes, lambda rule: min(self._added(rule)[0], 0))
        high = self.sizes.in_force(changes, lambda rule: max(self._added(rule)[1], 0))
        bounds = bounds[0] + int(low), bounds[1] + int(high)
        for modifier in changes:
            bounds = self._bounded(modifier, bounds)
        return bounds

    def _added(self, rule: ModifierDef) -> Range:
        """What a rule adds, for the largest possible number of pieces."""
        kind = STRATA[rule.op]
        if not kind.adds:
            return (0, 0)
        low, high = self(rule.change)
        if rule.origin.owner.piece and rule.scope == "here":
            supply = self.sizes.program.composition.pieces[rule.origin.owner.piece].supply
            count = MOST_COUNTED if supply is None else supply
            low, high = min(low * count, 0), max(high * count, 0)
        return (low, high) if kind.by_sign > 0 else (-high, -low)

    def _bounded(self, rule: ModifierDef, bounds: Range) -> Range:
        """The range with a rule that multiplies or bounds, which may or may not apply."""
        kind = STRATA[rule.op]
        if kind.adds or kind.operator is None:
            return bounds
        low, high = self(rule.change)
        if kind.operator.grows:
            return _joined(bounds, _kept(_product(bounds, (low, high))))
        return (bounds[0], max(bounds[1], high)) if kind.raises > 0 else (min(bounds[0], low), bounds[1])


# ── sizes ───────────────────────────────────────────────────────────────────────
# How many of everything there can be in a game of some packs: regions, seats, peoples, tiles in decks, rules in force together.


LIVING = 3
"""The usual maximum of a player's peoples in the game: an active one, one in decline, one that lasts."""
STAND_INS = 5
"""The usual maximum of a people's tokens on the map that are not from its tray."""
FEW = 20
"""The assumed number where nothing is known."""
BOARDLESS = 48
"""The assumed regions of a map where the packs have none."""


class Sizes:
    """Created once for a program. Every number is at least 1.

    Numbers that are only `usual` suffice to find where work multiplies: a people holds no more regions than its race has tokens and has one
    tile of each kind that peoples bear, and few sets of places have borders in them. A position may give it more, so bounds for every game do
    not use them.
    """

    def __init__(self, program: Program, *, usual: bool = False) -> None:
        composition = program.composition
        maps = composition.maps.values()
        self.program = program
        self.regions = max([_regions(board) for board in maps], default=BOARDLESS)
        joined = sum(
            self.regions if p.supply is None else p.supply for p in composition.pieces.values() if p.joins
        )
        self.neighbours = joined + max([len(r.borders) for board in maps for r in board.regions] or [1])
        self.seats = max([n for board in maps for n in board.players] or [1])
        kinds = composition.kinds
        self.tiles = Counter(tile.kind for tile in composition.tiles.values())
        self.laid = sum(n for kind, n in self.tiles.items() if kinds[kind].borne_by == "region") or 1
        borne = [kind.id for kind in kinds.values() if kind.borne_by == "people"]
        self.borne = max(1, len(borne) if usual else sum(self.tiles[kind] for kind in borne))
        races = sum(n for kind, n in self.tiles.items() if kinds[kind].tray)
        self.peoples = max(1, min(races, LIVING * self.seats))
        tokens = _largest_tray(composition) + STAND_INS
        self.held = max(1, min(self.regions, tokens) if usual else self.regions)
        self.pieces = max(1, len(composition.pieces))
        self.brought = max(Counter(p.tile for p in composition.pieces.values() if p.tile).values(), default=1)
        self._decks = [sum(self.tiles[kind] for kind in deck.kinds) for deck in composition.decks.values()]
        self._all = {
            REGION: max(1, self.regions + (0 if usual else self._borders())),
            PLAYER: self.seats,
            PEOPLE: self.peoples,
            TILE: max(1, self.tiles.total()),
            PIECE: self.pieces,
            NUMBER: MOST_MEMBERS,
        }
        self._many = {
            "regions": self.regions,
            "seats": self.seats,
            "tiles": self.tiles.total(),
            "everywhere": self.regions * MOST_COUNTED,
            "laid": self.laid,
            "borne": self.borne,
            "held": self.held,
            "neighbours": self.neighbours,
            "living": LIVING,
            "brought": self.brought,
        }

    def _borders(self) -> int:
        """The most borders of a map on which something can lie."""
        if not self.program.has_borders:
            return 0
        return max([len(board.borders) for board in self.program.composition.maps.values()], default=0)

    @property
    def counted(self) -> tuple[object, ...]:
        """All counted numbers: if they are equal, so is every size."""
        return (
            self.neighbours,
            self.laid,
            self.borne,
            self.held,
            self.brought,
            self.tiles,
            self._decks,
            self._all,
        )

    def all_of(self, kind: Type) -> int:
        """How many of a noun there are."""
        return self._all.get(kind.element, FEW)

    def members(self, node: t.TExpr) -> int:
        """The largest possible size of a set."""
        return max(1, min(self._members(node), self.all_of(node.type)))

    def _members(self, node: t.TExpr) -> int:
        match node:
            case t.Ask():
                return self._asked(node)
            case t.SetOf():
                return 1
            case t.Filter(members=members):
                return self.members(members)
            case t.SetMath(op="-", left=left):
                return self.members(left)
            case t.SetMath(left=left, right=right):
                return self.members(left) + self.members(right)
            case t.Either(then=then, otherwise=otherwise):
                return max(self.members(then), self.members(otherwise))
            case t.DeckTiles(deck=t.Const(value=deck)) if deck >= 0:
                return self._decks[deck]
        return self.all_of(node.type)

    def _asked(self, node: t.Ask) -> int:
        if asks(node, "tiles_of_kind") and isinstance(node.args[0], t.Const):
            return self.tiles[self.program.kinds[node.args[0].value]]
        most = node.builtin.most
        return self.many(most) if most else self.all_of(node.type)

    def many(self, what: str) -> int:
        """The number of members, by the word in the row of a question."""
        return self._many[what]

    def in_force(self, rules: Iterable[Any], weigh: Callable[[Any], float]) -> float:
        """The weight of the rules that can be in force together: all of packs, and of tiles as many as can be borne at a time.

        A people has one tile of each kind that peoples bear; all tiles that can lie in regions may lie there together.
        """
        kinds, tiles = self.program.composition.kinds, self.program.composition.tiles
        always = 0.0
        borne: dict[tuple[str, bool], Counter[str]] = {}
        for rule in rules:
            tile = rule.origin.owner.tile
            kind = kinds[tiles[tile].kind] if tile else None
            if kind is None or kind.borne_by != "people":
                always += weigh(rule)
            else:
                borne.setdefault((kind.id, rule.scope == "my"), Counter())[tile] += weigh(rule)  # type: ignore[assignment]
        for (_, own), weights in borne.items():
            always += sum(weight for _, weight in weights.most_common(1 if own else self.peoples))
        return always


def _largest_tray(composition: Composition) -> int:
    """The race tokens of the largest race."""
    keys = {kind.id: kind.tray for kind in composition.kinds.values() if kind.tray}
    tiles = (tile for tile in composition.tiles.values() if tile.kind in keys)
    return max((tile.fields.get(keys[tile.kind], 0) for tile in tiles), default=BOARDLESS)


def _regions(board: BoardMap) -> int:
    """The regions of the largest map that can be drawn."""
    if not board.draw:
        return len(board.regions)
    count = len(board.own)
    for size, wanted in board.draw.items():
        there = sorted(
            (len(face.regions) for face in board.faces.values() if face.size == size), reverse=True
        )
        count += sum(there[:wanted])
    return count
