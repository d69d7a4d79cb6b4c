"""What a program is in the intermediate representation: functions by name, and the procedures of events, triggers and actions."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from ruledsl.dataclass import dataclass, field, replace
from ruledsl.ir import nodes as n
from ruledsl.ir.nodes import Block, Expr, Local
from ruledsl.ir.walk import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ruledsl.check.bounds.ranges import Ranges
    from ruledsl.check.program import Program
    from ruledsl.check.typed import Asking, TExpr, Var
    from ruledsl.engine.state.layout import Layout
    from ruledsl.ir.nodes import Type

BEARER = (Local("me"), Local("here"), Local("this"))
"""Who runs a rule of a tile: the people that bears it, the region where it lies, the tile."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the state. `among` is the parameter that it can be asked for many of (-1: none); `frame` gives the slots of a step's locals.

    Of a value whose rules can be refused, `victim` is who could refuse them; of such a rule, the parameter that says so.

    Names say what a function is: value `v`, definition `d`, permission `p`, modifier `m`, prohibition `f` or permit `l` of a tile, targets `t`
    and limit key `k` of an action, condition `i` of a replacement; made by passes: batch `b`, modifier of a batch `mb`, event `e`, action `x` and
    trigger `w` in one go, step `s`.
    """

    name: str
    params: tuple[Local, ...]
    body: Block
    among: int = -1
    victim: Expr | None = None
    frame: dict[str, int] | None = None

    @property
    def place(self) -> tuple[int, int]:
        """Of a step: its procedure, and its number there."""
        _, procedure, step = self.name.split("_")
        return int(procedure), int(step)

    def with_body(self, body: Block) -> Function:
        """The same with another body."""
        return self if body is self.body else replace(self, body=body)


@dataclass(frozen=True, slots=True)
class Procedure:
    """What an event, trigger or action does, on whose account (`owner`); its `choices` and what its locals hold, as the checked tree has them."""

    number: int
    title: str
    owner: str
    params: tuple[Local, ...]
    body: Block
    choices: tuple[Asking, ...]
    held: dict[str, Var | TExpr]

    def with_body(self, body: Block) -> Procedure:
        """The same with another body."""
        return self if body is self.body else replace(self, body=body)


@dataclass(slots=True)
class Steps:
    """A procedure in steps: their functions, how many slots a frame needs, the slot of each local that has one.

    `rests` are those with what is still to come of a loop; `choices` what is asked at a step: (step, the one after it, what).
    """

    functions: list[Function] = field(default_factory=list)
    slots: int = 0
    frame: dict[str, int] = field(default_factory=dict)
    rests: set[str] = field(default_factory=set)
    choices: list[tuple[int, int, n.Choose | n.May | n.Offer]] = field(default_factory=list)


@dataclass(slots=True)
class Module:
    """All of it; `program` is what it was made from, `ranges` say what numbers there can be.

    Prohibitions and permits name their reasons by their place in `reasons`.
    """

    program: Program
    layout: Layout
    ranges: Ranges
    functions: dict[str, Function] = field(default_factory=dict)
    procedures: list[Procedure] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    steps: list[Steps] = field(default_factory=list)
    counter: Iterator[int] = field(default_factory=count)

    def add(
        self, name: str, params: tuple[Local, ...], body: Block, among: int = -1, victim: Expr | None = None
    ) -> None:
        """A function more."""
        self.functions[name] = Function(name, params, body, among, victim)

    def fresh(self, word: str) -> str:
        """A name that no local has yet. Nothing but an identifier of plain letters gets into what is printed: `ValueError` otherwise."""
        if not (word.isascii() and word.isidentifier()):
            message = f"{word!r} cannot be the name of a local"
            raise ValueError(message)
        return f"{word}__{next(self.counter)}"

    def local(self, word: str, kind: Type = "int") -> Local:
        """A local that nothing else is called like."""
        return Local(self.fresh(word), kind)

    def callees_first(self) -> list[str]:
        """The names of all functions, each behind those that it calls; rules of tiles that change a value before it."""
        found: dict[str, None] = {}
        entered: set[str] = set()
        waiting = [(name, False) for name in reversed(self.functions)]
        while waiting:
            name, done = waiting.pop()
            if done:
                found[name] = None
            elif name not in entered:
                entered.add(name)
                waiting.append((name, True))
                waiting += [(called, False) for called in self._called(name) if called not in entered]
        return list(found)

    def _called(self, name: str) -> Iterator[str]:
        for node in walk(self.functions[name].body):
            if isinstance(node, n.Call | n.Run) and node.function in self.functions:
                yield node.function
            elif isinstance(node, n.InPlay):
                rules = self.program.values[node.value].modifiers
                names = [f"{kind}_{rule.index}" for kind in ("m", "mb") for rule in rules]
                yield from (rule for rule in names if rule in self.functions)

    def each_body(self, change: Callable[[Block], Block]) -> None:
        """Change what all functions and procedures do."""
        for name, function in self.functions.items():
            self.functions[name] = function.with_body(change(function.body))
        self.each_procedure(change)

    def each_procedure(self, change: Callable[[Block], Block]) -> None:
        """Change what all procedures do."""
        for index, procedure in enumerate(self.procedures):
            self.procedures[index] = procedure.with_body(change(procedure.body))
