"""Filters as set arithmetic: `{r for r in s if r in t and holder(r) == p}` becomes `s & t & held_by(p)`.

A condition that does not depend on the member is evaluated once; conditions that are no sets stay in the filter.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import replace as dataclass_replace
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.lower.expressions import type_of
from ruledsl.engine.ir.passes.inline import with_facts
from ruledsl.engine.ir.passes.simplify import empty, simply
from ruledsl.engine.ir.walk import each_statement, put_in, reads, rebuilt, renamed, walk
from ruledsl.engine.state import layout as at

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.ir.module import Module


def set_arithmetic(module: Module) -> None:
    """All functions and procedures of a module."""
    module.each_body(as_sets)


def as_sets(node: Any) -> Any:
    """An expression, statement or block."""
    result = rebuilt(node, as_sets)
    if isinstance(result, n.Filter):
        return _filtered(result)
    return result if isinstance(result, tuple) else simply(result)


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
        passing = _members(part, var) if loop.type == "bits" else None
        if passing is None:
            rest.append(part)
        else:
            members = simply(n.SetOp("&", members, passing))
    filtered = n.Filter(var, members, n.all_of(rest), loop.type) if rest else members
    return simply(n.Select(n.all_of(free), filtered, empty(loop.type), loop.type)) if free else filtered


def _members(test: n.Expr, var: n.Local) -> n.Expr | None:
    """The set for which a test holds, if no loop is needed to compute it."""
    match test:
        case n.Not(operand=operand):
            passing = _members(operand, var)
            return simply(n.Complement(passing)) if passing is not None else None
        case n.Logic(op=op, left=left, right=right):
            first, second = _side(left, var), _side(right, var)
            if first is None or second is None:
                return None
            return simply(n.SetOp("&" if op == "and" else "|", first, second))  # type: ignore[no-any-return]
        case n.Has(members=members, item=item) if item == var and members.type == "bits":
            return members if not reads(members, var.name) else None
        case n.Compare(op="==" | "!=", left=left, right=right):
            passing = _equal(left, right, var) or _equal(right, left, var)
            if passing is None:
                return None
            return passing if test.op == "==" else n.Complement(passing)
    return None


def _side(test: n.Expr, var: n.Local) -> n.Expr | None:
    """Find the set for which one side of `and` or `or` holds; None if that needs a loop.

    A side that does not depend on the member is evaluated once: it stands for everything or for nothing.
    """
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


# ── unswitch ────────────────────────────────────────────────────────────────────
# Loop unswitching: a fact is tested once, before the loop, instead of for every member.


def unswitch_loops(module: Module) -> None:
    """`sum(a if f else b for r in s)` becomes `sum(a for r in s) if f else sum(b for r in s)`."""
    module.each_body(lambda body: unswitched(body, module.fresh))


def unswitched(body: n.Block, fresh: Callable[[str], str]) -> n.Block:
    """A block in which no loop tests facts."""

    def change(node: Any) -> Any:
        result = rebuilt(node, change)
        if isinstance(result, n.Filter | n.Fold) and (facts := _facts(result.term)):
            slow, quick = (
                simply(replace(result, term=with_facts(result.term, holds))) for holds in (n.YES, n.NO)
            )
            return n.Select(n.joined("or", facts), slow, renamed(quick, fresh), result.type)
        return result

    return rebuilt(body, change)


def _facts(node: n.Node) -> list[n.Fact]:
    facts: list[n.Fact] = []
    for inner in walk(node):
        if type(inner) is n.Fact and inner not in facts:
            facts.append(inner)
    return facts


# ── notes ───────────────────────────────────────────────────────────────────────
# Records of used rules: removed, or turned into calls of the engine for programs that record them.


def without_notes(module: Module) -> None:
    """Remove them from all functions and procedures."""
    module.each_body(lambda body: each_statement(body, lambda it: () if isinstance(it, n.Note) else (it,)))


def told_notes(module: Module) -> None:
    """Turn them into calls of the engine (`engine/cells/noting.py`), and mark where the answer of a value begins and ends."""
    module.each_body(lambda body: each_statement(body, _told))
    for value in module.program.values:
        name, inner = f"v_{value.index}", f"answer_{value.index}"
        function = module.functions[name]
        # No rule counts in a constant. It stays as plain as without records: the programs are cut into the same steps.
        match function.body:
            case (n.Assign(value=n.Const()), n.Return()):
                continue
        module.functions[inner] = dataclass_replace(function, name=inner)
        mark, answer = module.local("mark"), module.local("found", type_of(value.type))
        body = (
            n.Assign(mark, n.Prim("listen", (n.Const(value.index + 1),))),
            n.Assign(answer, n.Call(inner, function.params, answer.type)),
            n.Do("answered", (mark,)),
            n.Return(answer),
        )
        module.functions[name] = function.with_body(body)


def _told(statement: n.Stmt) -> n.Block:
    if not isinstance(statement, n.Note):
        return (statement,)
    told = n.Do("take_effect", (n.Const(statement.rule),))
    return (told,) if statement.members is None else (n.If(((n.Some(statement.members), (told,)),)),)
