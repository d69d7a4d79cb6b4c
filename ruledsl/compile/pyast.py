"""Small tools to build Python syntax trees: templates of our own with holes for nodes. Text of packs never gets in here."""

from __future__ import annotations

import ast
from copy import deepcopy
from functools import cache

__all__ = ["const", "expr", "function", "name", "stmts"]


def name(identifier: str) -> ast.expr:
    """A variable that is read."""
    return ast.Name(identifier, ast.Load())


def const(value: object) -> ast.expr:
    """A constant."""
    if isinstance(value, int) and value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)  # type: ignore[arg-type]


@cache
def _parsed(template: str) -> ast.Module:
    return ast.parse(template)


def _aim_at(target: ast.expr, context: ast.expr_context) -> None:
    """Something that is written instead of read."""
    if isinstance(target, ast.Name | ast.Subscript | ast.Tuple):
        target.ctx = context
    if isinstance(target, ast.Tuple):
        for item in target.elts:
            _aim_at(item, context)


class _Fill(ast.NodeTransformer):
    def __init__(self, holes: dict[str, ast.expr | list[ast.stmt]]) -> None:
        self.holes = holes

    def visit_Name(self, node: ast.Name) -> ast.AST:
        hole = self.holes.get(node.id)
        if not isinstance(hole, ast.expr):
            return node
        filled = deepcopy(hole)
        if isinstance(filled, ast.Name | ast.Subscript | ast.Tuple) and not isinstance(node.ctx, ast.Load):
            _aim_at(filled, node.ctx)
        return filled

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        if isinstance(node.value, ast.Name):
            hole = self.holes.get(node.value.id)
            if isinstance(hole, list):
                return hole or [ast.Pass()]
        self.generic_visit(node)
        return node


def stmts(template: str, **holes: ast.expr | list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a template; a hole is a name in it, for an expression, or (alone on a line) for a list of statements."""
    module = deepcopy(_parsed(template))
    return _Fill(holes).visit(module).body  # type: ignore[no-any-return]


def expr(template: str, **holes: ast.expr) -> ast.expr:
    """The expression of a template."""
    (statement,) = stmts(template, **holes)
    assert isinstance(statement, ast.Expr)  # noqa: S101 - templates are ours
    return statement.value


def function(identifier: str, params: list[str], body: list[ast.stmt]) -> ast.stmt:
    """A function definition."""
    arguments = ast.arguments([], [ast.arg(p) for p in params], None, [], [], None, [])
    return ast.FunctionDef(identifier, arguments, body or [ast.Pass()], [], None, None)
