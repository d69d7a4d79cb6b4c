"""What rules can bring about at most: when all of that is on the table, they need not be gone through again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ruledsl.check import typed as t
from ruledsl.check.graph import Clause, clauses
from ruledsl.vocabulary.effects import ACTS

if TYPE_CHECKING:
    from ruledsl.check.program import EventDef, MemoryDef, Program
    from ruledsl.check.reachability.table import Table

__all__ = ["Bringing"]


class Bringing:
    """Of each rule and event of a program: the memories that it writes, the events that it raises, the pieces that it moves."""

    def __init__(self, program: Program) -> None:
        self._most = {id(clause.what): _by_index(clause.once(_most)) for clause in clauses(program)}

    def is_done(self, rule: object, table: Table) -> bool:
        """Can it bring about nothing that has not come about?"""
        most = self._most[id(rule)]
        if most is None:
            return False
        written, raised, placed, held = most
        return (
            written <= table.written
            and raised <= table.raised
            and placed <= table.placed
            and held <= table.held
        )


class _Most(NamedTuple):
    """Memories, events, kinds of pieces on the map, kinds of pieces in a hand."""

    written: set[MemoryDef]
    raised: set[EventDef]
    placed: list[t.Const]
    held: list[t.Const]


def _by_index(most: _Most | None) -> tuple[set[int], set[int], set[int], set[int]] | None:
    if most is None:
        return None
    written = {memory.index for memory in most.written}
    raised = set[int]().union(*map(_with_phases, most.raised))
    placed, held = ({kind.value for kind in kinds} for kinds in (most.placed, most.held))
    return written, raised, placed, held


def _most(clause: Clause) -> _Most | None:
    """None if it is not written down which."""
    found = _Most(set(), set(), [], [])
    for node in clause.nodes:
        found.raised.update(filter(None, [t.raised_in(node)]))
        found.written.update(spot.memory for spot in t.written_in(node) if spot.memory is not None)
        match node:
            case t.TMovePieces(kind=kind, target=target) if target.what in ("region", "hand"):
                if not isinstance(kind, t.Const):
                    return None
                (found.placed if target.what == "region" else found.held).append(kind)
            case t.TAct(act=act) if ACTS[act].brings:
                return None
    return found


def _with_phases(event: EventDef) -> set[int]:
    found = {event.index}
    for phase in event.phases:
        found |= _with_phases(phase)
    return found
