"""How often a loop can pass that names no number: as often as there is something left of what each pass uses up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.language.vocabulary.types import NUMBER, TILE, set_of
from ruledsl.rules.check import typed as t
from ruledsl.rules.check.graph import constant, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

COUNTED: Final[dict[type[t.TEffect], frozenset[str]]] = {
    t.TMoveTokens: frozenset({"hand", "tray", "aside", "tokens_in", "troops", "force"}),
    t.TCoins: frozenset({"coins_of_player", "coins_of_tile"}),
    t.TMovePieces: frozenset(
        {"stock", "pieces_in", "pieces_with_people", "pieces_with_player", "pieces_on_tile"}
    ),
}
"""The questions whose answers an effect changes, with an amount."""


def most_passes(body: t.TBlock, until: t.TExpr) -> t.TExpr | None:
    """The most passes of a loop, as it begins; None if nothing shows that it ends.

    An effect counts that happens in every pass: a draw from a deck, or a step of what the condition compares.
    """
    own = {var for effect in body for node in walk(effect) for var in _bound(node)}
    for effect in body:
        deck = _drawn_from(effect)
        if deck is not None and not _reads(deck, own):
            return _number_of(t.DeckTiles(deck, type=set_of(TILE), span=deck.span))
    for counted, limit in _compared(until):
        if any(_steps(effect, counted) for effect in body) and not (
            _reads(counted, own) or _reads(limit, own)
        ):
            there, back = _math("-", counted, limit), _math("-", limit, counted)
            return _math("+", _math("max", there, back), t.Const(1, type=NUMBER, span=until.span))
    return None


def _bound(node: object) -> Iterator[t.Var]:
    bound = t.bound_in(node)
    if bound is not None:
        yield bound


def _drawn_from(effect: t.TEffect) -> t.TExpr | None:
    match effect:
        case t.TAct(act="draw", args=(deck,)) | t.TDig(deck=deck):
            return deck
    return None


def _compared(until: t.TExpr) -> Iterator[tuple[t.TExpr, t.TExpr]]:
    """The numbers that a condition compares, each of which ends the loop by itself."""
    match until:
        case t.Logic(op="or", left=left, right=right):
            yield from _compared(left)
            yield from _compared(right)
        case t.Order(left=left, right=right) if left.type == NUMBER:
            yield left, right
            yield right, left
        case t.Not(operand=t.Exists(var=var, members=members, condition=condition)):
            yield (
                t.Count(var, members, condition, type=NUMBER, span=until.span),
                t.Const(0, type=NUMBER, span=until.span),
            )


def _steps(effect: t.TEffect, counted: t.TExpr) -> bool:
    """Does the effect always change this number, by one or more?"""
    match counted, effect:
        case t.Recall(memory=memory), t.TWrite(op="add" | "drop", spot=spot, value=value):
            return spot.memory is memory and _is_some(value)
        case t.Count(members=t.Recall(memory=memory)), t.TWrite(op="put" | "drop", spot=spot):
            return spot.memory is memory
        case t.Ask(builtin=asked), t.TMoveTokens() | t.TMovePieces() | t.TCoins():
            amount = t.amount_of(effect)
            return asked.code in COUNTED[type(effect)] and (amount is None or _is_some(amount))
    return False


def _is_some(amount: t.TExpr) -> bool:
    number = constant(amount)
    return number is not None and number > 0


def _reads(node: t.TExpr, variables: set[t.Var]) -> bool:
    return any(isinstance(part, t.VarRef) and part.var in variables for part in walk(node))


def _math(op: str, left: t.TExpr, right: t.TExpr) -> t.TExpr:
    return t.Math(op, left, right, type=NUMBER, span=left.span)


def _number_of(members: t.TExpr) -> t.TExpr:
    return t.Count(t.Var("it", members.type.element), members, None, type=NUMBER, span=members.span)
