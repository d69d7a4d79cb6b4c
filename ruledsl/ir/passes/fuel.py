"""Loops that can take long are counted: what one choice may cost ends in a clear error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.ir import nodes as n
from ruledsl.ir.passes.cut import suspends
from ruledsl.ir.walk import children, rebuilt, walk

if TYPE_CHECKING:
    from ruledsl.ir.module import Module

__all__ = ["count_rounds"]


def count_rounds(module: Module) -> None:
    """Loops that run in one go and have something in them that can take long by itself: members of a set are few."""
    regions = module.ranges.sizes.regions

    def change(node: Any) -> Any:
        found = rebuilt(node, change)
        if (isinstance(found, n.Repeat) and not suspends(found.body)) or (
            isinstance(found, n.For) and not suspends(found.body) and _multiplies(found.body)
        ):
            found.weight = 1 + _uncounted(found.body, regions)
        return found

    module.each_body(lambda body: rebuilt(body, change))


def _multiplies(body: n.Block) -> bool:
    return any(isinstance(found, n.Raise | n.Run | n.For | n.Repeat) for found in walk(body))


def _uncounted(body: n.Node | n.Block, members: int) -> int:
    """The rounds of loops that are not counted when they run: each counts with what is around it."""
    found = 0
    for inner in body if isinstance(body, tuple) else children(body):
        if isinstance(inner, n.For) and not inner.weight:
            found += members
        elif isinstance(inner, n.If):
            found += _uncounted(inner, members)
    return found
