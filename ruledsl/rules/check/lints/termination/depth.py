"""Questions, events, brackets and blocks that are nested too deep to follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ruledsl.rules.check.bounds.answers import asked_by
from ruledsl.rules.check.graph import Clause, Link, children, clauses, strongly_connected
from ruledsl.rules.check.typed import raised_in
from ruledsl.rules.check.typed.declarations import ActionDef, DefineDef, EventDef, PermissionDef, ValueDef

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.program import Program

    Thing = ValueDef | DefineDef | PermissionDef | EventDef | ActionDef

TOO_DEEP = "R003"
MOST_DEEP = 120
"""The most nodes nested in each other, through every question and event on the way; official packs need a quarter of that."""
BY_NAME = 2
"""The additional depth of a question or event by name, for the rules in between."""


class _Near(NamedTuple):
    """For one clause: its own depth, and the depth at which it asks or raises something."""

    own: int
    others: dict[Thing, int]


class _Way(NamedTuple):
    """The depth of something, and what it leads through; None if that is in itself."""

    deep: int
    to: Thing | None


def nothing_is_too_deep(program: Program, diagnostics: Diagnostics) -> None:
    """No question or event nests deeper than the stack allows, with everything that it asks on the way."""
    near = {clause.what: clause.once(_near) for clause in clauses(program)}
    parts = {thing: [near[part] for part in _parts(thing) if part in near] for thing in _things(program)}
    graph = {
        thing: [Link(other, other.origin.span) for one in found for other in one.others]
        for thing, found in parts.items()
    }
    ways: dict[Thing, _Way] = {}
    said: set[Span] = set()
    for group in strongly_connected(graph):
        below = [
            _Way(depth + BY_NAME + ways[other].deep, other)
            for thing in group
            for one in parts[thing]
            for other, depth in one.others.items()
            if other in ways
        ]
        own = sum(max([one.own for one in parts[thing]], default=0) for thing in group)
        way = max([_Way(own, None), *below], key=lambda one: one.deep)
        ways.update(dict.fromkeys(group, way))
        if way.deep > MOST_DEEP and (way.to is None or ways[way.to].deep <= MOST_DEEP):
            span = _written_last(group[0], ways, program).origin.span
            if span not in said:
                said.add(span)
                message = f"What `{group[0].name}` asks and raises, one thing in the other, is more than {MOST_DEEP} levels deep."
                help_ = "Brackets, blocks and joined parts are counted too. Ask less within what others ask."
                diagnostics.error(TOO_DEEP, message, span, help=help_)


def _written_last(thing: Thing, ways: dict[Thing, _Way], program: Program) -> Thing:
    """On the deepest path, the first thing of the pack that builds on the others."""
    packs = [pack.id for pack in program.composition.packs]
    found, to = thing, ways[thing].to
    while to is not None:
        if packs.index(to.origin.owner.pack) > packs.index(found.origin.owner.pack):
            found = to
        to = ways[to].to
    return found


def _things(program: Program) -> list[Thing]:
    return [*program.values, *program.defines, *program.permissions, *program.events, *program.actions]


def _parts(thing: Thing) -> list[object]:
    """The declaration itself, and the rules that change, await, forbid or permit it."""
    match thing:
        case ValueDef():
            return [thing, *thing.modifiers]
        case PermissionDef():
            return [*thing.forbids, *thing.permits]
        case EventDef():
            return [thing, *thing.triggers]
    return [thing]


def _near(clause: Clause) -> _Near:
    own = 0
    others: dict[Thing, int] = {}
    waiting = [(root, 1) for root in clause.roots]
    while waiting:
        node, depth = waiting.pop()
        own = max(own, depth)
        waiting += [(part, depth + 1) for part in children(node)]
        other = raised_in(node) or asked_by(node)
        if other is not None:
            others[other] = max(others.get(other, 0), depth)
    return _Near(own, others)
