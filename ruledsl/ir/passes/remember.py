"""What is asked while the options of an offer are put together is worked out once: nothing changes in the meantime."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ruledsl.ir import nodes as n
from ruledsl.ir.walk import rebuilt

if TYPE_CHECKING:
    from ruledsl.ir.module import Module

__all__ = ["remember"]


def remember(module: Module) -> None:
    """The calls in the targets of actions."""

    def change(node: Any) -> Any:
        found = rebuilt(node, change)
        asks = isinstance(found, n.Batch) or (isinstance(found, n.Call) and found.function[0] != "k")
        return replace(found, remembered=True) if asks else found

    for name, function in module.functions.items():
        if name.startswith("t_"):
            module.functions[name] = function.with_body(rebuilt(function.body, change))
