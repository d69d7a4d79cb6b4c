"""Statements as lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from ruledsl.language.syntax import tree
from ruledsl.language.syntax.printing.effects import block, effect
from ruledsl.language.syntax.printing.entries import Entries
from ruledsl.language.syntax.printing.expressions import Parts
from ruledsl.language.syntax.tree import Change, Expr, Limit, Node, Param, Statement, TypeRef
from ruledsl.language.vocabulary.levels import ATOM, CHAIN, EXPR
from ruledsl.language.vocabulary.strata import STRATA


def _scope(scope: str) -> str:
    return f"{scope} " if scope else ""


def _condition(condition: Expr | None) -> Parts:
    return [" if ", (condition, EXPR)] if condition is not None else []


def change_parts(change: Change) -> Parts:
    """`-1`, `+(tokens of me)`, `becomes 0`. A sign precedes a number, a word, or brackets."""
    if STRATA[change.op].adds:
        return [change.op, (change.value, ATOM)]
    return [f"{change.op} ", (change.value, EXPR)]


def limit_parts(limit: Limit) -> Parts:
    """`once per turn`, `3 times per turn for each …`, `once per turn with …`."""
    once = isinstance(limit.times, tree.Number) and limit.times.value == 1
    times: Parts = ["once"] if once else [(limit.times, CHAIN), " times"]
    each: Parts = [" for each ", (limit.each, CHAIN)] if limit.each is not None else []
    along = f" with {limit.along.text}" if limit.along is not None else ""
    return [*times, f" per {limit.unit.text}", *each, along]


def type_text(kind: TypeRef) -> str:
    """`number`, `set of region`."""
    return f"set of {kind.name.text}" if kind.is_set else kind.name.text


def param_text(param: Param) -> str:
    """` with force (number)`, with a space before it."""
    prep = f" {param.prep} " if param.prep else " "
    kind = f" ({type_text(param.type)})" if param.type else ""
    return f"{prep}{param.name.text}{kind}"


def _params(params: Iterable[Param]) -> str:
    return "".join(param_text(param) for param in params)


# ── of one line ──────────────────────────────────────────────────────────────


def _modifier(node: tree.Modifier) -> Parts:
    return [f"{_scope(node.scope)}{node.name.text} ", *change_parts(node.change), *_condition(node.condition)]


def _forbid(node: tree.Forbid) -> Parts:
    return [f"forbid {_scope(node.scope)}{node.name.text} as {node.reason.text}", *_condition(node.condition)]


def _permit(node: tree.Permit) -> Parts:
    return [
        f"permit {_scope(node.scope)}{node.name.text} despite {node.reason.text}",
        *_condition(node.condition),
    ]


def _value(node: tree.Value) -> Parts:
    head: Parts = [f"value {node.name.text}{_params(node.params)} = ", (node.base, EXPR)]
    if node.against is None:
        return head
    return [*head, " against ", (node.against, CHAIN), f" when {node.direction}"]


def _define(node: tree.Define) -> Parts:
    if not node.is_predicate:
        return [f"define {node.name.text}{_params(node.params)} = ", (node.body, EXPR)]
    subject, *others = node.params
    return [f"define{param_text(subject)} is {node.name.text}{_params(others)} = ", (node.body, EXPR)]


def _remember(node: tree.Remember) -> Parts:
    parts: Parts = [f"remember {node.name.text} of {node.on.text}: {type_text(node.type)}"]
    if node.initial is not None:
        parts += [" = ", (node.initial, EXPR)]
    until = f" until {node.until.text}" if node.until else ""
    return [*parts, until, " secret" if node.secret else ""]


LINES: Final[dict[type[Node], Callable[[Any], Parts]]] = {
    tree.Modifier: _modifier,
    tree.Forbid: _forbid,
    tree.Permit: _permit,
    tree.Value: _value,
    tree.Define: _define,
    tree.Permission: lambda node: [f"permission {node.name.text}{_params(node.params)}"],
    tree.Remember: _remember,
}


# ── with blocks ──────────────────────────────────────────────────────────────


def statement(node: Statement, depth: int, entries: Entries) -> None:
    """Print a statement with its contents."""
    line = LINES.get(type(node))
    if line is not None:
        entries.add(depth, line(node), node, node)
    elif isinstance(node, tree.Guard):
        _guard(node, depth, entries)
    elif isinstance(node, tree.Trigger):
        head: Parts = [f"{node.moment} {_scope(node.scope)}{node.name.text}", *_condition(node.condition)]
        block(head, (node, node.condition or node.name), node.body, depth, entries)
    elif isinstance(node, tree.Action):
        _action(node, depth, entries)
    elif isinstance(node, tree.Event):
        _event(node, depth, entries)
    elif isinstance(node, tree.PhaseAdded):
        head = [f"phase {node.name.text} {node.moment} {node.anchor.text} of {node.event.text}"]
        block(head, (node, node.event), node.body, depth, entries)


def _guard(node: tree.Guard, depth: int, entries: Entries) -> None:
    if len(node.rules) == 1:
        rule = node.rules[0]
        parts = LINES.get(type(rule))
        stood_there = rule.span.line == node.stage.span.line
        if parts is not None and stood_there and not entries.comment_between(node, rule):
            line: Parts = [f"{node.stage.text}: ", *parts(rule)]
            if entries.fits(depth, line):
                entries.add(depth, line, node, rule, opens=True)
                return
    entries.add(depth, [f"{node.stage.text}:"], node, node.stage)
    for rule in node.rules:
        statement(rule, depth + 1, entries)


def _action(node: tree.Action, depth: int, entries: Entries) -> None:
    target = f" of {node.target.text}" if node.target else ""
    entries.add(depth, [f"action {node.name.text}{target}"], node, node.target or node.name)
    inner = depth + 1
    if node.during is not None:
        entries.add(inner, [f"during {node.during.text}"], node.during, node.during)
    if node.limit is not None:
        entries.add(inner, limit_parts(node.limit), node.limit, node.limit)
    if node.options is not None:
        entries.add(inner, ["from ", (node.options, EXPR)], node.options, node.options)
    if node.condition is not None:
        entries.add(inner, ["if ", (node.condition, EXPR)], node.condition, node.condition)
    if node.body is not None:
        block(["do"], (node.body, None), node.body, inner, entries)


def _event(node: tree.Event, depth: int, entries: Entries) -> None:
    last: Node = node.params[-1] if node.params else node.name
    colon = ":" if node.body else ""
    entries.add(depth, [f"event {node.name.text}{_params(node.params)}{colon}"], node, last)
    for part in node.body:
        if isinstance(part, tree.Phase):
            phase(part, depth + 1, entries)
        else:
            effect(part, depth + 1, entries)


def phase(node: tree.Phase, depth: int, entries: Entries) -> None:
    """Print a phase of an event's body."""
    if node.body is None:
        entries.add(depth, [f"phase {node.name.text}"], node, node.name)
    else:
        block([f"phase {node.name.text}"], (node, node.name), node.body, depth, entries)
