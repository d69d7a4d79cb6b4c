"""Prints expressions of a program for cells as Python. Every printed text can serve as an operand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.compile.wasm import nodes as w
from ruledsl.engine.compile.wasm.expressions import BOARD, ORDERS, PRONOUNS, ROWS
from ruledsl.engine.compile.wasm.memory import SCALARS, TILE_ARRAYS
from ruledsl.engine.compile.wasm.sets import EVERYTHING
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.small.room import NOTHING
from ruledsl.engine.state import layout as at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.compile.wasm.memory import Memory, Numbers
    from ruledsl.engine.ir.module import Function

# ── sets ────────────────────────────────────────────────────────────────────────
# Prints bit sets as Python: one word each where that is enough, otherwise addresses of lists of words. Operands are texts.


def sets_of(memory: Memory) -> OneWord:
    """How the sets of a program are printed."""
    return OneWord(memory) if memory.words == 1 else SeveralWords(memory)


def spent(members: str, weight: int) -> str:
    """The iterable of a loop whose iterations cost fuel (0: they cost none)."""
    return f"spending_(spend, {members}, {weight})" if weight else members


class OneWord:
    """A set is a number, its members are the bits."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    @property
    def singles(self) -> list[int]:
        """All sets of one member; the last one, that of nobody, is empty."""
        return [*(1 << member for member in range(self.memory.regions)), 0]

    def constant(self, value: int) -> str:
        """A literal set."""
        return str(value) if value >= 0 else f"({value})"

    def few(self, word: str) -> str:
        """The set whose members are the bits of a number."""
        return word

    def combined(self, op: str, left: str, right: str) -> str:
        """Union (`|`), intersection (`&`) or difference (`-`)."""
        if right == "0":
            return "0" if op == "&" else left
        return f"({left} & ~{right})" if op == "-" else f"({left} {op} {right})"

    def complement(self, operand: str) -> str:
        """The complement of a set."""
        return f"(~{operand})"

    def has(self, members: str, item: str) -> str:
        """Is something in a set?"""
        return f"({members} >> ({item} & 63) & 1)"

    def same(self, left: str, right: str) -> str:
        """Are two sets equal?"""
        return f"({left} == {right})"

    def size(self, members: str) -> str:
        """The number of members."""
        return f"({members}).bit_count()"

    def first(self, members: str) -> str:
        """The lowest member of a non-empty set."""
        return f"lowest_({members})"

    # ── loops ──

    def iterate(self, members: str, weight: int, *, pure: bool) -> str:
        """The members in order, each at a cost in fuel; a `pure` loop changes nothing."""
        del pure
        return spent(f"MEMBERS[{members}]", weight)

    def filtered(self, var: str, loop: str) -> str:
        """The members for which the loop's body completes."""
        return f"sum([1 << {var} {loop}])"

    def union(self, term: str, loop: str) -> str:
        """The union of all sets of a loop."""
        return f"reduce_(or_, [{term} {loop}], 0)"

    def reached(self, start: str, var: str, members: str, term: str, weight: int) -> str:
        """The closure of a set under a step from each member."""
        del members
        return f"reached_({start}, lambda {var}: {term}, spend, {weight})"

    # ── temporary lists of functions ──

    def mark(self) -> Iterator[str]:
        """The start of a function that changes nothing."""
        yield from ()

    def result(self, value: str, kind: str) -> Iterator[str]:
        """The result of such a function."""
        del kind
        yield f"return {value}"


