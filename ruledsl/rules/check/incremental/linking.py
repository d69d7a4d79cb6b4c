"""Puts the kept results of a rule text into a new program, as if the text had been checked now."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ruledsl.rules.check.actions import permitted, watched
from ruledsl.rules.check.names import MARK
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    ForbidDef,
    MemoryDef,
    ModifierDef,
    PermissionDef,
    PermitDef,
    TriggerDef,
    ValueDef,
)

if TYPE_CHECKING:
    from ruledsl.rules.check.incremental.texts import Unit
    from ruledsl.rules.check.names import Declared, Names
    from ruledsl.rules.check.program import Program, Ruled

_T = TypeVar("_T")


def declare_again(unit: Unit, names: Names) -> None:
    """Enter the declarations of a text as they were before any rules changed or awaited them; its words get their current indices."""
    for node, word in unit.numbered:
        index = names.words[node.type][word]
        if node.value != index:
            object.__setattr__(node, "value", index)  # nothing else of a tree is ever written again
    for memory, node in unit.initial.items():
        memory.initial = node.value
    for declared in unit.declared:
        enter_again(declared, names)
        if isinstance(declared, EventDef):
            declared.body = unit.bodies.get(declared, ())
            if declared.parent is not None:
                declared.parent.phases.append(declared)


def enter_again(declared: Declared, names: Names) -> None:
    """Enter one declaration by its name."""
    program = names.program
    declared.name = declared.name.partition(MARK)[0]
    names.declared.setdefault(declared.name, []).append(declared)
    match declared:
        case MemoryDef():
            declared.index = _put(program.memories, declared)
        case ValueDef():
            declared.index = _put(program.values, declared)
            declared.modifiers = []
        case DefineDef():
            declared.index = _put(program.defines, declared)
        case PermissionDef():
            declared.index = _put(program.permissions, declared)
            declared.forbids, declared.permits, declared.despites = [], [], []
        case EventDef():
            declared.index = _put(program.events, declared)
            declared.triggers, declared.phases = [], []


def rule_again(rule: Ruled, unit: Unit, names: Names) -> None:
    """Enter one rule: it changes, awaits or forbids the same as before."""
    program = names.program
    match rule:
        case ModifierDef():
            rule.value.modifiers.append(rule)
            rule.index = _put(program.modifiers, rule)
        case TriggerDef():
            if rule.event.action is not None:
                watched(program, rule.event.action)
            rule.event.triggers.append(rule)
            rule.index = _put(program.triggers, rule)
        case ForbidDef():
            _permitted(program, rule.permission)
            names.reasons.setdefault(rule.permission, set()).add(rule.reason)
            rule.permission.forbids.append(rule)
            rule.index = _put(program.forbids, rule)
        case PermitDef():
            _permitted(program, rule.permission)
            rule.permission.permits.append(rule)
            rule.index = _put(program.permits, rule)
        case ActionDef():
            rule.body, rule.condition, rule.bringer = unit.actions[rule]
            rule.watched = rule.permission = None
            names.actions.setdefault(rule.name, []).append(rule)
            rule.index = _put(program.actions, rule)


def _permitted(program: Program, permission: PermissionDef) -> None:
    if permission.action is not None:
        permitted(program, permission.action)


def _put(table: list[_T], what: _T) -> int:
    table.append(what)
    return len(table) - 1
