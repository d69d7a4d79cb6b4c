"""Inlines functions that are one short expression.

A value that only rules of tiles change is inlined for states in which none of them is in play: `v_11(p, r)` becomes
`v_11(p, r) if changed 11 else 3`. The guarded expression is also correct when the fact does not hold; passes rely on that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.passes.simplify import simple, simple_block, simply
from ruledsl.engine.ir.walk import put_in, rebuilt, renamed, size, walk
from ruledsl.engine.state import layout as at

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.ir.module import Function, Module

MOST_NODES = 60
"""A longer expression stays a function."""
MOST_QUIET = 4
"""A longer value is not inlined beside its call."""


def inline(module: Module) -> None:
    """All functions and procedures of a module."""
    inliner = _Inliner(module)
    for name in module.callees_first():
        inliner.function(name)
    module.each_procedure(inliner.block)


def with_facts(node: Any, holds: n.Const, index: int | None = None) -> Any:
    """An expression or block with facts replaced by constants (for `changed`, only the one of that value)."""

    def decided(inner: Any) -> Any:
        if type(inner) is n.Fact and (index is None or (inner.what, inner.index) == ("changed", index)):
            return holds
        return simply(rebuilt(inner, decided))

    return simple_block(rebuilt(node, decided)) if isinstance(node, tuple) else decided(node)


def light(node: n.Expr) -> bool:
    """Is the expression as cheap as a local?"""
    match node:
        case n.Local() | n.Const():
            return True
        case n.Cell(row=row, type="int"):
            return row is None or light(row)
        case n.Board(index=row, type="int"):
            return row is None or light(row)
    return False


class _Inliner:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.done: set[str] = set()
        self.quiet: dict[str, n.Expr | None] = {}

    def block(self, body: n.Block) -> n.Block:
        """A block with its calls inlined."""
        return simple_block(rebuilt(body, self))

    def function(self, name: str) -> Function:
        """A function with its own calls inlined."""
        function = self.module.functions[name]
        if name not in self.done:
            self.done.add(name)
            function = function.with_body(self.block(function.body))
            self.module.functions[name] = function
        return function

    def __call__(self, node: Any) -> Any:
        result = simply(rebuilt(node, self))
        if type(result) is n.Call and result.function[0] in "dv":
            return self._call(result)
        if type(result) is n.Prim and result.name in SHORT and all(map(light, result.args)):
            return SHORT[result.name](*result.args)
        return result

    def _call(self, call: n.Call) -> n.Expr:
        function = self.function(call.function)
        match function.body:
            case (n.Return(value=n.Expr() as value),):
                return self._written_out(function, value, call, MOST_NODES) or call
        quiet = self._quiet(function)
        if quiet is not None:
            short = self._written_out(function, quiet, call, MOST_QUIET)
            if short is not None:
                fact = n.Fact("changed", int(call.function.partition("_")[2]))
                return n.Select(fact, call, short, call.type)
        return call

    def _quiet(self, function: Function) -> n.Expr | None:
        """The value while no rule in play changes it, if that is one expression."""
        if function.name not in self.quiet:
            index = int(function.name.partition("_")[2])
            match with_facts(function.body, n.NO, index) if function.name[0] == "v" else ():
                case (n.Return(value=n.Expr() as value),):
                    self.quiet[function.name] = value
                case _:
                    self.quiet[function.name] = None
        return self.quiet[function.name]

    def _written_out(self, function: Function, value: n.Expr, call: n.Call, most: int) -> n.Expr | None:
        if size(value) > most:
            return None
        given = {}
        for param, arg in zip(function.params, call.args, strict=True):
            if not light(arg) and _uses(value, param.name) > 1:
                return None
            given[param.name] = arg
        return simple(put_in(renamed(value, self.module.fresh), given))  # type: ignore[no-any-return]


def _uses(node: n.Node, name: str) -> int:
    """How often a local is read; a read inside a loop counts as many."""
    total = 0
    for inner in walk(node):
        if type(inner) is n.Local:
            total += inner.name == name
        elif isinstance(inner, n.LOOPS):
            total += any(type(deep) is n.Local and deep.name == name for deep in walk(inner))
    return total


def _tokens_in(people: n.Expr, region: n.Expr) -> n.Expr:
    """In most cases the people asked about holds the region."""
    holds = n.Compare("==", n.Cell("region", at.HOLDER, "holder", region), people)
    called = n.Prim("tokens_in", (people, region))
    return n.Select(holds, n.Cell("region", at.TOKENS, "tokens", region), called)


def _force(region: n.Expr) -> n.Expr:
    """In most cases nobody shares a region."""
    return n.Select(
        n.Fact("shared"), n.Prim("force", (region,)), n.Cell("region", at.TOKENS, "tokens", region)
    )


SHORT: Final[dict[str, Callable[..., n.Expr]]] = {"tokens_in": _tokens_in, "force": _force}
"""Engine questions with a short form for the most frequent case."""
