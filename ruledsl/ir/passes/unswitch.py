"""Facts that stay the same are asked once: before a loop that asks them for every member, and where a function asks them the first time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.ir import nodes as n
from ruledsl.ir.passes.inline import with_facts
from ruledsl.ir.passes.simplify import NO, YES, simple_block
from ruledsl.ir.walk import rebuilt, renamed, walk

if TYPE_CHECKING:
    from ruledsl.ir.module import Module

__all__ = ["unswitch_functions", "unswitch_loops"]


def unswitch_loops(module: Module) -> None:
    """`{r: a if f else b for r in s}` becomes `{r: a for r in s} if f else {r: b for r in s}`."""

    def change(node: Any) -> Any:
        found = rebuilt(node, change)
        if not isinstance(found, n.Filter | n.Fold | n.Each):
            return found
        facts = _facts(found.test if isinstance(found, n.Filter) else found.term)
        if not facts:
            return found
        test: n.Expr = facts[0]
        for fact in facts[1:]:
            test = n.Logic("or", test, fact)
        slow = with_facts(found, YES)
        return n.Select(test, slow, renamed(with_facts(found, NO), module.fresh), found.type)

    module.each_body(lambda body: rebuilt(body, change))


def _facts(node: n.Node) -> list[n.Fact]:
    found: list[n.Fact] = []
    for inner in walk(node):
        if type(inner) is n.Fact and inner not in found:
            found.append(inner)
    return found


def unswitch_functions(module: Module) -> None:
    """`if f: a`, `b`, `if f: c` becomes `if f: a, b, c`, `else: b`."""
    for name, function in module.functions.items():
        module.functions[name] = function.with_body(_split(function.body))


def _split(body: n.Block) -> n.Block:
    for index, statement in enumerate(body):
        match statement:
            case n.If(branches=((n.Fact() as fact, _),)) | n.If(
                branches=((n.Logic(op="and", left=n.Fact() as fact), _),)
            ):
                rest = body[index:]
                quick = _split(_decided(rest, fact, NO))
                return (*body[:index], n.If(((fact, _decided(rest, fact, YES)),), quick))
    return body


def _decided(body: n.Block, fact: n.Fact, holds: n.Const) -> n.Block:
    def change(node: Any) -> Any:
        return holds if node == fact else rebuilt(node, change)

    return simple_block(rebuilt(body, change))
