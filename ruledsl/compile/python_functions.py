"""Functions and statements of the intermediate representation as a Python module."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.compile.python_expressions import ATOM, ExpressionPrinter
from ruledsl.ir import nodes as n
from ruledsl.ir.walk import put_in, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruledsl.engine.state.layout import Layout
    from ruledsl.ir.module import Function

__all__ = ["module_text"]

_INDENT = " "
_BEYOND = {"max": ("min", "<"), "min": ("max", ">")}
_REMEMBERING = """\
def {name}(g{args}):
 m = g.memo
 if m is None:
  return {called}(g{args})
 k = ({name!r}{args},)
 x = m.get(k)
 if x is None:
  x = m[k] = {called}(g{args})
 return x"""


def module_text(functions: Iterable[Function], layout: Layout) -> str:
    """All functions, and for those whose answers are remembered a second one that looks them up first."""
    lines: list[str] = []
    arities: dict[str, int] = {}
    for function in functions:
        printer = FunctionPrinter(layout, function)
        lines += printer.lines()
        for node in walk(function.body):
            if isinstance(node, n.Call | n.Batch) and node.remembered:
                extra = 1 if isinstance(node, n.Batch) else 0
                arities[node.function] = len(node.args) + extra
    for called, count in sorted(arities.items()):
        args = "".join(f", a{number}" for number in range(count))
        lines.append(_REMEMBERING.format(name=called.replace("_", "m_", 1), args=args, called=called))
    return "\n".join(lines) + "\n"


class FunctionPrinter:
    """Prints one function, every statement by the method with the name of its kind."""

    def __init__(self, layout: Layout, function: Function) -> None:
        self.function = function
        self.expr = ExpressionPrinter(layout, function.frame)

    def lines(self) -> list[str]:
        """Its lines."""
        function = self.function
        names = ["F"] if function.frame is not None else [param.name for param in function.params]
        params = "".join(f", {name}" for name in names)
        return [f"def {function.name}(g{params}):", *self.block(function.body)]

    def block(self, body: n.Block) -> list[str]:
        """Statements, indented."""
        found = [_INDENT + line for statement in body for line in self.statement(statement)]
        return found or [_INDENT + "pass"]

    def statement(self, node: n.Stmt) -> Iterator[str]:
        """The lines of one."""
        return getattr(self, f"_{type(node).__name__.lower()}")(node)  # type: ignore[no-any-return]

    # ── as everywhere ──

    def _assign(self, node: n.Assign) -> Iterator[str]:
        yield f"{self.expr.local(node.target.name)} = {self.expr(node.value)}"

    def _return(self, node: n.Return) -> Iterator[str]:
        if node.value is None:
            yield "return"
        elif self.function.name.startswith("t_"):
            yield f"return {self.expr.iterate(node.value)}"
        else:
            yield f"return {self.expr(node.value)}"

    def _if(self, node: n.If) -> Iterator[str]:
        word = "if"
        for test, body in node.branches:
            yield f"{word} {self.expr.test(test)}:"
            yield from self.block(body)
            word = "elif"
        if node.otherwise:
            yield "else:"
            yield from self.block(node.otherwise)

    def _for(self, node: n.For) -> Iterator[str]:
        whole = node.members.type == "list"  # it may change on the way
        members = self.expr(node.members) if whole else self.expr.iterate(node.members, node.order)
        yield f"for {self.expr.local(node.var.name)} in {self.expr.counted(members, node.weight)}:"
        yield from self.block(node.body)

    def _repeat(self, node: n.Repeat) -> Iterator[str]:
        rounds = f"range(max({self.expr(node.times)}, 0))"
        yield f"for _ in {self.expr.counted(rounds, node.weight)}:"
        yield from self.block(node.body)

    # ── the state ──

    def _store(self, node: n.Store) -> Iterator[str]:
        cell, value = node.cell, self.expr(node.value)
        if cell.row is None:
            yield f"{self.expr.cell(cell)} = {value}"
        elif cell.noun == "tile":
            yield f"write_tile(g, {self.expr.index(cell)}, {value})"
        else:
            yield f"if {self.expr(cell.row, ATOM)} >= 0:"
            yield f"{_INDENT}{self.expr.cell(cell)} = {value}"

    def _do(self, node: n.Do) -> Iterator[str]:
        call = f"{node.name}(g{self.expr.args(node.args)})"
        yield f"{self.expr.local(node.into.name)} = {call}" if node.into is not None else call

    def _raise(self, node: n.Raise) -> Iterator[str]:
        bearer = f", {self.tuple(node.bearer)}" if node.bearer else ""
        yield f"push(g, {node.event}, {self.tuple(node.args)}{bearer})"

    def tuple(self, args: tuple[n.Expr, ...]) -> str:
        """Arguments as one thing."""
        return "(" + "".join(f"{self.expr(arg)}, " for arg in args) + ")"

    def _run(self, node: n.Run) -> Iterator[str]:
        yield f"{node.function}(g{self.expr.args(node.args)})"

    def _apply(self, node: n.Apply) -> Iterator[str]:
        x = self.expr.local(node.target.name)
        yield f"for f, me, here, this in {self.expr(node.rules, ATOM)}[{node.stratum}]:"
        yield f"{_INDENT}{x} = f(g, me, here, this, {x}{self.expr.args(node.args)})"

    def _update(self, node: n.Update) -> Iterator[str]:
        x, var = node.answers.name, node.var.name
        for let in node.known:
            yield f"{let.target.name} = {self.expr(let.value)}"
        match node:
            case n.Update(members=None, term=n.Arith(op=op, left=left, right=n.Const() as bound)) if (
                left == node.was and op in _BEYOND
            ):
                yield from self._bound(x, op, self.expr(bound))
                return
        members = x if node.members is None else self.expr.iterate(node.members)
        yield f"for {var} in {self.expr.counted(members, node.weight)}:"
        term = put_in(node.term, {node.was.name: n.Answer(node.answers, node.var)})
        yield f"{_INDENT}{x}[{var}] = {self.expr(term)}"

    @staticmethod
    def _bound(x: str, op: str, bound: str) -> Iterator[str]:
        """A bound that is the same for all answers, which hardly ever reach it."""
        other, beyond = _BEYOND[op]
        yield f"if {other}({x}.values(), default={bound}) {beyond} {bound}:"
        yield f"{_INDENT}for r in {x}:"
        yield f"{_INDENT * 2}if {x}[r] {beyond} {bound}: {x}[r] = {bound}"

    # ── steps ──

    def _proceed(self, _node: n.Proceed) -> Iterator[str]:
        yield "proceed(g)"

    def _next(self, node: n.Next) -> Iterator[str]:
        yield f"F[1] = {node.step}"

    def _jump(self, node: n.Jump) -> Iterator[str]:
        yield f"return {self.function.name.rpartition('_')[0]}_{node.step}(g, F)"

    def _ask(self, node: n.Ask) -> Iterator[str]:
        options = f"[*{self.expr.iterate(node.options, node.order)}]"
        yield f"return ask(g, F, {self.expr(node.player)}, {options})"

    def _open(self, node: n.Open) -> Iterator[str]:
        yield f"return offer(g, F, {self.expr(node.player)}, {self.expr(node.people)})"

    def _pop(self, _node: n.Pop) -> Iterator[str]:
        yield "g.frames.pop()"

    # ── coverage and fuel ──

    def _note(self, node: n.Note) -> Iterator[str]:
        note = f"note({node.rule})"
        yield note if node.members is None else f"if {self.expr.test(node.members)}: {note}"

    def _burn(self, node: n.Burn) -> Iterator[str]:
        yield f"g.fuel -= {self.expr(node.rounds)}"
        yield "if g.fuel < 0: spend(g, 1)"
