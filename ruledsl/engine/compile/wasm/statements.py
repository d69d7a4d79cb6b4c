"""Prints statements and functions of the representation as WebAssembly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.compile.wasm.expressions import BASE, ROWS, ExpressionPrinter
from ruledsl.engine.compile.wasm.memory import SCALARS
from ruledsl.engine.compile.wasm.nodes import const, got, put
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.walk import statements
from ruledsl.engine.state import layout as at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.compile.wasm import nodes as w


class FunctionPrinter(ExpressionPrinter):
    """Prints one function."""

    breaks = 0
    """The number of the loop that a `Break` leaves."""

    def text(self, *, pure: bool = False) -> str:
        """The whole function; a `pure` one changes nothing."""
        self.fixed = self._fixed_lists()
        mark = self.sets.mark() if pure else ""
        body = mark + self.block(self.function.body)
        params = "".join(f" (param ${name} i64)" for name in self.params)
        own = "".join(f" (local ${name} i64)" for name in self.locals if name not in self.params)
        if self.frame is not None:
            own += " (local $frame i32)"
            body = f"(local.set $frame (i32.add {BASE} (i32.wrap_i64 (local.get $F))))\n{body}"
        return f"(func ${self.function.name}{params} (result i64){own}\n{body}\n(i64.const 0))\n"

    def _fixed_lists(self) -> set[str]:
        """Locals that hold only constant lists."""
        lists: dict[str, bool] = {}
        for node in statements(self.function.body):
            if isinstance(node, n.Assign):
                name = node.target.name
                lists[name] = lists.get(name, True) and self.is_fixed(node.value)
        return {name for name, fixed in lists.items() if fixed and name not in self.params}

    def block(self, body: n.Block) -> str:
        """Statements in order."""
        return "\n".join(line for statement in body for line in self.statement(statement))

    def statement(self, node: n.Stmt) -> Iterator[str]:
        """One statement, by the method named after its class."""
        return getattr(self, f"_{type(node).__name__.lower()}")(node)  # type: ignore[no-any-return]

    def _assign(self, node: n.Assign) -> Iterator[str]:
        yield self.set(node.target.name, self(node.value))

    def _return(self, node: n.Return) -> Iterator[str]:
        if node.value is None:
            yield f"(return {const(0)})"
        else:
            yield f"(return {self.sets.result(self(node.value), node.value.type)})"

    def _if(self, node: n.If) -> Iterator[str]:
        text = f"(else {self.block(node.otherwise)})" if node.otherwise else ""
        for test, body in reversed(node.branches):
            text = f"(if {self.test(test)} (then {self.block(body)}) {text})"
            last = text
            text = f"(else {text})"
        yield last

    def _for(self, node: n.For) -> Iterator[str]:
        yield self.loop(
            node.var.name, node.members, lambda: self.block(node.body), node.weight, node.order, whole=True
        )

    def _repeat(self, node: n.Repeat) -> Iterator[str]:
        left = self.fresh("c")
        number = self.made
        spent = (
            f"(drop (call $spend (i64.mul (local.get ${left}) (i64.const {node.weight}))))\n"
            if node.weight
            else ""
        )
        yield (
            f"(local.set ${left} {self(node.times)})\n{spent}"
            f"(block $b{number} (loop $l{number} (br_if $b{number} (i64.le_s (local.get ${left}) (i64.const 0)))\n"
            f"(local.set ${left} (i64.sub (local.get ${left}) (i64.const 1)))\n{self.block(node.body)}\n(br $l{number})))"
        )

    def _while(self, node: w.While) -> Iterator[str]:
        self.made += 1
        number = self.made
        outer, self.breaks = self.breaks, number
        body = self.block(node.body)
        self.breaks = outer
        yield f"(block $b{number} (loop $l{number} (br_if $b{number} (i32.eqz {self.test(node.test)}))\n{body}\n(br $l{number})))"

    def _range(self, node: w.Range) -> Iterator[str]:
        at_, end = self.fresh("at"), self.fresh("end")
        yield put(at_, self(node.start)) + put(end, self(node.stop))
        self.made += 1
        number = self.made
        outer, self.breaks = self.breaks, number
        body = self.block(node.body)
        self.breaks = outer
        over = f"(i64.{'ge_s' if node.step > 0 else 'le_s'} {got(at_)} {got(end)})"
        yield (
            f"(block $b{number} (loop $l{number} (br_if $b{number} {over})\n{self.set(node.var.name, got(at_))}\n"
            f"{put(at_, f'(i64.add {got(at_)} {const(node.step)})')}\n{body}\n(br $l{number})))"
        )

    def _break(self, _node: w.Break) -> Iterator[str]:
        yield f"(br $b{self.breaks})"

    def _put(self, node: w.Put) -> Iterator[str]:
        yield self.store(node.target.array, self(node.value), *map(self, node.target.indexes))

    def _store(self, node: n.Store) -> Iterator[str]:
        cell, value = node.cell, self(node.value)
        if cell.row is None:
            yield self.store("G", value, const(cell.cell))
            return
        row = self.fresh("w")
        if cell.noun != "tile":
            put = self.store(ROWS[cell.noun], value, f"(local.get ${row})", const(cell.cell))
        else:
            put = self.store(
                "T", value, f"(call $row_to_write (local.get ${row}))", const(cell.cell - at.HOME - 1)
            )
        yield f"(local.set ${row} {self(cell.row)})\n(if (i64.ge_s (local.get ${row}) (i64.const 0)) (then {put}))"

    def _do(self, node: n.Do) -> Iterator[str]:
        call = f"(call ${node.name} {self.args(node.args)})"
        yield self.set(node.into.name, call) if node.into is not None else f"(drop {call})"

    def _raise(self, node: n.Raise) -> Iterator[str]:
        held = [self.fresh("held") for _ in node.args]
        for name, arg in zip(held, node.args, strict=True):
            yield put(name, self(arg))
        for place, name in enumerate(held):
            yield self.store("ARGS", got(name), const(place))
        bearer = " ".join(map(self, node.bearer)) if node.bearer else " ".join([const(-1)] * 3)
        yield f"(drop (call $push {const(node.event)} {bearer}))"

    def _run(self, node: n.Run) -> Iterator[str]:
        match node.function:
            case "store":
                to, value = node.args
                yield f"(i64.store {self.at(self(to))} {self(value)})"
            case "copy":
                target, start, size = map(self, node.args)
                yield f"(memory.copy {self.at(target)} {self.at(start)} (i32.wrap_i64 {size}))"
            case "switch":
                yield f"(global.set $base {self.from_home(f'(i32.wrap_i64 {self.args(node.args)})')})"
            case "fail":
                yield f"{self.store('S', self.args(node.args), const(SCALARS['error']))} (unreachable)"
            case _:
                yield f"(drop (call ${node.function} {self.args(node.args)}))"

    # ── steps ──

    def _proceed(self, _node: n.Proceed) -> Iterator[str]:
        yield "(drop (call $proceed))"

    def _next(self, node: n.Next) -> Iterator[str]:
        yield f"(i64.store offset=8 (local.get $frame) {const(node.step)})"

    def _jump(self, node: n.Jump) -> Iterator[str]:
        yield f"(return (call ${self.function.name.rpartition('_')[0]}_{node.step} (local.get $F)))"

    def _ask(self, node: n.Ask) -> Iterator[str]:
        kind, slot, after, _ = self.numbers.choice(self.function.place)
        player = self.fresh("p")
        option = self.fresh("o")
        yield f"(local.set ${player} {self(node.player)})"
        yield self.store("S", const(0), const(SCALARS["options"]))
        yield self.loop(
            option, node.options, lambda: f"(drop (call $add_option (local.get ${option})))", 0, node.order
        )
        yield f"(return (call $ask (local.get $F) (local.get ${player}) {const(kind)} {const(slot)} {const(after)}))"

    def _open(self, node: n.Open) -> Iterator[str]:
        kind, _, after, phase = self.numbers.choice(self.function.place)
        yield (
            f"(return (call $offer (local.get $F) {self(node.player)} {self(node.people)} "
            f"{const(phase)} {const(kind)} {const(after)}))"
        )

    def _pop(self, _node: n.Pop) -> Iterator[str]:
        yield "(drop (call $pop))"

    def _burn(self, node: n.Burn) -> Iterator[str]:
        yield f"(drop (call $spend {self(node.rounds)}))"