class SeveralWords(OneWord):
    """A set is the address of a list of words. Temporary lists are freed at the same points as in WebAssembly."""

    marked = False

    @property
    def top(self) -> int:
        """The word that holds the address of the next list."""
        return self.memory.arrays["S"].base // 8 + SCALARS["list_end"]

    @property
    def singles(self) -> list[int]:
        """The addresses of all sets of one member, which lie in the memory from the start; the last one, that of nobody, is 0."""
        step = 8 + 8 * self.memory.words
        return [*(self.memory.singles + step * member for member in range(self.memory.regions)), 0]

    def constant(self, value: int) -> str:
        """Print the address of a literal set, which lies in the memory from the start."""
        return str(self.memory.bits(value))

    def few(self, word: str) -> str:
        """Print a call that makes the set whose members are the bits of a number."""
        return f"few({word})"

    def combined(self, op: str, left: str, right: str) -> str:
        """Print a call for the union (`|`), intersection (`&`) or difference (`-`); a literal empty set on the right needs none."""
        if right == "0":
            return "0" if op == "&" else left
        return f"{ {'|': 'together', '&': 'in_both', '-': 'leave_out'}[op] }({left}, {right})"

    def complement(self, operand: str) -> str:
        """Print the complement of a set: everything without its members."""
        return self.combined("-", self.constant(EVERYTHING), operand)

    def has(self, members: str, item: str) -> str:
        """Print a test for a member of the list of words at an address."""
        return f"has_in_(W, {members}, {self.memory.words}, {item})"

    def same(self, left: str, right: str) -> str:
        """Print a test whether two sets have the same members."""
        return f"(are_same({left}, {right}) != 0)"

    def size(self, members: str) -> str:
        """Print a call that counts the members of a set."""
        return f"members_of({members})"

    def first(self, members: str) -> str:
        """Print a call that finds the lowest member of a non-empty set."""
        return f"lowest_of({members})"

    def iterate(self, members: str, weight: int, *, pure: bool) -> str:
        """Print an iterable of the members in order, each at a cost in fuel; a `pure` loop frees the lists of one iteration before the next one."""
        listed = spent(f"members_at_(W, {members})", weight)
        return f"rounds_(W, {self.top}, {listed})" if pure else listed

    def filtered(self, var: str, loop: str) -> str:
        """Print a set, opened, filled with the members for which the loop's body completes, and closed."""
        return f"close_set(put_bits_(W, open_set(), ({var} {loop})))"

    def union(self, term: str, loop: str) -> str:
        """Print a set, opened, filled with the members of all sets of a loop, and closed."""
        return f"close_set(gathered_(put_all_in, open_set(), ({term} {loop})))"

    def reached(self, start: str, var: str, members: str, term: str, weight: int) -> str:
        """Print the closure of a set under a step: each round takes a step from all members that the last one has added."""
        step = self.union(term, f"for {var} in {self.iterate(members, weight, pure=True)}")
        return f"reached_words_({start}, lambda {members}: {step}, globals())"

    def mark(self) -> Iterator[str]:
        """Print the start of a function that changes nothing: `mark_` remembers the address of the next list."""
        self.marked = True
        yield f"mark_ = W[{self.top}]"

    def result(self, value: str, kind: str) -> Iterator[str]:
        """Print the result of a function that changes nothing, and free its temporary lists; if it is a list itself, they stay."""
        if not self.marked or kind not in ("int", "bits"):
            yield f"return {value}"
        elif kind == "bits":
            yield f"return handed_out(mark_, {value})"
        else:
            yield f"found_ = {value}"
            yield f"W[{self.top}] = mark_"
            yield "return found_"


VIEWS = {8: "W", 4: "D", 2: "H"}
"""The view of the memory for cells of each size in bytes."""
_SIGNS = {"and": "&", "or": "|", "xor": "^"}
SMALL = 100_000
"""A product with a factor below this is an address or a key, and stays far below 64 bits."""


