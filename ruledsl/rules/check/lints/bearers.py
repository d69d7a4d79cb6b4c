"""Which kinds of tiles come where, as far as rules say it: the race of a people, whose tray has its tokens, its power, and what lies in decks."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from ruledsl.language.vocabulary.builtins import Builtin
from ruledsl.language.vocabulary.types import DECK, TILE, set_of
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import Clause, clauses
from ruledsl.rules.check.typed.declarations import ActionDef, DefineDef, MemoryDef

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import Kind

RACE, POWER = "race", "power"
Place = t.Var | MemoryDef | DefineDef
"""What holds tiles, or gives them."""


def trays_are_printed(program: Program, diagnostics: Diagnostics) -> None:
    """The tray of a kind is one of its printed numbers."""
    for kind in program.composition.kinds.values():
        keys = [field.key for field in kind.fields]
        if kind.tray and kind.tray not in keys:
            span = kind.places.get(("tray", kind.tray), kind.span)
            near = diagnostics.nearest(kind.tray, keys)
            message = f"`{kind.id}` has no printed number `{kind.tray}`, so its trays would hold no token."
            expected = "a key under `fields` of this kind"
            diagnostics.error("P062", message, span, expected=expected, suggestion=near[0] if near else "")


def tiles_come_where_they_may(program: Program, diagnostics: Diagnostics) -> None:
    """What a rule founds a people with, gives it as its power, or puts into a deck, can be a tile of a fitting kind."""
    coming = _Coming(program)
    composition = program.composition
    for clause in clauses(program):
        for expr, target in clause.once(_places):
            kinds = coming.kinds(expr)
            if not kinds:
                continue
            these = " or ".join(f"a `{kind}`" for kind in sorted(kinds))
            if isinstance(target, int):
                deck = composition.decks[program.decks[target]]
                if kinds.isdisjoint(deck.kinds):
                    message = f"This is {these}, and `{deck.id}` is no deck for that."
                    expected = f"a tile of the kind {' or '.join(f'`{kind}`' for kind in deck.kinds)}"
                    diagnostics.error("R055", message, expr.span, expected=expected)
            elif not any(_fits(composition.kinds[kind], target) for kind in kinds):
                message = f"This is {these}, which cannot be the {target} of a people."
                wanted = "with a `tray`" if target == RACE else "without a `tray`"
                expected = f"a tile of a kind that is `borne_by: people`, {wanted}"
                diagnostics.error("R054", message, expr.span, expected=expected)


def _places(clause: Clause) -> list[tuple[t.TExpr, str | int]]:
    """The tiles that effects put somewhere, each with its place: a part of a people, or the index of a deck."""
    places: list[tuple[t.TExpr, str | int]] = []
    for node in clause.nodes:
        match node:
            case t.TAct(act="found", args=(race, power, *_)):
                places += [(race, RACE), (power, POWER)]
            case t.TAct(act="lay_with", args=(tile, _)):
                places.append((tile, POWER))
            case t.TWrite(op="set", spot=t.Spot(builtin=Builtin(name="power")), value=value):
                places.append((value, POWER))
            case t.TAct(args=(tile, t.Const(type=kind, value=deck))) if kind == DECK and deck >= 0:
                places.append((tile, deck))
    return places


def _fits(kind: Kind, part: str) -> bool:
    return kind.borne_by == "people" and bool(kind.tray) == (part == RACE)


def _flows(clause: Clause) -> list[tuple[Place, t.TExpr | None]]:
    """What a clause puts into variables and memories that hold tiles; None is something that is not evident."""
    what = clause.what
    flows: list[tuple[Place, t.TExpr | None]] = []
    if isinstance(what, ActionDef) and what.target is not None:
        flows.append((what.target, what.options))
    for node in clause.nodes:
        match node:
            case t.TAct(act="draw", var=var, args=(deck,)) if var is not None:
                flows.append((var, t.DeckTiles(deck=deck, type=set_of(TILE), span=node.span)))
            case t.TWrite(spot=t.Spot(memory=MemoryDef() as memory), value=value):
                flows.append((memory, value))
            case t.TSwap(left=left, right=right):
                flows += [(spot.memory, None) for spot in (left, right) if spot.memory is not None]
            case _:
                flows += t.given_in(node)
    return [(place, source) for place, source in flows if place.type.element == TILE]


class _Coming:
    """Which kinds of tiles expressions can give: everything that flows into a variable or a memory counts, whatever the order."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.into: dict[Place, list[t.TExpr | None]] = defaultdict(list)
        for clause in clauses(program):
            for place, source in clause.once(_flows):
                self.into[place].append(source)
        self.into |= {define: [define.body] for define in program.defines}

    def kinds(self, expr: t.TExpr) -> set[str] | None:
        """The kinds of tiles that it can give; None if that is not evident, empty for none."""
        kinds: set[str] = set()
        waiting: list[t.TExpr | None] = [expr]
        seen: set[object] = set()
        while waiting:
            node = waiting.pop()
            if node is None:
                return None
            place = _place(node)
            if place is not None:
                waiting += [] if place in seen else self.into.get(place, [None])
                seen.add(place)
            elif (printed := self._printed(node)) is not None:
                kinds |= printed
            else:
                waiting += _parts(node)
        return kinds

    def _printed(self, node: t.TExpr) -> frozenset[str] | None:
        """The kinds of a tile, a deck or the tiles of a kind that an expression names itself."""
        composition = self.program.composition
        match node:
            case t.Const(value=value):
                is_tile = node.type == TILE and value >= 0
                return frozenset({composition.tiles[self.program.tiles[value]].kind} if is_tile else ())
            case t.DeckTiles(deck=t.Const(value=deck)) if deck >= 0:
                return frozenset(composition.decks[self.program.decks[deck]].kinds)
            case t.Ask(builtin=Builtin(code="tiles_of_kind"), args=(t.Const(value=kind),)):
                return frozenset({self.program.kinds[kind]})
            case t.Ask(builtin=Builtin(name="race" | "power" as part)):
                return frozenset(kind.id for kind in composition.kinds.values() if _fits(kind, part))
        return None


def _place(node: t.TExpr) -> Place | None:
    """The variable, memory or definition that an expression reads."""
    match node:
        case t.VarRef(var=var):
            return var
        case t.Recall(memory=memory):
            return memory
        case t.Defined(define=define):
            return define
    return None


def _parts(node: t.TExpr) -> list[t.TExpr | None]:
    """The parts of an expression that give its tiles; None for what is not evident."""
    match node:
        case t.SetOf(item=part) | t.Filter(members=part):
            return [part]
        case t.Ask(builtin=builtin, args=(part,)) if builtin.gives_member:
            return [part]
        case t.Either(then=then, otherwise=otherwise):
            return [then, otherwise]
        case t.SetMath(op=op, left=left, right=right):
            return [left, right] if op == "+" else [left]
    return [None]
