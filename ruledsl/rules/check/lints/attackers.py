"""Effects that take tokens from a region into which the event that is under way has yet to bring them: they are still in hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import clauses, walk
from ruledsl.rules.check.typed.declarations import EventDef, TriggerDef

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.graph import Part
    from ruledsl.rules.check.program import Program

    Pair = tuple[int, int]
    Pairs = dict[EventDef, set[Pair]]
    """For events: which parameters are a people and the region that its tokens enter or leave."""


def attackers_are_met(program: Program, diagnostics: Diagnostics) -> None:
    """Whoever takes tokens from a region in a trigger does so when they can be there."""
    entering = _moving(program, _enters)
    leaving = _moving(program, _leaves)
    during = _during(program, entering)
    for clause in clauses(program):
        rule = clause.what
        if not isinstance(rule, TriggerDef) or not rule.origin.owner.tile:
            continue
        pairs = during.get(rule.event, set())
        if rule.moment != "after":
            pairs = pairs | entering.get(rule.event, set())
        effects = [node for node in clause.nodes if isinstance(node, t.TMoveTokens | t.TDo)] if pairs else []
        for node in effects:
            if any(
                _is_meant(rule, pair, moved) for moved in _moved(node, _leaves, leaving) for pair in pairs
            ):
                when = f"{rule.moment} `{rule.event.name}`".replace("instead", "in place of")
                message = (
                    f"This takes nothing: {when} these tokens are still in hand, and enter the region later."
                )
                diagnostics.warning(
                    "R052", message, node.span, expected="tokens in `hand`, or a later moment"
                )


def _enters(move: t.TMoveTokens) -> t.TExpr | None:
    return move.target.of if (move.source.what, move.target.what) == ("hand", "region") else None


def _leaves(move: t.TMoveTokens) -> t.TExpr | None:
    return move.source.of if move.source.what == "region" else None


def _moved(
    node: Part, place: Callable[[t.TMoveTokens], t.TExpr | None], known: Pairs
) -> Iterator[tuple[t.TExpr, t.TExpr]]:
    """The peoples and regions between which an effect moves tokens, itself or by the event that it raises."""
    if isinstance(node, t.TMoveTokens):
        region = place(node)
        if region is not None:
            yield node.people, region
    elif isinstance(node, t.TDo):
        yield from ((node.args[who], node.args[where]) for who, where in known.get(node.event, ()))


def _moving(program: Program, place: Callable[[t.TMoveTokens], t.TExpr | None]) -> Pairs:
    """The events that move tokens so, and the parameters that say whose and where."""
    found: Pairs = {}
    inside = {event: list(walk(*event.body)) for event in program.events}
    grown = True
    while grown:
        grown = False
        for event, nodes in inside.items():
            known = found.setdefault(event, set())
            moved = [pair for node in nodes for pair in _moved(node, place, found)]
            more = {pair for one in moved if (pair := _pair(event, one)) is not None} - known
            known |= more
            grown |= bool(more)
    return found


def _pair(event: EventDef, moved: tuple[t.TExpr, t.TExpr]) -> Pair | None:
    """The parameters of an event that are this people and this region."""
    variables = [part.var if isinstance(part, t.VarRef) else None for part in moved]
    places = [number for var in variables for number, param in enumerate(event.params) if param is var]
    return (places[0], places[1]) if len(places) == len(variables) else None


def _during(program: Program, entering: Pairs) -> Pairs:
    """The events that happen on the way: what one that brings tokens raises before it does, and what only such events raise."""
    found: Pairs = {}
    for event, pairs in entering.items():
        for pair in pairs:
            for first in _before(event, pair, entering):
                found.setdefault(first.event, set()).update(_passed(event, {event: {pair}}, first))
    raised: dict[EventDef, list[tuple[EventDef | None, t.TDo]]] = {}
    for clause in clauses(program):
        what = clause.what if isinstance(clause.what, EventDef) else None
        for node in clause.nodes:
            if isinstance(node, t.TDo):
                raised.setdefault(node.event, []).append((what, node))
    grown = True
    while grown:
        grown = False
        for event, by in raised.items():
            shared = set.intersection(*(_passed(what, found, node) for what, node in by))
            more = shared - found.get(event, set())
            found.setdefault(event, set()).update(more)
            grown |= bool(more)
    return found


def _before(event: EventDef, pair: Pair, entering: Pairs) -> Iterator[t.TDo]:
    """What an event raises before its effect that brings the tokens."""
    for effect in event.body:
        nodes = list(walk(effect))
        if any(_pair(event, moved) == pair for node in nodes for moved in _moved(node, _enters, entering)):
            return
        yield from (node for node in nodes if isinstance(node, t.TDo))


def _passed(what: EventDef | None, known: Pairs, node: t.TDo) -> set[Pair]:
    """The parameters of a raised event that are the known people and regions of the event that raises it; none if a rule does."""
    found: set[Pair] = set()
    if what is None:
        return found
    for who, where in known.get(what, ()):
        args = [arg.var if isinstance(arg, t.VarRef) else None for arg in node.args]
        wanted = what.params[who], what.params[where]
        if all(var in args for var in wanted):
            found.add((args.index(wanted[0]), args.index(wanted[1])))
    return found


def _is_meant(rule: TriggerDef, pair: Pair, moved: tuple[t.TExpr, t.TExpr]) -> bool:
    """Are these tokens those that the trigger's event brings to its region?"""
    people, region = moved
    params = rule.event.params
    mine = (
        isinstance(people, t.Pronoun)
        and people.word == "me"
        and rule.scope == "my"
        and rule.subject == pair[0]
    )
    theirs = isinstance(people, t.VarRef) and people.var is params[pair[0]]
    return (mine or theirs) and isinstance(region, t.VarRef) and region.var is params[pair[1]]
