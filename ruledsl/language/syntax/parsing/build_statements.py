"""The statements of the grammar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ruledsl.base.diagnostics import Fix, merge
from ruledsl.language.syntax.parsing.building import Made, Part
from ruledsl.language.syntax.text.source import Refused
from ruledsl.language.syntax.tree import (
    Action,
    Block,
    Change,
    Define,
    Effect,
    Event,
    Expr,
    Filter,
    Flag,
    Forbid,
    Guard,
    Limit,
    Modifier,
    Number,
    Param,
    Permission,
    Permit,
    Phase,
    PhaseAdded,
    Remember,
    Rule,
    Statement,
    Trigger,
    TypeRef,
    Value,
    Word,
)
from ruledsl.language.vocabulary.strata import STRATA, Stratum

CLAUSES: Final = {
    "during": "during",
    "limit": "once",
    "options": "from",
    "condition": "if",
    "body": "do",
}


def _modifier(made: Made) -> Rule:
    (name,) = made.several(Word)
    (change,) = made.several(Change)
    return Modifier(made.find("scope") or "", name, change, made.find("condition"), span=made.span)


def _change(stratum: Stratum) -> Callable[[Made], Change]:
    """A `where` after a purely numeric change can only mean `if`."""

    def make(made: Made) -> Change:
        value: Expr = made[-1]
        if isinstance(value, Filter) and (stratum.of == "number" or isinstance(value.members, Number | Flag)):
            message = "The members of a number cannot be looked through with `where`."
            raise Refused(
                "L017", message, value.span, "A condition of a rule begins with `if`.", _if_for_where(value)
            )
        return Change(stratum.word, value, span=made.span)

    return make


def _if_for_where(value: Filter) -> Fix | None:
    """The fix that replaces a filter's `where` by `if`, if it is in the usual place."""
    first, last = value.members.span, value.condition.span
    start = first.end_column + 1
    if first.end_line != last.line or last.column != start + len("where "):
        return None
    return Fix(first._replace(line=last.line, column=start, end_column=start + len("where")), "if")


def _trigger(moment: str) -> Callable[[Made], Rule]:
    def make(made: Made) -> Rule:
        (name,) = made.several(Word)
        return Trigger(
            moment, made.find("scope") or "", name, made.find("condition"), made[-1], span=made.span
        )

    return make


def _forbid(made: Made) -> Rule:
    name, reason = made.several(Word)
    return Forbid(made.find("scope") or "", name, reason, made.find("condition"), span=made.span)


def _permit(made: Made) -> Rule:
    name, reason = made.several(Word)
    return Permit(made.find("scope") or "", name, reason, made.find("condition"), span=made.span)


def _action(made: Made) -> Rule:
    clauses: dict[str, Any] = dict.fromkeys(CLAUSES)
    for clause in made.several(Part):
        if clause.kind not in CLAUSES:
            continue
        if clauses[clause.kind] is not None:
            raise Refused("L013", f"This action already has a clause `{CLAUSES[clause.kind]}`.", clause.span)
        clauses[clause.kind] = clause.value
    return Action(made[1], made[3], **clauses, span=made.span)


def _limit(made: Made) -> Part:
    """`once per turn` has no number; `3 times per turn` begins with one."""
    (unit,) = made.several(Word)
    times = made[0] if made.name == "times" else Number(1, span=made[0].span)
    return made.part("limit", Limit(times, unit, made.find("each"), made.find("along"), span=made.span))


def _guard(made: Made) -> Statement:
    rules: tuple[Rule, ...] = tuple(made.children[2:])
    return Guard(made[0], rules, span=made.span)


def _param(made: Made) -> Param:
    return Param("", made[0], made[2], span=made.span)


def _params(made: Made) -> Part:
    """Pairs of a preposition and a parameter, which gets its preposition here."""
    params: list[Param] = []
    for prep, param in zip(made.children[::2], made.children[1::2], strict=True):
        params.append(Param(prep.value, param.name, param.type, span=merge(prep.span, param.span)))
    return made.part("params", tuple(params))


def _value(made: Made) -> Statement:
    against, direction = made.find("against") or (None, "")
    return Value(made[1], made.find("params"), made[4], against, direction, span=made.span)


def _define(made: Made) -> Statement:
    return Define(made[1], made.find("params"), made[4], is_predicate=False, span=made.span)


def _define_predicate(made: Made) -> Statement:
    params = (made[1], *made.find("params"))
    return Define(made[3], params, made[6], is_predicate=True, span=made.span)


def _event(made: Made) -> Statement:
    body: tuple[Effect | Phase, ...] = tuple(
        child for child in made.children[3:] if not isinstance(child, Part)
    )
    return Event(made[1], made.find("params"), body, span=made.span)


def _phase(made: Made) -> Phase:
    body: Block | None = made[-1] if isinstance(made[-1], Block) else None
    return Phase(made[1], body, span=made.span)


def _phase_added(made: Made) -> Statement:
    return PhaseAdded(made[1], made[2].value, made[3], made[5], made[7], span=made.span)


def _remember(made: Made) -> Statement:
    name, prep, on, kind, initial, until, secret = (made[index] for index in (1, 2, 3, 5, 7, 9, 10))
    written = Word(prep.value, span=prep.span)
    return Remember(name, on, kind, initial, until, secret is not None, written, span=made.span)


MAKERS: Final[dict[str, Callable[[Made], Any]]] = {
    "guard": _guard,
    "modifier": _modifier,
    "scope": lambda made: made.part("scope", made[0].value),
    **{stratum.rule: _change(stratum) for stratum in STRATA.values()},
    "condition": lambda made: made.part("condition", made[1]),
    "before": _trigger("before"),
    "after": _trigger("after"),
    "instead": _trigger("instead of"),
    "forbid": _forbid,
    "permit": _permit,
    "action": _action,
    "during": lambda made: made.part("during", made[1]),
    "once": _limit,
    "times": _limit,
    "targets": lambda made: made.part("options", made[1]),
    "only_if": lambda made: made.part("condition", made[1]),
    "body": lambda made: made.part("body", made[2]),
    "each": lambda made: made.part("each", made[2]),
    "along": lambda made: made.part("along", made[1]),
    "value": _value,
    "against": lambda made: made.part("against", (made[1], made[3].value)),
    "define": _define,
    "define_predicate": _define_predicate,
    "permission": lambda made: Permission(made[1], made.find("params"), span=made.span),
    "event": _event,
    "phase": _phase,
    "phase_added": _phase_added,
    "remember": _remember,
    "params": _params,
    "param": _param,
    "type": lambda made: TypeRef(made[-1], len(made.children) > 1, span=made.span),
}
