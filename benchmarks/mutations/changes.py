"""Small changes of Python code, as somebody makes them by mistake: one place of a module is another than it was."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
COMPUTED: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
FOR_READERS = {"annotation", "returns", "bases", "decorator_list", "type_params", "msg", "cause"}
"""What no test can see, or what has to be there for anything to run at all: fields of nodes; names; kinds of nodes."""
FOR_TYPES = {"TYPE_CHECKING", "__all__", "assert_never", "overload", "TypeVar", "NewType"}
LEFT_ALONE = (ast.Import, ast.ImportFrom, ast.JoinedStr, ast.Pass, ast.Assert)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Change:
    """One changed place of a file: what was done to it, in which function (0: in none), and from where to where, in bytes, another text stands."""

    line: int
    kind: str
    function: int
    start: int
    end: int
    old: str
    new: str


def functions_of(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions of a module; the place on this list, counted from 1, is the number of a function."""
    return [node for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]


def changed(text: str, change: Change) -> str:
    """The text of a file with a change."""
    data = text.encode()
    return (data[: change.start] + change.new.encode() + data[change.end :]).decode()


def changes_of(text: str) -> list[Change]:
    """Every place of a module that can be changed, in the order of the tree; a few of them cannot be compiled then (`compiles`)."""
    return _Places(text).found


def compiles(text: str) -> bool:
    """Whether Python can read it at all."""
    try:
        compile(text, "changed", "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True


class _Places(ast.NodeVisitor):
    """Where a module can be changed, and how. A visitor changes its own kind of node; all go on to what is below."""

    def __init__(self, text: str) -> None:
        self.lines = [line.encode() for line in text.splitlines(keepends=True)]
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.data = text.encode()
        self.found: list[Change] = []
        tree = ast.parse(text)
        self.numbers = {id(node): number for number, node in enumerate(functions_of(tree), 1)}
        self.function = 0
        self.visit(tree)

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, LEFT_ALONE) or _is_for_types(node):
            return
        around, self.function = self.function, self.numbers.get(id(node), self.function)
        super().visit(node)
        for name, value in ast.iter_fields(node):
            if name not in FOR_READERS:
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        self.visit(child)
        self.function = around

    def generic_visit(self, node: ast.AST) -> None:
        """Nothing to change; `visit` goes on below."""

    def span(self, node: ast.AST) -> tuple[int, int]:
        line, column, last, end = (
            getattr(node, name) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset")
        )
        return self.starts[line - 1] + column, self.starts[last - 1] + end

    def source(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.data[start:end].decode()

    def put(self, kind: str, node: ast.AST, new: str) -> None:
        self.between(kind, node, self.span(node), new)

    def between(self, kind: str, node: ast.AST, span: tuple[int, int], new: str) -> None:
        line = getattr(node, "lineno", 0)
        old = self.data[span[0] : span[1]].decode()
        self.found.append(Change(line, kind, self.function, *span, old, new))

    # ── expressions ──────────────────────────────────────────────────────────

    def visit_Compare(self, node: ast.Compare) -> None:
        for operator, (left, right) in zip(node.ops, pairwise([node.left, *node.comparators]), strict=True):
            between = self.span(left)[1], self.span(right)[0]
            if b"(" not in self.data[slice(*between)] and b")" not in self.data[slice(*between)]:
                self.between("compares otherwise", left, between, f" {COMPARED[type(operator)]} ")

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        word = " or " if isinstance(node.op, ast.And) else " and "
        parts = [f"({self.source(part)})" for part in node.values]
        self.put("and for or", node, f"({word.join(parts)})")
        neutral = "True" if isinstance(node.op, ast.And) else "False"
        for part in node.values:
            self.put("a condition less", part, neutral)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.put("without not", node, f"({self.source(node.operand)})")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        texts = any(isinstance(n, ast.JoinedStr) or _is_text(n) for n in (node.left, node.right))
        if type(node.op) in COMPUTED and not texts:
            left, right = self.source(node.left), self.source(node.right)
            self.put("computes otherwise", node, f"(({left}) {COMPUTED[type(node.op)]} ({right}))")

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.put("a truth turned round", node, str(not node.value))
        elif isinstance(node.value, int):
            self.put("one more", node, f"({node.value + 1})")
            self.put("one less", node, f"({node.value - 1})")

    def visit_Call(self, node: ast.Call) -> None:
        if len(node.args) > 1 and not any(isinstance(a, ast.Starred) for a in node.args[:2]):
            first, second = node.args[:2]
            if self.source(first) != self.source(second):
                between = self.data[self.span(first)[1] : self.span(second)[0]].decode()
                span = self.span(first)[0], self.span(second)[1]
                new = self.source(second) + between + self.source(first)
                self.between("arguments swapped", first, span, new)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.put("a condition negated", node.test, f"(not ({self.source(node.test)}))")

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for condition in node.ifs:
            self.put("a condition less", condition, "True")

    # ── statements ───────────────────────────────────────────────────────────

    def visit_If(self, node: ast.If | ast.While) -> None:
        self.put("a condition negated", node.test, f"(not ({self.source(node.test)}))")

    visit_While = visit_If  # noqa: N815

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self.put("returns nothing", node.value, "None")

    def left_out(self, node: ast.stmt) -> None:
        if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            self.put("a statement left out", node, "pass")

    visit_Expr = visit_AugAssign = visit_Continue = visit_Break = visit_Raise = visit_Delete = left_out  # noqa: N815

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        body = [s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
        if len(body) > 1:
            self.put("returns early", body[0], "return None")

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_for_types(node: ast.AST) -> bool:
    """For the type checker alone, or a list of what is public."""
    return any(isinstance(n, ast.Name) and n.id in FOR_TYPES for n in _heads(node))


def _heads(node: ast.AST) -> Iterator[ast.AST]:
    """What says what a statement is about."""
    if isinstance(node, ast.If):
        yield node.test
    elif isinstance(node, ast.Assign):
        yield from (*node.targets, getattr(node.value, "func", node.value))
    elif isinstance(node, FUNCTIONS):
        yield from node.decorator_list
    elif isinstance(node, ast.Expr):
        yield getattr(node.value, "func", node.value)
