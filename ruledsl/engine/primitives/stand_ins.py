"""Pieces that are race tokens: the stand-ins, of the kinds in `Code.stand_ins`.

One in a region is one of the tokens of its holder there. One in the hand of a people is one of its tokens, too, but nobody has said which: one in
hand, or, when there are fewer of those, one on the map (it is *unsettled*). In the box and with a player it is no token.
These mutations take the place of those of `tokens` when a program has such kinds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.primitives import tokens
from ruledsl.engine.primitives.queries import (
    hand_of_people,
    holder,
    stand_ins_in,
    stand_ins_with,
    tokens_in,
    unsettled,
)
from ruledsl.engine.primitives.tokens import EVERYWHERE, HAND, OUTSIDE, TRAY
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.keys import HAND_BITS, HAND_MASK
from ruledsl.vocabulary.limits import MOST_COUNTED

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State

__all__ = ["march", "post"]


# ── race tokens move, stand-ins among them ──


def march(g: State, amount: int | None, people: int, source: int, target: int) -> int:
    """Move race tokens as `move_tokens` does. To the tray stand-ins go first, and land in the box; anywhere else they go last, with their pieces."""
    for kind in g.code.stand_ins:
        if g.stock[kind] != g.code.supplies[kind]:
            break
    else:
        return _plainly(g, amount, people, source, target)
    if people < 0 or target == -1 or source in (-1, target):
        return 0
    if source == EVERYWHERE:
        land = [region for region in bits(tokens.land_of(g, people)) if region != target]
        return sum(march(g, None, people, place, target) for place in (*land, HAND))
    if source == TRAY or (source == HAND and target != TRAY):
        return tokens.move_tokens(g, amount, people, source, target)
    there = tokens.tokens_at(g, people, source)
    moved = there if amount is None else max(min(amount, there), 0)
    if target == TRAY:
        lost = _lose(g, moved, people, source)
        return lost + tokens.move_tokens(g, moved - lost, people, source, TRAY)
    carried = stand_ins_in(g, people, source) - (there - moved)
    tokens.move_tokens(g, moved, people, source, target)
    stays = target >= 0 and holder(g, target) == people
    _carry(g, carried, source, target if stays else hand_of_people(people))
    return moved


def _plainly(g: State, amount: int | None, people: int, source: int, target: int) -> int:
    """All stand-ins are in the box."""
    if target == HAND and source >= 0:
        return tokens.withdraw(g, amount, people, source)
    if target == TRAY and (source >= 0 or source == HAND):
        return tokens.dismiss(g, amount, people, source)
    return tokens.move_tokens(g, amount, people, source, target)


def _lose(g: State, amount: int, people: int, source: int) -> int:
    """So many stand-ins at most leave the game: those that lie there, then unsettled ones; gives how many."""
    palm = hand_of_people(people)
    first, rest = (palm, 0) if source == HAND else (source, unsettled(g, people))
    standing = stand_ins_with(g, people) if source == HAND else stand_ins_in(g, people, source)
    lost = min(amount, standing)
    also = min(amount - lost, rest)
    tokens.move_tokens(g, lost + also, people, source, OUTSIDE)
    _carry(g, lost, first, TRAY)
    _carry(g, also, palm, TRAY)
    return lost + also


def _carry(g: State, amount: int, source: int, target: int) -> None:
    """So many of the stand-ins that lie in one place lie in another now, in the order of their kinds."""
    for kind in g.code.stand_ins if amount > 0 else ():
        amount -= tokens.move_pieces(g, amount, kind, source, target)


# ── stand-ins move, and the tokens that they are ──


def post(g: State, amount: int | None, kind: int, source: int, target: int) -> int:
    """Move pieces as `move_pieces` does. A stand-in that comes to a people is one token more for it, and one less for whom it leaves."""
    if kind not in g.code.stand_ins or target == -1 or source in (-1, target):
        return tokens.move_pieces(g, amount, kind, source, target)
    if source == EVERYWHERE:
        hands = [-16 - (key & HAND_MASK) for key in g.held if key >> HAND_BITS == kind]
        places = [place for place in (*bits(g.kmask[kind]), *hands) if place != target]
        return sum(post(g, None, kind, place, target) for place in places)
    loser, taker = _whose(g, source), _whose(g, target)
    there = tokens.pieces_at(g, kind, source)
    moved = there if amount is None else max(min(amount, there), 0)
    moved = min(moved, _room(g, loser, taker, source, target))
    moved = tokens.move_pieces(g, moved, kind, source, target)
    if loser != taker:
        tokens.move_tokens(g, moved, loser, _spot(source), OUTSIDE)
        tokens.move_tokens(g, moved, taker, OUTSIDE, _spot(target))
    return moved


def _whose(g: State, place: int) -> int:
    """The people of which a stand-in in a place is a token; -1 in the box and with players."""
    if place >= 0:
        return holder(g, place)
    return -1 if place == TRAY or (-16 - place) & 1 else (-16 - place) >> 1


def _room(g: State, loser: int, taker: int, source: int, target: int) -> int:
    """How many can go: to a region only where somebody is; with one people, as many as it has other tokens there."""
    if target >= 0 and taker < 0:
        return 0
    if loser == taker:
        others = tokens_in(g, taker, target) - stand_ins_in(g, taker, target) if target >= 0 else MOST_COUNTED
        return max(others, 0)
    leaving = tokens.tokens_at(g, loser, _spot(source)) if loser >= 0 else MOST_COUNTED
    coming = tokens.tokens_at(g, taker, OUTSIDE) if taker >= 0 else MOST_COUNTED
    return min(leaving, coming)


def _spot(place: int) -> int:
    """Where the token of a stand-in is."""
    return place if place >= 0 else HAND
