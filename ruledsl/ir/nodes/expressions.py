"""Expressions of the intermediate representation."""

from __future__ import annotations

from dataclasses import dataclass

from ruledsl.ir.nodes.base import Expr, Type

__all__ = [
    "LOOPS",
    "Answer",
    "Arith",
    "Batch",
    "Board",
    "Call",
    "Cell",
    "Compare",
    "Complement",
    "Const",
    "Each",
    "Fact",
    "Filter",
    "Fold",
    "Has",
    "InPlay",
    "Let",
    "Local",
    "LocalExpr",
    "Logic",
    "Lookup",
    "Not",
    "Prim",
    "Reach",
    "Saturated",
    "Select",
    "SetOp",
    "Single",
    "Size",
    "Some",
]


# ── what there is ──


@dataclass(slots=True)
class Const(Expr):
    """A number, or a list written out. `3`, `(1, 2)`."""

    value: int | tuple[int, ...]
    type: Type = "int"


@dataclass(slots=True)
class Local(Expr):
    """A parameter, a name that a statement binds, or a member that is looked at. `region_4`."""

    name: str
    type: Type = "int"


LocalExpr = Local
"""A local that was bound before, and is read and written here. A field that says `Local` binds one."""


@dataclass(slots=True)
class Cell(Expr):
    """A cell of the row of a noun (`game` has one row; that of a tile is `initial` until it is written). `people.hand[p]`."""

    noun: str
    cell: int
    name: str
    row: Expr | None
    type: Type = "int"
    initial: int = 0


@dataclass(slots=True)
class Board(Expr):
    """What is printed on the map: `near` and `terrain` of a region, the regions with a `trait` or `ground`, `everywhere`. `board.near[r]`."""

    table: str
    index: Expr | None
    type: Type = "int"


@dataclass(slots=True)
class Lookup(Expr):
    """A number out of a constant table; -1 reads the last one. `(3, 4, 0)[tile]`."""

    table: tuple[int, ...]
    index: Expr
    type: Type = "int"


@dataclass(slots=True)
class Prim(Expr):
    """A question to the engine. `tray(p)`."""

    name: str
    args: tuple[Expr, ...]
    type: Type = "int"


@dataclass(slots=True)
class Call(Expr):
    """A function of the module: a value `v_N`, a definition `d_N`, a permission `p_N` (all that is allowed). `v_11(p, r)`.

    What is `remembered` is worked out once for all options of an offer.
    """

    function: str
    args: tuple[Expr, ...]
    type: Type = "int"
    remembered: bool = False


@dataclass(slots=True)
class Fact(Expr):
    """Something about the state that is cheap to know and stays the same during an expression.

    Rules of tiles in play change a value (`changed`), only add to one (`sums`), forbid (`forbids`) or permit (`permits`) something, watch an event
    (`watched`), or make it run in frames (`in_frames`: one of these events); regions are shared (`shared`). `fact changed 11`.
    """

    what: str
    index: int = -1
    type: Type = "int"


# ── numbers and flags ──


@dataclass(slots=True)
class Arith(Expr):
    """`op` is `+ - * /` (rounded down, by 0 it is 0), `max` or `min`. `a + b`, `max(a, b)`."""

    op: str
    left: Expr
    right: Expr
    type: Type = "int"


@dataclass(slots=True)
class Saturated(Expr):
    """A number kept within what numbers can be. `saturated(a)`."""

    value: Expr
    type: Type = "int"


@dataclass(slots=True)
class Compare(Expr):
    """`op` is `== != < <= > >=`; sets are compared with `==` and `!=`. `a < b`."""

    op: str
    left: Expr
    right: Expr
    type: Type = "int"


@dataclass(slots=True)
class Not(Expr):
    """`not a`."""

    operand: Expr
    type: Type = "int"


@dataclass(slots=True)
class Logic(Expr):
    """`op` is `and` or `or`; the right side is looked at only if it matters. `a and b`."""

    op: str
    left: Expr
    right: Expr
    type: Type = "int"


@dataclass(slots=True)
class Select(Expr):
    """One of two; only that one is worked out. `a if test else b`."""

    test: Expr
    yes: Expr
    no: Expr
    type: Type = "int"


# ── sets ──


@dataclass(slots=True)
class Single(Expr):
    """The bit set with one member; empty for nobody. `{r}`."""

    item: Expr
    type: Type = "bits"


@dataclass(slots=True)
class SetOp(Expr):
    """`op` is `|` (together), `&` (in both) or `-` (without). `a & b`."""

    op: str
    left: Expr
    right: Expr
    type: Type = "bits"


@dataclass(slots=True)
class Complement(Expr):
    """Everything that is not in a bit set: only as a part of `&`. `~a`."""

    operand: Expr
    type: Type = "bits"


@dataclass(slots=True)
class Has(Expr):
    """Is something in a set? Nobody is in no bit set. `r in s`."""

    members: Expr
    item: Expr
    type: Type = "int"


@dataclass(slots=True)
class Size(Expr):
    """How many members a set has. `size(s)`."""

    members: Expr
    type: Type = "int"


@dataclass(slots=True)
class Some(Expr):
    """Has a set any member? `some(s)`."""

    members: Expr
    type: Type = "int"


# ── over the members of a set: `weight` is what a round counts for when it is counted (0: it is not) ──


@dataclass(slots=True)
class Let(Expr):
    """A local for what is worked out once, before a loop. `x = a`."""

    target: Local
    value: Expr
    type: Type = "int"


@dataclass(slots=True)
class Filter(Expr):
    """The members for which a test holds. `{r for r in s if test}`."""

    var: Local
    members: Expr
    test: Expr
    known: tuple[Let, ...] = ()
    type: Type = "bits"
    weight: int = 0


@dataclass(slots=True)
class Fold(Expr):
    """`op` is `sum`, `max`, `min` (0 of none), or `union` of sets. `sum(term for r in s)`."""

    op: str
    var: Local
    members: Expr
    term: Expr
    known: tuple[Let, ...] = ()
    type: Type = "int"
    weight: int = 0


@dataclass(slots=True)
class Each(Expr):
    """A number for every member, as answers. `{r: term for r in s}`."""

    var: Local
    members: Expr
    term: Expr
    known: tuple[Let, ...] = ()
    type: Type = "answers"
    weight: int = 0


@dataclass(slots=True)
class Reach(Expr):
    """A bit set, and what each of its members leads to, until nothing is new. `reach(r from start by step)`."""

    var: Local
    start: Expr
    step: Expr
    type: Type = "bits"
    weight: int = 0


LOOPS = (Filter, Fold, Each, Reach)


# ── many regions at once ──


@dataclass(slots=True)
class Batch(Expr):
    """A value of all of some regions: numbers as answers, a flag as the regions where it holds (`negated`: does not). `b_11(among, p)`."""

    function: str
    among: Expr
    args: tuple[Expr, ...]
    type: Type = "answers"
    remembered: bool = False
    negated: bool = False


@dataclass(slots=True)
class Answer(Expr):
    """One of the answers. `x[r]`."""

    answers: Expr
    item: Expr
    type: Type = "int"


@dataclass(slots=True)
class InPlay(Expr):
    """The rules of tiles in play that change a value, for a people or player (-1: for everybody). `rules 11 of p`."""

    value: int
    key: Expr
    type: Type = "rules"
