"""Statements of the intermediate representation."""

from __future__ import annotations

from ruledsl.base.dataclass import dataclass
from ruledsl.engine.ir.nodes.base import Block, Expr, Int, Members, Rules, Stmt
from ruledsl.engine.ir.nodes.expressions import Cell, Local, LocalExpr


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


@dataclass(slots=True)
class Apply(Stmt, text="apply {rules} at {stratum} to {target} with ({args})"):
    """Let the rules of a stratum change `target`, one after the other. `apply x 1 s (p, r)`."""

    target: LocalExpr
    rules: Rules
    stratum: int
    args: tuple[Expr, ...]


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
