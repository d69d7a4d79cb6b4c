"""Book-keeping: memories that only figures read, and effects that only write these. Rules in words and tables omit it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import clauses, walk
from ruledsl.rules.check.typed.declarations import EventDef, ValueDef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.rules.check.graph import Clause
    from ruledsl.rules.check.program import Program


class Bookkeeping:
    """The parts of a program that exist only for statistics and screens; measures and panels declare which figures these are."""

    def __init__(self, program: Program) -> None:
        self.program = program
        everything = tuple(clauses(program))
        self.figures = self._figures(everything)
        self.memories = self._memories(everything)
        """The memories that only figures read, by index."""
        self.events: frozenset[int] = frozenset()
        """The events that only keep books, by index."""
        self._find_events()
        self.raised: dict[EventDef, list[tuple[t.TExpr, ...]]] = {}
        """The arguments with which each event is raised anywhere."""
        for clause in everything:
            for node in clause.nodes:
                if isinstance(node, t.TDo):
                    self.raised.setdefault(node.event, []).append(node.args)

    @property
    def names(self) -> frozenset[str]:
        """The names of these memories."""
        return frozenset(memory.name for memory in self.program.memories if memory.index in self.memories)

    def is_figure(self, what: object) -> bool:
        """Is it a value that only screens ask?"""
        return isinstance(what, ValueDef) and what.name in self.figures

    def does(self, effect: t.TEffect) -> bool:
        """Does an effect only keep books?"""
        match effect:
            case t.TWrite(spot=spot):
                return spot.memory is not None and spot.memory.index in self.memories
            case t.TDo(event=event):
                return event.index in self.events
            case t.TIf(branches=branches, otherwise=otherwise):
                return all(map(self._only, [otherwise, *(body for _, body in branches)]))
            case t.TForEach(body=body) | t.TRepeat(body=body):
                return self._only(body)
            case t.TLet():
                return True
        return False

    def _only(self, body: t.TBlock) -> bool:
        return all(map(self.does, body))

    def _figures(self, everything: tuple[Clause, ...]) -> frozenset[str]:
        composition = self.program.composition
        shown = {shown.value for shown in (*composition.measures, *composition.panels)}
        asked = {
            found.name
            for clause in everything
            for node in clause.nodes
            if isinstance(found := t.asked_in(node), ValueDef)
        }
        return frozenset(shown - asked - {name for name, _ in composition.standings})

    def _memories(self, everything: tuple[Clause, ...]) -> frozenset[int]:
        found = {
            node.memory.index
            for clause in everything
            if self.is_figure(clause.what)
            for node in clause.nodes
            if isinstance(node, t.Recall)
        }
        while True:
            read = {
                index
                for clause in everything
                if not self.is_figure(clause.what)
                for index in self._read(clause, found)
            }
            if not read & found:
                return frozenset(found)
            found -= read

    def _read(self, clause: Clause, kept: set[int]) -> Iterator[int]:
        """The memories that a clause reads for a purpose other than writing one in `kept`."""
        written = [
            node
            for node in clause.nodes
            if isinstance(node, t.TWrite) and node.spot.memory is not None and node.spot.memory.index in kept
        ]
        inside = {id(part) for node in written for part in walk(node)}
        used = {node.var for node in clause.nodes if isinstance(node, t.VarRef) and id(node) not in inside}
        for node in clause.nodes:
            if isinstance(node, t.TLet) and node.var not in used:
                inside |= {id(part) for part in walk(node)}
        yield from (
            node.memory.index
            for node in clause.nodes
            if isinstance(node, t.Recall) and id(node) not in inside
        )

    def _find_events(self) -> None:
        """An event belongs here once all its effects do: repeat until no more are found."""
        found: frozenset[int] | None = None
        while found != self.events:
            self.events = found or self.events
            found = frozenset(event.index for event in self.program.events if self._keeps(event))

    def _keeps(self, event: EventDef) -> bool:
        return bool(event.body) and not event.triggers and self._only(event.body)
