"""Events that raise themselves, directly or through others and their triggers, without anybody deciding in between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.check.graph import Link, circle_in, strongly_connected, walk

if TYPE_CHECKING:
    from ruledsl.check.program import EventDef, Program
    from ruledsl.diagnostics import Diagnostics

__all__ = ["events_end"]


def events_end(program: Program, diagnostics: Diagnostics) -> None:
    """Whatever is raised comes to an end, or to a decision that may end it.

    What stands in `may …:` and `may choose …:` happens only if somebody wants it, and actions are taken one by one; all else happens by itself.
    """
    graph: dict[EventDef, list[Link[EventDef]]] = {event: _raised(event.body) for event in program.events}
    for trigger in program.triggers:
        graph[trigger.event] += _raised(trigger.body)
    for group in strongly_connected(graph):
        way = circle_in(graph, sorted(group, key=lambda event: event.name))
        if not way:
            continue
        names = " → ".join(f"`{event.name}`" for event in (*(node for node, _ in way), way[0][0]))
        labels = [(link.span, f"`{node.name}` raises `{link.to.name}` here") for node, link in way]
        diagnostics.error(
            "R015",
            f"`{way[0][0].name}` raises itself, and nobody can stop it: {names}.",
            labels[0][0],
            labels=labels[1:],
            help="Let somebody decide on the way: with `may`, `may choose` or an action.",
        )


def _raised(body: t.TBlock) -> list[Link[EventDef]]:
    found = []
    for effect in body:
        found += [
            Link(node.event, node.span)
            for node in walk(effect, but=(t.TMay, t.TChoose))
            if isinstance(node, t.TDo)
        ]
    return found
