"""Events that raise themselves, directly or through others and their triggers, without a decision in between."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import (
    Clause,
    Link,
    children,
    circle_in,
    clauses,
    conjuncts,
    constant,
    effects_in,
    strongly_connected,
    walk,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import EventDef

    Graph = dict[EventDef, list[Link[EventDef]]]


def events_end(program: Program, diagnostics: Diagnostics) -> None:
    """Every raised event comes to an end, or to a decision that may end it.

    Effects in `may …:` and `may choose …:` happen only if somebody wants them, unless they happen either way, and actions are taken one by one;
    everything else happens by itself.
    """
    bodies = {event: [event.body, *(trigger.body for trigger in event.triggers)] for event in program.events}
    once = {id(effect) for event in program.events for effect in _once(event)}
    links = {clause.what: clause.once(_links) for clause in clauses(program)}
    graph: Graph = {
        event: [link for what in (event, *event.triggers) for link in links[what]] for event in program.events
    }
    sure = _Sure(bodies, once)
    for group in strongly_connected(graph):
        sure.settle(group)
        circle = sorted([event for event in group if sure.raises_itself(event)], key=lambda event: event.name)
        if circle:
            _report(circle_in(graph, circle), diagnostics)


def _links(clause: Clause) -> list[Link[EventDef]]:
    return [Link(event, node.span) for node in clause.nodes if (event := t.raised_in(node)) is not None]  # type: ignore[union-attr]


class _Sure:
    """The events that are raised regardless of decisions, as bits by index: for every event all that it leads to.

    An effect in `once` (by `id`) does not cause its own repetition.
    """

    def __init__(self, bodies: dict[EventDef, list[t.TBlock]], once: set[int]) -> None:
        self.bodies = bodies
        self.once = once
        self.known: dict[EventDef, int] = {}

    def settle(self, group: list[EventDef]) -> None:
        """Settle events that lead to one another, after all others that they lead to."""
        changed = True
        while changed:
            changed = False
            for event in group:
                found = 0
                for body in self.bodies[event]:
                    found |= self._of(body)
                changed |= found != self.known.get(event, 0)
                self.known[event] = found

    def raises_itself(self, event: EventDef) -> bool:
        """Does it raise itself, regardless of decisions?"""
        return bool(self.known[event] >> event.index & 1)

    def _of(self, parts: Sequence[object]) -> int:
        found = 0
        for part in parts:
            match part:
                case t.TDo(event=event) if id(part) not in self.once:
                    found |= 1 << event.index | self.known.get(event, 0)
                case t.TMay(body=body, otherwise=otherwise) | t.TChoose(body=body, otherwise=otherwise):
                    found |= self._of(body or ()) & self._of(otherwise)
                case t.TEffect():
                    found |= self._of(children(part))
        return found


def _once(event: EventDef) -> list[t.TDo]:
    """What the only trigger that raises its own event raises under a condition that fails the next time: `if people is not me: do … of me`."""
    again = [(trigger, _anew(trigger.body, [trigger.condition], event)) for trigger in event.triggers]
    raising = [
        found for trigger, found in again if any(_is_raised(event, part) for part in walk(*trigger.body))
    ]
    return raising[0] if len(raising) == 1 else []


def _is_raised(event: EventDef, part: object) -> bool:
    return t.raised_in(part) is event


def _anew(block: t.TBlock, given: list[t.TExpr | None], event: EventDef) -> list[t.TDo]:
    """Effects that raise the event with arguments for which one of the conditions on the way fails."""
    found: list[t.TDo] = []
    for effect in block:
        if isinstance(effect, t.TDo) and effect.event is event:
            args = dict(zip(event.params, effect.args, strict=True))
            parts = [part for condition in given for part in conjuncts(condition)]
            found += [effect] if any(constant(_said_of(part, args)) == 0 for part in parts) else []
        elif isinstance(effect, t.TIf):
            for condition, body in effect.branches:
                found += _anew(body, [*given, condition], event)
        elif isinstance(effect, t.TEffect):
            found += _anew(effects_in(effect), given, event)
    return found


def _said_of(part: t.TExpr, args: Mapping[t.Var, t.TExpr]) -> t.TExpr:
    """A condition on the event's parameters, applied to these arguments, as far as it compares them."""
    match part:
        case t.VarRef(var=var) if var in args:
            return args[var]
        case t.Not(operand=operand):
            return replace(part, operand=_said_of(operand, args))
        case t.Order(left=left, right=right):
            return replace(part, left=_said_of(left, args), right=_said_of(right, args))
    return part


def _report(way: list[tuple[EventDef, Link[EventDef]]], diagnostics: Diagnostics) -> None:
    names = " → ".join(f"`{event.name}`" for event in (*(node for node, _ in way), way[0][0]))
    labels = [(link.span, f"`{node.name}` raises `{link.to.name}` here") for node, link in way]
    diagnostics.error(
        "R015",
        f"`{way[0][0].name}` raises itself, and nobody can stop it: {names}.",
        labels[0][0],
        labels=labels[1:],
        help="Let somebody decide on the way: with `may`, `may choose` or an action.",
    )
