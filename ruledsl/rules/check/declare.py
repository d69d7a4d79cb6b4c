"""First pass: collects all declarations by name before any body is checked, and orders the bodies."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass
from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.visitor import walk
from ruledsl.language.vocabulary.builtins import is_reserved
from ruledsl.language.vocabulary.types import ENTITIES, GAME, NUMBER, TYPES, UNKNOWN, Type, set_of
from ruledsl.rules.check.scope import WordOf
from ruledsl.rules.check.typed import Const, Var
from ruledsl.rules.check.typed.declarations import (
    DefineDef,
    EventDef,
    MemoryDef,
    Origin,
    PermissionDef,
    ValueDef,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.check.names import Names
    from ruledsl.rules.packs.model import Owner

RESERVED_PLACES = ("tray", "box", "token", "tokens")
"""The places and tokens of version 1 of the language."""
Declared = ValueDef | DefineDef

_DECLARATION = re.compile(
    r"^[ \t]*(?:value|define|permission|event|phase|remember)[ \t]+(?:[a-z0-9_]+[ \t]+is[ \t]+)?([a-z0-9_]+)",
    re.MULTILINE,
)


@dataclass(slots=True)
class Declarations:
    """Declarations and their unchecked bodies."""

    values: dict[ValueDef, s.Value]
    defines: dict[DefineDef, s.Define]
    memories: dict[MemoryDef, s.Remember]
    events: list[tuple[EventDef, tuple[s.Effect, ...]]]


def type_of(names: Names, ref: s.TypeRef) -> Type | None:
    """The type that the text names."""
    kind = TYPES.get(ref.name.text)
    if kind is None:
        names.unknown("N006", "type", ref.name.text, ref.name.span, TYPES)
        return None
    return set_of(kind) if ref.is_set else kind


def params_of(names: Names, params: tuple[s.Param, ...]) -> tuple[list[Var], list[str]]:
    """Parameters with their types; a parameter without a type has the type of its name."""
    variables: list[Var] = []
    for param in params:
        ref = param.type or s.TypeRef(param.name, is_set=False, span=param.name.span)
        kind = type_of(names, ref)
        if param.type is not None:
            names.means(ref.name.span, WordOf("type", ref.name.text))
        if any(param.name.text == other.name for other in variables):
            names.diagnostics.error(
                "N020", f"Two parameters are called `{param.name.text}`.", param.name.span
            )
        variables.append(Var(param.name.text, kind or UNKNOWN, param.name.span))
    return variables, [p.prep for p in params]


def _new(names: Names, word: s.Word, owner: Owner) -> bool:
    """Is this name free? If not, reports it, and suppresses findings that would follow."""
    text = word.text
    earlier = names.clash(text, owner)
    if earlier is not None:
        _twice(names, word, owner, earlier.origin)
        return False
    if text in RESERVED_PLACES or is_reserved(text) or owner.pack in names.fields.get(text, ()):
        names.doubtful.add(text)
        names.diagnostics.error(
            "N022", f"`{text}` already means something in every game.", word.span, expected="another name"
        )
        return False
    return True


def _twice(names: Names, word: s.Word, owner: Owner, earlier: Origin) -> None:
    """Report a name that is taken, and by whom."""
    names.doubtful.add(word.text)
    by = "" if owner == earlier.owner else f": by {earlier.owner} and by {owner}"
    names.diagnostics.error(
        "N021",
        f"`{word.text}` is declared twice{by}.",
        word.span,
        labels=((earlier.span, "first here"),),
        expected="a name of its own",
    )


def declare(names: Names, statement: s.Statement, owner: Owner, todo: Declarations) -> None:
    """Enter one declaration; rules are left for later."""
    origin = Origin(owner, statement.span)
    match statement:
        case s.Value():
            _value(names, statement, origin, todo)
        case s.Define():
            _define(names, statement, origin, todo)
        case s.Permission():
            _permission(names, statement, origin)
        case s.Event():
            _event(names, statement, origin, todo)
        case s.Remember():
            _remember(names, statement, origin, todo)
        case _:
            pass


def _sayable(names: Names, node: s.Value | s.Define) -> None:
    """Check the prepositions of parameters: `of` or `between` before the first one, unless it is a predicate, which has it in front."""
    first = node.params[0] if node.params else None
    if first is not None and first.prep not in ("of", "between", ""):
        names.diagnostics.error(
            "N026",
            f"Nothing can ask for `{node.name.text}`: `{first.prep}` comes before its first parameter.",
            first.span,
            expected=f"`{node.name.text} of {first.name.text}`",
            suggestion="of",
        )


def _value(names: Names, node: s.Value, origin: Origin, todo: Declarations) -> None:
    params = params_of(names, node.params)
    if not _new(names, node.name, origin.owner):
        return
    _sayable(names, node)
    nothing = Const(0, type=NUMBER, span=node.span)
    value = ValueDef(
        node.name.text,
        len(names.program.values),
        *params,
        NUMBER,
        nothing,
        None,
        node.direction == "lower",
        origin,
    )
    names.enter(value.name, value, node.name.span)
    names.program.values.append(value)
    todo.values[value] = node


def _define(names: Names, node: s.Define, origin: Origin, todo: Declarations) -> None:
    params = params_of(names, node.params)
    if not _new(names, node.name, origin.owner):
        return
    _sayable(names, node)
    nothing = Const(0, type=NUMBER, span=node.span)
    define = DefineDef(
        node.name.text, len(names.program.defines), *params, NUMBER, nothing, node.is_predicate, origin
    )
    names.enter(define.name, define, node.name.span)
    names.program.defines.append(define)
    todo.defines[define] = node


def _permission(names: Names, node: s.Permission, origin: Origin) -> None:
    params = params_of(names, node.params)
    if not _new(names, node.name, origin.owner):
        return
    permission = PermissionDef(node.name.text, len(names.program.permissions), *params, origin)
    names.enter(permission.name, permission, node.name.span)
    names.program.permissions.append(permission)


def _event(names: Names, node: s.Event, origin: Origin, todo: Declarations) -> None:
    params = params_of(names, node.params)
    if not _new(names, node.name, origin.owner):
        return
    event = EventDef(node.name.text, len(names.program.events), *params, (), origin)
    _enter(names, event, node.name.span)
    effects: list[s.Effect] = []
    for item in node.body:
        if isinstance(item, s.Phase):
            if _new(names, item.name, origin.owner):
                body = item.body.effects if item.body else ()
                event.phases.append(new_phase(names, item.name, event, origin.owner))
                todo.events.append((event.phases[-1], body))
        else:
            effects.append(item)
    if effects and event.phases:
        names.diagnostics.error(
            "R011",
            f"The body of `{event.name}` mixes phases and effects; effects belong in a phase.",
            effects[0].span,
        )
    todo.events.append((event, tuple(effects)))


def _enter(names: Names, event: EventDef, span: Span) -> EventDef:
    names.enter(event.name, event, span)
    names.program.events.append(event)
    return event


def new_phase(names: Names, word: s.Word, parent: EventDef, owner: Owner) -> EventDef:
    """A phase of an event: it has the event's parameters and is raised by it."""
    phase = EventDef(
        word.text,
        len(names.program.events),
        parent.params,
        parent.preps,
        (),
        Origin(owner, word.span),
        parent,
    )
    return _enter(names, phase, word.span)


