"""Nodes that only the engine's functions need: memory access, bit operations, loops with a condition, calls by number."""

from __future__ import annotations

from ruledsl.base.dataclass import dataclass
from ruledsl.engine.ir.nodes import Block, Expr, Int, Local, Stmt, Type

# ── words ───────────────────────────────────────────────────────────────────────
# The smallest building blocks of WebAssembly's text.


def const(value: int) -> str:
    """A number, with its sign."""
    return f"(i64.const {(value + (1 << 63)) % (1 << 64) - (1 << 63)})"


def got(name: str) -> str:
    """Read a local."""
    return f"(local.get ${name})"


def put(name: str, value: str) -> str:
    """Set a local."""
    return f"(local.set ${name} {value})"


LOOKING = frozenset(("first_item", "first_number", "in_tile_order", "only_item", "only_number", "tail"))
"""Primitives that only read a list: the list of a deck need not be copied for them."""


@dataclass(slots=True)
class Element(Expr, text="{array}[{indexes}]"):
    """A cell of an array of the memory. `P[people, HAND]`."""

    array: str
    indexes: tuple[Expr, ...]


@dataclass(slots=True)
class Address(Expr, text="&{array}[{indexes}]"):
    """The address of such a cell. `address(P[people, HAND])`."""

    array: str
    indexes: tuple[Expr, ...]


@dataclass(slots=True)
class Bitwise(Expr, text="({left} {op} {right})"):
    """`op` is `and or xor shl shr_u shr_s mul rem_s`, on 64 bits."""

    op: str
    left: Int
    right: Int


@dataclass(slots=True)
class Counted(Expr, text="{op}({word})"):
    """`op` is `popcnt` (set bits) or `ctz` (position of the lowest set bit), on 64 bits."""

    op: str
    word: Int


@dataclass(slots=True)
class Few(Expr, text="few({word})"):
    """The set of the numbers whose bits are set: `few(5)` contains 0 and 2."""

    word: Int
    type: Type = "bits"


@dataclass(slots=True)
class First(Expr, text="first({members})"):
    """The lowest member of a non-empty bit set."""

    members: Expr


@dataclass(slots=True)
class Invoke(Expr, text="invoke {function}({args})"):
    """A call of a function by its number in the table."""

    function: Int
    args: tuple[Expr, ...]


@dataclass(slots=True)
class Put(Stmt, text="{target} = {value}"):
    """Write a cell of an array."""

    target: Element
    value: Expr


@dataclass(slots=True)
class While(Stmt, text="while {test}:"):
    """A loop while a condition holds."""

    test: Expr
    body: Block


@dataclass(slots=True)
class Range(Stmt, text="for {var} in range({start}, {stop}, {step}):"):
    """A loop over numbers; both ends are evaluated once. `step` is a literal number."""

    var: Local
    start: Int
    stop: Int
    step: int
    body: Block


@dataclass(slots=True)
class Break(Stmt, text="break"):
    """Leave the innermost `While`."""
