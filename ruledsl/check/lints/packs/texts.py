"""Texts for things that do not exist, and holes in texts that nothing fills."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.check import typed as t
from ruledsl.check.graph import clauses
from ruledsl.check.lints.unused.switched import switched_off
from ruledsl.syntax import tree as s

if TYPE_CHECKING:
    from ruledsl.check.program import Program
    from ruledsl.diagnostics import Diagnostics, Span

__all__ = ["texts_are_used"]

HOLES = {
    "coins.gained": {"payer", "receiver", "amount"},
    "coins.paid": {"payer", "receiver", "amount"},
    "roll": {"die", "face"},
    "choice": {"player", "choice"},
    "choice.secret": {"player", "choice"},
}
"""Texts that every game has, with what fills them."""

_HOLE = re.compile(r"\{([^{}]*)\}")


def texts_are_used(program: Program, diagnostics: Diagnostics) -> None:
    """Every key of `texts` names an action, an event, a choice or a prohibition, and every hole is filled."""
    known = _known(program)
    for pack in program.composition.packs:
        for key, names in pack.texts.items():
            span = pack.places.get(("texts", key), pack.span)
            family, _, rest = key.partition(".")
            if key not in HOLES and family in known and rest.rpartition(".")[2] not in known[family]:
                near = diagnostics.nearest(rest.rpartition(".")[2], known[family])
                message = f"No text is ever asked for by the key `{key}`."
                suggestion = f"{key[: -len(rest.rpartition('.')[2])]}{near[0]}" if near else ""
                diagnostics.warning("P042", message, span, suggestion=suggestion)
            elif family not in known and key not in HOLES:
                _family(key, family, list(known), span, diagnostics)
            else:
                _holes(program, key, names, span, diagnostics)


def _family(key: str, family: str, known: list[str], span: Span, diagnostics: Diagnostics) -> None:
    near = diagnostics.nearest(family, known)
    if near:
        message = f"No text is ever asked for by the key `{key}`."
        diagnostics.warning("P042", message, span, suggestion=key.replace(family, near[0], 1))


def _known(program: Program) -> dict[str, set[str]]:
    """What there can be texts for, by family, also in rules that the chosen variants switch off."""
    found = {
        "action": {action.name for action in program.actions},
        "event": {event.name for event in program.events},
        "forbid": {forbid.reason for forbid in program.forbids},
        "ask": {event.name for event in program.events if event.offers},
    }
    for clause in clauses(program):
        for node in clause.walk():
            if isinstance(node, t.TChoose):
                found["ask"].add(node.var.name)
            elif isinstance(node, t.TMay):
                found["ask"].add(node.name)
    for other in switched_off(program.composition):
        match other:
            case s.Action(name=name):
                found["action"].add(name.text)
            case s.Event(name=name):
                found["event"].add(name.text)
            case s.Forbid(reason=name):
                found["forbid"].add(name.text)
            case s.Choose(name=name) | s.MayChoose(name=name) | s.May(name=name):
                found["ask"].add(name.text)
            case s.Phase(name=name) | s.PhaseAdded(name=name):
                found["event"].add(name.text)
                found["ask"].add(name.text)
    return {**found, "stop": found["ask"]}


def _holes(program: Program, key: str, names: dict[str, str], span: Span, diagnostics: Diagnostics) -> None:
    filled = HOLES.get(key)
    event = program.event(key.removeprefix("event.")) if key.startswith("event.") else None
    if event is not None:
        filled = {param.name for param in event.params}
    if filled is None:
        return
    for language, text in names.items():
        for hole in _HOLE.findall(text):  # `{amount}`, or `{amount|coin|coins}`
            if hole.partition("|")[0] not in filled:
                near = diagnostics.nearest(hole.partition("|")[0], filled)
                message = f"Nothing fills `{{{hole}}}` in the text `{key}` ({language})."
                expected = " or ".join(f"`{{{word}}}`" for word in sorted(filled)) or "no hole"
                suggestion = f"{{{near[0]}}}" if near else ""
                diagnostics.warning("P043", message, span, expected=expected, suggestion=suggestion)
