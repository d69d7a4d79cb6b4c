"""Definitions, and values that no rule of these packs changes, written out where they are asked; constants folded.

Works on the typed tree, for the fast twin only: the explaining twin keeps every name.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from ruledsl.check import typed as t
from ruledsl.check.bounds.ranges import Ranges, too_wide
from ruledsl.check.graph import calculated, compared
from ruledsl.vocabulary.types import FLAG, NUMBER

if TYPE_CHECKING:
    from ruledsl.check.program import DefineDef, ValueDef
    from ruledsl.vocabulary.types import Type

__all__ = ["Inliner", "below", "conjuncts", "is_light", "rebuilt", "same"]

MOST_NODES = 60
"""A body that is longer stays a function."""

_LOOPS = (t.Filter, t.Count, t.Fold, t.Exists, t.Reach)


_PARTS: dict[type, tuple[str, ...]] = {}


def _parts(node: t.TExpr) -> tuple[str, ...]:
    """The fields of a node that can hold expressions."""
    kind = type(node)
    if kind not in _PARTS:
        _PARTS[kind] = tuple(f.name for f in fields(node) if f.name not in ("type", "span"))
    return _PARTS[kind]


def rebuilt(node: Any, change: Any) -> Any:
    """A node with `change` applied to every expression right below it; itself if nothing is different."""
    found = {}
    for part in _parts(node):
        old = getattr(node, part)
        if isinstance(old, t.TExpr):
            new: Any = change(old)
        elif isinstance(old, tuple):
            new = tuple(change(item) if isinstance(item, t.TExpr) else item for item in old)
            new = old if all(a is b for a, b in zip(old, new, strict=True)) else new
        else:
            continue
        if new is not old:
            found[part] = new
    return replace(node, **found) if found else node


class Inliner:
    """Made once for a program; bodies are simplified once."""

    def __init__(self, ranges: Ranges) -> None:
        self.ranges = ranges
        self.bodies: dict[object, t.TExpr] = {}

    def __call__(self, node: t.TExpr) -> t.TExpr:
        """The same expression with calls replaced by what they stand for, where that is short."""
        node = rebuilt(node, self)
        if isinstance(node, t.Defined):
            return self._written_out(node, node.define, node.define.body, node.args)
        if isinstance(node, t.ValueOf) and not node.value.modifiers:
            return self._written_out(node, node.value, node.value.base, node.args)
        return _folded(node)

    def base_of(self, call: t.ValueOf) -> t.TExpr:
        """What a value is before any rule changes it."""
        if call.value not in self.bodies:
            self.bodies[call.value] = self(call.value.base)
        given = dict(zip(call.value.params, call.args, strict=True))
        return _typed(_put_in(self.bodies[call.value], given), call.type)

    def _written_out(
        self, call: t.TExpr, owner: DefineDef | ValueDef, body: t.TExpr, args: tuple[t.TExpr, ...]
    ) -> t.TExpr:
        if owner not in self.bodies:
            self.bodies[owner] = self(body)
        body = self.bodies[owner]
        if _size(body) > MOST_NODES or (isinstance(call, t.ValueOf) and self._is_kept(call)):
            return call
        if any(arg.type == NUMBER and too_wide(self.ranges(arg)) for arg in args):
            return call
        for param, arg in zip(owner.params, args, strict=True):
            if not is_light(arg) and _uses(body, param) > 1:
                return call
        given = dict(zip(owner.params, args, strict=True))
        return _typed(_put_in(body, given), call.type)

    def _is_kept(self, call: t.ValueOf) -> bool:
        return call.type == NUMBER and too_wide(self.ranges.of(call.value))


def _put_in(node: t.TExpr, given: dict[t.Var, t.TExpr]) -> t.TExpr:
    """Arguments in the place of parameters."""
    if isinstance(node, t.VarRef):
        return _typed(given[node.var], node.type) if node.var in given else node
    found: t.TExpr = rebuilt(node, lambda inner: _put_in(inner, given))
    return _folded(found)


def _typed(node: t.TExpr, kind: Type) -> t.TExpr:
    """`none` is a people where one was meant."""
    return node if node.type == kind else replace(node, type=kind)


def _size(node: t.TExpr) -> int:
    return 1 + sum(_size(inner) for inner in below(node))


def same(one: object, other: object) -> bool:
    """Do two expressions say the same, wherever they are written?"""
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
    if not isinstance(one, t.TExpr):
        return one is other or one == other
    return all(same(getattr(one, part), getattr(other, part)) for part in _parts(one))


def below(node: t.TExpr) -> list[t.TExpr]:
    """The expressions right below one."""
    found: list[t.TExpr] = []
    for part in _parts(node):
        item = getattr(node, part)
        found += [i for i in (item if isinstance(item, tuple) else (item,)) if isinstance(i, t.TExpr)]
    return found


def is_light(node: t.TExpr) -> bool:
    """Costs as little as a variable."""
    if isinstance(node, t.VarRef | t.Const | t.Pronoun):
        return True
    return isinstance(node, t.Ask) and len(node.args) == 1 and not node.type.is_set and is_light(node.args[0])


def _uses(node: t.TExpr, var: t.Var, weight: int = 1) -> int:
    """How often a variable is read; inside a loop that counts for many."""
    if isinstance(node, t.VarRef):
        return weight if node.var is var else 0
    inner = 2 * weight if isinstance(node, _LOOPS) else weight
    return sum(_uses(item, var, inner) for item in below(node))


def conjuncts(condition: t.TExpr) -> list[t.TExpr]:
    """All that has to hold."""
    if isinstance(condition, t.Logic) and condition.op == "and":
        return conjuncts(condition.left) + conjuncts(condition.right)
    return [condition]


# ── constants ──


def _folded(node: t.TExpr) -> t.TExpr:
    """A sum of constants as one constant, and the like."""
    if isinstance(node, t.Math):
        return _folded_math(node)
    if isinstance(node, t.Order) and isinstance(node.left, t.Const) and isinstance(node.right, t.Const):
        return t.Const(compared(node.op, node.left.value, node.right.value), type=FLAG, span=node.span)
    if isinstance(node, t.Not) and isinstance(node.operand, t.Const):
        return t.Const(not node.operand.value, type=FLAG, span=node.span)
    if isinstance(node, t.Logic):
        return _folded_logic(node)
    if isinstance(node, t.Either) and isinstance(node.condition, t.Const):
        return node.then if node.condition.value else node.otherwise
    return node


def _folded_math(node: t.Math) -> t.TExpr:
    left, right = node.left, node.right
    if isinstance(left, t.Const) and isinstance(right, t.Const):
        return t.Const(calculated(node.op, left.value, right.value), type=NUMBER, span=node.span)
    if isinstance(right, t.Const) and right.value == 0 and node.op in ("+", "-"):
        return left
    if isinstance(left, t.Const) and left.value == 0 and node.op == "+":
        return right
    return node


def _folded_logic(node: t.Logic) -> t.TExpr:
    if isinstance(node.left, t.Const):
        return node.right if bool(node.left.value) == (node.op == "and") else node.left
    return node
