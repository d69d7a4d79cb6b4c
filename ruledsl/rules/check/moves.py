"""The operands of `move`, `exchange`, `set` and the like: tokens and pieces with their places, and writable memories."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from ruledsl.language.syntax import tree as s
from ruledsl.language.vocabulary.types import (
    NUMBER,
    OF_PIECES,
    OF_RACES,
    PEOPLE,
    PIECE,
    PLACES,
    PLAYER,
    REGION,
    TILE,
    TOKENS,
    UNKNOWN,
)
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.advice.misfit import from_anywhere, race_for_tokens
from ruledsl.rules.check.scope import CARET, WordOf, absent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.rules.check.expressions import ExpressionChecker
    from ruledsl.rules.check.scope import Scope

STORED = {"tray", "aside"}
"""Where tokens of a race are, whether it is in the game or not."""


COINS = "coins"
OF_COINS = "Players and tiles gain and pay coins: `tile gains 1 coin`, `you pay 1 coin`."


def check_spot(checker: ExpressionChecker, node: s.Expr, scope: Scope) -> t.Spot | None:
    """A memory or a writable built-in."""
    checker.names.seen_as(node, scope, written=True)
    expr = checker.check(node, scope)
    if expr is None:
        return None
    if isinstance(expr, t.Recall):
        return t.Spot(expr.memory, None, expr.arg, expr.type)
    if isinstance(expr, t.Ask) and expr.builtin.writable:
        return t.Spot(None, expr.builtin, expr.args[0] if expr.args else None, expr.type)
    if expr.type == UNKNOWN:
        return None
    what, advice = "this", ""
    if isinstance(expr, t.ValueOf):
        what, advice = "a value", f"Values change by rules of their own: `{expr.value.name} becomes …`."
    elif isinstance(expr, t.Ask) and expr.builtin.name == COINS:
        advice = OF_COINS
    checker.names.diagnostics.error(
        "T005",
        f"{what.capitalize()} cannot be written to.",
        node.span,
        expected="something declared with `remember`",
        help=advice,
    )
    return None


def check_exchange(checker: ExpressionChecker, node: s.Exchange, scope: Scope) -> t.TEffect | None:
    """Two memories of one type, or two regions."""
    first = checker.check(node.left, scope)
    if first is not None and first.type == REGION and not isinstance(first, t.Recall):
        second = checker.check(node.right, scope, REGION)
        return t.TSwapRegions(first, second, span=node.span) if second else None
    left, right = check_spot(checker, node.left, scope), check_spot(checker, node.right, scope)
    if left is None or right is None:
        return None
    if left.type != right.type and UNKNOWN not in (left.type, right.type):
        checker.mismatch(node.right.span, left.type, right.type)
        return None
    return t.TSwap(left, right, span=node.span)


def check_move(checker: ExpressionChecker, node: s.Move, scope: Scope) -> t.TEffect | None:
    """`move 1 token of me from tray to hand`, `move all dragon to region`."""
    amount = checker.check(node.amount.value, scope, NUMBER) if node.amount.value else None
    if node.amount.value is not None and amount is None:
        return None
    owner = _owner(checker, node, scope) if node.owner else None
    if node.owner is not None and owner is None:
        return None
    checker.names.seen(node.kind.text, scope, expected=PIECE, also=tuple(TOKENS))
    if node.form is not None:
        return _move_as(checker, node, node.form, scope, amount, owner or scope.pronoun("me", node.span))
    if node.kind.text in TOKENS:
        checker.names.means(node.kind.span, WordOf("word", node.kind.text))
        return _move_tokens(checker, node, scope, amount, owner)
    if race_for_tokens(node, scope, checker.names):
        return None
    kind = _kind(checker, node.kind, scope, tuple(TOKENS))
    if kind is None:
        return None
    holder = owner or scope.pronoun("me", node.span)
    if node.source is None and amount is not None and not _is_all(checker, amount, kind):
        from_anywhere(node, "box", checker.names.diagnostics)
    source = _where(checker, node.source, scope, holder, OF_PIECES)
    target = _where(checker, node.target, scope, holder, OF_PIECES)
    return t.TMovePieces(amount, kind, source, target, span=node.span) if source and target else None


def _kind(
    checker: ExpressionChecker, word: s.Word, scope: Scope, also: tuple[str, ...] = ()
) -> t.TExpr | None:
    """A kind of pieces by its name."""
    named, names = s.Name(word.text, span=word.span), checker.names
    pieces = (*also, *names.words[PIECE])
    is_free = word.text not in names.declared and word.text not in scope.locals
    if is_free and not {*also}.isdisjoint(names.synonyms.get(word.text, ())) and word.text not in pieces:
        names.unknown("N001", "piece", word.text, word.span, pieces)
        return None
    return None if _is_unknown(checker, named, scope, "piece", pieces) else checker.check(named, scope, PIECE)


def _move_as(
    checker: ExpressionChecker,
    node: s.Move,
    form: s.Word,
    scope: Scope,
    amount: t.TExpr | None,
    people: t.TExpr | None,
) -> t.TEffect | None:
    """`move 1 token of loser from region to here as hostage`, and back: `move all hostage of loser from here to hand as tokens`."""
    out, names = node.kind.text in TOKENS, checker.names
    names.seen(form.text, scope, expected=PIECE, also=tuple(TOKENS))
    if out == (form.text in TOKENS):
        expected = "a piece that your tile brings" if out else "`as tokens`"
        message = "Tokens that lie elsewhere are pieces there, and come back as tokens."
        names.diagnostics.error("T015", message, form.span, expected=expected)
        return None
    if people is None or (node.source is None and (out or amount is not None)):
        expected = "`from` and a place" if people is not None else f"`{node.kind.text} of` and a people"
        names.diagnostics.error("T006", "Whose tokens, and from where?", node.span, expected=expected)
        return None
    names.means((node.kind if out else form).span, WordOf("word", (node.kind if out else form).text))
    kind = _kind(checker, form if out else node.kind, scope)
    source = _where(checker, node.source, scope, people, OF_RACES if out else OF_PIECES)
    target = _where(checker, node.target, scope, people, OF_PIECES if out else OF_RACES)
    if kind is None or source is None or target is None:
        return None
    aside = t.Where("aside", people)
    if out:
        return t.TMoveTokens(amount, people, source, aside, kind, target, span=node.span)
    return t.TMoveTokens(amount, people, aside, target, kind, source, span=node.span)


def _owner(checker: ExpressionChecker, node: s.Move, scope: Scope) -> t.TExpr | None:
    """The owner of the tokens or pieces: a people; between tray and aside also a race."""
    assert node.owner is not None  # noqa: S101 - who calls this has looked
    places = {place.text for place in (node.source, node.target) if isinstance(place, s.Name)}
    owner = checker.check(node.owner, scope)
    if owner is None or (owner.type == TILE and node.kind.text in TOKENS and places == STORED):
        return owner
    return checker.fit(owner, PEOPLE)


def _is_all(checker: ExpressionChecker, amount: t.TExpr, kind: t.TExpr) -> bool:
    """Is the amount at least the supply of these pieces?"""
    if not isinstance(amount, t.Const) or not isinstance(kind, t.Const):
        return False
    program = checker.names.program
    supply = program.composition.pieces[program.pieces[kind.value]].supply
    return supply is not None and supply <= amount.value


def _move_tokens(
    checker: ExpressionChecker, node: s.Move, scope: Scope, amount: t.TExpr | None, owner: t.TExpr | None
) -> t.TEffect | None:
    people = owner or scope.pronoun("me", node.span)
    if people is None:
        checker.names.diagnostics.error(
            "T006", "Whose tokens?", node.kind.span, expected="`token of` and a people"
        )
        return None
    if node.source is None and amount is not None:
        from_anywhere(node, "tray", checker.names.diagnostics)
    source = _where(checker, node.source, scope, people, OF_RACES)
    target = _where(checker, node.target, scope, people, OF_RACES)
    if source is None or target is None:
        return None
    return t.TMoveTokens(amount, people, source, target, span=node.span)


def _where(
    checker: ExpressionChecker,
    node: s.Expr | None,
    scope: Scope,
    holder: t.TExpr | None,
    words: tuple[str, ...],
) -> t.Where | None:
    if node is None:
        return t.Where("anywhere", None)
    if isinstance(node, s.Name):
        checker.names.seen(node.text, scope, expected=REGION, also=words)
    if isinstance(node, s.Name) and _is_place(checker, node.text, scope):
        checker.names.means(node.span, WordOf("word", node.text))
        return _named_place(checker, node, holder, words)
    if isinstance(node, s.Call) and node.name.text == "hand" and len(node.args) == 1:
        whose = checker.check(node.args[0].value, scope)
        if whose is None:
            return None
        if whose.type not in (PEOPLE, PLAYER, UNKNOWN):
            checker.mismatch(whose.span, PEOPLE, whose.type)
            return None
        return t.Where("hand", whose)
    if isinstance(node, s.Name) and _is_unknown(checker, node, scope, "place", words):
        return None
    if words == OF_RACES:
        region = checker.check(node, scope, REGION)
        return t.Where("region", region) if region else None
    place = checker.check(node, scope)
    if place is not None and place.type == TILE:
        return t.Where("tile", place)
    region = checker.fit(place, REGION) if place is not None else None
    return t.Where("region", region) if region else None


def _is_place(checker: ExpressionChecker, text: str, scope: Scope) -> bool:
    """Is it a place of the language, rather than a name of the rule or its pack?"""
    return text in PLACES and text not in scope.locals and not checker.names.asked(text, scope.origin.owner)


def _is_unknown(
    checker: ExpressionChecker, node: s.Name, scope: Scope, what: str, likely: Sequence[str]
) -> bool:
    """Report a name that means nothing; one of the `likely` ones is probably meant."""
    names, text = checker.names, node.text
    has_meaning = text in scope.locals or any(text in words for words in names.words.values())
    if has_meaning or text == CARET or names.is_callable(text, scope.origin.owner):
        return False
    there = chain(likely, scope.locals, names.everything())
    names.unknown("N001", what, text, node.span, there, likely, absent(text, scope))
    return True


def _named_place(
    checker: ExpressionChecker, node: s.Name, holder: t.TExpr | None, words: tuple[str, ...]
) -> t.Where | None:
    if node.text not in words:
        right = words[0]
        checker.names.diagnostics.error(
            "T007",
            f"These do not come from the {node.text}: race tokens have a tray, pieces have a box.",
            node.span,
            expected=f"`{right}`",
            suggestion=right,
        )
        return None
    if node.text == "hand" and holder is None:
        checker.names.diagnostics.error(
            "T006", "Whose hand?", node.span, expected="`hand of` a people or a player"
        )
        return None
    return t.Where(node.text, holder if node.text in OF_RACES else None)