def add_phase(names: Names, node: s.PhaseAdded, owner: Owner) -> EventDef | None:
    """`phase weather after scoring of turn: …`."""
    event = names.one(node.event, owner, EventDef)
    if event is None:
        return None
    anchors = names.phases_meant(event, node.anchor.text, owner)
    if len(anchors) > 1:
        names.several(node.anchor, anchors)
        return None
    if not anchors:
        phases = [phase.name for phase in event.phases]
        names.unknown("N007", f"phase of {event.name}", node.anchor.text, node.anchor.span, phases)
        return None
    if not _new(names, node.name, owner):
        return None
    phase = new_phase(names, node.name, event, owner)
    names.means(node.anchor.span, anchors[0])
    put_beside(names, node, phase)
    return phase


def put_beside(names: Names, node: s.PhaseAdded, phase: EventDef) -> None:
    """Put an added phase before or after another one."""
    assert phase.parent is not None  # noqa: S101 - it is a phase
    phases = phase.parent.phases
    anchor = names.phases_meant(phase.parent, node.anchor.text, phase.origin.owner)[0]
    phases.insert(phases.index(anchor) + (node.moment == "after"), phase)


def _remember(names: Names, node: s.Remember, origin: Origin, todo: Declarations) -> None:
    kind = type_of(names, node.type) or UNKNOWN
    if node.prep is not None and node.prep.text == "on":
        message = "What something remembers is declared as it is asked: with `of`."
        names.diagnostics.warning("N028", message, node.prep.span, suggestion="of")
    on = GAME if node.on.text == "game" else TYPES.get(node.on.text)
    if on is None or (on != GAME and on not in ENTITIES):
        names.unknown(
            "N008", "noun that remembers", node.on.text, node.on.span, ["game", *(e.name for e in ENTITIES)]
        )
        on = UNKNOWN
    for word in (node.on, node.type.name):
        names.means(word.span, WordOf("type", word.text))
    if not _new(names, node.name, origin.owner):
        return
    index = len(names.program.memories)
    memory = MemoryDef(node.name.text, index, on, kind, kind.beginning, None, node.secret, origin)
    names.enter(memory.name, memory, node.name.span)
    names.program.memories.append(memory)
    todo.memories[memory] = node


# ── order of checking ──


def unread(text: str) -> Iterator[str]:
    """The names that a rule text seems to declare, including unparsable statements."""
    return (match[1] for match in _DECLARATION.finditer(text))


def in_order(todo: Declarations) -> list[Declared]:
    """Values and definitions, each after those that its text mentions, so that checks do not nest deeply."""
    texts: dict[Declared, Iterable[s.Node]] = {
        **{value: [n for n in (node.base, node.against) if n] for value, node in todo.values.items()},
        **{define: [node.body] for define, node in todo.defines.items()},
    }
    named: dict[str, list[Declared]] = {}
    for declared in texts:
        named.setdefault(declared.name.partition("@")[0], []).append(declared)
    order: list[Declared] = []
    met: set[Declared] = set()
    for first in texts:
        waiting = [(first, False)]
        while waiting:
            declared, done = waiting.pop()
            if done:
                order.append(declared)
            elif declared not in met:
                met.add(declared)
                waiting.append((declared, True))
                words = (word.rpartition("/")[2] for node in texts[declared] for word in _words(node))
                waiting += [(other, False) for word in words for other in named.get(word, ())]
    return order


def _words(node: s.Node) -> Iterator[str]:
    for part in walk(node):
        if isinstance(part, s.Name | s.Word):
            yield part.text


def report_circle(chain: Sequence[ValueDef | DefineDef | PermissionDef], diagnostics: Diagnostics) -> None:
    """Report that each of these depends on the next one, and the last on the first."""
    names = " → ".join(f"`{member.name}`" for member in (*chain, chain[0]))
    labels = [(member.origin.span, f"`{member.name}` is declared here") for member in chain[1:]]
    message = f"`{chain[0].name}` depends on itself, so it has no answer: {names}."
    diagnostics.error("R002", message, chain[0].origin.span, labels=labels)
