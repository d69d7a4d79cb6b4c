"""Small tools to build Python syntax trees: templates of our own with holes for nodes. Text of packs never gets in here."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache

__all__ = ["const", "expr", "function", "located", "name", "stmts"]

Holes = Mapping[str, ast.expr | list[ast.stmt]]

_LOAD = ast.Load()


def name(identifier: str) -> ast.expr:
    """A variable that is read."""
    return ast.Name(identifier, _LOAD)


def const(value: object) -> ast.expr:
    """A constant."""
    if isinstance(value, int) and value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)  # type: ignore[arg-type]


@cache
def _parsed(template: str) -> ast.Module:
    return ast.parse(template)


def _aimed_at(target: ast.expr, context: ast.expr_context) -> ast.expr:
    """The same as something that is written instead of read."""
    match target:
        case ast.Name(id=identifier):
            return ast.Name(identifier, context)
        case ast.Subscript(value=value, slice=place):
            return ast.Subscript(value, place, context)
        case ast.Tuple(elts=items):
            return ast.Tuple([_aimed_at(item, context) for item in items], context)
    return target


def _filled(node: ast.AST, holes: Holes) -> ast.AST:
    """A copy of a template's node with its holes filled. What fills them is not copied: nobody changes a node that is made."""
    if isinstance(node, ast.Name):
        hole = holes.get(node.id)
        if not isinstance(hole, ast.expr):
            return node
        return hole if isinstance(node.ctx, ast.Load) else _aimed_at(hole, node.ctx)
    fields = node._fields
    if not fields:
        return node
    return type(node)(*[_part(getattr(node, field), holes) for field in fields])


def _part(part: object, holes: Holes) -> object:
    if isinstance(part, ast.AST):
        return _filled(part, holes)
    if not isinstance(part, list):
        return part
    found: list[object] = []
    for item in part:
        block = _block(item, holes)
        if block is None:
            found.append(_part(item, holes))
        else:
            found += block
    return found


def _block(item: object, holes: Holes) -> list[ast.stmt] | None:
    """The statements that stand for a name alone on a line."""
    if isinstance(item, ast.Expr) and isinstance(item.value, ast.Name):
        hole = holes.get(item.value.id)
        if isinstance(hole, list):
            return hole or [ast.Pass()]
    return None


def stmts(template: str, **holes: ast.expr | list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a template; a hole is a name in it, for an expression, or (alone on a line) for a list of statements."""
    return _part(_parsed(template).body, holes)  # type: ignore[return-value]


def expr(template: str, **holes: ast.expr) -> ast.expr:
    """The expression of a template."""
    (statement,) = _parsed(template).body
    assert isinstance(statement, ast.Expr)  # noqa: S101 - templates are ours
    return _filled(statement.value, holes)  # type: ignore[return-value]


def function(identifier: str, params: list[str], body: list[ast.stmt]) -> ast.stmt:
    """A function definition."""
    arguments = ast.arguments([], [ast.arg(p) for p in params], None, [], [], None, [])
    return ast.FunctionDef(identifier, arguments, body or [ast.Pass()], [], None, None)


def located(module: ast.Module) -> ast.Module:
    """The same module, all of it at one place, as Python wants to know one. Nodes that stand in several places are seen once."""
    waiting: list[ast.AST] = [module]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt | ast.expr | ast.arg | ast.keyword):
            if hasattr(node, "lineno"):
                continue
            node.lineno = node.end_lineno = 1
            node.col_offset = node.end_col_offset = 0
        for field in node._fields:
            part = getattr(node, field, None)
            if isinstance(part, ast.AST):
                waiting.append(part)
            elif isinstance(part, list):
                waiting += [item for item in part if isinstance(item, ast.AST)]
    return module
