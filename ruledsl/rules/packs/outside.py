"""Race tokens from `outside`, as in packs of the first weeks: they come from no tray and return to none.

Two other places do the same now. Tokens of the tray that go outside are set aside. Tokens that come from outside are first those that were set
aside, then pieces that stand in for race tokens and return to the box before any other. Rules that name the place are read as rules with these.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.language.syntax import tree as s
from ruledsl.language.syntax.parser import parse
from ruledsl.language.syntax.visitor import mapped, walk
from ruledsl.rules.packs.model import Piece

if TYPE_CHECKING:
    from ruledsl.rules.packs.model import Composition, RuleText

PLACE = "outside"
ROLE = "stand_ins"
EXTRA = "token_from_outside"
SUPPLY = 99
"""More than anybody could need."""
TEMPLATES = {
    ("outside", "tray"): "move amount__ token of people__ from aside to tray",
    ("tray", "outside"): "move amount__ token of people__ from tray to aside",
    ("outside", "hand"): f"""
    move (amount__ - aside of race of people__ but at least 0) {EXTRA} from box to hand of people__
    move amount__ token of people__ from aside to hand""",
    ("outside", ""): f"""
    move (amount__ - aside of race of people__ but at least 0) {EXTRA} from box to region__
    move amount__ token of people__ from aside to region__""",
    ("hand", "outside"): f"""
    let wanted__ be amount__
    move (wanted__ - (amount of {EXTRA} with people__) but at least 0) token of people__ from hand to aside
    move wanted__ {EXTRA} from hand of people__ to box""",
    ("", "outside"): f"""
    let wanted__ be amount__
    let standing__ be amount of {EXTRA} in region__
    move (wanted__ - standing__ - (amount of {EXTRA} with people__) but at least 0) token of people__ from region__ to aside
    move (wanted__ - standing__ but at least 0) {EXTRA} from hand of people__ to region__
    move wanted__ {EXTRA} from region__ to box""",
}
"""By source and target of tokens (empty: a region)."""
ALL = {"hand": "hand of people__", "tray": "tray of people__", "": "tokens of people__ in region__"}
"""The amount that means all tokens, by source."""


def without_outside(found: Composition, diagnostics: Diagnostics) -> None:
    """Replace this place in the rules of a composition, with a warning for each use."""
    for place, rule in enumerate(found.rules):
        if rule.document is None or ROLE not in found.roles or PLACE not in rule.text:
            continue
        statements = tuple(
            _statement(one, found.roles[ROLE], diagnostics) for one in rule.document.statements
        )
        if statements != rule.document.statements:
            found.rules[place] = replace(rule, document=replace(rule.document, statements=statements))
            found.pieces.setdefault(EXTRA, _piece(found, rule))


def _piece(found: Composition, rule: RuleText) -> Piece:
    names = {"en": "token from outside"}
    traits = (found.roles[ROLE],)
    return Piece(EXTRA, rule.owner.pack, rule.span, "", names, SUPPLY, traits, "+")


def _statement(statement: s.Statement, trait: str, diagnostics: Diagnostics) -> s.Statement:
    if any(isinstance(node, s.Word) and node.text == PLACE for node in walk(statement)):
        return statement  # the pack declares something of that name
    made = mapped(
        statement, lambda node: _moved(node, trait, diagnostics) if isinstance(node, s.Move) else node
    )
    assert isinstance(made, type(statement))  # noqa: S101 - only moves change
    return made


def _moved(node: s.Move, trait: str, diagnostics: Diagnostics) -> s.Node:
    ends = _end(node.source), _end(node.target)
    if node.kind.text != "token" or PLACE not in ends or ends not in TEMPLATES:
        return node
    at = node.source if ends[0] == PLACE else node.target
    assert at is not None  # noqa: S101 - it is named
    message = f"There is no place `outside` any more: a token that comes out of no tray is a piece with the trait `{trait}`."
    diagnostics.warning("N028", message, at.span, expected="`box`, and a piece for `token`")
    people = node.owner or s.Name("me", span=node.span)
    known = {"people__": people, "region__": node.target if ends[0] == PLACE else node.source}
    amount = node.amount.value
    if amount is None and ends[0] in ALL:
        amount = _filled(_expression(ALL[ends[0]]), known, node)  # type: ignore[assignment]
    if amount is None:
        return node
    return _filled(_block(ends), {**known, "amount__": amount}, node)


def _end(place: s.Expr | None) -> str | None:
    """The name of a source or target of tokens; empty for a region."""
    if place is None:
        return None
    return place.text if isinstance(place, s.Name) and place.text in (PLACE, "hand", "tray", "aside") else ""


def _filled(node: s.Node, known: dict[str, s.Expr | None], of: s.Move) -> s.Node:
    """A template with its names filled in, at the place of the move."""

    def change(part: s.Node) -> s.Node:
        other = known.get(part.text) if isinstance(part, s.Name) else None
        return replace(part, span=of.span) if other is None else other

    return mapped(node, change)


@cache
def _block(ends: tuple[str, str]) -> s.Node:
    (event,) = parse(
        f"event moved__:\n  repeat 1 times:\n    {TEMPLATES[ends].strip()}", Diagnostics()
    ).statements
    return next(node for node in walk(event) if isinstance(node, s.Repeat))


@cache
def _expression(text: str) -> s.Node:
    (value,) = parse(f"value moved__ = {text}", Diagnostics()).statements
    assert isinstance(value, s.Value)  # noqa: S101 - as it was written
    return value.base
