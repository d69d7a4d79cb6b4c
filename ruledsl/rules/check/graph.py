"""Traversal of checked trees: the parts of a node, the clauses of a program, what asks or raises what, and cycles."""

from __future__ import annotations

import contextlib
import operator
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, TypeGuard, TypeVar, cast

from ruledsl.base.dataclass import dataclass, field, fields
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.language.vocabulary.types import BIT_SETS, FLAG, NUMBER, calculated, compared
from ruledsl.rules.check import typed as t

if TYPE_CHECKING:
    from ruledsl.base.diagnostics import Span
    from ruledsl.rules.check.incremental.asking import KeptAnswers
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import ActionDef, Origin, ValueDef

Part = t.TExpr | t.TEffect | t.Spot | t.Where
Node = TypeVar("Node", bound=Hashable)
Found = TypeVar("Found")


class _Kinds(dict[type, bool]):
    """Is a class one of parts? Memoised by class, since this is the most frequent question."""

    def __missing__(self, kind: type) -> bool:
        self[kind] = is_part = issubclass(kind, Part)
        return is_part


_IS_PART: Final = _Kinds()
_FIELDS: Final[dict[type, tuple[str, ...]]] = {}


def _names(kind: type[Part]) -> tuple[str, ...]:
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(f.name for f in fields(kind) if f.name not in ("span", "type"))
    return names


def children(node: Part) -> list[Part]:
    """The parts directly inside a node, in order."""
    parts: list[Part] = []
    for name in _names(type(node)):
        part = getattr(node, name)
        if _IS_PART[type(part)]:
            parts.append(part)
        elif type(part) is tuple:
            _inside(part, parts)
    return parts


def _inside(parts: tuple[object, ...], into: list[Part]) -> None:
    for part in parts:
        if _IS_PART[type(part)]:
            into.append(cast("Part", part))
        elif type(part) is tuple:
            _inside(part, into)


def effects_in(node: t.TEffect) -> tuple[t.TEffect, ...]:
    """The effects of an effect's blocks, in order."""
    return tuple(part for part in children(node) if isinstance(part, t.TEffect))


def walk(*roots: Part | None, but: tuple[type[t.TEffect], ...] = ()) -> Iterator[Part]:
    """These nodes and all descendants, in order; not inside effects of the kinds `but`."""
    waiting: list[Part] = [root for root in reversed(roots) if root is not None]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, but):
            waiting.extend(reversed(children(node)))


def through_definitions(*roots: Part | None) -> Iterator[Part]:
    """These nodes, all their descendants, and the bodies of the definitions that they call, each body once."""
    waiting, seen = list(roots), set()
    while waiting:
        for node in walk(waiting.pop()):
            yield node
            if isinstance(node, t.Defined) and node.define.index not in seen:
                seen.add(node.define.index)
                waiting.append(node.define.body)


def made_of(value: ValueDef) -> set[int]:
    """The values of the same type that a value's base consists of."""
    return {
        node.value.index
        for node in through_definitions(value.base)
        if isinstance(node, t.ValueOf) and node.value.type == value.type
    }


def where_read(body: t.TBlock) -> dict[t.Var, list[int]]:
    """For each name, the places of the effects of a block that read it."""
    places: dict[t.Var, list[int]] = {}
    for place, effect in enumerate(body):
        for var in {part.var: None for part in walk(effect) if isinstance(part, t.VarRef)}:
            places.setdefault(var, []).append(place)
    return places


@dataclass(frozen=True, slots=True, eq=False)
class Clause:
    """The tree of one declaration or rule. `what` is its definition, `roots` its expressions and effects, `nodes` all nodes in them."""

    what: object
    origin: Origin
    roots: tuple[Part, ...]
    nodes: tuple[Part, ...]
    _found: dict[object, Any] = field(default_factory=dict, repr=False)

    def walk(self) -> Iterator[Part]:
        """All nodes of the clause."""
        return iter(self.nodes)

    def once(self, find: Callable[[Clause], Found]) -> Found:
        """The result of a function that reads only the clause, memoised with it."""
        if find not in self._found:
            self._found[find] = find(self)
        result: Found = self._found[find]
        return result

    def report(self, look: Callable[[Clause, Diagnostics], None], diagnostics: Diagnostics) -> None:
        """Findings of a function that reads only the clause, memoised likewise."""
        if look not in self._found:
            heard = Diagnostics()
            look(self, heard)
            self._found[look] = list(heard)
        diagnostics.extend(self._found[look])


