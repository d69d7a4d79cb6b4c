"""Rules that use a declaration without requiring its pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import Clause, clauses
from ruledsl.rules.check.typed.declarations import EventDef, ModifierDef, PermitDef, TriggerDef

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.names import Declared
    from ruledsl.rules.check.program import Program


def packs_require_what_they_use(program: Program, diagnostics: Diagnostics) -> None:
    """A pack requires every pack whose values, events, memories … it uses, or one that requires that."""
    known = _required(program)
    told: set[tuple[str, str]] = set()
    for clause in clauses(program):
        user = clause.origin.owner.pack
        for used, span in clause.once(_uses):
            pack = used.origin.owner.pack
            if pack not in known[user] and (user, pack) not in told:
                told.add((user, pack))
                message = f"`{used.name}` belongs to the pack `{pack}`, which `{user}` does not require."
                labels = ((used.origin.span, "declared here"),)
                expected = f"`requires: {{{pack}: …}}` in pack.yaml"
                diagnostics.warning("P013", message, span, labels=labels, expected=expected)


def _required(program: Program) -> dict[str, set[str]]:
    """For each pack, itself and everything that it requires, transitively."""
    found: dict[str, set[str]] = {}
    for pack in program.composition.packs:
        found[pack.id] = {pack.id}.union(*(found.get(other, {other}) for other in pack.requires))
    return found


def _uses(clause: Clause) -> list[tuple[Declared, Span]]:
    """The declarations that a clause uses, at most one of each pack. An event with phases only raises them, including those of other packs."""
    found: list[tuple[Declared, Span]] = []
    match clause.what:
        case EventDef(phases=phases) if phases:
            return []
        case ModifierDef(value=target) | TriggerDef(event=target) | PermitDef(permission=target):
            found.append((target, clause.origin.span))
    for node in clause.nodes:
        used = t.asked_in(node) or t.raised_in(node)
        if used is not None:
            found.append((used, node.span))  # type: ignore[union-attr]  # places ask nothing
    first = {used.origin.owner.pack: (used, span) for used, span in reversed(found)}
    return [*first.values()]
