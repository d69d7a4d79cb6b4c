"""A program in the intermediate representation: functions by name, and the procedures of events, triggers and actions."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.nodes import Block, Expr, Local
from ruledsl.engine.ir.walk import walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ruledsl.engine.ir.nodes import Type
    from ruledsl.engine.state.layout import Layout
    from ruledsl.rules.check.bounds.ranges import Ranges
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed import Asking, TExpr, Var

BEARER = (Local("me"), Local("here"), Local("this"))
"""The bearer of a rule of a tile: the people that has it, the region where it lies, the tile."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the state. `among` is the parameter that may be a set (-1: none); `frame` gives the slots of a step's locals.

    If the rules of a value can be refused, `victim` is who could refuse them; for such a rule, it is the parameter that says so.

    The prefix of a name is the kind of function: value `v`, definition `d`, permission `p`, modifier `m`, prohibition `f` or permit `l` of a
    tile, targets `t` and limit key `k` of an action, condition `i` of a replacement; made by passes: batch `b`, modifier of a batch `mb`, event
    `e`, action `x` and trigger `w` in one go, step `s`.
    """

    name: str
    params: tuple[Local, ...]
    body: Block
    among: int = -1
    victim: Expr | None = None
    frame: dict[str, int] | None = None

    @property
    def place(self) -> tuple[int, int]:
        """The procedure of a step, and its number there."""
        _, procedure, step = self.name.split("_")
        return int(procedure), int(step)

    def with_body(self, body: Block) -> Function:
        """The same with another body."""
        return self if body is self.body else replace(self, body=body)


@dataclass(frozen=True, slots=True)
class Procedure:
    """The body of an event, trigger or action, and its `owner`; its `choices` and the contents of its locals come from the checked tree."""

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
    """A procedure in steps: their functions, the number of slots of a frame, the slot of each local that has one.

    `rests` are the slots with the remaining members of a loop; `choices` are the questions: (step, the next step, what is asked).
    """

    functions: list[Function] = field(default_factory=list)
    slots: int = 0
    frame: dict[str, int] = field(default_factory=dict)
    rests: set[str] = field(default_factory=set)
    choices: list[tuple[int, int, n.Choose | n.May | n.Offer]] = field(default_factory=list)


@dataclass(slots=True)
class Module:
    """A whole module; `program` is its source, `ranges` has the ranges of numbers.

    Prohibitions and permits name their reasons by index in `reasons`.
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
        """Add a function."""
        self.functions[name] = Function(name, params, body, among, victim)

    def fresh(self, word: str) -> str:
        """A name that no local has yet. `ValueError` unless `word` is an identifier of plain letters, since it gets into printed code."""
        if not (word.isascii() and word.isidentifier()):
            message = f"{word!r} cannot be the name of a local"
            raise ValueError(message)
        return f"{word}__{next(self.counter)}"

    def local(self, word: str, kind: Type = "int") -> Local:
        """A local with a unique name."""
        return Local(self.fresh(word), kind)

    def callees_first(self) -> list[str]:
        """The names of all functions, callees first; rules of tiles that change a value precede it."""
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
        """Change the bodies of all functions and procedures."""
        for name, function in self.functions.items():
            self.functions[name] = function.with_body(change(function.body))
        self.each_procedure(change)

    def each_procedure(self, change: Callable[[Block], Block]) -> None:
        """Change the bodies of all procedures."""
        for index, procedure in enumerate(self.procedures):
            self.procedures[index] = procedure.with_body(change(procedure.body))