_KEPT: Final[list[tuple[Program, tuple[Clause, ...], KeptAnswers]]] = []


@contextlib.contextmanager
def gone_over_often(program: Program, kept: dict[object, Clause], answers: KeptAnswers) -> Iterator[None]:
    """Share the clauses of a finished program among many readers.

    Clauses that equal those in `kept` are the same objects; then the new ones are kept. `answers` are those of the previous check.
    """
    shared = tuple(_clauses(program, kept))
    kept.clear()
    kept.update((clause.what, clause) for clause in shared)
    _KEPT.append((program, shared, answers))
    try:
        yield
    finally:
        _KEPT.pop()


def clauses(program: Program) -> Iterator[Clause]:
    """All clauses of a program, declarations first."""
    shared = next((kept for other, kept, _ in _KEPT if other is program), None)
    return iter(shared) if shared is not None else _clauses(program, {})


def kept_answers(program: Program) -> KeptAnswers | None:
    """The answers of the previous check, inside `gone_over_often`."""
    return next((answers for other, _, answers in _KEPT if other is program), None)


def _clauses(program: Program, kept: Mapping[object, Clause]) -> Iterator[Clause]:
    for what, origin, parts in _said(program):
        roots = tuple(part for part in parts if part is not None)
        clause = kept.get(what)
        if clause is not None and clause.origin == origin and _are_same(clause.roots, roots):
            yield clause
        else:
            yield Clause(what, origin, roots, tuple(walk(*roots)))


def _are_same(some: tuple[Part, ...], others: tuple[Part, ...]) -> bool:
    return len(some) == len(others) and all(map(operator.is_, some, others))


def _said(program: Program) -> Iterator[tuple[object, Origin, tuple[Part | None, ...]]]:
    for value in program.values:
        yield value, value.origin, (value.base, value.against)
    for define in program.defines:
        yield define, define.origin, (define.body,)
    for event in program.events:
        yield event, event.origin, event.body
    for modifier in program.modifiers:
        yield modifier, modifier.origin, (modifier.change, modifier.condition)
    for forbid in program.forbids:
        yield forbid, forbid.origin, (forbid.condition,)
    for permit in program.permits:
        yield permit, permit.origin, (permit.condition,)
    for trigger in program.triggers:
        yield trigger, trigger.origin, (trigger.condition, *trigger.body)
    for action in program.actions:
        yield action, action.origin, _action_parts(action)


def _action_parts(action: ActionDef) -> tuple[Part | None, ...]:
    limit = action.limit
    limits = (limit.times, limit.each) if limit is not None else ()
    return (action.options, action.condition, *limits, *action.body)


# ── constants, equality ──


def constant(expr: t.TExpr) -> int | None:
    """The number or flag that an expression always has, as far as it is evident."""
    match expr:
        case t.Const(value=value):
            return value
        case t.Not(operand=operand):
            inner = constant(operand)
            return None if inner is None else int(not inner)
        case t.Logic(op=op, left=left, right=right):
            return _logic(op, constant(left), constant(right))
        case t.Math(op=op, left=left, right=right):
            first, second = constant(left), constant(right)
            return None if first is None or second is None else calculated(op, first, second)
        case t.Order(op=op, left=left, right=right):
            return _order(op, left, right)
        case _:
            return None


def _logic(op: str, left: int | None, right: int | None) -> int | None:
    decisive = 0 if op == "and" else 1
    if decisive in (left, right):
        return decisive
    return None if left is None or right is None else 1 - decisive


def _order(op: str, left: t.TExpr, right: t.TExpr) -> int | None:
    if same(left, right):
        return int(op in ("==", ">=", "<="))
    first, second = constant(left), constant(right)
    return None if first is None or second is None else int(compared(op, first, second))


