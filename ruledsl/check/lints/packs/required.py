"""Rules that use what another pack declares, without requiring that pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.check.graph import clauses
from ruledsl.check.program import EventDef, ModifierDef, PermitDef, TriggerDef

if TYPE_CHECKING:
    from ruledsl.check.program import Origin, Program
    from ruledsl.diagnostics import Diagnostics, Span

__all__ = ["packs_require_what_they_use"]


def packs_require_what_they_use(program: Program, diagnostics: Diagnostics) -> None:
    """A pack names every other one whose values, events, memories … it uses, or one that requires that."""
    known = _required(program)
    told: set[tuple[str, str]] = set()
    for clause in clauses(program):
        user = clause.origin.owner.pack
        for name, origin, span in _uses(clause.what, clause.origin, list(clause.walk())):
            pack = origin.owner.pack
            if pack not in known[user] and (user, pack) not in told:
                told.add((user, pack))
                message = f"`{name}` is of the pack `{pack}`, which `{user}` does not require."
                labels = ((origin.span, "declared here"),)
                expected = f"`requires: {{{pack}: …}}` in pack.yaml"
                diagnostics.warning("P013", message, span, labels=labels, expected=expected)


def _required(program: Program) -> dict[str, set[str]]:
    """For each pack itself and all that it requires, however far."""
    found: dict[str, set[str]] = {}
    for pack in program.composition.packs:
        found[pack.id] = {pack.id}.union(*(found.get(other, {other}) for other in pack.requires))
    return found


def _uses(what: object, origin: Origin, nodes: list[object]) -> list[tuple[str, Origin, Span]]:
    found: list[tuple[str, Origin, Span]] = []
    match what:
        case EventDef(phases=phases) if phases:
            return []  # its body raises its phases, also those that other packs put there
        case ModifierDef(value=target) | TriggerDef(event=target) | PermitDef(permission=target):
            found.append((target.name, target.origin, origin.span))
    for node in nodes:
        match node:
            case t.ValueOf(value=used) | t.Defined(define=used) | t.Recall(memory=used):
                found.append((used.name, used.origin, node.span))
            case t.CanDo(permission=used) | t.TDo(event=used):
                found.append((used.name, used.origin, node.span))
    return found
