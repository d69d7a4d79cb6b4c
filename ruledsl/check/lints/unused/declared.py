"""What is declared and never looked at, and locals that nobody reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.check.graph import Clause, clauses
from ruledsl.check.lints.unused.switched import switched_off
from ruledsl.check.program import MemoryDef
from ruledsl.syntax import tree as s

if TYPE_CHECKING:
    from ruledsl.check.program import Program
    from ruledsl.diagnostics import Diagnostics

__all__ = ["everything_is_used"]


def everything_is_used(program: Program, diagnostics: Diagnostics) -> None:
    """Memories are read, definitions used, values and permissions asked, locals read.

    A pack without tiles is there for others: what it declares may wait for them.
    """
    used_ids: set[int] = set()
    written: set[int] = set()
    for clause in clauses(program):
        used_ids |= clause.once(_all_looked_at)
        written |= clause.once(_all_written)
        clause.report(_locals, diagnostics)
    elsewhere = _named_elsewhere(program)
    playing = {pack.id for pack in program.composition.packs if pack.tiles}
    _read_only(program, used_ids - written, elsewhere, diagnostics)
    for what, doing, table in (
        ("memory", "reads", program.memories),
        ("definition", "uses", program.defines),
        ("value", "asks", program.values),
        ("permission", "asks", program.permissions),
    ):
        for declared in table:
            owner = declared.origin.owner
            if owner.pack not in playing or id(declared) in used_ids:
                continue
            is_shown = isinstance(declared, MemoryDef) and declared.secret  # its owner looks at it
            if declared.name not in elsewhere and not is_shown:
                message = f"No rule {doing} the {what} `{declared.name}`."
                diagnostics.warning("R022", message, declared.origin.span)


def _all_looked_at(clause: Clause) -> set[int]:
    return {id(found) for node in clause.nodes for found in _looked_at(node)}


def _all_written(clause: Clause) -> set[int]:
    return {id(found) for node in clause.nodes for found in _written(node)}


def _looked_at(node: object) -> tuple[object, ...]:
    """What is asked; what is exchanged with something else is read for that."""
    spots = t.written_in(node)
    return (t.asked_in(node), *(spot.memory for spot in spots if len(spots) > 1))


def _written(node: object) -> tuple[object, ...]:
    return tuple(spot.memory for spot in t.written_in(node))


def _read_only(program: Program, read: set[int], elsewhere: set[str], diagnostics: Diagnostics) -> None:
    """Memories that rules read and none writes."""
    playing = {pack.id for pack in program.composition.packs if pack.tiles}
    for memory in program.memories:
        if id(memory) in read and memory.origin.owner.pack in playing and memory.name not in elsewhere:
            message = f"No rule writes the memory `{memory.name}`, so it always has its start value."
            help_ = f"`set {memory.name} …` in some rule would write it."
            diagnostics.warning("R018", message, memory.origin.span, help=help_)


def _named_elsewhere(program: Program) -> set[str]:
    """Names in roles, standings, panels and measures, and in rules that the chosen variants switch off."""
    composition = program.composition
    names = {*composition.roles.values()}
    names |= {panel.value for panel in (*composition.panels, *composition.measures)}
    names |= {name for name, _ in composition.standings}
    names |= {node.text for node in switched_off(composition) if isinstance(node, s.Word | s.Name)}
    return names


def _locals(clause: Clause, diagnostics: Diagnostics) -> None:
    nodes = list(clause.walk())
    read = {id(node.var) for node in nodes if isinstance(node, t.VarRef)}
    for node in nodes:
        if isinstance(node, t.TLet | t.TRoll) and id(node.var) not in read:
            diagnostics.warning("R023", f"Nothing reads `{node.var.name}`.", node.span)
