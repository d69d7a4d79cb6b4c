"""The nodes of the intermediate representation.

Everything is a number (`int`; flags are 0 and 1, nouns their indices, -1 nobody), a bit set of regions, peoples or players (`bits`), a short list
of numbers (`list`: tiles, pieces, words), or the rules in play that change a value (`rules`).
Expressions are pure and total: they may be evaluated twice, or not at all. Nodes are immutable and equal by value. The locals of a function have
different names.

Expressions:
Const Local Cell Board Lookup Prim Call Fact             atoms
Arith Saturated Compare Not Logic Select                 numbers and flags
Single SetOp Complement Has Size Some                    sets
Filter Fold Reach                                        over the members of a set, each as `var`
InPlay                                                   the rules that change a value
Statements, which change locals or the state:
Assign Return If For Repeat                              as everywhere
Store Do Raise Run                                       cells, functions of the engine, events
Apply                                                    rules of tiles
Choose May Offer                                         somebody decides
Next Jump Ask Open Pop Note Burn                         steps, coverage and fuel
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from typing import ClassVar, Final, Literal, TypeAlias

from ruledsl.base.dataclass import dataclass

# ── base ────────────────────────────────────────────────────────────────────────
# The base of all nodes.


Type = Literal["int", "bits", "list", "rules"]


class Node:
    """An expression or a statement.

    A node class is declared once: its fields are its parts, with their types (`PARTS`), and its `text` is its printed form. The traversal
    (`walk`), the printed text (`text`) and the checks (`verify`) follow from that.
    """

    __slots__ = ()
    text: ClassVar[str]

    def __init_subclass__(cls, text: str = "") -> None:
        if text:
            cls.text = text


class Expr(Node):
    """A pure expression; `type` is the type of its value, a number by default."""

    __slots__ = ()
    type: Type = "int"


class Stmt(Node):
    """A statement."""

    __slots__ = ()


Block = tuple[Stmt, ...]

Int: TypeAlias = Expr
Bits: TypeAlias = Expr
Rules: TypeAlias = Expr
Plain: TypeAlias = Expr
Members: TypeAlias = Expr
Set: TypeAlias = Expr

PARTS: Final[dict[str, tuple[Type, ...]]] = {
    "Int": ("int",),
    "Bits": ("bits",),
    "Rules": ("rules",),
    "Plain": ("int", "bits"),
    "Members": ("bits", "list"),
    "Set": ("bits", "list"),
}
"""The possible types of a part, by its declaration; an `Expr` may have any type."""


# ── expressions ─────────────────────────────────────────────────────────────────
# Expressions of the intermediate representation.


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


# ── statements ──────────────────────────────────────────────────────────────────
# Statements of the intermediate representation.


@dataclass(slots=True)
class Assign(Stmt, text="{target} = {value}"):
    """Bind a local, or give it another value. `x = a`."""

    target: Local
    value: Expr


@dataclass(slots=True)
class Return(Stmt, text="return {value}"):
    """The result of the function; without a value in a function that only has effects. `return a`."""

    value: Expr | None


@dataclass(slots=True)
class If(Stmt, text="if {test}:"):
    """Branches in order. `if a: … elif b: … else: …`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block = ()


@dataclass(slots=True)
class For(Stmt, text="for {var} in {members}:"):
    """A loop over the members of a set as it was at the start; `order` is `seats` or `peoples` where that matters. `for r in s: …`.

    In steps `rest` holds the remaining members; `weight` is the cost of an iteration in fuel (0: it is not counted).
    """

    var: Local
    members: Members
    body: Block
    rest: Local
    order: str = ""
    weight: int = 0


@dataclass(slots=True)
class Repeat(Stmt, text="repeat {times}:"):
    """A repetition; a `declinable` one has one choice as its body, and declining ends it. `repeat a: …`."""

    times: Int
    body: Block
    rest: Local
    declinable: bool = False
    weight: int = 0


@dataclass(slots=True)
class Store(Stmt, text="{cell} = {value}"):
    """Write a cell; writing a cell of nobody does nothing. `people.hand[p] = a`."""

    cell: Cell
    value: Expr


@dataclass(slots=True)
class Do(Stmt, text="{into}{name}({args})"):
    """A change made by the engine; its result may be bound. `draw(deck)`, `x = roll(0)`."""

    name: str
    args: tuple[Expr | None, ...]
    into: Local | None = None


@dataclass(slots=True)
class Raise(Stmt, text="raise {event}({args}){bearer}"):
    """Raise an event. Its body runs for the given bearer, if any: people, region and tile. `raise 4(r, p) for (me, here, this)`."""

    event: int
    args: tuple[Expr, ...]
    bearer: tuple[Expr, ...] = ()


@dataclass(slots=True)
class Proceed(Stmt, text="proceed"):
    """Continue with the event that the rule replaces: the next replacing rule, or else the event itself. `proceed`."""


@dataclass(slots=True)
class Run(Stmt, text="{function}({args})"):
    """Call a function that changes the state. `e_9(r, p)`."""

    function: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Spared:
    """Whose rules do not apply: those of the tile `source`; or, with `kinds`, of that kind of pieces, by the function of each rule of a piece."""

    source: Local
    kinds: dict[str, int] | None


@dataclass(slots=True)
class Apply(Stmt, text="apply {rules} at {stratum} to {target} with ({args})"):
    """Let the rules of a stratum change `target`, one after the other. `apply x 1 s (p, r)`."""

    target: LocalExpr
    rules: Rules
    stratum: int
    args: tuple[Expr, ...]
    spared: Spared | None = None


@dataclass(slots=True)
class Choose(Stmt, text="choose {var} from {options} asking {asking}:"):
    """A choice by a player, who may decline if there is a `body`. `choose r from s asking p`."""

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
class May(Stmt, text="may {word} asking {asking}:"):
    """A yes-or-no choice. `may name asking p: …`."""

    var: Local
    word: str
    asking: Expr
    place: int
    body: Block
    otherwise: Block = ()


@dataclass(slots=True)
class Offer(Stmt, text="offer {word} to {player}"):
    """Offer the actions of a phase. `offer 3 to p`."""

    phase: int
    word: str
    one: bool
    player: Expr
    people: Expr
    place: int


@dataclass(slots=True)
class Next(Stmt, text="next {step}"):
    """Set the step of the procedure that follows after this one has returned. `next 3`."""

    step: int


@dataclass(slots=True)
class Jump(Stmt, text="jump {step}"):
    """End the step; another one runs at once. `jump 3`."""

    step: int


@dataclass(slots=True)
class Ask(Stmt, text="ask {player} {options}"):
    """End the step and ask somebody; the answer continues at the step after this one. `ask p options`."""

    player: Expr
    options: Expr
    order: str = ""


@dataclass(slots=True)
class Open(Stmt, text="open {player} {people}"):
    """End the step and offer the actions of the phase. `open p q`."""

    player: Expr
    people: Expr


@dataclass(slots=True)
class Pop(Stmt, text="pop"):
    """End the procedure. `pop`."""


@dataclass(slots=True)
class Note(Stmt, text="note {rule}"):
    """Record that a rule was used; with a set, only if that is not empty. `note 7`."""

    rule: int
    members: Expr | None = None


@dataclass(slots=True)
class Burn(Stmt, text="burn {rounds}"):
    """Count rounds of fuel. `burn 3`."""

    rounds: Int
