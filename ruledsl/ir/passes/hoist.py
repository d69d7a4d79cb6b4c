"""What is the same for every member of a loop is worked out before it."""

from __future__ import annotations

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
            case n.Filter(test=rounds) if found.members.type != "list":
                test, known = _taken_out(module, rounds, found.var, found.known)
                return n.Filter(found.var, found.members, test, known, found.type) if known else found
            case n.Fold(term=rounds):
                term, known = _taken_out(module, rounds, found.var, found.known)
                return n.Fold(found.op, found.var, found.members, term, known, found.type) if known else found
            case n.Each(term=rounds):
                term, known = _taken_out(module, rounds, found.var, found.known)
                return n.Each(found.var, found.members, term, known) if known else found
            case n.Update(term=rounds):
                term, known = _taken_out(module, rounds, found.var, found.known, found.was)
                return n.Update(found.answers, found.was, found.var, found.members, term, known)
        return found

    module.each_body(lambda body: rebuilt(body, change))


def _taken_out(
    module: Module, rounds: n.Expr, var: n.Local, known: tuple[n.Let, ...], *more: n.Local
) -> tuple[n.Expr, tuple[n.Let, ...]]:
    found = list(known)
    inside = [var.name, *(local.name for local in more), *(let.target.name for let in known)]

    def change(node: Any) -> Any:
        if not reads(node, *inside):
            if isinstance(node, n.Const | n.Local):
                return node
            same = next((let.target for let in found if let.value == node), None)
            if same is None:
                same = module.local("known", node.type)
                found.append(n.Let(same, node))
            return same
        if isinstance(node, n.LOOPS):
            return node
        return rebuilt(node, change)

    return change(rounds), tuple(found)
