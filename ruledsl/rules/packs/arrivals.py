"""Pieces that come with their tile, when it begins to work for a people: which they are, and what packs of the first version said instead.

In version 1 of the language, pieces came out of the box when a rule first placed them, so that neither who borrowed a tile nor who wrote a position
had to say anything about them. Whatever such packs leave out is added when they are read.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from ruledsl.base.diagnostics import Diagnostics, Fix, Span
from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.visitor import mapped, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.rules.packs.model import Composition, RuleText

ARRIVAL: Final = "arrival"
"""The role of the event with which a tile begins to work for a people."""
INDENT: Final = 2
"""Spaces by which a line below a colon is indented."""
BROUGHT_SINCE: Final = 2
"""The version of the language since which pieces come with that event."""


def with_arrivals(composition: Composition, diagnostics: Diagnostics) -> None:
    """Note what tiles bring, and let what packs of the first version borrow bring it, with a warning for each borrowing."""
    event = composition.roles.get(ARRIVAL)
    if event is None:
        return
    for rule in composition.rules:
        if rule.owner.tile and not rule.owner.piece:
            for word, count in _brought(rule, event):
                kind = composition.meant("pieces", word, rule.owner.pack)
                if kind in composition.pieces and composition.pieces[kind].tile == rule.owner.tile:
                    composition.brought.setdefault(rule.owner.tile, {})[kind] = count
    early = {pack.id for pack in composition.packs if pack.language < BROUGHT_SINCE}
    # Who names the event knows it.
    early -= {
        rule.owner.pack for rule in composition.rules if rule.owner.pack in early and event in rule.text
    }
    for place, rule in enumerate(composition.rules):
        if rule.owner.pack in early and rule.document is not None and "borrow" in rule.text:
            statements = tuple(_statement(one, event, rule, diagnostics) for one in rule.document.statements)
            composition.rules[place] = replace(rule, document=replace(rule.document, statements=statements))


def _brought(rule: RuleText, event: str) -> Iterator[tuple[str, int]]:
    """The pieces that a tile takes from the box into the hand of its people with that event."""
    for trigger in rule.statements:
        if not isinstance(trigger, s.Trigger) or (trigger.moment, trigger.name.text) != ("after", event):
            continue
        for move in trigger.body.effects:
            match move:
                case s.Move(
                    amount=s.Amount(value=s.Number(value=count)),
                    kind=kind,
                    source=s.Name(text="box"),
                    target=s.Name(text="hand"),
                ):
                    yield kind.text, count


def _statement(statement: s.Statement, event: str, rule: RuleText, diagnostics: Diagnostics) -> s.Statement:
    def change(node: s.Node) -> s.Node:
        text = _arrival(node, event)
        if text is None:
            return node
        assert isinstance(node, s.Act)  # noqa: S101 - it borrows
        _report(node, text, rule, diagnostics)
        added = mapped(_read(text), lambda part: replace(part, span=node.span))
        assert isinstance(added, s.Repeat)  # noqa: S101 - as it was written
        return replace(added, body=replace(added.body, effects=(node, *added.body.effects)))

    made = mapped(statement, change)
    assert isinstance(made, type(statement))  # noqa: S101 - only what borrows changes
    return made


def _arrival(node: s.Node, event: str) -> str | None:
    """The effect that follows a borrowing; None for anything else.

    A race that is borrowed brings none: what came with one were its tokens, and they come at its founding.
    """
    match node:
        case s.Act(name="borrow", args=(s.Call(name=s.Word(text="race")) | s.Nothing(), _)):
            return None
        case s.Act(name="borrow", args=(_, s.Pronoun(word="this"))):
            return f"do {event} of copy of this for me"
        case s.Act(name="borrow", args=(_, s.Call(name=s.Word(text=part), args=(s.Arg(value=bearer),)))):
            who = bearer.text if isinstance(bearer, s.Name) else getattr(bearer, "word", None)
            return who and f"do {event} of copy of {part} of {who} for {who}"
    return None


def _report(node: s.Act, text: str, rule: RuleText, diagnostics: Diagnostics) -> None:
    """The warning; its correction writes it on the next line, if nothing else is on that of the borrowing or behind it."""
    diagnostics.warning(
        "N028",
        "What a tile brings comes when it begins to work: who borrows it says so.",
        node.span,
        help=f"Packs of version 1 of the language bring it by themselves. Write behind it: `{text}`.",
        fix=_written_behind(node.span, text, rule),
    )


def _written_behind(span: Span, text: str, rule: RuleText) -> Fix | None:
    """The borrowing and then this: each on a line, below the colon if one stands before it."""
    for offset, line, column in rule.node.lines:
        row = rule.text[offset:].split("\n", 1)[0]
        before, itself = row[: span.column - column], row[span.column - column : span.end_column - column]
        after = row[span.end_column - column :].strip()
        if line != span.line or (after and not after.startswith("#")):
            continue
        if not before.strip():
            return Fix(span.behind, f"\n{' ' * (span.column - 1)}{text}")
        if before.rstrip().endswith(":") and rule.node.style == "literal" and not after:
            margin = "\n" + " " * (column - 1 + len(before) - len(before.lstrip()) + INDENT)
            start = span._replace(column=column + len(before.rstrip()))
            return Fix(start, f"{margin}{itself}{margin}{text}")
    return None


@cache
def _read(text: str) -> s.Node:
    from ruledsl.language.syntax.parser import parse  # noqa: PLC0415 - lark is not imported for what is kept

    (event,) = parse(f"event borrowed__:\n  repeat 1 times:\n    {text}", Diagnostics()).statements
    return next(node for node in walk(event) if isinstance(node, s.Repeat))
