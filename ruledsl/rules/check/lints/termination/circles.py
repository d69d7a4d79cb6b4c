"""Values, definitions and permissions whose answer depends on itself, through bases, modifiers and prohibitions of any tile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.rules.check.bounds.answers import Unit as Asked
from ruledsl.rules.check.bounds.answers import asked_by
from ruledsl.rules.check.graph import Clause, Link, circle_in, clauses, strongly_connected

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.program import Program

Graph = dict[Asked, list[Link[Asked]]]


def answers_end(program: Program, diagnostics: Diagnostics) -> None:
    """No question is asked again while it is being answered."""
    graph = _graph(program)
    for group in strongly_connected(graph):
        way = circle_in(graph, sorted(group, key=lambda member: member.name))
        if way:
            _report(way, diagnostics)


def _graph(program: Program) -> Graph:
    links = {clause.what: clause.once(_links) for clause in clauses(program)}
    graph: Graph = {}
    immunity = program.value(program.composition.roles.get("immunity", ""))
    for value in program.values:
        graph[value] = [*links[value]]
        for modifier in value.modifiers:
            graph[value] += links[modifier]
            if value.against is not None and immunity is not None and modifier.origin.owner.tile:
                graph[value].append(Link(immunity, modifier.origin.span))
    for define in program.defines:
        graph[define] = links[define]
    for permission in program.permissions:
        rules = (*permission.forbids, *permission.permits)
        graph[permission] = [link for rule in rules for link in links[rule]]
    return graph


def _links(clause: Clause) -> list[Link[Asked]]:
    return [Link(unit, node.span) for node in clause.nodes if (unit := asked_by(node)) is not None]  # type: ignore[union-attr]


def _report(way: list[tuple[Asked, Link[Asked]]], diagnostics: Diagnostics) -> None:
    first = way[0][0]
    names = " → ".join(f"`{member.name}`" for member in (*(node for node, _ in way), first))
    labels: list[tuple[Span, str]] = [
        (link.span, f"`{node.name}` asks `{link.to.name}` here") for node, link in way
    ]
    diagnostics.error(
        "R002",
        f"`{first.name}` depends on itself, so it has no answer: {names}.",
        labels[0][0],
        labels=labels[1:],
    )
