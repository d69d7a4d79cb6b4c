"""Questions that are asked for one token after the other, so that many answers to them can be given at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.check.graph import clauses, walk
from ruledsl.vocabulary.types import REGION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.check.program import Program
    from ruledsl.diagnostics import Span

__all__ = ["placings_of"]


def placings_of(program: Program) -> frozenset[Span]:
    """Where a region is chosen into which a token goes from the hand, again and again."""
    loops = (node for clause in clauses(program) for node in clause.walk() if isinstance(node, t.TRepeat))
    return frozenset(span for loop in loops for span in _placings(loop))


def _placings(loop: t.TRepeat) -> Iterator[Span]:
    nodes = list(walk(*loop.body))
    filled = {
        node.target.of.var
        for node in nodes
        if isinstance(node, t.TMoveTokens)
        and (node.source.what, node.target.what) == ("hand", "region")
        and isinstance(node.target.of, t.VarRef)
    }
    for node in nodes:
        if isinstance(node, t.TChoose) and node.var in filled and node.var.type == REGION:
            yield node.span
