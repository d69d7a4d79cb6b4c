"""What rules can bring about at most: when all of that is on the table, they need not be gone through again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.check.graph import clauses

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.check.program import EventDef, Program
    from ruledsl.check.reachability.table import Table

__all__ = ["Bringing"]

LAYING = ("lay", "lay_face_down", "borrow")


class Bringing:
    """Of each rule and event of a program: the memories that it writes, the events that it raises, the pieces that it moves."""

    def __init__(self, program: Program) -> None:
        self._most = {id(clause.what): _most(clause.nodes) for clause in clauses(program)}

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


def _most(nodes: Iterable[object]) -> tuple[set[int], set[int], set[int], set[int]] | None:
    """Memories, events, pieces on the map, pieces in a hand; None if it is not written down which."""
    written, raised, placed, held = set[int](), set[int](), set[int](), set[int]()
    for node in nodes:
        match node:
            case t.TDo(event=event):
                raised |= _with_phases(event)
            case t.TWrite(spot=spot) if spot.memory is not None:
                written.add(spot.memory.index)
            case t.TSwap(left=left, right=right):
                written |= {spot.memory.index for spot in (left, right) if spot.memory is not None}
            case t.TMovePieces(kind=kind, target=target) if target.what in ("region", "hand"):
                if not isinstance(kind, t.Const):
                    return None
                (placed if target.what == "region" else held).add(kind.value)
            case t.TAct(act=act) if act in LAYING:
                return None
    return written, raised, placed, held


def _with_phases(event: EventDef) -> set[int]:
    found = {event.index}
    for phase in event.phases:
        found |= _with_phases(phase)
    return found
