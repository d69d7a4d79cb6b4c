"""Loop unswitching: a fact is tested once, before the loop, instead of for every member."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.passes.inline import with_facts
from ruledsl.engine.ir.passes.simplify import simply
from ruledsl.engine.ir.walk import rebuilt, renamed, walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.ir.module import Module


def unswitch_loops(module: Module) -> None:
    """`sum(a if f else b for r in s)` becomes `sum(a for r in s) if f else sum(b for r in s)`."""
    module.each_body(lambda body: unswitched(body, module.fresh))


def unswitched(body: n.Block, fresh: Callable[[str], str]) -> n.Block:
    """A block in which no loop tests facts."""

    def change(node: Any) -> Any:
        found = rebuilt(node, change)
        if isinstance(found, n.Filter | n.Fold) and (facts := _facts(found.term)):
            slow, quick = (
                simply(replace(found, term=with_facts(found.term, holds))) for holds in (n.YES, n.NO)
            )
            return n.Select(n.joined("or", facts), slow, renamed(quick, fresh), found.type)
        return found

    return rebuilt(body, change)


def _facts(node: n.Node) -> list[n.Fact]:
    found: list[n.Fact] = []
    for inner in walk(node):
        if type(inner) is n.Fact and inner not in found:
            found.append(inner)
    return found
