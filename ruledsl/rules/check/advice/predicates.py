"""Conditions that are said of something: without it, of the wrong thing, or in place of a thing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Fix, Span
from ruledsl.language.syntax import tree as s
from ruledsl.language.vocabulary.types import PEOPLE, REGION, TRAIT
from ruledsl.rules.check.advice.misfit import between, subject_of, text_of
from ruledsl.rules.check.typed.declarations import DefineDef

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.rules.check.names import Names
    from ruledsl.rules.check.scope import Scope
    from ruledsl.rules.check.typed import TExpr


def said_of_region(node: s.Name, kinds: Collection[Type], scope: Scope, names: Names) -> bool:
    """Report a terrain or symbol in place of a condition: it needs a region before it."""
    if TRAIT not in kinds:
        return False
    _said_alone(node.text, "region", subject_of(REGION, scope), node.span, names.diagnostics)
    return True


def predicate_said(
    name: str, first: TExpr | None, args: Sequence[s.Arg], span: Span, scope: Scope, names: Names
) -> bool:
    """Report a predicate without a subject, or with a region where the people there is meant."""
    meant = [d for d in names.meant(name, scope.origin.owner, DefineDef) if d.is_predicate]
    if len(meant) != 1 or args:
        return False
    params, diagnostics = meant[0].params, names.diagnostics
    if first is None and len(params) == 1:
        kind = params[0].type
        _said_alone(name, params[0].name, subject_of(kind, scope), span, diagnostics)
        return True
    if [param.type for param in params] != [PEOPLE, PEOPLE] or not scope.me:
        return False
    prep = next((prep for prep in meant[0].preps[1:] if prep), "of")
    if first is None:
        _of_which_people(f"{name} {prep} me", span, scope, diagnostics)
        return True
    about = text_of(first.span, diagnostics)
    people = f"holder of {about}" if first.type == REGION else about
    whole, told = _with_subject(first.span, span), f"{people} is {name} {prep} me"
    if first.type not in (REGION, PEOPLE) or whole is None:
        return False
    message = f"`{name}` is said of two peoples: of one, that it is so to another."
    diagnostics.error("T002", message, span, expected=f"`{told}`", fix=Fix(whole, told))
    return True


def _of_which_people(predicate: str, span: Span, scope: Scope, diagnostics: Diagnostics) -> None:
    """Report a predicate of two peoples in place of one of them: `pay 1 coin to enemy`, `if enemy`."""
    region = subject_of(REGION, scope)
    people = f"holder of {region}" if region else "PEOPLE"
    message = f"`{predicate.partition(' ')[0]}` is a condition, no people and no player: it is said of one people to another."
    told = f"{people} is {predicate}"
    fixes = [_paid_before(people, told, span, diagnostics) or Fix(span, told)] if region else []
    advice = "" if region else "The others are `opponents of you`: `for each player in opponents of you: …`."
    diagnostics.error("T002", message, span, expected=f"`{told}`", help=advice, others=fixes)


_TRIGGER = re.compile(r"(?:before|after) my (?P<event>[a-z]\w*)(?: if (?P<asked>[^:]*))?: ")


def _paid_before(people: str, told: str, span: Span, diagnostics: Diagnostics) -> Fix | None:
    """The fix for `after my conquest: you pay 1 coin to enemy`: the holder that a region still has before it."""
    line = diagnostics.sources.line(span.file, span.line) or ""
    trigger = _TRIGGER.search(line[: span.column - 1])
    if trigger is None:
        return None
    asked = trigger["asked"] or ""
    also = f" and ({asked})" if " or " in asked else f" and {asked}" if asked else ""
    effect = f"{line[trigger.end() : span.column - 1]}owner of {people}{line[span.end_column - 1 :]}"
    whole = span._replace(column=trigger.start() + 1, end_column=len(line) + 1)
    return Fix(whole, f"before my {trigger['event']} if {told}{also}: {effect}")


def said_in_a_stage(left: TExpr, right: s.Call, names: Names) -> bool:
    """Report `region is hill in decline`: the stage in which a rule holds stands before it."""
    word, args, diagnostics = right.name, right.args, names.diagnostics
    if left.type != REGION or word.text not in names.words[TRAIT] or [arg.prep for arg in args] != ["in"]:
        return False
    span, stage = args[0].span, text_of(args[0].value.span, diagnostics)
    line = diagnostics.sources.line(span.file, span.line) or ""
    rule = f"{line[: word.span.end_column - 1].lstrip()}{line[span.end_column - 1 :]}"
    whole = span._replace(column=len(line) - len(line.lstrip()) + 1, end_column=len(line) + 1)
    message = f"`{word.text}` is said of a region, and nothing belongs to it: the stage in which a rule holds stands before the rule."
    fix = Fix(whole, f"{stage}: {rule}") if stage else None
    diagnostics.error("T002", message, span, expected=f"`STAGE: {rule}`", fix=fix)
    return True


def _with_subject(subject: Span, span: Span) -> Span | None:
    """From a subject to the end of what is said of it, if both are on one line."""
    if subject.line != span.end_line:
        return None
    return subject._replace(end_line=span.end_line, end_column=span.end_column)


_NEITHER = re.compile(r"\b(?:is not [a-z]\w*) (or) $")


def _said_alone(word: str, what: str, subject: str, span: Span, diagnostics: Diagnostics) -> None:
    """Report a property without the thing that has it."""
    line = diagnostics.sources.line(span.file, span.line) or ""
    neither = _NEITHER.search(line[: span.column - 1])
    negated = line[: span.column - 1].endswith(" not ")
    told = f"{subject or what.upper()} is {'not ' if neither or negated else ''}{word}"
    fix = Fix(span._replace(column=span.column - len("not ")), told) if negated and subject else None
    message = f"`{word}` alone is not a condition: say it of a {what}, with `is`."
    if neither:
        message = (
            f"`{word}` alone is not a condition, and what is neither one nor the other is joined with `and`."
        )
        told = f"and {told}"
        fix = Fix(span._replace(column=neither.start(1) + 1), told) if subject else None
    diagnostics.error(
        "N011", message, span, expected=f"`{told}`", suggestion=told if subject else "", fix=fix
    )


def member_said(node: s.Name, scope: Scope, names: Names) -> bool:
    """Report the kind of the members of a set, such as `region`, where one of them is meant, which is called `it`."""
    if scope.it is None or not scope.it_alone or node.text != str(scope.it.type):
        return False
    message = f"The {node.text} that is looked at here is called `it`."
    names.diagnostics.error("N001", message, node.span, expected="`it`", suggestion="it")
    return True


def said_with_is(node: s.Compare, operand: s.Name | s.Call, scope: Scope, names: Names) -> bool:
    """Report something after `is in` that is no set but belongs after `is`."""
    word = operand.text if isinstance(operand, s.Name) else operand.name.text
    owner = scope.origin.owner
    traits = (names.words[TRAIT], names.piece_traits, names.tile_traits)
    is_trait = any(word in words for words in traits) and not names.asked(word, owner)
    is_predicate = any(d.is_predicate for d in names.meant(word, owner, DefineDef))
    if word in scope.locals or not (is_trait or is_predicate):
        return False
    right = node.op.removesuffix(" in")
    names.diagnostics.error(
        "T014",
        f"`{word}` is not a set: say it of a thing with `{right}`.",
        operand.span,
        expected=f"`{right}` before it",
        fix=between(node.left.span, operand.span, node.op, right, names.diagnostics),
    )
    return True
