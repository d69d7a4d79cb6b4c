"""Facts that stay the same are asked once, before a loop that asks them for every member."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruledsl.ir import nodes as n
from ruledsl.ir.passes.inline import with_facts
from ruledsl.ir.passes.simplify import NO, YES, simply
from ruledsl.ir.walk import each_statement, rebuilt, renamed, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.ir.module import Module

__all__ = ["unswitch_loops", "unswitched"]


def unswitch_loops(module: Module) -> None:
    """`{r: a if f else b for r in s}` becomes `{r: a for r in s} if f else {r: b for r in s}`."""
    module.each_body(lambda body: unswitched(body, module.fresh))


def unswitched(body: n.Block, fresh: Callable[[str], str]) -> n.Block:
    """A block in which no loop asks for facts."""

    def change(node: Any) -> Any:
        found = rebuilt(node, change)
        match found:
            case n.Filter(test=rounds) | n.Fold(term=rounds) | n.Each(term=rounds):
                test = _any(_facts(rounds))
            case _:
                return found
        if test is None:
            return found
        slow, quick = (
            _with_rounds(found, with_facts(rounds, YES)),
            _with_rounds(found, with_facts(rounds, NO)),
        )
        return n.Select(test, slow, renamed(quick, fresh), found.type)

    def update(statement: n.Stmt) -> n.Block:
        if not isinstance(statement, n.Update):
            return (statement,)
        test = _any(_facts(statement.term))
        if test is None:
            return (statement,)
        slow, quick = (replace(statement, term=with_facts(statement.term, holds)) for holds in (YES, NO))
        return (n.If(((test, (slow,)),), (renamed(quick, fresh),)),)

    return each_statement(rebuilt(body, change), update)


def _with_rounds(loop: n.Filter | n.Fold | n.Each, rounds: n.Expr) -> n.Expr:
    """The loop with something else to do for every member."""
    if isinstance(loop, n.Filter):
        return simply(replace(loop, test=rounds))  # type: ignore[no-any-return]
    return replace(loop, term=rounds)


def _any(facts: list[n.Fact]) -> n.Expr | None:
    test: n.Expr | None = None
    for fact in facts:
        test = fact if test is None else n.Logic("or", test, fact)
    return test


def _facts(node: n.Node) -> list[n.Fact]:
    found: list[n.Fact] = []
    for inner in walk(node):
        if type(inner) is n.Fact and inner not in found:
            found.append(inner)
    return found
