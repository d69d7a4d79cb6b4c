"""Rules that wait for an event that never comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.rules.check.graph import Clause, clauses
from ruledsl.rules.check.typed import raised_in
from ruledsl.rules.check.typed.declarations import EventDef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.program import Program


def events_are_raised(program: Program, diagnostics: Diagnostics) -> None:
    """Some rule raises every event that rules wait for, unless a game begins with it.

    A pack without tiles exists for others, which may wait for its events.
    """
    if program.event(program.composition.roles.get("start", "")) is None:
        return
    raised = _raised(program)
    waited: set[EventDef] = set()
    for event, what, span in _waiting(program):
        if event not in raised:
            waited.add(event)
            message = f"{what} `{event.name}`, but no rule raises that."
            labels = ((event.origin.span, "declared here"),)
            help_ = f"`do {event.name}` in some event would raise it."
            diagnostics.error("R016", message, span, labels=labels, help=help_)
    playing = {pack.id for pack in program.composition.packs if pack.tiles}
    for event in program.events:
        if event in raised or event in waited or event.parent is not None:
            continue
        if event.origin.owner.pack in playing:
            diagnostics.warning("R017", f"Nothing raises the event `{event.name}`.", event.origin.span)


def _raised(program: Program) -> set[EventDef]:
    """Events that some rule raises; phases come with their event."""
    found = {program.event(name) for name in program.composition.roles.values()} - {None}
    for clause in clauses(program):
        own = clause.what.phases if isinstance(clause.what, EventDef) else []
        found |= clause.once(_done).difference(own)
    known = {event for event in found if event is not None}
    while True:
        phases = {phase for event in known for phase in event.phases}
        if phases <= known:
            return known
        known |= phases


def _done(clause: Clause) -> set[EventDef]:
    return {event for node in clause.nodes if (event := raised_in(node)) is not None}


def _waiting(program: Program) -> Iterator[tuple[EventDef, str, Span]]:
    for trigger in program.triggers:
        yield trigger.event, "This waits for", trigger.origin.span
    for memory in program.memories:
        if memory.until is not None:
            yield memory.until, f"`{memory.name}` is forgotten at", memory.origin.span
    for action in program.actions:
        yield action.phase, f"`{action.name}` is offered in", action.origin.span
        if action.limit is not None:
            yield (
                action.limit.unit,
                f"How often `{action.name}` can be done is counted from",
                action.origin.span,
            )
