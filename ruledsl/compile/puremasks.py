"""Conditions about every member of a type as one bit set, when that can be said without a loop."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.compile.inline import conjuncts
from ruledsl.compile.pyast import const, expr
from ruledsl.compile.regionwise import mentions
from ruledsl.vocabulary.types import BIT_SETS, FLAG, REGION, Type, set_of

if TYPE_CHECKING:
    from ruledsl.compile.expressions import Expressions

__all__ = ["pure", "together"]


def pure(use: Expressions, kind: Type, var: t.Var, condition: t.TExpr) -> ast.expr | None:
    """The set of everything for which the condition holds, if it can be said without a loop."""
    if not mentions(condition, var):
        everything = const(-1)
        return expr("ALL if C else 0", ALL=everything, C=use(condition))
    match condition:
        case t.Not(operand=operand):
            mask = pure(use, kind, var, operand)
            return expr("~M", M=mask) if mask else None
        case t.Logic(op=op, left=left, right=right):
            first, second = pure(use, kind, var, left), pure(use, kind, var, right)
            if first is None or second is None:
                return None
            return expr("L & R" if op == "and" else "L | R", L=first, R=second)
        case t.Member(item=t.VarRef(var=item), members=members) if item is var and not mentions(members, var):
            return use(members)
        case t.HasTrait(noun=t.VarRef(var=item), trait=trait) if item is var and kind == REGION:
            return expr("g.board.traits[T]", T=const(trait))
        case t.HasPiece(region=t.VarRef(var=item), kind=piece) if item is var and not mentions(piece, var):
            return use.sites(piece)
        case t.Order() if condition.op in ("==", "!="):
            return _held(use, kind, var, condition)
        case t.Exists(members=members, condition=inner) if not mentions(members, var):
            return _some(use, kind, var, condition) if inner is not None else None
        case t.Defined():
            return _inlined(use, kind, var, condition)
        case t.CanDo(args=(t.VarRef(var=item), *rest)) if item is var and not any(
            mentions(a, var) for a in rest
        ):
            return use.allowed(condition)
    return None


def _held(use: Expressions, kind: Type, var: t.Var, condition: t.Order) -> ast.expr | None:
    """`holder of it is X`, `owner of it is X`."""
    for asked, other in ((condition.left, condition.right), (condition.right, condition.left)):
        if mentions(other, var):
            continue
        found = _grounds(kind, var, asked, other) or _owned(use, kind, var, asked, other)
        if found is not None:
            return found if condition.op == "==" else expr("~M", M=found)
        if (
            isinstance(asked, t.Ask)
            and len(asked.args) == 1
            and isinstance(asked.args[0], t.VarRef)
            and asked.args[0].var is var
            and not mentions(other, var)
        ):
            template = {"holder": "held_by(g, X)", "owner": "owned_by(g, X)"}.get(asked.builtin.code)
            if template is not None and kind == asked.args[0].type:
                found = expr(template, X=use(other))
                return found if condition.op == "==" else expr("~M", M=found)
    return None


def _grounds(kind: Type, var: t.Var, asked: t.TExpr, other: t.TExpr) -> ast.expr | None:
    """`terrain of it is X`."""
    match asked:
        case t.Ask(args=(t.VarRef(var=item),)) if (
            item is var and kind == REGION and isinstance(other, t.Const)
        ):
            if asked.builtin.code == "terrain" and other.value >= 0:
                return expr("g.board.grounds[T]", T=const(other.value))
    return None


def _owned(use: Expressions, kind: Type, var: t.Var, asked: t.TExpr, other: t.TExpr) -> ast.expr | None:
    """`owner of holder of it is X`."""
    match asked:
        case t.Ask(args=(t.Ask(args=(t.VarRef(var=item),)) as inner,)) if item is var and kind == REGION:
            if (asked.builtin.code, inner.builtin.code) == ("owner", "holder"):
                return expr("lands_of(g, X)", X=use(other))
    return None


def _inlined(use: Expressions, kind: Type, var: t.Var, call: t.Defined) -> ast.expr | None:
    """A definition whose body can be done on sets, with the member as one of its parameters."""
    define = call.define
    env: dict[t.Var, ast.expr] = {}
    alias: t.Var | None = None
    for param, arg in zip(define.params, call.args, strict=True):
        if isinstance(arg, t.VarRef) and arg.var is var and alias is None:
            alias = param
        elif mentions(arg, var):
            return None
        else:
            env[param] = use(arg)
    return pure(use.with_env(env), kind, alias, define.body) if alias is not None else None


def _some(use: Expressions, kind: Type, var: t.Var, condition: t.Exists) -> ast.expr | None:
    """`some home in … where … and it is in SET of home`: all those sets together."""
    if condition.condition is None or kind not in BIT_SETS:
        return None
    tests, sets = [], []
    for part in conjuncts(condition.condition):
        if not mentions(part, var):
            tests.append(part)
        elif isinstance(part, t.Member) and isinstance(part.item, t.VarRef) and part.item.var is var:
            sets.append(part.members)
        else:
            return None
    if len(sets) != 1 or mentions(sets[0], var):
        return None
    chosen = condition.members
    if tests:
        chosen = t.Filter(condition.var, chosen, together(tests), type=chosen.type, span=condition.span)
    everything = t.Fold("sum", sets[0], condition.var, chosen, None, type=set_of(kind), span=condition.span)
    return use(everything)


def together(parts: list[t.TExpr]) -> t.TExpr:
    """One condition made of several."""
    found = parts[0]
    for part in parts[1:]:
        found = t.Logic("and", found, part, type=FLAG, span=found.span)
    return found