def same(first: object, second: object) -> bool:
    """Are two trees equal, wherever they stand? Locals are compared by name."""
    if type(first) is not type(second):
        return False
    if isinstance(first, t.Var) and isinstance(second, t.Var):
        return first is second or (first.name, first.type) == (second.name, second.type)
    if isinstance(first, Part):
        return all(same(getattr(first, name), getattr(second, name)) for name in _names(type(first)))
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(map(same, first, second))
    return bool(first == second)


# ── cycles ──


@dataclass(frozen=True, slots=True)
class Link(Generic[Node]):
    """An edge to something, at a place in the text."""

    to: Node
    span: Span


def strongly_connected(graph: Mapping[Node, Sequence[Link[Node]]]) -> list[list[Node]]:
    """The strongly connected components, each after those it leads to (Tarjan's algorithm, without recursion)."""
    number: dict[Node, int] = {}
    low: dict[Node, int] = {}
    stack: list[Node] = []
    standing: set[Node] = set()
    groups: list[list[Node]] = []
    for root in graph:
        work: list[tuple[Node, int]] = [(root, 0)] if root not in number else []
        while work:
            node, step = work.pop()
            if step == 0:
                number[node] = low[node] = len(number)
                stack.append(node)
                standing.add(node)
            links = graph.get(node, ())
            if step > 0:
                low[node] = min(low[node], low[links[step - 1].to])
            while step < len(links) and links[step].to in number:
                if links[step].to in standing:
                    low[node] = min(low[node], number[links[step].to])
                step += 1
            if step < len(links):
                work += [(node, step + 1), (links[step].to, 0)]
            elif low[node] == number[node]:
                place = stack.index(node)
                groups.append(stack[place:])
                standing.difference_update(groups[-1])
                del stack[place:]
    return groups


def circle_in(
    graph: Mapping[Node, Sequence[Link[Node]]], group: Sequence[Node]
) -> list[tuple[Node, Link[Node]]]:
    """The shortest cycle through the first of a group; empty if there is none."""
    start, inside = group[0], set(group)
    came: dict[Node, tuple[Node, Link[Node]]] = {}
    row = [start]
    while row and start not in came:
        following: list[Node] = []
        for node in row:
            for link in graph.get(node, ()):
                if link.to in inside and link.to not in came:
                    came[link.to] = (node, link)
                    following.append(link.to)
        row = following
    if start not in came:
        return []
    way = [came[start]]
    while way[-1][0] != start:
        way.append(came[way[-1][0]])
    return way[::-1]


def raises(body: t.TBlock) -> set[int]:
    """The events that a body raises, by index."""
    return {event.index for node in walk(*body) if (event := t.raised_in(node)) is not None}


def reaches(program: Program) -> dict[int, frozenset[int]]:
    """For every event, all events that its body can lead to (bodies only: positions start in the frame of the turn)."""
    direct: dict[int, set[int]] = {event.index: raises(event.body) for event in program.events}
    reached: dict[int, frozenset[int]] = {}
    for event in program.events:
        seen: set[int] = set()
        todo = [event.index]
        while todo:
            for following in direct[todo.pop()] - seen:
                seen.add(following)
                todo.append(following)
        reached[event.index] = frozenset(seen)
    return reached


def conjuncts(condition: t.TExpr | None) -> list[t.TExpr]:
    """The conjuncts of a condition; none without a condition."""
    if condition is None:
        return []
    if isinstance(condition, t.Logic) and condition.op == "and":
        return conjuncts(condition.left) + conjuncts(condition.right)
    return [condition]


def asks(node: object, *codes: str) -> TypeGuard[t.Ask]:
    """Is it one of these built-in questions?"""
    return isinstance(node, t.Ask) and node.builtin.code in codes


def function_of(ask: t.Ask) -> str:
    """The engine's function for a question; questions about sets of any type have several."""
    builtin = ask.builtin
    if not builtin.gives_member:
        return builtin.code
    element = ask.args[0].type.element
    if element in BIT_SETS:
        return f"{builtin.code}_bit"
    return f"{builtin.code}_number" if element in (NUMBER, FLAG) else f"{builtin.code}_item"
