"""A plain interpreter of the representation: it walks the nodes, prints nothing, and skips the passes that only make programs fast.

It runs the rules and the engine's functions over the same memory as the two printers, with sets of one word. `PlainProgram` takes the place of a
printed program in `PythonHost`.
"""

from functools import partial, reduce
from operator import or_
from unittest.mock import patch

from ruledsl.engine.compile.python.support import (
    MEMBERS,
    Stopped,
    filled,
    items,
    lowest,
    quotient,
    rest,
    unsigned,
    wrap,
)
from ruledsl.engine.compile.wasm import nodes as w
from ruledsl.engine.compile.wasm.expressions import BOARD, ORDERS, PRONOUNS, ROWS
from ruledsl.engine.compile.wasm.memory import PAGE, SCALARS, TILE_ARRAYS
from ruledsl.engine.compile.wasm.program import assembled
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir import passes
from ruledsl.engine.small.room import NOTHING
from ruledsl.engine.state import layout as at

VIEWS = {8: "W", 4: "D", 2: "H"}
BREAK = object()
"""What a block says that leaves the innermost loop; one that returns says a tuple with the value."""
COMPARED = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
NUMBERS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "max": max, "min": min}
WORDS = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
    "mul": lambda a, b: a * b,
    "shl": lambda a, b: a << (b & 63),
    "shr_u": lambda a, b: unsigned(a) >> (b & 63),
    "shr_s": lambda a, b: a >> (b & 63),
    "rem_s": rest,
}
SETS = {"|": lambda a, b: a | b, "&": lambda a, b: a & b, "-": lambda a, b: a & ~b}


def without_passes():
    """While this is entered, programs are lowered and cut into steps, and nothing makes them faster."""
    return patch.object(passes, "QUICK", ())


