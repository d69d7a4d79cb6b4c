"""Filters as set arithmetic: `{r for r in s if r in t and holder(r) == p}` becomes `s & t & held_by(p)`.

A condition that does not depend on the member is evaluated once; conditions that are no sets stay in the filter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.passes.simplify import empty, simply
from ruledsl.engine.ir.walk import put_in, reads, rebuilt
from ruledsl.engine.state import layout as at

if TYPE_CHECKING:
    from ruledsl.engine.ir.module import Module


def set_arithmetic(module: Module) -> None:
    """All functions and procedures of a module."""
    module.each_body(as_sets)


def as_sets(node: Any) -> Any:
    """An expression, statement or block."""
    found = rebuilt(node, as_sets)
    if isinstance(found, n.Filter):
        return _filtered(found)
    return found if isinstance(found, tuple) else simply(found)


def _filtered(loop: n.Filter) -> n.Expr:
    var, members = loop.var, loop.members
    if isinstance(members, n.Filter):
        given = put_in(members.term, {members.var.name: var})
        loop = n.Filter(var, members.members, n.Logic("and", given, loop.term), loop.type)
        members = loop.members
    free: list[n.Expr] = []
    rest: list[n.Expr] = []
    for part in n.conjuncts(loop.term):
        if not reads(part, var.name):
            free.append(part)
            continue
        found = _members(part, var) if loop.type == "bits" else None
        if found is None:
            rest.append(part)
        else:
            members = simply(n.SetOp("&", members, found))
    found = n.Filter(var, members, n.all_of(rest), loop.type) if rest else members
    return simply(n.Select(n.all_of(free), found, empty(loop.type), loop.type)) if free else found


def _members(test: n.Expr, var: n.Local) -> n.Expr | None:
    """The set for which a test holds, if no loop is needed to compute it."""
    match test:
        case n.Not(operand=operand):
            found = _members(operand, var)
            return simply(n.Complement(found)) if found is not None else None
        case n.Logic(op=op, left=left, right=right):
            first, second = _side(left, var), _side(right, var)
            if first is None or second is None:
                return None
            return simply(n.SetOp("&" if op == "and" else "|", first, second))  # type: ignore[no-any-return]
        case n.Has(members=members, item=item) if item == var and members.type == "bits":
            return members if not reads(members, var.name) else None
        case n.Compare(op="==" | "!=", left=left, right=right):
            found = _equal(left, right, var) or _equal(right, left, var)
            if found is None:
                return None
            return found if test.op == "==" else n.Complement(found)
    return None


def _side(test: n.Expr, var: n.Local) -> n.Expr | None:
    """The same for one side of `and` or `or`, which may not depend on the member."""
    if reads(test, var.name):
        return _members(test, var)
    return n.Select(test, n.Const(-1, "bits"), empty("bits"), "bits")


def _equal(called: n.Expr, other: n.Expr, var: n.Local) -> n.Expr | None:
    """`holder(r) == p`, `owner(p) == y`, `owner(holder(r)) == y`, `terrain(r) == 3`, `r == home`."""
    if reads(other, var.name):
        return None
    match called:
        case n.Local() if called == var:
            return n.Single(other)
        case n.Cell(noun="region", cell=at.HOLDER, row=row) if row == var:
            return n.Prim("held_by", (other,), "bits")
        case n.Cell(noun="people", cell=at.OWNER, row=row) if row == var:
            return n.Cell("player", at.OWN, "peoples_of", other, "bits")
        case n.Cell(noun="people", cell=at.OWNER, row=n.Cell(noun="region", cell=at.HOLDER, row=row)) if (
            row == var
        ):
            return n.Prim("lands_of", (other,), "bits")
        case n.Board(table="terrain", index=row) if (
            row == var and other != n.Const(-1) and isinstance(other, n.Const)
        ):
            return n.Board("ground", other, "bits")
    return None
