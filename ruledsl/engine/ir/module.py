"""A program in the intermediate representation: functions by name, and the procedures of events, triggers and actions."""

from __future__ import annotations

import inspect
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.nodes import Block, Expr, Local
from ruledsl.engine.ir.walk import KINDS, children, walk

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
        """This function with another body."""
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
        """This procedure with another body."""
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
        names: dict[str, None] = {}
        entered: set[str] = set()
        waiting = [(name, False) for name in reversed(self.functions)]
        while waiting:
            name, done = waiting.pop()
            if done:
                names[name] = None
            elif name not in entered:
                entered.add(name)
                waiting.append((name, True))
                waiting += [(called, False) for called in self._called(name) if called not in entered]
        return list(names)

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


# ── verify ──────────────────────────────────────────────────────────────────────
# Verifies that a backend can print a module.
#
# Types must fit, locals must be bound before they are read, called functions must exist, no function may call itself, and every path must end.
# A module as text (`text_of`) is for people and tests.


PARTS: Final = {
    kind: {name: n.PARTS[form] for name, form in inspect.get_annotations(kind).items() if form in n.PARTS}
    for kind in KINDS
}
"""The possible types of a node's parts."""
ENDS = (n.Return, n.Jump, n.Ask, n.Open)


class IllFormed(Exception):
    """A malformed module: a bug in a pass."""


def verify(module: Module) -> None:
    """Raise `IllFormed` at the first violation."""
    for function in module.functions.values():
        _Verifier(module, function).run()
    for steps in module.steps:
        for step in steps.functions:
            _Verifier(module, step).run()
    _acyclic(module)


def _acyclic(module: Module) -> None:
    """Check that calls form no cycle. Rules of tiles that run in chains are bounded by the tables in play."""
    done: set[str] = set()
    for start in module.functions:
        path: list[str] = []
        waiting: list[tuple[str, bool]] = [(start, False)]
        while waiting:
            name, leaving = waiting.pop()
            if leaving:
                path.pop()
                done.add(name)
            elif name in path:
                raise IllFormed(f"{name} calls itself")
            elif name not in done:
                path.append(name)
                waiting.append((name, True))
                waiting += [(called, False) for called in _called(module.functions[name])]


def _called(function: Function) -> Iterator[str]:
    for node in walk(function.body):
        if isinstance(node, n.Call):
            yield node.function


class _Verifier:
    def __init__(self, module: Module, function: Function) -> None:
        self.module = module
        self.function = function

    def run(self) -> None:
        bound = {param.name for param in self.function.params}
        if self.function.frame is not None:
            bound |= {"me", "here", "this", *self.function.frame}
        ends = self._block(self.function.body, bound)
        if self.function.name[0] in "vdpmfltkib" and not ends:
            self._fail("does not say anything", None)

    def _fail(self, what: str, node: n.Node | None) -> None:
        raise IllFormed(f"{self.function.name} {what}" + (f": {text_of(node)}" if node is not None else ""))

    def _block(self, body: n.Block, bound: set[str]) -> bool:
        """Check a block and add the names that it binds. Does every path through it end the function?"""
        for index, statement in enumerate(body):
            if self._statement(statement, bound):
                if index < len(body) - 1:
                    self._fail("goes on behind its end", statement)
                return True
        return False

    def _statement(self, node: n.Stmt, bound: set[str]) -> bool:
        if isinstance(node, n.If):
            return self._if(node, bound)
        self._types(node)
        var: n.Local | None = getattr(node, "var", None)
        inside = bound | ({var.name} if var is not None else set())
        for part in children(node):
            if not isinstance(part, n.Stmt):
                self._expr(part, inside)
        for name in ("body", "otherwise"):
            self._block(getattr(node, name, None) or (), set(inside))
        bound |= {local.name for name in ("target", "into", "var") if (local := getattr(node, name, None))}
        return isinstance(node, ENDS)

    def _if(self, node: n.If, bound: set[str]) -> bool:
        ways = [set(bound) for _ in (*node.branches, node.otherwise)]
        ends = []
        for (test, body), inner in zip(node.branches, ways, strict=False):
            self._expr(test, bound)
            ends.append(self._block(body, inner))
        ends.append(self._block(node.otherwise, ways[-1]))
        going_on = [inner for inner, ended in zip(ways, ends, strict=True) if not ended]
        bound |= set.intersection(*going_on) if going_on else set()
        return all(ends)

    def _expr(self, node: n.Node, bound: set[str]) -> None:
        if isinstance(node, n.Local) and node.name not in bound:
            self._fail(f"reads {node.name} before it is bound", node)
        if isinstance(node, n.Call):
            self._call(node)
        self._types(node)
        own = bound | {node.var.name} if isinstance(node, n.LOOPS) else bound
        for part in children(node):
            self._expr(part, own)

    def _call(self, node: n.Call) -> None:
        function = self.module.functions.get(node.function)
        if function is None:
            self._fail("calls what is not there", node)
            return
        given = len(node.args)
        if given != len(function.params):
            self._fail(f"calls {node.function} with {given} of {len(function.params)} arguments", node)

    def _types(self, node: n.Node) -> None:
        for name, allowed in PARTS[type(node)].items():
            part = getattr(node, name)
            if part is not None and part.type not in allowed:
                self._fail(f"has {part.type} where {' or '.join(allowed)} belongs", node)


def text_of(thing: n.Node | Function) -> str:
    """An expression, a statement or a function as text. Fuel marks come last."""
    if isinstance(thing, n.Expr):
        return _line(thing)
    if isinstance(thing, n.Stmt):
        return "\n".join(_statement(thing, 0))
    assert not isinstance(thing, n.Node)  # noqa: S101 - expressions and statements are all the kinds there are
    params = ", ".join(param.name for param in thing.params)
    return "\n".join([f"{thing.name}({params}):", *_block(thing.body, 1)]) + "\n"


def _line(node: n.Node) -> str:
    parts = {name: _part(name, getattr(node, name)) for name in node.__dataclass_fields__}  # type: ignore[attr-defined]
    if isinstance(node, n.Do) and node.into is not None:
        parts["into"] += " = "
    marks = [name for name in ("declinable",) if getattr(node, name, False)]
    if getattr(node, "weight", 0):
        marks.append(f"counted {node.weight}")  # type: ignore[attr-defined]
    if isinstance(node, n.Fact) and node.index < 0:
        parts["index"] = ""
    text = node.text.format(**parts).replace("[]", "").rstrip()
    return " ".join([text, *marks])


def _part(name: str, part: Any) -> str:
    if isinstance(part, n.Node):
        return _line(part)
    if isinstance(part, tuple) and name == "args":
        return ", ".join("all" if arg is None else _line(arg) for arg in part)
    if name == "bearer":
        return f" for ({_part('args', part)})" if part else ""
    return "" if part is None else str(part)


def _block(body: n.Block, depth: int) -> Iterator[str]:
    for statement in body:
        yield from _statement(statement, depth)


def _statement(node: n.Stmt, depth: int) -> Iterator[str]:
    space = "  " * depth
    if isinstance(node, n.If):
        for number, (test, body) in enumerate(node.branches):
            yield f"{space}{'elif' if number else 'if'} {_line(test)}:"
            yield from _block(body, depth + 1)
    else:
        yield space + _line(node)
        yield from _block(getattr(node, "body", None) or (), depth + 1)
    if otherwise := getattr(node, "otherwise", ()):
        yield f"{space}else:"
        yield from _block(otherwise, depth + 1)
