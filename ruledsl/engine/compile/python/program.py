"""A program for cells as one Python module: its functions, bound to a memory."""

from __future__ import annotations

from functools import reduce
from operator import or_
from types import CodeType
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass
from ruledsl.engine.compile.python import support
from ruledsl.engine.compile.python.expressions import ExpressionPrinter, sets_of, spent
from ruledsl.engine.compile.wasm.expressions import ROWS
from ruledsl.engine.compile.wasm.memory import PAGE, Plan
from ruledsl.engine.compile.wasm.program import assembled
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.state import layout as at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.compile.wasm import nodes as w
    from ruledsl.engine.state.code import Code

# ── statements ──────────────────────────────────────────────────────────────────
# Prints statements and functions of a program for cells as Python.


class FunctionPrinter(ExpressionPrinter):
    """Prints one function, every statement by the method named after its class."""

    def text(self, *, pure: bool = False) -> str:
        """The whole function; a `pure` one changes nothing."""
        params = ["F"] if self.frame is not None else [param.name for param in self.function.params]
        lines = [f"def {self.function.name}({', '.join(params)}):"]
        if self.frame is not None:
            lines.append(" F_ = F >> 3")
        if pure:
            lines += (f" {line}" for line in self.sets.mark())
        return "\n".join([*lines, *self.block(self.function.body), " return 0\n"])

    def block(self, body: n.Block) -> list[str]:
        """Statements, indented."""
        return [f" {line}" for statement in body for line in self.statement(statement)] or [" pass"]

    def statement(self, node: n.Stmt) -> Iterator[str]:
        """The lines of one statement."""
        return getattr(self, f"_{type(node).__name__.lower()}")(node)  # type: ignore[no-any-return]

    def _assign(self, node: n.Assign) -> Iterator[str]:
        yield f"{self.local(node.target.name)} = {self(node.value)}"

    def _return(self, node: n.Return) -> Iterator[str]:
        if node.value is None:
            yield "return 0"
        else:
            yield from self.sets.result(self(node.value), node.value.type)

    def _if(self, node: n.If) -> Iterator[str]:
        word = "if"
        for test, body in node.branches:
            yield f"{word} {self.test(test)}:"
            yield from self.block(body)
            word = "elif"
        if node.otherwise:
            yield "else:"
            yield from self.block(node.otherwise)

    def _for(self, node: n.For) -> Iterator[str]:
        members = self.iterate(node.members, node.order, node.weight, whole=True)
        yield f"for {self.local(node.var.name)} in {members}:"
        yield from self.block(node.body)

    def _repeat(self, node: n.Repeat) -> Iterator[str]:
        rounds = f"range(max({self(node.times)}, 0))"
        yield f"for _ in {spent(rounds, node.weight)}:"
        yield from self.block(node.body)

    def _while(self, node: w.While) -> Iterator[str]:
        yield f"while {self.test(node.test)}:"
        yield from self.block(node.body)

    def _range(self, node: w.Range) -> Iterator[str]:
        bounds = f"{self(node.start)}, {self(node.stop)}" + (f", {node.step}" if node.step != 1 else "")
        yield f"for {self.local(node.var.name)} in range({bounds.removeprefix('0, ')}):"
        yield from self.block(node.body)

    def _break(self, _node: w.Break) -> Iterator[str]:
        yield "break"

    def _put(self, node: w.Put) -> Iterator[str]:
        yield f"{self(node.target)} = {self(node.value)}"

    def _store(self, node: n.Store) -> Iterator[str]:
        cell, value = node.cell, self(node.value)
        if cell.row is None:
            yield f"{self.cell('G', str(cell.cell))} = {value}"
            return
        row = self.fresh("row")
        yield f"{row} = {self(cell.row)}"
        yield f"if {row} >= 0:"
        if cell.noun != "tile":
            yield f" {self.cell(ROWS[cell.noun], row, str(cell.cell))} = {value}"
        else:
            # The value is evaluated after the row was found, as in WebAssembly.
            yield f" {row} = row_to_write({row})"
            yield f" {self.cell('T', row, str(cell.cell - at.HOME - 1))} = {value}"

    def _do(self, node: n.Do) -> Iterator[str]:
        call = f"{node.name}({self.args(node.args)})"
        yield f"{self.local(node.into.name)} = {call}" if node.into is not None else call

    def _raise(self, node: n.Raise) -> Iterator[str]:
        held = [self.fresh("held") for _ in node.args]
        for name, arg in zip(held, node.args, strict=True):
            yield f"{name} = {self(arg)}"
        for place, name in enumerate(held):
            yield f"{self.cell('ARGS', str(place))} = {name}"
        bearer = self.args(node.bearer) if node.bearer else "-1, -1, -1"
        yield f"push({node.event}, {bearer})"

    def _proceed(self, _node: n.Proceed) -> Iterator[str]:
        yield "proceed()"

    def _run(self, node: n.Run) -> Iterator[str]:
        match node:
            case n.Run(function="store", args=(n.Expr() as place, value)):
                yield f"W[{self.word(place)}] = {self(value)}"
            case n.Run(function="copy"):
                yield f"copied_bytes_(B, {self.args(node.args)})"
            case n.Run(function="switch"):
                yield f"switch_({self.args(node.args)})"
            case n.Run(function="fail"):
                yield f"{self.scalar('error')} = {self.args(node.args)}"
                yield "raise Stopped"
            case _:
                yield f"{node.function}({self.args(node.args)})"

    # ── steps ──

    def _next(self, node: n.Next) -> Iterator[str]:
        yield f"W[F_ + 1] = {node.step}"

    def _jump(self, node: n.Jump) -> Iterator[str]:
        yield f"return {self.function.name.rpartition('_')[0]}_{node.step}(F)"

    def _ask(self, node: n.Ask) -> Iterator[str]:
        kind, slot, after, _ = self.numbers.choice(self.function.place)
        player, option = self.fresh("player"), self.fresh("option")
        yield f"{player} = {self(node.player)}"
        yield f"{self.scalar('options')} = 0"
        yield f"for {option} in {self.iterate(node.options, node.order)}: add_option({option})"
        yield f"return ask(F, {player}, {kind}, {slot}, {after})"

    def _open(self, node: n.Open) -> Iterator[str]:
        kind, _, after, phase = self.numbers.choice(self.function.place)
        yield f"return offer(F, {self(node.player)}, {self(node.people)}, {phase}, {kind}, {after})"

    def _pop(self, _node: n.Pop) -> Iterator[str]:
        yield "pop()"

    def _burn(self, node: n.Burn) -> Iterator[str]:
        yield f"spend({self(node.rounds)})"


