"""Filters over tiles: what is the same for all is asked once, and the place of a tile in the deck that is gone through is counted on the way."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.compile.inline import below, conjuncts, same
from ruledsl.compile.puremasks import together
from ruledsl.compile.pyast import expr, name
from ruledsl.compile.regionwise import LOOPS, in_place_of, in_place_of_var, mentions
from ruledsl.vocabulary.types import NUMBER

if TYPE_CHECKING:
    from ruledsl.compile.expressions import Expressions

__all__ = ["gone_through", "picked"]


def gone_through(use: Expressions, members: t.TExpr) -> ast.expr:
    """Tiles to be looked at while nothing changes: a deck needs no copy."""
    if isinstance(members, t.DeckTiles):
        return expr("g.decks[DECK]", DECK=use(members.deck))
    return use(members)


def picked(use: Expressions, members: t.TExpr, var: t.Var, condition: t.TExpr) -> ast.expr:
    """The tiles of a list for which a condition holds, as something to loop over."""
    if isinstance(members, t.Filter):
        given = in_place_of_var(members.condition, members.var, var)
        return picked(use, members.members, var, together([given, condition]))
    parts = conjuncts(use.context.inline(condition))
    free = [part for part in parts if not mentions(part, var)]
    rest = [part for part in parts if mentions(part, var)]
    found = _loop(use, members, var, together(rest)) if rest else gone_through(use, members)
    return expr("F if C else ()", F=found, C=use(together(free))) if free else found


def _loop(use: Expressions, members: t.TExpr, var: t.Var, test: t.TExpr) -> ast.expr:
    item = target = name(use.context.fresh(var.name))
    env, source = {var: item}, gone_through(use, members)
    asked = _place(test, var, members)
    if asked is not None:
        place = t.Var("place", NUMBER)
        env[place] = name(use.context.fresh("place"))
        test = in_place_of(test, asked, t.VarRef(place, type=NUMBER, span=asked.span))
        target = ast.Tuple([env[place], item], ast.Load())
        source = expr("enumerate(S)", S=source)
    condition, once, holes = use.context.masks.once(use, test, env)
    return expr(f"[I{once} for T in S if C]", I=item, T=target, S=source, C=condition, **holes)


def _place(node: t.TExpr, var: t.Var, members: t.TExpr) -> t.Ask | None:
    """The question where a tile lies in the very deck that is gone through, if it is asked."""
    if isinstance(node, LOOPS) or not isinstance(members, t.DeckTiles):
        return None
    if isinstance(node, t.Ask) and node.builtin.code == "position":
        tile, deck = node.args
        if isinstance(tile, t.VarRef) and tile.var is var and same(deck, members.deck):
            return node
    return next((found for inner in below(node) if (found := _place(inner, var, members))), None)