class PlainProgram:
    """The functions of some rules and the engine, as they are lowered."""

    def __init__(self, code):
        with without_passes():
            self.found = assembled(code)
        self.plan = self.found.plan

    def memory(self):
        """A memory in which nothing has run yet."""
        found = bytearray(-(-self.plan.end // PAGE) * PAGE)
        for place, data in self.found.memory.data:
            found[place : place + len(data)] = data
        return found

    def functions(self):
        """All functions by name; they work on the memory that the host puts beside them as `B`, `W`, `D` and `H`."""
        names = {"TABLE": list(self.found.numbers.functions)}
        for function in self.found.functions:
            names[function.name] = partial(called, self.found, names, function)
        return names


def called(found, names, function, *args):
    """What a function says."""
    said = Walker(found, names, function, args).block(function.body)
    return said[0] if isinstance(said, tuple) else 0


class Walker:
    """One call of a function: each kind of node has the method with its name."""

    def __init__(self, found, names, function, args):
        self.found, self.names, self.function = found, names, function
        self.frame = function.frame
        self.F = args[0] if self.frame is not None else 0
        self.env = (
            {} if self.frame is not None else {p.name: a for p, a in zip(function.params, args, strict=True)}
        )

    def block(self, body):
        """Run statements in order until one of them leaves the block."""
        for statement in body:
            left = METHODS[type(statement)](self, statement)
            if left is not None:
                return left
        return None

    def __call__(self, node):
        """The value of an expression: a number, a set as bits, or the place of a list."""
        return NOTHING if node is None else int(METHODS[type(node)](self, node))

    def all(self, nodes):
        return [self(node) for node in nodes]

    # ── cells ──

    def place(self, array, places):
        one = self.found.memory.arrays[array]
        steps = (one.stride, one.size) if len(places) > 1 else (one.stride,)
        return one.base + sum(place * step for place, step in zip(places, steps, strict=True)), one.size

    def read(self, array, *places):
        place, size = self.place(array, places)
        return self.names[VIEWS[size]][place // size]

    def write(self, value, array, *places):
        place, size = self.place(array, places)
        self.names[VIEWS[size]][place // size] = value

    def slot(self, name):
        """Where in the frame of a step a local lies, if it does."""
        return (PRONOUNS.get(name) or self.frame.get(name)) if self.frame is not None else None

    def bind(self, name, value):
        slot = self.slot(name)
        if slot is None:
            self.env[name] = value
        else:
            self.names["W"][self.F // 8 + slot] = value

    def _local(self, node):
        slot = self.slot(node.name)
        return self.env[node.name] if slot is None else self.names["W"][self.F // 8 + slot]

    def _const(self, node):
        return self.found.memory.list(node.value) if isinstance(node.value, tuple) else node.value

    def _cell(self, node):
        if node.row is None:
            return self.read("G", node.cell)
        row = self(node.row)
        if node.noun != "tile":
            return self.read(ROWS[node.noun], row, node.cell)
        if node.cell <= at.HOME:
            return self.read(TILE_ARRAYS[node.cell], row)
        return self.read("T", self.read("ROW", row), node.cell - at.HOME - 1)

    def _board(self, node):
        return (
            self.read("S", SCALARS[node.table])
            if node.index is None
            else self.read(BOARD[node.table], self(node.index))
        )

    def _lookup(self, node):
        return self.read(self.found.memory.table(node.table), self(node.index))

    def _element(self, node):
        return self.read(node.array, *self.all(node.indexes))

    def _address(self, node):
        return self.place(node.array, self.all(node.indexes))[0]

    # ── calls ──

    def _invoke(self, node):
        return self.names[self.names["TABLE"][self(node.function)]](*self.all(node.args))

    def _call(self, node):
        args = self.all(node.args)
        match node.function:
            case "length" | "load":
                return self.names["W"][args[0] // 8]
            case "item":
                return self.names["W"][args[0] // 8 + 1 + args[1]]
            case "current":
                return self.names["current_"]()
            case "quotient":
                return quotient(*args)
        return self.names[node.function](*args)

    def _prim(self, node):
        match node:
            case n.Prim(name="deck", args=(deck,)):
                return self.names["copied"](self.names["deck_list"](self(deck)))
            case n.Prim(name="listed", args=(members, order)):
                if members.type == "list":
                    return self.names["copied"](self.seen(members))
                return self.names[f"in_{ORDERS[order.value]}_order"](self(members))
            case n.Prim(name="head", args=(members,)):
                return self.names["W"][self(members) // 8 + 1]
            case n.Prim(name="sites", args=(n.Const(value=int(kind)),)) if kind >= 0:
                return self.read("KMASK", kind)
            case n.Prim(name=name, args=(members,)) if name in w.LOOKING:
                return self.names[name](self.seen(members))
        return self.names[node.name](*self.all(node.args))

    def _fact(self, node):
        if node.what == "shared":
            return self.read("S", SCALARS["extras"])
        key = self.found.numbers.key(node.what, node.index)
        return self.names["chain"](key) if self.read("S", SCALARS["dirty"]) else self.read("HEAD", key)

    # ── numbers and flags ──

    def _arith(self, node):
        left, right = self(node.left), self(node.right)
        return self.names["divide"](left, right) if node.op == "/" else wrap(NUMBERS[node.op](left, right))

    def _bitwise(self, node):
        return wrap(WORDS[node.op](self(node.left), self(node.right)))

    def _counted(self, node):
        word = self(node.word)
        return unsigned(word).bit_count() if node.op == "popcnt" else lowest(word)

    def _saturated(self, node):
        return self.names["saturated"](self(node.value))

    def _compare(self, node):
        return COMPARED[node.op](self(node.left), self(node.right))

    def holds(self, node):
        """Does a test hold? A set does if it has a member."""
        return (self.length(node) if node.type == "list" else self(node)) != 0

    def _not(self, node):
        return not self.holds(node.operand)

    def _logic(self, node):
        return self.holds(node.right) if self.holds(node.left) == (node.op == "and") else node.op == "or"

    def _select(self, node):
        return self(node.yes if self.holds(node.test) else node.no)

    # ── sets ──

    def _single(self, node):
        item = self(node.item)
        return 1 << item if item >= 0 else 0

    def _few(self, node):
        return self(node.word)

    def _first(self, node):
        return lowest(self(node.members))

    def _setop(self, node):
        return SETS[node.op](self(node.left), self(node.right))

    def _complement(self, node):
        return ~self(node.operand)

    def _has(self, node):
        if node.members.type == "list":
            return self.names["contains"](self.seen(node.members), self(node.item))
        item = self(node.item)
        return item >= 0 and self(node.members) >> item & 1

    def _some(self, node):
        return self.holds(node.members)

    def _size(self, node):
        return self.length(node.members) if node.members.type == "list" else self(node.members).bit_count()

    def seen(self, node):
        """The place of a list that is only looked at: that of a deck itself, not of a copy."""
        match node:
            case n.Prim(name="deck", args=(deck,)):
                return self.names["deck_list"](self(deck))
        return self(node)

    def length(self, node):
        return self.names["W"][self.seen(node) // 8]

    # ── loops ──

    def members(self, node, order="", weight=0):
        """The members of a set, in order; each counts for so many rounds."""
        if order:
            word = "seat" if order == "seats" else "people"
            found = items(self.names["W"], self.names[f"in_{word}_order"](self(node)))
        elif node.type == "list":
            found = items(self.names["W"], self.seen(node))
        else:
            found = MEMBERS[self(node)]
        if weight:
            self.names["spend"](weight * len(found))
        return found

    def over(self, node):
        """What the term of a node comes to, for each member."""
        for member in self.members(node.members, "", node.weight):
            self.bind(node.var.name, member)
            yield member, self.holds(node.term) if isinstance(node, n.Filter) else self(node.term)

    def _filter(self, node):
        found = [member for member, holds in self.over(node) if holds]
        if node.type == "bits":
            return sum(1 << member for member in found)
        room = self.names["room"](self.found.numbers.widest)
        return self.names["settled"](filled(self.names["W"], room, found))

    def _fold(self, node):
        found = [term for _, term in self.over(node)]
        match node.op:
            case "union":
                return reduce(or_, found, 0)
            case "sum":
                return sum(found)
        return NUMBERS[node.op](found, default=0)

    def _reach(self, node):
        found = waiting = self(node.start)
        while waiting:
            step = n.Fold("union", node.var, n.Const(waiting, "bits"), node.term, "bits", node.weight)
            waiting = self(step) & ~found
            found |= waiting
        return found

    # ── statements ──

    def _assign(self, node):
        self.bind(node.target.name, self(node.value))

    def _return(self, node):
        return (self(node.value) if node.value is not None else 0,)

    def _if(self, node):
        for test, body in node.branches:
            if self.holds(test):
                return self.block(body)
        return self.block(node.otherwise)

    def loop(self, name, members, body):
        """Run a body for each member; what leaves the function."""
        for member in members:
            self.bind(name, member)
            if (left := self.block(body)) is not None:
                return None if left is BREAK else left
        return None

    def _for(self, node):
        return self.loop(node.var.name, self.members(node.members, node.order, node.weight), node.body)

    def _range(self, node):
        return self.loop(node.var.name, range(self(node.start), self(node.stop), node.step), node.body)

    def _repeat(self, node):
        times = max(self(node.times), 0)
        if node.weight:
            self.names["spend"](node.weight * times)
        return self.loop("", range(times), node.body)

    def _while(self, node):
        while self.holds(node.test):
            if (left := self.block(node.body)) is not None:
                return None if left is BREAK else left
        return None

    def _break(self, _node):
        return BREAK

    def _put(self, node):
        self.write(self(node.value), node.target.array, *self.all(node.target.indexes))

    def _store(self, node):
        cell = node.cell
        if cell.row is None:
            self.write(self(node.value), "G", cell.cell)
        elif (row := self(cell.row)) >= 0:
            if cell.noun != "tile":
                self.write(self(node.value), ROWS[cell.noun], row, cell.cell)
            else:
                row = self.names["row_to_write"](row)
                self.write(self(node.value), "T", row, cell.cell - at.HOME - 1)

    def _do(self, node):
        said = self.names[node.name](*self.all(node.args))
        if node.into is not None:
            self.bind(node.into.name, int(said))

    def _raise(self, node):
        for place, arg in enumerate(self.all(node.args)):
            self.write(arg, "ARGS", place)
        self.names["push"](node.event, *(self.all(node.bearer) or (-1, -1, -1)))

    def _proceed(self, _node):
        self.names["proceed"]()

    def _run(self, node):
        args = self.all(node.args)
        match node.function:
            case "store":
                self.names["W"][args[0] // 8] = args[1]
            case "copy":
                to, start, size = args
                self.names["B"][to : to + size] = self.names["B"][start : start + size]
            case "switch":
                self.names["switch_"](*args)
            case "fail":
                self.write(args[0], "S", SCALARS["error"])
                raise Stopped
            case name:
                self.names[name](*args)

    # ── steps ──

    def _next(self, node):
        self.names["W"][self.F // 8 + 1] = node.step

    def _jump(self, node):
        procedure, _ = self.function.place
        return (self.names[f"s_{procedure}_{node.step}"](self.F),)

    def _ask(self, node):
        kind, slot, after, _ = self.found.numbers.choice(self.function.place)
        player = self(node.player)
        self.write(0, "S", SCALARS["options"])
        for option in self.members(node.options, node.order):
            self.names["add_option"](option)
        return (self.names["ask"](self.F, player, kind, slot, after),)

    def _open(self, node):
        kind, _, after, phase = self.found.numbers.choice(self.function.place)
        return (self.names["offer"](self.F, self(node.player), self(node.people), phase, kind, after),)

    def _pop(self, _node):
        self.names["pop"]()

    def _burn(self, node):
        self.names["spend"](self(node.rounds))


METHODS = {
    kind: getattr(Walker, f"_{name.lower()}")
    for module in (n, w)
    for name, kind in vars(module).items()
    if hasattr(Walker, f"_{name.lower()}")
}
"""What is done with each kind of node."""
