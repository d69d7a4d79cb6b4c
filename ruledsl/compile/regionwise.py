"""Finds the values that a condition or term asks for one region after another, so that they can be asked for all of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.compile.inline import below, rebuilt, same
from ruledsl.vocabulary.types import FLAG, NUMBER, REGION

if TYPE_CHECKING:
    from ruledsl.check.program import ValueDef

__all__ = ["LOOPS", "addends", "calls_over", "in_place_of", "in_place_of_var", "mentions", "region_param"]

LOOPS = (t.Filter, t.Count, t.Fold, t.Exists, t.Reach)


def mentions(node: t.TExpr, var: t.Var) -> bool:
    """Does an expression read this variable?"""
    if isinstance(node, t.VarRef):
        return node.var is var
    return any(mentions(inner, var) for inner in below(node))


def region_param(value: ValueDef) -> int:
    """The parameter that a value can be asked for in bulk: its first region, for numbers and flags; -1 without one."""
    if value.type not in (NUMBER, FLAG):
        return -1
    return next((i for i, p in enumerate(value.params) if p.type == REGION), -1)


def _is_over(node: t.TExpr, var: t.Var) -> bool:
    if not isinstance(node, t.ValueOf) or not node.value.modifiers or node.value.printed:
        return False
    place = region_param(node.value)
    if place < 0:
        return False
    asked = node.args[place]
    others = (*node.args[:place], *node.args[place + 1 :])
    return isinstance(asked, t.VarRef) and asked.var is var and not any(mentions(a, var) for a in others)


def calls_over(node: t.TExpr, var: t.Var) -> list[t.ValueOf]:
    """The values asked about `var` with other arguments that do not depend on it, each once. Not looked for inside of inner loops."""
    if isinstance(node, t.ValueOf) and _is_over(node, var):
        return [node]
    if isinstance(node, LOOPS):
        return []  # what is asked in there may depend on their own variables
    found: list[t.ValueOf] = []
    for inner in below(node):
        found += [c for c in calls_over(inner, var) if not any(same(c, known) for known in found)]
    return found


def in_place_of(node: t.TExpr, call: t.TExpr, new: t.TExpr) -> t.TExpr:
    """The expression with `new` in every place of a part of it."""
    if same(node, call):
        return new
    found: t.TExpr = rebuilt(node, lambda inner: in_place_of(inner, call, new))
    return found


def in_place_of_var(node: t.TExpr, var: t.Var, new: t.Var) -> t.TExpr:
    """The expression about another variable."""
    if isinstance(node, t.VarRef):
        return t.VarRef(new, type=node.type, span=node.span) if node.var is var else node
    found: t.TExpr = rebuilt(node, lambda inner: in_place_of_var(inner, var, new))
    return found


def addends(node: t.TExpr, var: t.Var) -> list[t.ValueOf]:
    """The values over `var` that are added to whatever else there is."""
    if isinstance(node, t.Math) and node.op == "+":
        return addends(node.left, var) + addends(node.right, var)
    return [node] if isinstance(node, t.ValueOf) and _is_over(node, var) else []
