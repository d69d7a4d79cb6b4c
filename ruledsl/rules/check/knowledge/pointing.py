"""How rules obtain tiles: by name or by place. The knowledge of a hidden tile depends on that (`engine.hidden`).

By name: a tile that somebody remembers or that a people has, or one that a rule names. By place: a drawn tile, and every member of a set of
tiles, since such sets are decks, the contents of a region, or all tiles of a kind, one after another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.language.vocabulary.types import BY_NAME, BY_PLACE, TILE
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import asks, clauses
from ruledsl.rules.check.typed.declarations import DefineDef, ValueDef

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruledsl.rules.check.program import Program

Holder = t.Var | ValueDef | DefineDef
"""Anything that can hold a tile: a variable, the answer of a value or a definition."""


def keeps_its_order(members: t.TExpr) -> bool:
    """Does the order of a set of tiles reveal nothing about hidden ones? A deck keeps its order, a region that of laying."""
    while isinstance(members, t.Filter):
        members = members.members
    return isinstance(members, t.DeckTiles) or asks(members, "tiles_of_region")


class Pointing:
    """The ways in which each holder obtains its tile; computed once for a program."""

    def __init__(self, program: Program) -> None:
        self.ways: dict[Holder, int] = {}
        leading: dict[Holder, list[Holder]] = {}
        for holder, given in all_given(program):
            if holder.type.element == TILE:
                ways, sources = _sources(given)
                self.ways[holder] = self.ways.get(holder, 0) | ways
                for source in sources:
                    leading.setdefault(source, []).append(holder)
        waiting = list(self.ways)
        while waiting:
            source = waiting.pop()
            for holder in leading.get(source, ()):
                found = self.ways.get(holder, 0) | self.ways[source]
                if found != self.ways.get(holder):
                    self.ways[holder] = found
                    waiting.append(holder)

    def __call__(self, node: t.TExpr) -> int:
        """The ways of an expression."""
        ways, sources = _sources(node)
        for source in sources:
            ways |= self.ways.get(source, 0)
        return ways or BY_NAME

    def of(self, var: t.Var) -> int:
        """The ways of a variable; 0 if it holds no tiles."""
        return (self.ways.get(var, 0) or BY_NAME) if var.type.element == TILE else 0

    def of_all(self, params: Iterable[t.Var]) -> tuple[int, ...]:
        """The ways of some parameters; empty if none of them is a tile."""
        found = tuple(self.of(param) for param in params)
        return found if any(found) else ()


def _sources(given: t.TExpr | None) -> tuple[int, list[Holder]]:
    """The direct ways of an expression, and the holders that it may take its tile from. None is a draw."""
    ways, sources = 0, []
    waiting = [given]
    while waiting:
        node = waiting.pop()
        match node:
            case None:
                ways |= BY_PLACE
            case t.Const(value=-1):
                pass
            case _ if node.type.is_set:
                ways |= BY_PLACE
            case t.VarRef(var=holder) | t.ValueOf(value=holder) | t.Defined(define=holder):
                sources.append(holder)
            case t.Ask(args=(t.TExpr() as members,)) if members.type.is_set:
                ways |= BY_PLACE
            case t.Either(then=then, otherwise=otherwise):
                waiting += [then, otherwise]
            case _:
                ways |= BY_NAME
    return ways, sources


def all_given(program: Program) -> Iterator[tuple[Holder, t.TExpr | None]]:
    """Everything that may hold a tile, with its sources."""
    for clause in clauses(program):
        for node in clause.walk():
            yield from t.given_in(node)
    for action in program.actions:
        if action.target is not None and action.options is not None:
            yield action.target, action.options
    for define in program.defines:
        yield define, define.body
    for value in program.values:
        yield value, value.base
        yield from ((value, modifier.change) for modifier in value.modifiers)