FILE = "<cells>"
"""The file name of printed functions."""


@dataclass(slots=True)
class CellsProgram:
    """`module` defines all functions; `data` is the initial content of the memory, `singles` are the sets of one member."""

    module: CodeType
    plan: Plan
    data: list[tuple[int, bytes]]
    singles: list[int]

    def to_plain(self) -> tuple[object, ...]:
        """The program as plain data, for the cache."""
        return self.module, self.plan.to_plain(), self.data, self.singles

    @classmethod
    def from_plain(cls, data: tuple[Any, ...]) -> CellsProgram:
        """The program from plain data."""
        module, plan, *rest = data
        return cls(module, Plan.from_plain(plan), *rest)

    def memory(self) -> bytearray:
        """A memory in its initial state, in whole pages."""
        memory = bytearray(-(-self.plan.end // PAGE) * PAGE)
        for place, bytes_ in self.data:
            memory[place : place + len(bytes_)] = bytes_
        return memory

    def functions(self) -> dict[str, Any]:
        """All functions by name; they work on the memory that `bind` gives them."""
        # No function and no local of the engine has such a name.
        names: dict[str, Any] = {f"{name}_": getattr(support, name) for name in support.__all__}
        names |= {"BIT": self.singles, "MEMBERS": support.MEMBERS, "Stopped": support.Stopped}
        names |= {"reduce_": reduce, "or_": or_}
        exec(self.module, names)  # noqa: S102 - printed by us, from a representation without any text of packs
        return names


def cells_program(code: Code, words: int = 1) -> CellsProgram:
    """The program of some rules with the engine, for sets of this many words; see `assembled`."""
    assembly = assembled(code, words)
    texts = [
        FunctionPrinter(assembly.memory, assembly.numbers, function).text(pure=function.name in assembly.pure)
        for function in assembly.functions
    ]
    texts.append(f"TABLE = [{', '.join(assembly.numbers.functions)}]\n")
    module = compile("\n".join(texts), FILE, "exec")
    return CellsProgram(module, assembly.plan, assembly.memory.data, sets_of(assembly.memory).singles)
