"""What is the same for every member of a loop is worked out before it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruledsl.ir import nodes as n
from ruledsl.ir.walk import reads, rebuilt

if TYPE_CHECKING:
    from ruledsl.ir.module import Module

__all__ = ["hoist"]


def hoist(module: Module) -> None:
    """`{r for r in s if cost(r) < hand(p) + 1}`: the sum is asked once."""

    def change(node: Any) -> Any:
        found = rebuilt(node, change)
        match found:
            case n.Filter() if found.members.type == "list":
                return found
            case n.Filter() | n.Fold() | n.Each() | n.Update():
                return _with_known(module, found)
        return found

    module.each_body(lambda body: rebuilt(body, change))


def _with_known(module: Module, loop: Any) -> Any:
    """A loop that works out before its rounds what is the same in all of them."""
    known = list(loop.known)
    own = [loop.var.name, *(let.target.name for let in known)]
    if isinstance(loop, n.Update):
        own.append(loop.was.name)

    def change(node: Any) -> Any:
        if not reads(node, *own):
            if isinstance(node, n.Const | n.Local):
                return node
            same = next((let.target for let in known if let.value == node), None)
            if same is None:
                same = module.local("known", node.type)
                known.append(n.Let(same, node))
            return same
        return node if isinstance(node, n.LOOPS) else rebuilt(node, change)

    return replace(loop, term=change(loop.term), known=tuple(known))
