"""Prints expressions of the representation as WebAssembly.

Every value is a number of 64 bits: numbers, bit sets (`sets.py`), addresses of lists. Only tests have 32 bits, as in WebAssembly.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from ruledsl.engine.compile.wasm import nodes as w
from ruledsl.engine.compile.wasm.memory import SCALARS, TILE_ARRAYS
from ruledsl.engine.compile.wasm.nodes import const, got
from ruledsl.engine.compile.wasm.sets import sets_of
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.small.room import NOTHING
from ruledsl.engine.state import layout as at

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.compile.wasm.memory import Memory, Numbers
    from ruledsl.engine.ir.module import Function

# ── places ──────────────────────────────────────────────────────────────────────
# Prints addresses as WebAssembly: of cells and lists, in the current block and beyond.


_LOADS = {8: "i64.load", 4: "i64.load32_s", 2: "i64.load16_s"}
_STORES = {8: "i64.store", 4: "i64.store32", 2: "i64.store16"}
BASE = "(global.get $base)"
"""The address of the current block."""
HOME = "(global.get $home)"
"""The start of a guest program's memory inside its host's."""


class Places:
    """Prints addresses.

    `fixed` are the locals that hold only constant lists; `home` is the start of the memory: `HOME`, or empty where that is 0.
    """

    memory: Memory
    fixed: set[str]
    home: str

    @abstractmethod
    def __call__(self, node: n.Expr | None) -> str:
        """A number of 64 bits."""

    @abstractmethod
    def fresh(self, word: str = "t") -> str:
        """A new local of the printer."""

    def at(self, place: str) -> str:
        """The address of a place: in the current block, or beyond everything that counts from its beginning."""
        name = self.fresh("p")
        within = f"(i64.lt_u {got(name)} (i64.const {self.memory.slot}))"
        return f"(i32.add (i32.wrap_i64 (local.tee ${name} {place})) (select {BASE} {self.home or '(i32.const 0)'} {within}))"

    def start(self, items: n.Expr) -> str:
        """The address of a list; constant lists do not move with the block."""
        if self.is_fixed(items):
            return self.from_home(f"(i32.wrap_i64 {self(items)})")
        return self.at(self(items))

    def from_home(self, place: str) -> str:
        """The address of a place that counts from the beginning of the memory."""
        return f"(i32.add {self.home} {place})" if self.home else place

    def is_fixed(self, items: n.Expr) -> bool:
        """Is it certain that the list lies in no block?"""
        match items:
            case n.Const(value=int(place)):
                return place >= self.memory.slot
            case w.Element(array=array):
                return not self.memory.in_block(array)
            case n.Local(name=name):
                return name in self.fixed
        return False

    def item(self, items: str, place: str) -> str:
        """A member of a list, by index; `items` is the address of the list."""
        return f"(i64.load offset=8 (i32.add {items} (i32.shl (i32.wrap_i64 {place}) (i32.const 3))))"

    def where(self, array: str, *places: str) -> tuple[str, int, int]:
        """The offset of a cell from its block (or the memory) in bytes: the computed part, the known part. Then its size."""
        layout = self.memory.arrays[array]
        fixed, terms = layout.base, []
        steps = (layout.stride, layout.size) if len(places) > 1 else (layout.stride,)
        for place, step in zip(places, steps, strict=True):
            if place.startswith("(i64.const "):
                fixed += int(place[11:-1]) * step
            else:
                terms.append(f"(i32.mul (i32.wrap_i64 {place}) (i32.const {step}))")
        text = terms[0] if terms else ""
        for term in terms[1:]:
            text = f"(i32.add {text} {term})"
        return text, fixed, layout.size

    def cell(self, array: str, *places: str) -> tuple[str, int]:
        """The operands of a load or store of a cell, and its size."""
        text, fixed, size = self.where(array, *places)
        if self.memory.in_block(array):
            # No block begins at the start of the memory: there is room for row -1 before each.
            return f"offset={fixed} {f'(i32.add {BASE} {text})' if text else BASE}", size
        if self.home:
            return f"offset={fixed} {self.from_home(text) if text else self.home}", size
        return f"(i32.add {text} (i32.const {fixed}))" if text else f"(i32.const {fixed})", size

    def load(self, array: str, *places: str) -> str:
        """The value of a cell of an array."""
        where, size = self.cell(array, *places)
        return f"({_LOADS[size]} {where})"

    def store(self, array: str, value: str, *places: str) -> str:
        """Set a cell of an array."""
        where, size = self.cell(array, *places)
        return f"({_STORES[size]} {where} {value})"


_ARITH = {"+": "add", "-": "sub", "*": "mul"}
_COMPARE = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
BOARD = {"near": "NEAR", "terrain": "TERRAIN", "trait": "TRAITS", "ground": "GROUNDS"}
"""The arrays with the data of a map."""
PRONOUNS = {"me": 2, "here": 3, "this": 4}
"""The slots of a frame that hold the bearer."""
ORDERS = ("bit", "seat", "people")
"""The orders in which `listed` turns a set into a list, by number."""
ROWS = {"player": "Y", "people": "P", "region": "R"}
"""The arrays with the rows of nouns."""


class ExpressionPrinter(Places):
    """Prints the expressions of one function, each by the method named after its class."""

    def __init__(self, memory: Memory, numbers: Numbers, function: Function, home: str = "") -> None:
        self.memory, self.numbers, self.function, self.home = memory, numbers, function, home
        self.frame = function.frame
        self.params = [param.name for param in function.params] if self.frame is None else ["F"]
        self.locals: dict[str, None] = {}
        self.made = 0
        self.fixed: set[str] = set()
        self.sets = sets_of(self)

    def fresh(self, word: str = "t") -> str:
        """A new local of the printer."""
        self.made += 1
        name = f"{word}.{self.made}"
        self.locals[name] = None
        return name

    # ── expressions ──

    def __call__(self, node: n.Expr | None) -> str:
        """A number of 64 bits."""
        if node is None:
            return const(NOTHING)
        return getattr(self, f"_{type(node).__name__.lower()}")(node)  # type: ignore[no-any-return]

    def test(self, node: n.Expr) -> str:
        """Whether a condition holds, or a set is not empty, as a number of 32 bits."""
        match node:
            case n.Compare(op=op, left=left, right=right) if "bits" in (left.type, right.type):
                same = self.sets.same(self(left), self(right))
                return same if op == "==" else f"(i32.eqz {same})"
            case n.Compare(op=op, left=left, right=right):
                return f"(i64.{_COMPARE[op]} {self(left)} {self(right)})"
            case n.Not(operand=operand):
                return f"(i32.eqz {self.test(operand)})"
            case n.Logic(op="and", left=left, right=right):
                return f"(if (result i32) {self.test(left)} (then {self.test(right)}) (else (i32.const 0)))"
            case n.Logic(left=left, right=right):
                return f"(if (result i32) {self.test(left)} (then (i32.const 1)) (else {self.test(right)}))"
            case n.Some(members=members):
                return f"(i64.ne {self.counted(members)} (i64.const 0))"
            case n.Const(value=int(value)):
                return f"(i32.const {int(value != 0)})"
            case _ if node.type == "list":
                return f"(i64.ne {self.counted(node)} (i64.const 0))"
        return f"(i64.ne {self(node)} (i64.const 0))"

    @staticmethod
    def flag(test: str) -> str:
        """A test as a number."""
        return f"(i64.extend_i32_u {test})"

    def _const(self, node: n.Const) -> str:
        if isinstance(node.value, tuple):
            return const(self.memory.list(node.value))
        return self.sets.constant(node.value) if node.type == "bits" else const(node.value)

    def slot(self, name: str) -> int | None:
        """In a step: the place of a local in the frame, if it has one."""
        if self.frame is None:
            return None
        return PRONOUNS.get(name) or self.frame.get(name)

    def _local(self, node: n.Local) -> str:
        slot = self.slot(node.name)
        if slot is not None:
            return f"(i64.load offset={8 * slot} (local.get $frame))"
        if node.name not in self.params:
            self.locals[node.name] = None
        return f"(local.get ${node.name})"

    def set(self, name: str, value: str) -> str:
        """Write a local."""
        slot = self.slot(name)
        if slot is not None:
            return f"(i64.store offset={8 * slot} (local.get $frame) {value})"
        if name not in self.params:
            self.locals[name] = None
        return f"(local.set ${name} {value})"

    def _cell(self, node: n.Cell) -> str:
        if node.row is None:
            return self.load("G", const(node.cell))
        row = self(node.row)
        if node.noun != "tile":
            return self.load(ROWS[node.noun], row, const(node.cell))
        if node.cell <= at.HOME:
            return self.load(TILE_ARRAYS[node.cell], row)
        return self.load("T", self.load("ROW", row), const(node.cell - at.HOME - 1))

    def _board(self, node: n.Board) -> str:
        if node.index is None:
            return self.load("S", const(SCALARS[node.table]))
        return self.load(BOARD[node.table], self(node.index))

    def _lookup(self, node: n.Lookup) -> str:
        return self.load(self.memory.table(node.table), self(node.index))

    def _element(self, node: w.Element) -> str:
        return self.load(node.array, *map(self, node.indexes))

    def _address(self, node: w.Address) -> str:
        text, fixed, _ = self.where(node.array, *map(self, node.indexes))
        return f"(i64.extend_i32_u (i32.add {text} (i32.const {fixed})))" if text else const(fixed)

    def _bitwise(self, node: w.Bitwise) -> str:
        return f"(i64.{node.op} {self(node.left)} {self(node.right)})"

    def _counted(self, node: w.Counted) -> str:
        return f"(i64.{node.op} {self(node.word)})"

    def _invoke(self, node: w.Invoke) -> str:
        args = " ".join(map(self, node.args))
        return f"(call_indirect (type $f{len(node.args)}) {args} (i32.wrap_i64 {self(node.function)}))"

    def args(self, args: tuple[n.Expr | None, ...]) -> str:
        """The arguments of a call."""
        return " ".join(map(self, args))

    def _call(self, node: n.Call) -> str:
        match node.function:
            case "length":
                return f"(i64.load {self.start(node.args[0])})"
            case "load":
                return f"(i64.load {self.at(self.args(node.args))})"
            case "item":
                items, place = node.args
                return self.item(self.start(items), self(place))
            case "current":
                return f"(i64.extend_i32_u {f'(i32.sub {BASE} {self.home})' if self.home else BASE})"
            case "quotient":
                return f"(i64.div_s {self.args(node.args)})"
        return f"(call ${node.function} {self.args(node.args)})"

    def _prim(self, node: n.Prim) -> str:
        match node:
            case n.Prim(name="sites", args=(n.Const(value=int(kind)),)) if kind >= 0:
                return self.load("KMASK", const(kind))
            case n.Prim(name="deck", args=(deck,)):
                return f"(call $copied (call $deck_list {self(deck)}))"
            case n.Prim(name="listed", args=(members, n.Const(value=int(order)))):
                if members.type == "list":
                    return f"(call $copied {self.members(members)})"
                return f"(call $in_{ORDERS[order]}_order {self(members)})"
            case n.Prim(name="head", args=(members,)):
                return self.item(self.start(members), const(0))
            case n.Prim(args=(n.Expr(type="list") as members,)) if node.name in w.LOOKING:
                return f"(call ${node.name} {self.members(members)})"
        return f"(call ${node.name} {self.args(node.args)})"

    def members(self, node: n.Expr) -> str:
        """A list that is only read: for a deck, its list itself."""
        match node:
            case n.Prim(name="deck", args=(deck,)):
                return f"(call $deck_list {self(deck)})"
        return self(node)

    def chain(self, key: int) -> str:
        """The first rule in play for a key; 0 if there is none."""
        dirty, head = self.load("S", const(SCALARS["dirty"])), self.load("HEAD", const(key))
        stale = f"(then (call $chain {const(key)})) (else {head})"
        return f"(if (result i64) (i64.ne {dirty} (i64.const 0)) {stale})"

    def _fact(self, node: n.Fact) -> str:
        if node.what == "shared":
            return self.load("S", const(SCALARS["extras"]))
        return self.chain(self.numbers.key(node.what, node.index))

    # ── numbers and flags ──

    def _arith(self, node: n.Arith) -> str:
        left, right = self(node.left), self(node.right)
        if node.op in _ARITH:
            return f"(i64.{_ARITH[node.op]} {left} {right})"
        if node.op == "/":
            return f"(call $divide {left} {right})"
        a, b = self.fresh(), self.fresh()
        op = "gt_s" if node.op == "max" else "lt_s"
        return f"(select (local.tee ${a} {left}) (local.tee ${b} {right}) (i64.{op} (local.get ${a}) (local.get ${b})))"

    def _saturated(self, node: n.Saturated) -> str:
        return f"(call $saturated {self(node.value)})"

    def _compare(self, node: n.Compare) -> str:
        return self.flag(self.test(node))

    _not = _logic = _some = _compare

    def _select(self, node: n.Select) -> str:
        return f"(if (result i64) {self.test(node.test)} (then {self(node.yes)}) (else {self(node.no)}))"

    # ── sets ──

    def _single(self, node: n.Single) -> str:
        return self.sets.single(self(node.item))

    def _few(self, node: w.Few) -> str:
        return self.sets.few(self(node.word))

    def _first(self, node: w.First) -> str:
        return self.sets.first(self(node.members))

    def _setop(self, node: n.SetOp) -> str:
        op, right = node.op, node.right
        if op == "&" and isinstance(right, n.Complement):
            op, right = "-", right.operand
        return self.sets.combined(op, self(node.left), self(right))

    def _complement(self, node: n.Complement) -> str:
        return self.sets.complement(self(node.operand))

    def _has(self, node: n.Has) -> str:
        if node.members.type == "bits":
            return self.sets.has(self(node.members), self(node.item))
        return f"(call $contains {self.members(node.members)} {self(node.item)})"

    def counted(self, members: n.Expr) -> str:
        """A text that is greater than 0 if there is a member."""
        return f"(i64.load {self.at(self.members(members))})" if members.type == "list" else self(members)

    def _size(self, node: n.Size) -> str:
        if node.members.type == "list":
            return f"(i64.load {self.at(self.members(node.members))})"
        return self.sets.size(self(node.members))

    # ── loops ──

    def loop(
        self,
        var: str,
        members: n.Expr,
        body: Callable[[], str],
        weight: int = 0,
        order: str = "",
        *,
        whole: bool = False,
        pure: bool = False,
    ) -> str:
        """A loop over the members of a set; a `pure` one changes nothing but locals."""
        if members.type == "list" or order:
            if order:
                items = f"(call $in_{'seat' if order == 'seats' else 'people'}_order {self(members)})"
            else:
                items = self(members) if whole else self.members(members)
            return self._over_list(var, items, body, weight)
        spent = f"(drop (call $spend (i64.mul {{}} (i64.const {weight}))))\n" if weight else ""
        return self.sets.loop(var, self(members), body, spent, pure=pure)

    def _over_list(self, var: str, items: str, body: Callable[[], str], weight: int) -> str:
        here, end = self.fresh("i"), self.fresh("n")
        number = self.made
        spent = f"(drop (call $spend (i64.mul (local.get ${end}) (i64.const {weight}))))\n" if weight else ""
        return (
            f"(local.set ${here} {items})\n(local.set ${end} (i64.load {self.at(got(here))}))\n{spent}"
            f"(block $b{number} (loop $l{number} (br_if $b{number} (i64.eqz (local.get ${end})))\n"
            f"(local.set ${end} (i64.sub (local.get ${end}) (i64.const 1)))\n"
            f"(local.set ${here} (i64.add (local.get ${here}) (i64.const 8)))\n"
            f"{self.set(var, f'(i64.load {self.at(got(here))})')}\n"
            f"{body()}\n(br $l{number})))"
        )

    def _filter(self, node: n.Filter) -> str:
        kept = self.fresh("f")
        var = self._local(node.var)
        if node.type == "bits":
            start, keep, done = self.sets.begun(), self.sets.add(kept, var), self.sets.ended(kept)
        else:
            start = f"(call $room {const(self.numbers.widest)})"
            keep, done = (
                f"(drop (call $append (local.get ${kept}) {var}))",
                f"(call $settled (local.get ${kept}))",
            )

        def body() -> str:
            return f"(if {self.test(node.term)} (then {keep}))"

        return f"(block (result i64) (local.set ${kept} {start})\n{self.loop(node.var.name, node.members, body, node.weight, pure=True)}\n{done})"

    def _fold(self, node: n.Fold) -> str:
        result, term, some = self.fresh("a"), self.fresh("x"), self.fresh("s")
        value = f"(local.get ${term})"
        before = f"(local.get ${result})"
        start, done = const(0), before
        if node.op == "union":
            start, step, done = self.sets.begun(), self.sets.add_all(result, value), self.sets.ended(result)
        elif node.op == "sum":
            step = f"(local.set ${result} (i64.add {before} {value}))"
        else:
            op = "gt_s" if node.op == "max" else "lt_s"
            better = f"(i32.or (i64.eqz (local.get ${some})) (i64.{op} {value} {before}))"
            step = f"(if {better} (then (local.set ${result} {value}))) (local.set ${some} (i64.const 1))"

        def body() -> str:
            return f"(local.set ${term} {self(node.term)}) {step}"

        first = f"(local.set ${result} {start}) (local.set ${some} (i64.const 0))"
        return f"(block (result i64) {first}\n{self.loop(node.var.name, node.members, body, node.weight, pure=True)}\n{done})"

    def _reach(self, node: n.Reach) -> str:
        reach, edge, new = self.fresh("r"), self.fresh("e"), self.fresh("n")
        number = self.made
        edge_, reach_ = got(edge), got(reach)

        def body() -> str:
            return self.sets.add_all(new, self(node.term))

        members = n.SetOp("|", n.Local(edge), n.Const(0, "bits"))
        inner = self.loop(node.var.name, members, body, node.weight, pure=True)
        return (
            f"(block (result i64) (local.set ${reach} {self(node.start)}) (local.set ${edge} {reach_})\n"
            f"(block $o{number} (loop $p{number} (br_if $o{number} (i64.eqz {edge_})) (local.set ${new} {self.sets.begun()})\n{inner}\n"
            f"(local.set ${edge} {self.sets.combined('-', self.sets.ended(new), reach_)})\n"
            f"(local.set ${reach} {self.sets.combined('|', reach_, edge_)}) (br $p{number})))\n{reach_})"
        )
