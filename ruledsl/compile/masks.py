"""Conditions as arithmetic on bit sets: `regions where it is sea and holder of it is people` without a loop.

`pure` gives the set of *all* members of a type for which a condition holds, as an expression, or None when only a loop can tell.
"""

from __future__ import annotations

import ast
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.compile.pyast import const, expr, name
from ruledsl.vocabulary.types import REGION, Type

if TYPE_CHECKING:
    from ruledsl.compile.expressions import Expressions

__all__ = ["Masks", "mentions"]


def mentions(node: object, var: t.Var) -> bool:
    """Does an expression read this variable?"""
    if isinstance(node, t.VarRef):
        return node.var is var
    if isinstance(node, tuple):
        return any(mentions(item, var) for item in node)
    if isinstance(node, t.TExpr) and is_dataclass(node):
        return any(
            mentions(getattr(node, f.name), var) for f in fields(node) if f.name not in ("type", "span")
        )
    return False


class Masks:
    """Finds the part of a condition that can be done on whole sets."""

    def where(
        self, use: Expressions, source: ast.expr, kind: Type, var: t.Var, condition: t.TExpr
    ) -> ast.expr:
        """The members of the bit set `source` for which the condition holds."""
        if isinstance(condition, t.Logic) and condition.op == "and":
            left, right = condition.left, condition.right
            if self.pure(use, kind, var, left) is None and self.pure(use, kind, var, right) is not None:
                left, right = right, left
            return self.where(use, self.where(use, source, kind, var, left), kind, var, right)
        mask = self.pure(use, kind, var, condition)
        if mask is not None:
            return expr("S & M", S=source, M=mask)
        if isinstance(condition, t.Not):
            mask = self.pure(use, kind, var, condition.operand)
            if mask is not None:
                return expr("S & ~M", S=source, M=mask)
        inner = use.with_env({var: name(use.context.fresh(var.name))})
        item = inner.env[var]
        return expr("sum([1 << I for I in bits(S) if C])", I=item, S=source, C=inner(condition))

    def pure(self, use: Expressions, kind: Type, var: t.Var, condition: t.TExpr) -> ast.expr | None:
        """The set of everything for which the condition holds, if it can be said without a loop."""
        if not mentions(condition, var):
            everything = const(-1)
            return expr("ALL if C else 0", ALL=everything, C=use(condition))
        match condition:
            case t.Not(operand=operand):
                mask = self.pure(use, kind, var, operand)
                return expr("~M", M=mask) if mask else None
            case t.Logic(op=op, left=left, right=right):
                first, second = self.pure(use, kind, var, left), self.pure(use, kind, var, right)
                if first is None or second is None:
                    return None
                return expr("L & R" if op == "and" else "L | R", L=first, R=second)
            case t.Member(item=t.VarRef(var=item), members=members) if item is var and not mentions(
                members, var
            ):
                return use(members)
            case t.HasTrait(noun=t.VarRef(var=item), trait=trait) if item is var and kind == REGION:
                return expr("g.board.traits[T]", T=const(trait))
            case t.HasPiece(region=t.VarRef(var=item), kind=piece) if item is var and not mentions(
                piece, var
            ):
                return use.sites(piece)
            case t.Order() if condition.op in ("==", "!="):
                return self._held(use, kind, var, condition)
            case t.Defined():
                return self._inlined(use, kind, var, condition)
            case t.CanDo(args=(t.VarRef(var=item), *rest)) if item is var and not mentions(tuple(rest), var):
                return use.allowed(condition)
        return None

    def _held(self, use: Expressions, kind: Type, var: t.Var, condition: t.Order) -> ast.expr | None:
        """`holder of it is X`, `owner of it is X`."""
        for asked, other in ((condition.left, condition.right), (condition.right, condition.left)):
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

    def _inlined(self, use: Expressions, kind: Type, var: t.Var, call: t.Defined) -> ast.expr | None:
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
        return self.pure(use.with_env(env), kind, alias, define.body) if alias is not None else None