class ExpressionPrinter:
    """Prints the expressions of one function, each by the method named after its class."""

    def __init__(self, memory: Memory, numbers: Numbers, function: Function) -> None:
        self.memory, self.numbers, self.function = memory, numbers, function
        self.frame = function.frame
        self.sets = sets_of(memory)
        self.made = 0

    def fresh(self, word: str) -> str:
        """A new local of the printer."""
        self.made += 1
        return f"{word}_{self.made}_"

    def __call__(self, node: n.Expr | None) -> str:
        """The text of an expression."""
        if node is None:
            return f"({NOTHING})"
        return getattr(self, f"_{type(node).__name__.lower()}")(node)  # type: ignore[no-any-return]

    def test(self, node: n.Expr) -> str:
        """The text of an expression of which only the truth matters."""
        match node:
            case n.Not(operand=operand):
                return f"(not {self.test(operand)})"
            case n.Logic(op=op, left=left, right=right):
                return f"({self.test(left)} {op} {self.test(right)})"
            case n.Some(members=members):
                return self.counted(members)
        return self.counted(node) if node.type == "list" else self(node)

    def args(self, args: tuple[n.Expr | None, ...]) -> str:
        """The arguments of a call."""
        return ", ".join(map(self, args))

    # ── cells ──

    def _place(self, array: str, places: tuple[str, ...]) -> tuple[str, int]:
        """The index of a cell among those of its size, and its size in bytes."""
        shape = self.memory.arrays[array]
        fixed, terms = shape.base // shape.size, []
        steps = (shape.stride // shape.size, 1) if len(places) > 1 else (shape.stride // shape.size,)
        for place, step in zip(places, steps, strict=True):
            number = place.strip("()")
            if number.lstrip("-").isdecimal():
                fixed += int(number) * step
            else:
                terms.append(f"{place} * {step}" if step > 1 else place)
        return " + ".join([*terms, str(fixed)]), shape.size

    def cell(self, array: str, *places: str) -> str:
        """A cell of an array, as the source or target of an assignment."""
        place, size = self._place(array, places)
        return f"{VIEWS[size]}[{place}]"

    def scalar(self, name: str) -> str:
        """One of the state's own numbers."""
        return self.cell("S", str(SCALARS[name]))

    def local(self, name: str) -> str:
        """A local, as the source or target of an assignment; in a step it may lie in the frame."""
        slot = PRONOUNS.get(name) or self.frame.get(name) if self.frame is not None else None
        return name if slot is None else f"W[F_ + {slot}]"

    def _const(self, node: n.Const) -> str:
        if isinstance(node.value, tuple):
            return str(self.memory.list(node.value))
        if node.type == "bits":
            return self.sets.constant(node.value)
        value = int(node.value)
        return str(value) if value >= 0 else f"({value})"

    def _local(self, node: n.Local) -> str:
        return self.local(node.name)

    def _cell(self, node: n.Cell) -> str:
        if node.row is None:
            return self.cell("G", str(node.cell))
        row = self(node.row)
        if node.noun != "tile":
            return self.cell(ROWS[node.noun], row, str(node.cell))
        if node.cell <= at.HOME:
            return self.cell(TILE_ARRAYS[node.cell], row)
        return self.cell("T", self.cell("ROW", row), str(node.cell - at.HOME - 1))

    def _board(self, node: n.Board) -> str:
        return (
            self.scalar(node.table) if node.index is None else self.cell(BOARD[node.table], self(node.index))
        )

    def _lookup(self, node: n.Lookup) -> str:
        return self.cell(self.memory.table(node.table), self(node.index))

    def _element(self, node: w.Element) -> str:
        return self.cell(node.array, *map(self, node.indexes))

    def _address(self, node: w.Address) -> str:
        place, size = self._place(node.array, tuple(map(self, node.indexes)))
        return f"({place}) * {size}" if not place.isdecimal() else str(int(place) * size)

    def word(self, node: n.Expr) -> str:
        """The index of the word at an address: all addresses in programs are multiples of 8."""
        match node:
            case n.Const(value=int(place)) if not place % 8:
                return str(place // 8)
            case n.Arith(op="+" | "-", left=left, right=right):
                return f"({self.word(left)} {node.op} {self.word(right)})"
            case w.Bitwise(op="mul", left=n.Const(value=8), right=number):
                return self(number)
        return f"({self(node)} >> 3)"

    # ── calls ──

    def _invoke(self, node: w.Invoke) -> str:
        return f"TABLE[{self(node.function)}]({self.args(node.args)})"

    def _call(self, node: n.Call) -> str:
        match node:
            case n.Call(function="length" | "load", args=(n.Expr() as place,)):
                return f"W[{self.word(place)}]"
            case n.Call(function="quotient"):
                return f"quotient_({self.args(node.args)})"
            case n.Call(function="current"):
                return "current_()"
            case n.Call(function="item", args=(n.Expr() as items, place)):
                return f"W[{self.word(items)} + 1 + {self(place)}]"
        return f"{node.function}({self.args(node.args)})"

    def _prim(self, node: n.Prim) -> str:
        match node:
            case n.Prim(name="sites", args=(n.Const(value=int(kind)),)) if kind >= 0:
                return self.cell("KMASK", str(kind))
            case n.Prim(name="deck", args=(deck,)):
                return f"copied(deck_list({self(deck)}))"
            case n.Prim(name="listed", args=(members, n.Const(value=int(order)))):
                if members.type == "list":
                    return f"copied({self.members(members)})"
                return f"in_{ORDERS[order]}_order({self(members)})"
            case n.Prim(name="head", args=(members,)):
                return f"W[{self.word(members)} + 1]"
            case n.Prim(args=(n.Expr(type="list") as members,)) if node.name in w.LOOKING:
                return f"{node.name}({self.members(members)})"
        return f"{node.name}({self.args(node.args)})"

    def _fact(self, node: n.Fact) -> str:
        if node.what == "shared":
            return self.scalar("extras")
        key = str(self.numbers.key(node.what, node.index))
        return f"(chain({key}) if {self.scalar('dirty')} else {self.cell('HEAD', key)})"

    # ── numbers and flags ──

    def _arith(self, node: n.Arith) -> str:
        left, right = self(node.left), self(node.right)
        if node.op == "/":
            return f"divide({left}, {right})"
        if node.op not in ("max", "min"):
            text = f"({left} {node.op} {right})"
            return f"wrap_{text}" if _is_wide(node.left) or _is_wide(node.right) else text
        sign = ">" if node.op == "max" else "<"
        if left.isidentifier() and (right.isidentifier() or right.isdecimal()):
            return f"({left} if {left} {sign} {right} else {right})"
        return f"{node.op}({left}, {right})"

    def _bitwise(self, node: w.Bitwise) -> str:
        left, right = self(node.left), self(node.right)
        match node.op:
            case "and" | "or" | "xor":
                return f"({left} {_SIGNS[node.op]} {right})"
            case "shl" | "mul":
                text = f"({left} {'*' if node.op == 'mul' else '<<'} {right})"
                return f"wrap_{text}" if _is_wide(node) else text
            case "shr_u":
                return f"(unsigned_({left}) >> {right})"
            case "shr_s":
                return f"({left} >> {right})"
        return f"rest_({left}, {right})"

    def _counted(self, node: w.Counted) -> str:
        word = self(node.word)
        return f"unsigned_({word}).bit_count()" if node.op == "popcnt" else f"lowest_({word})"

    def _saturated(self, node: n.Saturated) -> str:
        return f"saturated({self(node.value)})"

    def _compare(self, node: n.Compare) -> str:
        if "bits" in (node.left.type, node.right.type):
            same = self.sets.same(self(node.left), self(node.right))
            return same if node.op == "==" else f"(not {same})"
        return f"({self(node.left)} {node.op} {self(node.right)})"

    def _not(self, node: n.Not) -> str:
        return f"(not {self.test(node.operand)})"

    def _logic(self, node: n.Logic) -> str:
        """A flag that may be written to a cell: the operands are flags as well."""
        return f"({self._flag(node.left)} {node.op} {self._flag(node.right)})"

    def _flag(self, node: n.Expr) -> str:
        if isinstance(node, n.Compare | n.Not | n.Logic | n.Some):
            return self(node)
        return f"({self.test(node)} != 0)"

    def _select(self, node: n.Select) -> str:
        return f"({self(node.yes)} if {self.test(node.test)} else {self(node.no)})"

    # ── sets ──

    def _single(self, node: n.Single) -> str:
        return f"BIT[{self(node.item)}]"

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
        return f"contains({self.members(node.members)}, {self(node.item)})"

    def _some(self, node: n.Some) -> str:
        return f"({self.counted(node.members)} != 0)"

    def members(self, node: n.Expr) -> str:
        """A list that is only read: for a deck, its list itself."""
        match node:
            case n.Prim(name="deck", args=(deck,)):
                return f"deck_list({self(deck)})"
        return self(node)

    def counted(self, members: n.Expr) -> str:
        """A text that is greater than 0 if there is a member."""
        return f"W[({self.members(members)} >> 3)]" if members.type == "list" else self(members)

    def _size(self, node: n.Size) -> str:
        if node.members.type == "list":
            return self.counted(node.members)
        return self.sets.size(self(node.members))

    # ── loops ──

    def iterate(
        self, node: n.Expr, order: str = "", weight: int = 0, *, whole: bool = False, pure: bool = False
    ) -> str:
        """An iterable. A `pure` loop changes nothing; the loop over a `whole` list does not read the list again."""
        if order:
            items = f"items_(W, in_{'seat' if order == 'seats' else 'people'}_order({self(node)}))"
        elif node.type == "list":
            items = f"items_(W, {self(node) if whole else self.members(node)})"
        else:
            return self.sets.iterate(self(node), weight, pure=pure)
        return spent(items, weight)

    def _over(self, node: n.Filter | n.Fold) -> str:
        """The part of a comprehension after its term."""
        return f"for {node.var.name} in {self.iterate(node.members, '', node.weight, pure=True)}"

    def _filter(self, node: n.Filter) -> str:
        loop = f"{self._over(node)} if {self.test(node.term)}"
        if node.type == "bits":
            return self.sets.filtered(node.var.name, loop)
        return f"settled(filled_(W, room({self.numbers.widest}), [{node.var.name} {loop}]))"

    def _fold(self, node: n.Fold) -> str:
        loop = self._over(node)
        if node.op == "union":
            return self.sets.union(self(node.term), loop)
        ending = "" if node.op == "sum" else ", default=0"
        return f"{node.op}([{self(node.term)} {loop}]{ending})"

    def _reach(self, node: n.Reach) -> str:
        return self.sets.reached(
            self(node.start), node.var.name, self.fresh("edge"), self(node.term), node.weight
        )


def _is_wide(node: n.Expr) -> bool:
    """Can the number exceed 64 bits before it is wrapped?"""
    match node:
        case w.Bitwise(op="mul", left=left, right=right):
            small = [one for one in (left, right) if isinstance(one, n.Const) and isinstance(one.value, int)]
            return all(one.value >= SMALL for one in small)  # type: ignore[operator]
        case w.Bitwise(op="shl", right=right):
            return not isinstance(right, n.Const)
    return False
