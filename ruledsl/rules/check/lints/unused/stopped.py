"""Rules that stop an offer where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import Clause, clauses
from ruledsl.rules.check.typed.declarations import EventDef

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.program import Program


def stops_end_offers(program: Program, diagnostics: Diagnostics) -> None:
    """`stop` ends an offer that repeats until the player stops: not that of one action, nor a phase without any."""
    lasting = [
        clause.what.name
        for clause in clauses(program)
        if isinstance(clause.what, EventDef) and clause.once(_lasts)
    ]
    for clause in clauses(program):
        for node in clause.once(_stopping):
            if node.phase.name not in lasting:
                what = "offers one action only" if node.phase.offers else "offers no actions"
                message = f"The phase `{node.phase.name}` {what}: there is nothing to stop."
                labels = ((node.phase.origin.span, "declared here"),)
                near = diagnostics.nearest(node.phase.name, lasting)
                diagnostics.error(
                    "R027",
                    message,
                    node.span,
                    labels=labels,
                    expected="a phase that offers actions until the player stops",
                    suggestion=near[0] if near else "",
                )


def _lasts(clause: Clause) -> bool:
    return any(isinstance(node, t.TOffer) and not node.one for node in clause.nodes)


def _stopping(clause: Clause) -> list[t.TStop]:
    return [node for node in clause.nodes if isinstance(node, t.TStop)]
