"""The nodes of the intermediate representation: expressions and statements, each with how it is printed.

Everything is a number (`int`; flags are 0 and 1, nouns their indices, -1 nobody), a bit set (`bits`: of regions, peoples or players), a short list of
numbers (`list`: tiles, pieces, words) or the answers of a value for many regions (`answers`). Nodes are values: two that say the same are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypeVar

Type = Literal["int", "bits", "list", "answers"]


@dataclass(frozen=True, slots=True)
class Expr:
    """What is worked out and changes nothing."""


# ── nouns and numbers ──


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A number, or a list written out. `3`, `(1, 2)`."""

    value: int | tuple[int, ...]
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A parameter, a name that a statement binds, or a member that is looked at; no two of a function have one name. `region_4`."""

    name: str
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Cell(Expr):
    """A cell of the row of a noun (`game` has one row; that of a tile is `initial` until it is written). `people.hand[p]`, `game.round`."""

    noun: str
    cell: int
    name: str
    row: Expr | None
    type: Type = "int"
    initial: int | tuple[int, ...] = 0


@dataclass(frozen=True, slots=True)
class Board(Expr):
    """Something printed on the map: `near` and `terrain` of a region, the regions with a `trait` or `ground`, `everywhere`. `board.near[r]`."""

    table: str
    index: Expr | None
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Lookup(Expr):
    """A number out of a constant table; -1 reads the last one. `(3, 4, 0)[tile]`."""

    table: tuple[int, ...]
    index: Expr
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Prim(Expr):
    """A question to the engine. `tray(p)`."""

    name: str
    args: tuple[Expr, ...]
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A function of the program: a value `v_N`, a definition `d_N`, a permission `p_N` (all that is allowed). `v_11(p, r)`."""

    function: str
    args: tuple[Expr, ...]
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Changed(Expr):
    """Is there any rule of a tile in play that changes a value? `changed(v_11)`."""

    value: int
    type: Type = "int"


# ── arithmetic ──


@dataclass(frozen=True, slots=True)
class Arith(Expr):
    """`op` is `+ - * /` (rounded down, by 0 it is 0), `max` or `min`. `a + b`, `max(a, b)`."""

    op: str
    left: Expr
    right: Expr
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Saturated(Expr):
    """A number kept within what numbers can be. `saturated(a)`."""

    value: Expr
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """`op` is `== != < <= > >=`; sets are compared with `==` and `!=`. `a < b`."""

    op: str
    left: Expr
    right: Expr
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Not(Expr):
    """`not a`."""

    operand: Expr
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Logic(Expr):
    """`op` is `and` or `or`; the right side is looked at only if it matters. `a and b`."""

    op: str
    left: Expr
    right: Expr
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Select(Expr):
    """One of two; only that one is worked out. `a if test else b`."""

    test: Expr
    yes: Expr
    no: Expr

    @property
    def type(self) -> Type:
        """That of both."""
        return type_of(self.yes)


# ── sets ──


@dataclass(frozen=True, slots=True)
class Single(Expr):
    """The bit set with one member; empty for nobody. `{r}`."""

    item: Expr
    type: Type = "bits"


@dataclass(frozen=True, slots=True)
class SetOp(Expr):
    """`op` is `|` (together), `&` (in both) or `-` (without). `a & b`."""

    op: str
    left: Expr
    right: Expr
    type: Type = "bits"


@dataclass(frozen=True, slots=True)
class Has(Expr):
    """Is a noun in a bit set? Nobody is in none. `r in s`."""

    members: Expr
    item: Expr
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Among(Expr):
    """Is a number in a list? `tile among s`."""

    members: Expr
    item: Expr
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Size(Expr):
    """How many members a set has. `size(s)`."""

    members: Expr
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Some(Expr):
    """Has a set any member? `some(s)`."""

    members: Expr
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Loop(Expr):
    """What goes over the members of a set, each in turn called `var`.

    `known` are worked out once before it; each of `along` is bound, for every member, to the answer of a batch.
    """

    var: Local
    members: Expr
    known: tuple[tuple[Local, Expr], ...] = ()
    along: tuple[tuple[Local, Batch], ...] = ()


@dataclass(frozen=True, slots=True)
class Filter(Loop):
    """The members for which a test holds. `{r for r in s if test}`."""

    test: Expr = Const(1)

    @property
    def type(self) -> Type:
        """That of the set."""
        return type_of(self.members)


@dataclass(frozen=True, slots=True)
class Fold(Loop):
    """`op` is `sum`, `max`, `min` (0 of none), or `union` of sets. `sum(term for r in s)`."""

    op: str = "sum"
    term: Expr = Const(0)

    @property
    def type(self) -> Type:
        """A set for `union`, otherwise a number."""
        return "bits" if self.op == "union" else "int"


@dataclass(frozen=True, slots=True)
class Reach(Expr):
    """A bit set, and what each of its members leads to, until nothing is new. `reach(r from start by step)`."""

    var: Local
    start: Expr
    step: Expr
    type: Type = "bits"


# ── many regions at once ──


@dataclass(frozen=True, slots=True)
class Batch(Expr):
    """A value asked for all of some regions: numbers as `answers`, a flag as the regions where it holds. `b_11(among, p)`."""

    function: str
    among: Expr
    args: tuple[Expr, ...]
    type: Type = "answers"


@dataclass(frozen=True, slots=True)
class Answer(Expr):
    """One of the answers. `x[r]`."""

    answers: Expr
    item: Expr
    type: Type = "int"


