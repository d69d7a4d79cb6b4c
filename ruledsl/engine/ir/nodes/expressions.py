"""Expressions of the intermediate representation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce

from ruledsl.base.dataclass import dataclass
from ruledsl.engine.ir.nodes.base import Bits, Expr, Int, Members, Plain, Set, Type

# ── atoms ──


@dataclass(slots=True)
class Const(Expr, text="{value}"):
    """A number, or a list written out. `3`, `(1, 2)`."""

    value: int | tuple[int, ...]
    type: Type = "int"


@dataclass(slots=True)
class Local(Expr, text="{name}"):
    """A parameter, a name that a statement binds, or the member of a loop. `region_4`."""

    name: str
    type: Type = "int"


LocalExpr = Local
"""A local that was bound before and is read and written here. A field declared as `Local` binds one."""


@dataclass(slots=True)
class Cell(Expr, text="{noun}.{name}[{row}]"):
    """A cell of the row of a noun (`game` has one row; that of a tile is `initial` until it is written). `people.hand[p]`."""

    noun: str
    cell: int
    name: str
    row: Expr | None
    type: Type = "int"
    initial: int = 0


@dataclass(slots=True)
class Board(Expr, text="board.{table}[{index}]"):
    """Data printed on the map: `near` and `terrain` of a region, the regions with a `trait` or `ground`, `everywhere`. `board.near[r]`."""

    table: str
    index: Expr | None
    type: Type = "int"


@dataclass(slots=True)
class Lookup(Expr, text="{table}[{index}]"):
    """A number from a constant table; -1 reads the last one. `(3, 4, 0)[tile]`."""

    table: tuple[int, ...]
    index: Int


@dataclass(slots=True)
class Prim(Expr, text="{name}({args})"):
    """A question to the engine. `tray(p)`."""

    name: str
    args: tuple[Expr, ...]
    type: Type = "int"


@dataclass(slots=True)
class Call(Expr, text="{function}({args})"):
    """A function of the module: a value `v_N`, a definition `d_N`, a permission `p_N` (the set of what is allowed). `v_11(p, r)`."""

    function: str
    args: tuple[Expr, ...]
    type: Type = "int"


@dataclass(slots=True)
class Fact(Expr, text="fact {what} {index}"):
    """A fact about the state that is cheap to read and constant during an expression.

    Rules of tiles in play change a value (`changed`), forbid (`forbids`) or permit (`permits`) something; regions are shared (`shared`).
    `fact changed 11`.
    """

    what: str
    index: int = -1


# ── numbers and flags ──


@dataclass(slots=True)
class Arith(Expr, text="({left} {op} {right})"):
    """`op` is `+ - * /` (floor division; by 0 it is 0), `max` or `min`. `a + b`, `max(a, b)`."""

    op: str
    left: Int
    right: Int


@dataclass(slots=True)
class Saturated(Expr, text="saturated({value})"):
    """A number saturated to the permitted range. `saturated(a)`."""

    value: Int


@dataclass(slots=True)
class Compare(Expr, text="({left} {op} {right})"):
    """`op` is `== != < <= > >=`; sets are compared with `==` and `!=`. `a < b`."""

    op: str
    left: Plain
    right: Plain


@dataclass(slots=True)
class Not(Expr, text="not {operand}"):
    """`not a`."""

    operand: Int


@dataclass(slots=True)
class Logic(Expr, text="({left} {op} {right})"):
    """`op` is `and` or `or`; the right side is evaluated only if needed. `a and b`."""

    op: str
    left: Int
    right: Int


@dataclass(slots=True)
class Select(Expr, text="({yes} if {test} else {no})"):
    """One of two; only that one is evaluated. `a if test else b`."""

    test: Int
    yes: Expr
    no: Expr
    type: Type = "int"


# ── sets ──


@dataclass(slots=True)
class Single(Expr, text="{{{item}}}"):
    """The bit set with one member; empty for nobody. `{r}`."""

    item: Int
    type: Type = "bits"


@dataclass(slots=True)
class SetOp(Expr, text="({left} {op} {right})"):
    """`op` is `|` (union), `&` (intersection) or `-` (difference). `a & b`."""

    op: str
    left: Bits
    right: Bits
    type: Type = "bits"


@dataclass(slots=True)
class Complement(Expr, text="~{operand}"):
    """The complement of a bit set: only as a part of `&`. `~a`."""

    operand: Bits
    type: Type = "bits"


@dataclass(slots=True)
class Has(Expr, text="({item} in {members})"):
    """Is something in a set? Nobody is in no bit set. `r in s`."""

    members: Members
    item: Int


@dataclass(slots=True)
class Size(Expr, text="size({members})"):
    """How many members a set has. `size(s)`."""

    members: Set


@dataclass(slots=True)
class Some(Expr, text="some({members})"):
    """Is a set non-empty? `some(s)`."""

    members: Set


# ── over the members of a set: `weight` is the cost of an iteration in fuel (0: it is not counted) ──


@dataclass(slots=True)
class Filter(Expr, text="{{{var} for {var} in {members} if {term}}}"):
    """The members for which a test holds. `{r for r in s if test}`."""

    var: Local
    members: Set
    term: Int
    type: Type = "bits"
    weight: int = 0


@dataclass(slots=True)
class Fold(Expr, text="{op}({term} for {var} in {members})"):
    """`op` is `sum`, `max`, `min` (0 for an empty set), or `union` of sets. `sum(term for r in s)`."""

    op: str
    var: Local
    members: Set
    term: Plain
    type: Type = "int"
    weight: int = 0


@dataclass(slots=True)
class Reach(Expr, text="reach({var} from {start} by {term})"):
    """The closure of a bit set under a step from each member. `reach(r from start by step)`."""

    var: Local
    start: Bits
    term: Bits
    type: Type = "bits"
    weight: int = 0


LOOPS = (Filter, Fold, Reach)


@dataclass(slots=True)
class InPlay(Expr, text="rules {value} of {key}"):
    """The rules of tiles in play that change a value, for a people or player (-1: for everybody). `rules 11 of p`."""

    value: int
    key: Int
    type: Type = "rules"


YES, NO, NOBODY = Const(1), Const(0), Const(-1)


def conjuncts(test: Expr) -> list[Expr]:
    """The conjuncts of a condition."""
    if isinstance(test, Logic) and test.op == "and":
        return conjuncts(test.left) + conjuncts(test.right)
    return [test]


def joined(op: str, tests: Sequence[Expr]) -> Expr:
    """One condition made of several, joined by `and` or `or`."""
    return reduce(partial(Logic, op), tests)


def all_of(tests: Sequence[Expr]) -> Expr:
    """The conjunction of conditions; true if there are none."""
    return joined("and", tests) if tests else YES
