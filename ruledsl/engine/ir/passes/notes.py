"""Records of used rules: removed, or turned into calls of the engine for programs that record them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.dataclass import replace
from ruledsl.engine.ir import nodes as n
from ruledsl.engine.ir.lower.expressions import type_of
from ruledsl.engine.ir.walk import each_statement

if TYPE_CHECKING:
    from ruledsl.engine.ir.module import Module


def without_notes(module: Module) -> None:
    """Remove them from all functions and procedures."""
    module.each_body(lambda body: each_statement(body, lambda it: () if isinstance(it, n.Note) else (it,)))


def told_notes(module: Module) -> None:
    """Turn them into calls of the engine (`engine/cells/noting.py`), and mark where the answer of a value begins and ends."""
    module.each_body(lambda body: each_statement(body, _told))
    for value in module.program.values:
        name, inner = f"v_{value.index}", f"answer_{value.index}"
        function = module.functions[name]
        module.functions[inner] = replace(function, name=inner)
        mark, found = module.local("mark"), module.local("found", type_of(value.type))
        body = (
            n.Assign(mark, n.Prim("listen", (n.Const(value.index + 1),))),
            n.Assign(found, n.Call(inner, function.params, found.type)),
            n.Do("answered", (mark,)),
            n.Return(found),
        )
        module.functions[name] = function.with_body(body)


def _told(statement: n.Stmt) -> n.Block:
    if not isinstance(statement, n.Note):
        return (statement,)
    told = n.Do("take_effect", (n.Const(statement.rule),))
    return (told,) if statement.members is None else (n.If(((n.Some(statement.members), (told,)),)),)
