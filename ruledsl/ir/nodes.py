"""The nodes of the intermediate representation.

Everything is a number (`int`; flags are 0 and 1, nouns their indices, -1 nobody), a bit set of regions, peoples or players (`bits`), a short list
of numbers (`list`: tiles, pieces, words), the numbers of some regions (`answers`), or the rules in play that change a value (`rules`).
Expressions change nothing and always come to something: they may be worked out twice, or not at all. Nodes are never changed once they are made;
two that say the same are equal. No two locals of a function have one name.

Expressions:
    Const Local Cell Board Lookup Prim Call Fact             what there is
    Arith Saturated Compare Not Logic Select                 numbers and flags
    Single SetOp Complement Has Size Some                    sets
    Filter Fold Each Reach                                   over the members of a set, each as `var`
    Batch Answer                                             a value of many regions at once
    InPlay                                                   the rules that change a value
Statements, which change locals or the state:
    Assign Return If For Repeat                              as everywhere
    Store Do Raise Run                                       cells, what the engine does, events
    Apply Update                                             rules of tiles; answers
    Choose May Offer                                         somebody decides
    Next Jump Ask Open Pop Note Burn                         steps, coverage and fuel
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Type = Literal["int", "bits", "list", "answers", "rules"]


class Node:
    """An expression or a statement."""

    __slots__ = ()


class Expr(Node):
    """What is worked out and changes nothing; `type` says what it comes to."""

    __slots__ = ()
    type: Type


class Stmt(Node):
    """What is done."""

    __slots__ = ()


Block = tuple[Stmt, ...]


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
    (`watched`), or make it run in frames (`framed`: one of these events); regions are shared (`shared`). `fact changed 11`.
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


# ── statements ──


@dataclass(slots=True)
class Assign(Stmt):
    """Bind a local, or give it another value. `x = a`."""

    target: Local
    value: Expr


@dataclass(slots=True)
class Return(Stmt):
    """What the function says; nothing from one that only does something. `return a`."""

    value: Expr | None


@dataclass(slots=True)
class If(Stmt):
    """Branches in order. `if a: … elif b: … else: …`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block = ()


@dataclass(slots=True)
class For(Stmt):
    """Over the members of a set as it was; `order` is `seats` or `peoples` where that matters. `for r in s: …`.

    In steps `rest` is what is still to come; `weight` is what a round counts for when it is counted (0: it is not).
    """

    var: Local
    members: Expr
    body: Block
    rest: Local
    order: str = ""
    weight: int = 0


@dataclass(slots=True)
class Repeat(Stmt):
    """So many times; a `declinable` one has one choice as its body, and declining ends it. `repeat a: …`."""

    times: Expr
    body: Block
    rest: Local
    declinable: bool = False
    weight: int = 0


@dataclass(slots=True)
class Store(Stmt):
    """Write a cell; that of nobody is not written. `people.hand[p] = a`."""

    cell: Cell
    value: Expr


@dataclass(slots=True)
class Do(Stmt):
    """A change that the engine makes; what it says may be bound. `draw(deck)`, `x = roll(0)`."""

    name: str
    args: tuple[Expr | None, ...]
    into: Local | None = None


@dataclass(slots=True)
class Raise(Stmt):
    """Raise an event. With a `way` it may run in one go while none of these events needs frames. `raise 4(r, p)`.

    Its body runs for the bearer that is given, if any: people, region and tile. `raise 4(r, p) for (me, here, this)`.
    """

    event: int
    args: tuple[Expr, ...]
    way: int | None = None
    bearer: tuple[Expr, ...] = ()


@dataclass(slots=True)
class Run(Stmt):
    """Call a function that changes the state. `e_9(r, p)`."""

    function: str
    args: tuple[Expr, ...]


@dataclass(slots=True)
class Apply(Stmt):
    """Let the rules of a stratum change `target`: each gets it and gives it back. `apply x 1 s (p, r)`."""

    target: LocalExpr
    rules: Expr
    stratum: int
    args: tuple[Expr, ...]


@dataclass(slots=True)
class Update(Stmt):
    """Answers of some regions become others: `term` is told the present one as `was`. `x[r] = term for r in s`."""

    answers: LocalExpr
    was: Local
    var: Local
    members: Expr | None
    term: Expr
    known: tuple[Let, ...] = ()
    weight: int = 0


@dataclass(slots=True)
class Choose(Stmt):
    """Somebody chooses; with a `body` they may also decline. `choose r from s asking p`."""

    var: Local
    word: str
    kind: str
    options: Expr
    order: str
    asking: Expr
    place: int
    body: Block | None
    otherwise: Block = ()


@dataclass(slots=True)
class May(Stmt):
    """Somebody says yes or no. `may name asking p: …`."""

    var: Local
    word: str
    asking: Expr
    place: int
    body: Block
    otherwise: Block = ()


@dataclass(slots=True)
class Offer(Stmt):
    """The actions of a phase are offered. `offer 3 to p`."""

    phase: int
    word: str
    one: bool
    player: Expr
    people: Expr
    place: int


@dataclass(slots=True)
class Next(Stmt):
    """Another step of the procedure comes next, once this one has returned. `next 3`."""

    step: int


@dataclass(slots=True)
class Jump(Stmt):
    """The step ends; another one goes on at once. `jump 3`."""

    step: int


@dataclass(slots=True)
class Ask(Stmt):
    """The step ends: somebody is asked; with their answer it goes on at the step after this one. `ask p options`."""

    player: Expr
    options: Expr
    order: str = ""


@dataclass(slots=True)
class Open(Stmt):
    """The step ends: the actions of the phase are offered. `open p q`."""

    player: Expr
    people: Expr


@dataclass(slots=True)
class Pop(Stmt):
    """The procedure is over. `pop`."""


@dataclass(slots=True)
class Note(Stmt):
    """A rule was used; with a set, if it is not empty. `note 7`."""

    rule: int
    members: Expr | None = None


@dataclass(slots=True)
class Burn(Stmt):
    """So many rounds are counted. `burn 3`."""

    rounds: Expr
