"""Without notes of which rules were used: only the coverage of scenarios wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.ir import nodes as n
from ruledsl.ir.walk import each_statement

if TYPE_CHECKING:
    from ruledsl.ir.module import Module

__all__ = ["without_notes"]


def without_notes(module: Module) -> None:
    """All functions and procedures."""
    module.each_body(lambda body: each_statement(body, lambda it: () if isinstance(it, n.Note) else (it,)))
