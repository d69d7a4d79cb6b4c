"""Constant folding, removal of dead branches, and substitution of locals that are read once, in the next statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.walk import put_in, rebuilt, size, walk, with_blocks
from ruledsl.language.vocabulary.limits import saturated
from ruledsl.language.vocabulary.types import calculated, compared, contrary

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_NODES = 60
"""A longer expression stays a local: substituted again and again, it would grow with every line."""


def empty(kind: n.Type) -> n.Const:
    """The empty set."""
    return n.Const((), "list") if kind == "list" else n.Const(0, "bits")


def simple(node: Any) -> Any:
    """An expression, simplified from the inside outwards."""
    return simply(rebuilt(node, simple))


def simply(node: Any) -> Any:
    """Simplify a node whose parts are already simple."""
    rule = _RULES.get(type(node))
    return rule(node) if rule is not None else node


def _arith(node: n.Arith) -> n.Expr:
    left, right = node.left, node.right
    if isinstance(left, n.Const) and isinstance(right, n.Const):
        return n.Const(calculated(node.op, left.value, right.value))  # type: ignore[arg-type]
    if right == n.NO and node.op in ("+", "-"):
        return left
    if left == n.NO and node.op == "+":
        return right
    if node.op == "*" and n.NO in (left, right):
        return n.NO
    if node.op == "*" and right == n.YES:
        return left
    if node.op == "*" and left == n.YES:
        return right
    return node


def _compare(node: n.Compare) -> n.Expr:
    left, right = node.left, node.right
    if isinstance(left, n.Const) and isinstance(right, n.Const):
        return n.Const(int(compared(node.op, left.value, right.value)))  # type: ignore[arg-type]
    return node


def _not(node: n.Not) -> n.Expr:
    match node.operand:
        case n.Const(value=value):
            return n.Const(int(not value))
        case n.Not(operand=operand):
            return operand
        case n.Compare(op=op, left=left, right=right):
            return n.Compare(contrary(op), left, right)
    return node


def _logic(node: n.Logic) -> n.Expr:
    """Pure expressions may be dropped on either side."""
    for this, other in ((node.left, node.right), (node.right, node.left)):
        if isinstance(this, n.Const):
            return other if bool(this.value) == (node.op == "and") else n.Const(int(bool(this.value)))
    return node


def _select(node: n.Select) -> n.Expr:
    if isinstance(node.test, n.Const):
        return node.yes if node.test.value else node.no
    return node.yes if node.yes == node.no else node


def _set_op(node: n.SetOp) -> n.Expr:
    left, right = node.left, node.right
    if isinstance(right, n.Const) and right.value == 0:
        return right if node.op == "&" else left
    if isinstance(left, n.Const) and left.value == 0:
        return right if node.op == "|" else left
    if node.op == "&":
        if isinstance(right, n.Complement):
            return n.SetOp("-", left, right.operand)
        if isinstance(left, n.Complement):
            return n.SetOp("-", right, left.operand)
    return node


def _filter(node: n.Filter) -> n.Expr:
    if isinstance(node.term, n.Const):
        return node.members if node.term.value else empty(node.type)
    return node


def _fold(node: n.Fold) -> n.Expr:
    if node.op == "sum" and isinstance(node.term, n.Const):
        return simply(n.Arith("*", n.Size(node.members), node.term))  # type: ignore[no-any-return]
    return node


def _saturated(node: n.Saturated) -> n.Expr:
    value = node.value
    return n.Const(saturated(value.value)) if isinstance(value, n.Const) else node  # type: ignore[arg-type]


_RULES: dict[type, Callable[[Any], n.Expr]] = {
    n.Arith: _arith,
    n.Compare: _compare,
    n.Not: _not,
    n.Logic: _logic,
    n.Select: _select,
    n.SetOp: _set_op,
    n.Filter: _filter,
    n.Fold: _fold,
    n.Saturated: _saturated,
}


# ── statements ──


def simple_block(body: n.Block) -> n.Block:
    """A block with simplified expressions and without dead branches."""
    statements: list[n.Stmt] = []
    for statement in body:
        if isinstance(statement, n.If):
            statements += _if(statement)
        else:
            done = rebuilt(statement, lambda part: simple(part) if isinstance(part, n.Expr) else part)
            statements.append(with_blocks(done, simple_block))
        if statements and isinstance(statements[-1], n.Return):
            break
    return _joined(statements)


def _if(statement: n.If) -> n.Block:
    branches: list[tuple[n.Expr, n.Block]] = []
    otherwise = statement.otherwise
    for test, body in statement.branches:
        decided = simple(test)
        if isinstance(decided, n.Const):
            if decided.value:
                otherwise = body
                break
            continue
        branches.append((decided, simple_block(body)))
    last = simple_block(otherwise)
    if not branches:
        return last
    return (n.If(tuple(branches), last),) if last or any(body for _, body in branches) else ()


def _joined(body: list[n.Stmt]) -> n.Block:
    """Substitute locals that are bound and then read once, by the next statement and not in a loop there."""
    statements: list[n.Stmt] = []
    last = {
        inner.name: index
        for index, statement in enumerate(body)
        for inner in walk(statement)
        if isinstance(inner, n.Local)
    }
    for index, statement in enumerate(body):
        before = statements[-1] if statements else None
        if isinstance(before, n.Assign) and isinstance(statement, n.Assign | n.Return):
            name = before.target.name
            again = isinstance(statement, n.Assign) and statement.target.name == name
            if (
                (again or last.get(name, index) <= index)
                and _once(statement, name)
                and size(before.value) <= MOST_NODES
            ):
                statements[-1] = rebuilt(put_in(statement, {name: before.value}), simple)
                continue
        statements.append(statement)
    return tuple(statements)


def _once(node: n.Node, name: str) -> bool:
    """Is a local read once, and not in a loop over members?"""
    if sum(1 for inner in walk(node) if isinstance(inner, n.Local) and inner.name == name) != 1:
        return False
    inside = [inner.term for inner in walk(node) if isinstance(inner, n.LOOPS)]
    return not any(
        isinstance(inner, n.Local) and inner.name == name for part in inside for inner in walk(part)
    )
