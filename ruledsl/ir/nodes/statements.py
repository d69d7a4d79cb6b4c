"""Statements of the intermediate representation."""

from __future__ import annotations

from ruledsl.dataclass import dataclass
from ruledsl.ir.nodes.base import Block, Expr, Int, Members, Rules, Stmt
from ruledsl.ir.nodes.expressions import Cell, Local, LocalExpr


@dataclass(slots=True)
class Assign(Stmt, text="{target} = {value}"):
    """Bind a local, or give it another value. `x = a`."""

    target: Local
    value: Expr


@dataclass(slots=True)
class Return(Stmt, text="return {value}"):
    """What the function says; nothing from one that only does something. `return a`."""

    value: Expr | None


@dataclass(slots=True)
class If(Stmt, text="if {test}:"):
    """Branches in order. `if a: … elif b: … else: …`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block = ()


@dataclass(slots=True)
class For(Stmt, text="for {var} in {members}:"):
    """Over the members of a set as it was; `order` is `seats` or `peoples` where that matters. `for r in s: …`.

    In steps `rest` is what is still to come; `weight` is what a round counts for when it is counted (0: it is not).
    """

    var: Local
    members: Members
    body: Block
    rest: Local
    order: str = ""
    weight: int = 0


@dataclass(slots=True)
class Repeat(Stmt, text="repeat {times}:"):
    """So many times; a `declinable` one has one choice as its body, and declining ends it. `repeat a: …`."""

    times: Int
    body: Block
    rest: Local
    declinable: bool = False
    weight: int = 0


@dataclass(slots=True)
class Store(Stmt, text="{cell} = {value}"):
    """Write a cell; that of nobody is not written. `people.hand[p] = a`."""

    cell: Cell
    value: Expr


@dataclass(slots=True)
class Do(Stmt, text="{into}{name}({args})"):
    """A change that the engine makes; what it says may be bound. `draw(deck)`, `x = roll(0)`."""

    name: str
    args: tuple[Expr | None, ...]
    into: Local | None = None


@dataclass(slots=True)
class Raise(Stmt, text="raise {event}({args}){bearer}"):
    """Raise an event. Its body runs for the bearer that is given, if any: people, region and tile. `raise 4(r, p) for (me, here, this)`."""

    event: int
    args: tuple[Expr, ...]
    bearer: tuple[Expr, ...] = ()


@dataclass(slots=True)
class Proceed(Stmt, text="proceed"):
    """Go on with the event that the rule replaces, by the next rule that replaces it, else by itself. `proceed`."""


@dataclass(slots=True)
class Run(Stmt, text="{function}({args})"):
    """Call a function that changes the state. `e_9(r, p)`."""

    function: str
    args: tuple[Expr, ...]


@dataclass(slots=True)
class Apply(Stmt, text="apply {rules} at {stratum} to {target} with ({args})"):
    """Let the rules of a stratum change `target`: each gets it and gives it back. `apply x 1 s (p, r)`."""

    target: LocalExpr
    rules: Rules
    stratum: int
    args: tuple[Expr, ...]


@dataclass(slots=True)
class Choose(Stmt, text="choose {var} from {options} asking {asking}:"):
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
class May(Stmt, text="may {word} asking {asking}:"):
    """Somebody says yes or no. `may name asking p: …`."""

    var: Local
    word: str
    asking: Expr
    place: int
    body: Block
    otherwise: Block = ()


@dataclass(slots=True)
class Offer(Stmt, text="offer {word} to {player}"):
    """The actions of a phase are offered. `offer 3 to p`."""

    phase: int
    word: str
    one: bool
    player: Expr
    people: Expr
    place: int


@dataclass(slots=True)
class Next(Stmt, text="next {step}"):
    """Another step of the procedure comes next, once this one has returned. `next 3`."""

    step: int


@dataclass(slots=True)
class Jump(Stmt, text="jump {step}"):
    """The step ends; another one goes on at once. `jump 3`."""

    step: int


@dataclass(slots=True)
class Ask(Stmt, text="ask {player} {options}"):
    """The step ends: somebody is asked; with their answer it goes on at the step after this one. `ask p options`."""

    player: Expr
    options: Expr
    order: str = ""


@dataclass(slots=True)
class Open(Stmt, text="open {player} {people}"):
    """The step ends: the actions of the phase are offered. `open p q`."""

    player: Expr
    people: Expr


@dataclass(slots=True)
class Pop(Stmt, text="pop"):
    """The procedure is over. `pop`."""


@dataclass(slots=True)
class Note(Stmt, text="note {rule}"):
    """A rule was used; with a set, if it is not empty. `note 7`."""

    rule: int
    members: Expr | None = None


@dataclass(slots=True)
class Burn(Stmt, text="burn {rounds}"):
    """So many rounds are counted. `burn 3`."""

    rounds: Int