@dataclass(frozen=True, slots=True)
class Each(Loop):
    """A number worked out for every member, as answers. `{r: term for r in s}`."""

    term: Expr = Const(0)

    @property
    def type(self) -> Type:
        """Always answers."""
        return "answers"


# ── statements ──


@dataclass(frozen=True, slots=True)
class Stmt:
    """What is done."""


Block = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Assign(Stmt):
    """Bind a local, or give it another value. `x = a`."""

    target: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class Store(Stmt):
    """Write a cell; that of nobody is not written. `people.hand[p] = a`."""

    cell: Cell
    value: Expr


@dataclass(frozen=True, slots=True)
class Do(Stmt):
    """A change that the engine makes; what it says may be bound. `draw(deck)`, `x = roll(0)`."""

    name: str
    args: tuple[Expr | None, ...]
    into: Local | None = None


@dataclass(frozen=True, slots=True)
class If(Stmt):
    """Branches in order. `if a: … elif b: … else: …`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class For(Stmt):
    """Over the members of a set as it is now; `order` is `seats` or `peoples` where that matters. `for r in s: …`.

    `weight` is what a round counts for when it is counted (0: it is not).
    """

    var: Local
    members: Expr
    body: Block
    order: str = ""
    weight: int = 0


@dataclass(frozen=True, slots=True)
class Repeat(Stmt):
    """So many times; with `until` no further once that local says that somebody declined. `repeat a: …`."""

    times: Expr
    body: Block
    weight: int = 1
    declinable: bool = False


@dataclass(frozen=True, slots=True)
class Return(Stmt):
    """What the function says. `return a`."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Apply(Stmt):
    """Let the rules of a stratum that are in play change `target`: each gets it and gives it back. `x = rules v_11.2 [p] (x, p, r)`.

    `value` and `stratum` say which, `key` for whom; `near` is whether a piece lies there that could bring one.
    """

    target: Local
    value: int
    stratum: int
    key: Expr
    args: tuple[Expr, ...]
    near: Expr | None = None


# Answers are changed in place.


@dataclass(frozen=True, slots=True)
class Update(Stmt):
    """Some of the answers become others, by an `op` as of modifiers. `x[r] += a for r in s`."""

    answers: Local
    var: Local
    members: Expr | None
    op: str
    change: Expr


# What may wait for somebody, or lead to other events.


@dataclass(frozen=True, slots=True)
class Raise(Stmt):
    """Raise an event. `raise conquest(r, p)`."""

    event: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Choose(Stmt):
    """Somebody chooses; with `body` they may also decline. `choose r from s asking p`."""

    name: str
    var: Local
    type_name: str
    options: Expr
    order: str
    asking: Expr
    place: int
    body: Block | None
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class May(Stmt):
    """Somebody says yes or no. `may name asking p: …`."""

    name: str
    asking: Expr
    place: int
    body: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True)
class Offer(Stmt):
    """The actions of a phase are offered. `offer conquests to p`."""

    phase: int
    name: str
    one: bool
    player: Expr
    people: Expr
    place: int


@dataclass(frozen=True, slots=True)
class Run(Stmt):
    """An event that runs in one go, as a call. `e_9(r, p)`."""

    event: int
    args: tuple[Expr, ...]


# ── going over nodes ──

Node = TypeVar("Node", bound=object)

_PARTS: dict[type, tuple[str, ...]] = {}


def _fields(kind: type) -> tuple[str, ...]:
    known = _PARTS.get(kind)
    if known is None:
        known = _PARTS[kind] = tuple(field.name for field in fields(kind))
    return known


def type_of(node: Expr) -> Type:
    """What an expression comes to."""
    found: Type = node.type  # type: ignore[attr-defined]
    return found


def children(node: object) -> Iterator[Expr | Stmt]:
    """The nodes right below one, in order."""
    for name in _fields(type(node)):
        yield from _nodes_in(getattr(node, name))


def _nodes_in(part: object) -> Iterator[Expr | Stmt]:
    if isinstance(part, Expr | Stmt):
        yield part
    elif type(part) is tuple:
        for item in part:
            yield from _nodes_in(item)


def walk(node: object) -> Iterator[Expr | Stmt]:
    """A node (or a block) and everything below it."""
    for found in _nodes_in(node) if type(node) is tuple else (node,):
        assert isinstance(found, Expr | Stmt)  # noqa: S101 - nothing else is in a tree
        yield found
        for child in children(found):
            yield from walk(child)


def rebuilt(node: Node, change: Callable[[Any], Any]) -> Node:
    """A node with `change` applied to every node right below it; itself if nothing is different."""
    found = {}
    for name in _fields(type(node)):
        old = getattr(node, name)
        new = _changed(old, change)
        if new is not old:
            found[name] = new
    return replace(node, **found) if found else node  # type: ignore[type-var]


def _changed(part: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(part, Expr | Stmt):
        return change(part)
    if type(part) is tuple:
        new = tuple([_changed(item, change) for item in part])
        return part if all(a is b for a, b in zip(part, new, strict=True)) else new
    return part


def reads(node: object, name: str) -> bool:
    """Is this local read anywhere in it?"""
    return any(isinstance(found, Local) and found.name == name for found in walk(node))


def put_in(node: Node, given: dict[str, Expr]) -> Node:
    """With expressions in the place of locals."""

    def change(inner: Any) -> Any:
        if isinstance(inner, Local):
            return given.get(inner.name, inner)
        return rebuilt(inner, change)

    return change(node)  # type: ignore[no-any-return]
