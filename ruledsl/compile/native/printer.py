"""Functions of the representation as WebAssembly's text. Everything is a number of 64 bits: numbers, bit sets, places of lists in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.compile.native.memory import NOTHING
from ruledsl.compile.native.nodes import Element
from ruledsl.engine.state import layout as at
from ruledsl.ir import nodes as n
from ruledsl.vocabulary.strata import SUMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ruledsl.compile.native import nodes as w
    from ruledsl.compile.native.memory import Memory
    from ruledsl.compile.native.program import Numbers
    from ruledsl.ir.module import Function

__all__ = ["FunctionPrinter", "const"]

_ARITH = {"+": "add", "-": "sub", "*": "mul"}
_COMPARE = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_ROWS = {"player": "Y", "people": "P", "region": "R"}
_TILE = ("SITE", "CONCEALED", "TILE_COINS", "BORROWED", "TRAYS", "HOME")
_LOADS = {8: "i64.load", 4: "i64.load32_s", 2: "i64.load16_s"}
_STORES = {8: "i64.store", 4: "i64.store32", 2: "i64.store16"}
_BOARD = {"near": "NEAR", "terrain": "TERRAIN", "trait": "TRAITS", "ground": "GROUNDS"}
_PRONOUNS = {"me": 2, "here": 3, "this": 4}
_NAMES = {"lying": "lying", "deck": "deck_list"}
_RENAMED = {"draw": "draw", "listed": ""}


def const(value: int) -> str:
    """A number, of whatever sign."""
    return f"(i64.const {(value + (1 << 63)) % (1 << 64) - (1 << 63)})"


class FunctionPrinter:
    """Prints one function; every kind of node by the method with its name."""

    def __init__(self, memory: Memory, numbers: Numbers, function: Function) -> None:
        self.memory, self.numbers, self.function = memory, numbers, function
        self.frame = function.frame
        self.params = [param.name for param in function.params] if self.frame is None else ["F"]
        self.locals: dict[str, None] = {}
        self.depth = 0

    def text(self) -> str:
        """All of it."""
        body = self.block(self.function.body)
        params = "".join(f" (param ${name} i64)" for name in self.params)
        own = "".join(f" (local ${name} i64)" for name in self.locals if name not in self.params)
        return f"(func ${self.function.name}{params} (result i64){own}\n{body}\n(i64.const 0))\n"

    def fresh(self, word: str = "t") -> str:
        """A local of the printer's own."""
        self.depth += 1
        name = f"{word}.{self.depth}"
        self.locals[name] = None
        return name

    # ── expressions ──

    def e(self, node: n.Expr | None) -> str:
        """A number of 64 bits."""
        if node is None:
            return const(NOTHING)
        return getattr(self, f"_{type(node).__name__.lower()}")(node)  # type: ignore[no-any-return]

    def t(self, node: n.Expr) -> str:
        """Whether something holds, or is not empty, as a number of 32 bits."""
        match node:
            case n.Compare(op=op, left=left, right=right):
                return f"(i64.{_COMPARE[op]} {self.e(left)} {self.e(right)})"
            case n.Not(operand=operand):
                return f"(i32.eqz {self.t(operand)})"
            case n.Logic(op="and", left=left, right=right):
                return f"(if (result i32) {self.t(left)} (then {self.t(right)}) (else (i32.const 0)))"
            case n.Logic(left=left, right=right):
                return f"(if (result i32) {self.t(left)} (then (i32.const 1)) (else {self.t(right)}))"
            case n.Some(members=members):
                return f"(i64.ne {self.counted(members)} (i64.const 0))"
            case n.Const(value=int(value)):
                return f"(i32.const {int(value != 0)})"
            case _ if node.type == "list":
                return f"(i64.ne {self.counted(node)} (i64.const 0))"
        return f"(i64.ne {self.e(node)} (i64.const 0))"

    def flag(self, test: str) -> str:
        return f"(i64.extend_i32_u {test})"

    def _const(self, node: n.Const) -> str:
        if isinstance(node.value, tuple):
            return const(self.memory.list(node.value))
        return const(node.value)

    def slot(self, name: str) -> int | None:
        if self.frame is None:
            return None
        return _PRONOUNS.get(name) or self.frame.get(name)

    def _local(self, node: n.Local) -> str:
        slot = self.slot(node.name)
        if slot is not None:
            return f"(i64.load offset={8 * slot} (i32.wrap_i64 (local.get $F)))"
        if node.name not in self.params:
            self.locals[node.name] = None
        return f"(local.get ${node.name})"

    def set(self, name: str, value: str) -> str:
        """Write a local."""
        slot = self.slot(name)
        if slot is not None:
            return f"(i64.store offset={8 * slot} (i32.wrap_i64 (local.get $F)) {value})"
        if name not in self.params:
            self.locals[name] = None
        return f"(local.set ${name} {value})"

    def where(self, array: str, *places: str) -> tuple[str, int]:
        """The address of a cell, and its size."""
        found = self.memory.arrays[array]
        fixed, terms = found.base, []
        steps = (found.stride, found.size) if len(places) > 1 else (found.stride,)
        for place, step in zip(places, steps, strict=True):
            if place.startswith("(i64.const "):
                fixed += int(place[11:-1]) * step
            else:
                terms.append(f"(i32.mul (i32.wrap_i64 {place}) (i32.const {step}))")
        text = f"(i32.const {fixed})"
        for term in terms:
            text = f"(i32.add {term} {text})"
        return text, found.size

    def load(self, array: str, *places: str) -> str:
        address, size = self.where(array, *places)
        return f"({_LOADS[size]} {address})"

    def store(self, array: str, value: str, *places: str) -> str:
        address, size = self.where(array, *places)
        return f"({_STORES[size]} {address} {value})"

    def _cell(self, node: n.Cell) -> str:
        if node.row is None:
            return self.load("G", const(node.cell))
        row = self.e(node.row)
        if node.noun != "tile":
            return self.load(_ROWS[node.noun], row, const(node.cell))
        if node.cell <= at.HOME:
            return self.load(_TILE[node.cell], row)
        return self.load("T", self.load("ROW", row), const(node.cell - at.HOME - 1))

    def _board(self, node: n.Board) -> str:
        if node.index is None:
            return self.load("S", const(self.numbers.scalar(node.table)))
        return self.load(_BOARD[node.table], self.e(node.index))

    def _lookup(self, node: n.Lookup) -> str:
        return self.load(self.memory.table(node.table), self.e(node.index))

    def _element(self, node: Element) -> str:
        return self.load(node.array, *map(self.e, node.indexes))

    def _address(self, node: w.Address) -> str:
        return f"(i64.extend_i32_u {self.where(node.array, *map(self.e, node.indexes))[0]})"

    def _bitwise(self, node: w.Bitwise) -> str:
        return f"(i64.{node.op} {self.e(node.left)} {self.e(node.right)})"

    def _invoke(self, node: w.Invoke) -> str:
        args = " ".join(map(self.e, node.args))
        return f"(call_indirect (type $f{len(node.args)}) {args} (i32.wrap_i64 {self.e(node.function)}))"

    def args(self, args: tuple[n.Expr | None, ...]) -> str:
        return " ".join(map(self.e, args))

    def _call(self, node: n.Call) -> str:
        match node.function:
            case "load":
                return f"(i64.load (i32.wrap_i64 {self.args(node.args)}))"
            case "quotient":
                return f"(i64.div_s {self.args(node.args)})"
        return f"(call ${node.function} {self.args(node.args)})"

    def _prim(self, node: n.Prim) -> str:
        match node:
            case n.Prim(name="unlifted"):
                return self._unlifted(node)
            case n.Prim(name="unforbidden"):
                return self._unforbidden(node)
            case n.Prim(name="deck", args=(deck,)):
                return f"(call $copied (call $deck_list {self.e(deck)}))"
            case n.Prim(name="listed", args=(members, n.Const(value=int(order)))):
                if members.type == "list":
                    return f"(call $copied {self.members(members)})"
                word = ("bit", "seat", "people")[order]
                return f"(call $in_{word}_order {self.e(members)})"
            case n.Prim(name="head", args=(members,)):
                return f"(call $item {self.e(members)} (i64.const 0))"
            case n.Prim(name="in_tile_order", args=(members,)):
                return f"(call $in_tile_order {self.members(members)})"
        return f"(call ${node.name} {self.args(node.args)})"

    def members(self, node: n.Expr) -> str:
        """A list that is only looked at: that of a deck itself."""
        match node:
            case n.Prim(name="deck", args=(deck,)):
                return f"(call $deck_list {self.e(deck)})"
        return self.e(node)

    def chain(self, key: int) -> str:
        return f"(call $chain {const(key)})"

    def _fact(self, node: n.Fact) -> str:
        if node.what == "shared":
            return self.load("S", const(self.numbers.scalar("extras")))
        return self.chain(self.numbers.key(node.what, node.index))

    def _inplay(self, node: n.InPlay) -> str:
        raise AssertionError

    # ── numbers and flags ──

    def _arith(self, node: n.Arith) -> str:
        left, right = self.e(node.left), self.e(node.right)
        if node.op in _ARITH:
            return f"(i64.{_ARITH[node.op]} {left} {right})"
        if node.op == "/":
            return f"(call $divide {left} {right})"
        a, b = self.fresh(), self.fresh()
        op = "gt_s" if node.op == "max" else "lt_s"
        return f"(select (local.tee ${a} {left}) (local.tee ${b} {right}) (i64.{op} (local.get ${a}) (local.get ${b})))"

    def _saturated(self, node: n.Saturated) -> str:
        return f"(call $saturated {self.e(node.value)})"

    def _compare(self, node: n.Compare) -> str:
        return self.flag(self.t(node))

    _not = _logic = _some = _compare  # type: ignore[assignment]

    def _select(self, node: n.Select) -> str:
        return f"(if (result i64) {self.t(node.test)} (then {self.e(node.yes)}) (else {self.e(node.no)}))"

    # ── sets ──

    def _single(self, node: n.Single) -> str:
        item = self.fresh()
        return (
            f"(i64.shl (i64.extend_i32_u (i64.ge_s (local.tee ${item} {self.e(node.item)}) (i64.const 0))) (local.get ${item}))"
        )

    def _setop(self, node: n.SetOp) -> str:
        left, right = self.e(node.left), self.e(node.right)
        if node.op == "-":
            return f"(i64.and {left} (i64.xor {right} (i64.const -1)))"
        return f"(i64.{'or' if node.op == '|' else 'and'} {left} {right})"

    def _complement(self, node: n.Complement) -> str:
        return f"(i64.xor {self.e(node.operand)} (i64.const -1))"

    def _has(self, node: n.Has) -> str:
        if node.members.type == "bits":
            return f"(i64.and (i64.shr_u {self.e(node.members)} {self.e(node.item)}) (i64.const 1))"
        return f"(call $contains {self.members(node.members)} {self.e(node.item)})"

    def counted(self, members: n.Expr) -> str:
        """More than nothing if there is a member."""
        return f"(call $length {self.members(members)})" if members.type == "list" else self.e(members)

    def _size(self, node: n.Size) -> str:
        if node.members.type == "list":
            return f"(call $length {self.members(node.members)})"
        return f"(i64.popcnt {self.e(node.members)})"

    # ── loops ──

    def loop(self, var: str, members: n.Expr, body: Callable[[], str], weight: int = 0, order: str = "", *, whole: bool = False) -> str:
        """Over the members of a set."""
        if members.type == "list" or order:
            if order:
                items = f"(call $in_{'seat' if order == 'seats' else 'people'}_order {self.e(members)})"
            else:
                items = self.e(members) if whole else self.members(members)
            return self._over_list(var, items, body, weight)
        mask, number = self.fresh("m"), self.depth
        spent = f"(drop (call $spend (i64.mul (i64.popcnt (local.get ${mask})) (i64.const {weight}))))\n" if weight else ""
        return (
            f"(local.set ${mask} {self.e(members)})\n{spent}"
            f"(block $b{number} (loop $l{number} (br_if $b{number} (i64.eqz (local.get ${mask})))\n"
            f"{self.set(var, f'(i64.ctz (local.get ${mask}))')}\n"
            f"(local.set ${mask} (i64.and (local.get ${mask}) (i64.sub (local.get ${mask}) (i64.const 1))))\n"
            f"{body()}\n(br $l{number})))"
        )

    def _over_list(self, var: str, items: str, body: Callable[[], str], weight: int) -> str:
        here, end = self.fresh("i"), self.fresh("n")
        number = self.depth
        spent = f"(drop (call $spend (i64.mul (local.get ${end}) (i64.const {weight}))))\n" if weight else ""
        return (
            f"(local.set ${here} {items})\n(local.set ${end} (call $length (local.get ${here})))\n{spent}"
            f"(block $b{number} (loop $l{number} (br_if $b{number} (i64.eqz (local.get ${end})))\n"
            f"(local.set ${end} (i64.sub (local.get ${end}) (i64.const 1)))\n"
            f"(local.set ${here} (i64.add (local.get ${here}) (i64.const 8)))\n"
            f"{self.set(var, f'(i64.load (i32.wrap_i64 (local.get ${here})))')}\n"
            f"{body()}\n(br $l{number})))"
        )

    def known(self, lets: tuple[n.Let, ...]) -> str:
        return "\n".join(self.set(let.target.name, self.e(let.value)) for let in lets)

    def _filter(self, node: n.Filter) -> str:
        found = self.fresh("f")
        var = self._local(node.var)
        if node.type == "bits":
            start, keep = const(0), f"(local.set ${found} (i64.or (local.get ${found}) (i64.shl (i64.const 1) {var})))"
            done = f"(local.get ${found})"
        else:
            start = f"(call $room {const(self.numbers.widest)})"
            keep, done = f"(drop (call $append (local.get ${found}) {var}))", f"(call $settled (local.get ${found}))"

        def body() -> str:
            return f"{self.known(node.known)}(if {self.t(node.term)} (then {keep}))"

        return f"(block (result i64) (local.set ${found} {start})\n{self.loop(node.var.name, node.members, body, node.weight)}\n{done})"

    def _fold(self, node: n.Fold) -> str:
        found, term, some = self.fresh("a"), self.fresh("x"), self.fresh("s")
        value = f"(local.get ${term})"
        before = f"(local.get ${found})"
        if node.op in ("sum", "union"):
            step = f"(local.set ${found} (i64.{'add' if node.op == 'sum' else 'or'} {before} {value}))"
        else:
            op = "gt_s" if node.op == "max" else "lt_s"
            better = f"(i32.or (i64.eqz (local.get ${some})) (i64.{op} {value} {before}))"
            step = f"(if {better} (then (local.set ${found} {value}))) (local.set ${some} (i64.const 1))"

        def body() -> str:
            return f"{self.known(node.known)}(local.set ${term} {self.e(node.term)}) {step}"

        start = f"(local.set ${found} (i64.const 0)) (local.set ${some} (i64.const 0))"
        return f"(block (result i64) {start}\n{self.loop(node.var.name, node.members, body, node.weight)}\n{before})"

    def _reach(self, node: n.Reach) -> str:
        found, edge, new = self.fresh("r"), self.fresh("e"), self.fresh("n")
        number = self.depth
        edge_, found_, new_ = (f"(local.get ${name})" for name in (edge, found, new))

        def body() -> str:
            return f"(local.set ${new} (i64.or {new_} {self.e(node.term)}))"

        inner = self.loop(node.var.name, n.SetOp("|", n.Local(edge), n.Const(0, "bits")), body, node.weight)
        return (
            f"(block (result i64) (local.set ${found} {self.e(node.start)}) (local.set ${edge} {found_})\n"
            f"(block $o{number} (loop $p{number} (br_if $o{number} (i64.eqz {edge_})) (local.set ${new} (i64.const 0))\n{inner}\n"
            f"(local.set ${edge} (i64.and {new_} (i64.xor {found_} (i64.const -1))))\n"
            f"(local.set ${found} (i64.or {found_} {edge_})) (br $p{number})))\n{found_})"
        )

    # ── rules in play ──

    def entries(self, key: int, body: Callable[[str], str]) -> str:
        """Over the rules in play about something; the body is told how to get a part of one."""
        entry = self.fresh("e")
        number = self.depth
        part = self.load("ENTRIES", f"(local.get ${entry})", "(i64.const 0)")
        return (
            f"(local.set ${entry} {self.chain(key)})\n(block $b{number} (loop $l{number} "
            f"(br_if $b{number} (i64.eqz (local.get ${entry})))\n{body(entry)}\n(local.set ${entry} {part}) (br $l{number})))"
        )

    def part(self, entry: str, number: int) -> str:
        return self.load("ENTRIES", f"(local.get ${entry})", const(number))

    def invoked(self, entry: str, *args: str) -> str:
        """The function of a rule in play, for its bearer."""
        bearer = " ".join(self.part(entry, number) for number in (2, 3, 4))
        return f"(call_indirect (type $f{3 + len(args)}) {bearer} {' '.join(args)} (i32.wrap_i64 {self.part(entry, 1)}))"

    def held(self, args: tuple[n.Expr, ...]) -> tuple[str, list[str]]:
        """Arguments that are worked out once: what does that, and how they are read."""
        names = [self.fresh("g") for _ in args]
        sets = " ".join(f"(local.set ${name} {self.e(arg)})" for name, arg in zip(names, args, strict=True))
        return sets, [f"(local.get ${name})" for name in names]

    def _unlifted(self, node: n.Prim) -> str:
        permission, reason, bad, *params = node.args
        assert isinstance(permission, n.Const)  # noqa: S101
        sets, held = self.held((bad, *params))
        key = self.numbers.key("permits", int(permission.value))  # type: ignore[arg-type]
        return f"(block (result i64) {sets} {self.lift(key, self.e(reason), held)} {held[0]})"

    def lift(self, key: int, reason: str, held: list[str]) -> str:
        bad = held[0][11:-1]

        def body(entry: str) -> str:
            off = f"(i64.xor {self.invoked(entry, *held)} (i64.const -1))"
            return f"(if (i64.eq {self.part(entry, 5)} {reason}) (then (local.set {bad} (i64.and {held[0]} {off}))))"

        return f"(if (i64.ne {held[0]} (i64.const 0)) (then {self.entries(key, body)}))"

    def _unforbidden(self, node: n.Prim) -> str:
        permission, despite, allowed, *params = node.args
        assert isinstance(permission, n.Const)  # noqa: S101
        assert isinstance(despite, n.Const)  # noqa: S101
        number = int(permission.value)  # type: ignore[arg-type]
        bad = self.fresh("h")
        sets, held = self.held((allowed, *params))
        left = f"(local.get ${bad})"
        inner = [left, *held[1:]]

        def body(entry: str) -> str:
            reason = self.part(entry, 5)
            out = "".join(f"(br_if $s{entry} (i64.eq {reason} {const(one)}))" for one in despite.value)  # type: ignore[union-attr]
            static = ""
            for why, lifts in self.numbers.static_permits(number):
                offs = "".join(
                    f"(local.set ${bad} (i64.and {left} (i64.xor (call ${lift} (i64.const -1) (i64.const -1) (i64.const -1) {' '.join(inner)}) (i64.const -1))))"
                    for lift in lifts
                )
                static += f"(if (i64.eq {reason} {const(why)}) (then {offs}))"
            lifted = self.lift(self.numbers.key("permits", number), reason, inner)
            off = f"(local.set {held[0][11:-1]} (i64.and {held[0]} (i64.xor {left} (i64.const -1))))"
            return f"(block $s{entry} {out} (local.set ${bad} {self.invoked(entry, *held)}) {static} {lifted} {off})"

        return f"(block (result i64) {sets} {self.entries(self.numbers.key('forbids', number), body)} {held[0]})"

    def _apply(self, node: n.Apply) -> Iterator[str]:
        rules = node.rules
        while isinstance(rules, n.Local):
            rules = self.numbers.tables[self.function.name, rules.name]
        assert isinstance(rules, n.InPlay)  # noqa: S101
        sets, held = self.held(node.args)
        keyed, subject = self.held((rules.key,))
        yield f"{sets} {keyed}"
        value = self._local(n.Local(node.target.name))
        for own in (False, True):

            def body(entry: str, own: bool = own) -> str:
                fits = f"(i64.eq {self.part(entry, 6)} {subject[0] if own else const(-1)})"
                right = f"(i32.and (i64.eq {self.part(entry, 5)} {const(node.stratum)}) {fits})"
                return f"(if {right} (then {self.set(node.target.name, self.invoked(entry, value, *held))}))"

            loop = self.entries(self.numbers.key("changed", rules.value), body)
            yield f"(if (i64.ge_s {subject[0]} (i64.const 0)) (then {loop}))" if own else loop

    # ── statements ──

    def block(self, body: n.Block) -> str:
        """Statements in order."""
        return "\n".join(line for statement in body for line in self.statement(statement))

    def statement(self, node: n.Stmt) -> Iterator[str]:
        return getattr(self, f"_{type(node).__name__.lower()}")(node)  # type: ignore[no-any-return]

    def _assign(self, node: n.Assign) -> Iterator[str]:
        if isinstance(node.value, n.InPlay):
            self.numbers.tables[self.function.name, node.target.name] = node.value
        else:
            yield self.set(node.target.name, self.e(node.value))

    def _return(self, node: n.Return) -> Iterator[str]:
        yield f"(return {const(0) if node.value is None else self.e(node.value)})"

    def _if(self, node: n.If) -> Iterator[str]:
        text = f"(else {self.block(node.otherwise)})" if node.otherwise else ""
        for test, body in reversed(node.branches):
            text = f"(if {self.t(test)} (then {self.block(body)}) {text})"
            last = text
            text = f"(else {text})"
        yield last

    def _for(self, node: n.For) -> Iterator[str]:
        yield self.loop(
            node.var.name, node.members, lambda: self.block(node.body), node.weight, node.order, whole=True
        )

    def _repeat(self, node: n.Repeat) -> Iterator[str]:
        left = self.fresh("c")
        number = self.depth
        spent = f"(drop (call $spend (i64.mul (local.get ${left}) (i64.const {node.weight}))))\n" if node.weight else ""
        yield (
            f"(local.set ${left} {self.e(node.times)})\n{spent}"
            f"(block $b{number} (loop $l{number} (br_if $b{number} (i64.le_s (local.get ${left}) (i64.const 0)))\n"
            f"(local.set ${left} (i64.sub (local.get ${left}) (i64.const 1)))\n{self.block(node.body)}\n(br $l{number})))"
        )

    def _while(self, node: w.While) -> Iterator[str]:
        self.depth += 1
        number = self.depth
        outer, self.breaks = getattr(self, "breaks", 0), number
        body = self.block(node.body)
        self.breaks = outer
        yield f"(block $b{number} (loop $l{number} (br_if $b{number} (i32.eqz {self.t(node.test)}))\n{body}\n(br $l{number})))"

    def _break(self, _node: w.Break) -> Iterator[str]:
        yield f"(br $b{self.breaks})"

    def _put(self, node: w.Put) -> Iterator[str]:
        yield self.store(node.target.array, self.e(node.value), *map(self.e, node.target.indexes))

    def _store(self, node: n.Store) -> Iterator[str]:
        cell, value = node.cell, self.e(node.value)
        if cell.row is None:
            yield self.store("G", value, const(cell.cell))
            return
        row = self.fresh("w")
        if cell.noun != "tile":
            put = self.store(_ROWS[cell.noun], value, f"(local.get ${row})", const(cell.cell))
        else:
            put = self.store("T", value, f"(call $row_to_write (local.get ${row}))", const(cell.cell - at.HOME - 1))
        yield f"(local.set ${row} {self.e(cell.row)})\n(if (i64.ge_s (local.get ${row}) (i64.const 0)) (then {put}))"

    def _do(self, node: n.Do) -> Iterator[str]:
        if node.name == "collect":
            yield from self._collect(node)
            return
        call = f"(call ${node.name} {self.args(node.args)})"
        yield self.set(node.into.name, call) if node.into is not None else f"(drop {call})"

    def _collect(self, node: n.Do) -> Iterator[str]:
        value, payer, *params = node.args
        assert isinstance(value, n.Const)  # noqa: S101
        number = int(value.value)  # type: ignore[arg-type]
        subject, guarded = self.numbers.collecting(number)
        sets, held = self.held((payer, *params))  # type: ignore[arg-type]
        yield sets
        whose = held[1 + subject] if subject >= 0 else const(-1)
        given = [const(0), *held[1:], *[const(-1)] * guarded]
        for stratum in SUMS:
            for own in (False, True):

                def body(entry: str, own: bool = own, stratum: int = stratum) -> str:
                    fits = f"(i64.eq {self.part(entry, 6)} {whose if own else const(-1)})"
                    right = f"(i32.and (i64.eq {self.part(entry, 5)} {const(stratum)}) {fits})"
                    me = self.part(entry, 2)
                    owner = f"(if (result i64) (i64.ge_s {me} (i64.const 0)) (then (call $owner {me})) (else {const(NOTHING)}))"
                    return f"(if {right} (then (drop (call $move_coins {held[0]} {owner} {self.invoked(entry, *given)}))))"

                loop = self.entries(self.numbers.key("changed", number), body)
                yield f"(if (i64.ge_s {whose} (i64.const 0)) (then {loop}))" if own else loop

    def _raise(self, node: n.Raise) -> Iterator[str]:
        sets, held = self.held(node.args)
        yield sets
        for place, arg in enumerate(held):
            yield self.store("ARGS", arg, const(place))
        bearer = " ".join(map(self.e, node.bearer)) if node.bearer else " ".join([const(-1)] * 3)
        yield f"(drop (call $push {const(node.event)} {bearer}))"

    def _run(self, node: n.Run) -> Iterator[str]:
        match node.function:
            case "store":
                to, value = node.args
                yield f"(i64.store (i32.wrap_i64 {self.e(to)}) {self.e(value)})"
            case "fail":
                yield f"{self.store('S', self.args(node.args), const(self.numbers.scalar('error')))} (unreachable)"
            case _:
                yield f"(drop (call ${node.function} {self.args(node.args)}))"

    # ── steps ──

    def _next(self, node: n.Next) -> Iterator[str]:
        yield f"(i64.store offset=8 (i32.wrap_i64 (local.get $F)) {const(node.step)})"

    def _jump(self, node: n.Jump) -> Iterator[str]:
        yield f"(return (call ${self.function.name.rpartition('_')[0]}_{node.step} (local.get $F)))"

    def place(self) -> tuple[int, int]:
        _, procedure, step = self.function.name.split("_")
        return int(procedure), int(step)

    def _ask(self, node: n.Ask) -> Iterator[str]:
        kind, slot, after, _ = self.numbers.choice(self.place())
        player = self.fresh("p")
        option = self.fresh("o")
        yield f"(local.set ${player} {self.e(node.player)})"
        yield self.store("S", const(0), const(self.numbers.scalar("options")))
        yield self.loop(
            option, node.options, lambda: f"(drop (call $add_option (local.get ${option})))", 0, node.order
        )
        yield f"(return (call $ask (local.get $F) (local.get ${player}) {const(kind)} {const(slot)} {const(after)}))"

    def _open(self, node: n.Open) -> Iterator[str]:
        kind, _, after, phase = self.numbers.choice(self.place())
        yield (
            f"(return (call $offer (local.get $F) {self.e(node.player)} {self.e(node.people)} "
            f"{const(phase)} {const(kind)} {const(after)}))"
        )

    def _pop(self, _node: n.Pop) -> Iterator[str]:
        yield "(drop (call $pop))"

    def _note(self, _node: n.Note) -> Iterator[str]:
        yield ""

    def _burn(self, node: n.Burn) -> Iterator[str]:
        yield f"(drop (call $spend {self.e(node.rounds)}))"
