"""Unused declarations, unread locals, constant conditions, amounts that are always zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.language.syntax import tree as s
from ruledsl.language.vocabulary.operators import compared
from ruledsl.language.vocabulary.strata import STRATA
from ruledsl.language.vocabulary.types import NUMBER
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.bounds.ranges import Ranges
from ruledsl.rules.check.bounds.sizes import Sizes
from ruledsl.rules.check.graph import Clause, clauses, constant, walk
from ruledsl.rules.check.lints.unused.switched import switched_off
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    ForbidDef,
    MemoryDef,
    ModifierDef,
    PermitDef,
    TriggerDef,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.check.program import Program


def everything_is_used(program: Program, diagnostics: Diagnostics) -> None:
    """Memories are read, definitions used, values and permissions asked, locals read.

    A pack without tiles exists for others, which may use what it declares.
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
            is_shown = isinstance(declared, MemoryDef) and declared.secret  # its owner sees it
            if declared.name not in elsewhere and not is_shown:
                message = f"No rule {doing} the {what} `{declared.name}`."
                diagnostics.warning("R022", message, declared.origin.span)


def _all_looked_at(clause: Clause) -> set[int]:
    return {id(found) for node in clause.nodes for found in _looked_at(node)}


def _all_written(clause: Clause) -> set[int]:
    return {id(found) for node in clause.nodes for found in _written(node)}


def _looked_at(node: object) -> tuple[object, ...]:
    """What a node reads; exchanging a memory counts as reading it."""
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


def conditions_vary(program: Program, diagnostics: Diagnostics) -> None:
    """No condition is constant."""
    for clause in clauses(program):
        clause.report(_vary, diagnostics)


def _vary(clause: Clause, diagnostics: Diagnostics) -> None:
    for condition in _conditions(clause):
        known = constant(condition)
        if known is not None:
            always = "always holds" if known else "never holds"
            diagnostics.warning("R024", f"This condition {always}.", condition.span)
    for node in clause.walk():
        amount = t.amount_of(node)  # type: ignore[arg-type]
        known = constant(amount) if amount is not None else None
        if amount is not None and known is not None and known <= 0:
            message = "This happens 0 times, so it does nothing."
            diagnostics.warning("R025", message, amount.span, expected="at least 1")
        if isinstance(node, t.Math) and node.op == "/" and constant(node.right) == 0:
            message = "This is divided by 0, so it is always 0."
            diagnostics.warning("R034", message, node.right.span, expected="another number")
    if isinstance(clause.what, ModifierDef):
        _idle(clause.what, diagnostics)


def _idle(rule: ModifierDef, diagnostics: Diagnostics) -> None:
    """Adding 0 or multiplying by 1 changes nothing."""
    kind = STRATA[rule.op]
    grows = kind.operator is not None and kind.operator.grows
    if rule.value.type == NUMBER and (kind.adds or grows) and constant(rule.change) == int(not kind.adds):
        diagnostics.warning("R025", "This changes nothing.", rule.change.span, expected="another number")


def numbers_can_be_so(program: Program, diagnostics: Diagnostics) -> None:
    """A count is compared with a number that it can be below or equal to: most counts are never less than zero."""
    ranges = Ranges(Sizes(program))
    for clause in clauses(program):
        for node, written in clause.once(_compared):
            _can_be_so(node, written, ranges, diagnostics)


def _compared(clause: Clause) -> list[tuple[t.Order, int]]:
    """Counts that are compared with a literal number."""
    found: list[tuple[t.Order, int]] = []
    for condition in _conditions(clause) if any(isinstance(node, t.Order) for node in clause.nodes) else ():
        for node in walk(condition):
            if isinstance(node, t.Order) and isinstance(node.left, t.Ask | t.Count | t.FieldOf):
                written = constant(node.right)
                if node.left.type == NUMBER and written is not None:
                    found.append((node, written))
    return found


def _can_be_so(node: t.Order, written: int, ranges: Ranges, diagnostics: Diagnostics) -> None:
    least = ranges(node.left)[0]
    if written < least or (written == least and node.op in ("<", ">=")):
        word = "always" if compared(node.op, least, written) else "never"
        message = f"This condition {word} holds: such a number is never below {least}."
        diagnostics.warning("R024", message, node.span)


def _conditions(clause: Clause) -> Iterator[t.TExpr]:
    rule = clause.what
    if (
        isinstance(rule, ModifierDef | ForbidDef | PermitDef | TriggerDef | ActionDef)
        and rule.condition is not None
    ):
        yield rule.condition
    for node in clause.walk():
        yield from t.conditions_in(node)
