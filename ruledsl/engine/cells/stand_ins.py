"""Pieces that are race tokens, wherever tokens are moved or counted."""

from __future__ import annotations

from ruledsl.engine.cells.questions import stand_ins_in, stand_ins_with, tokens_in, unsettled
from ruledsl.engine.cells.regions import hand_of_people, holder
from ruledsl.engine.cells.tokens import (
    free,
    hands_with,
    least,
    move_pieces,
    move_tokens,
    pieces_at,
    tokens_at,
)
from ruledsl.engine.cells.values import contains, item, length
from ruledsl.engine.small.memory import KMASK, STOCK, P
from ruledsl.engine.small.room import NOTHING
from ruledsl.engine.small.tables import SUPPLIES, C
from ruledsl.engine.small.words import bits
from ruledsl.engine.state.keys import ASIDE, EVERYWHERE, HAND, OUTSIDE, TRAY
from ruledsl.engine.state.layout import LAND
from ruledsl.language.vocabulary.limits import MOST_COUNTED


def march(amount: int, people: int, source: int, target: int) -> int:
    """Move race tokens as `move_tokens` does. To the tray and aside, stand-ins go first, into the box; elsewhere they go last, with their pieces."""
    away = 0
    for i in range(length(C.STAND_INS)):
        kind = item(C.STAND_INS, i)
        if STOCK[kind] != SUPPLIES[kind]:
            away = 1
    if not away:
        return move_tokens(amount, people, source, target)
    if people < 0 or target == -1 or source in (-1, target):
        return 0
    if source == EVERYWHERE:
        moved = 0
        for region in bits(P[people, LAND]):
            if region != target:
                moved += march(NOTHING, people, region, target)
        return moved + march(NOTHING, people, HAND, target)
    kept = target in (TRAY, ASIDE)
    if source in (TRAY, ASIDE) or (source == HAND and not kept):
        return move_tokens(amount, people, source, target)
    there = tokens_at(people, source)
    moved = max(least(amount, free(people, source, target)), 0)
    if kept:
        lost = lose(moved, people, source)
        return lost + move_tokens(moved - lost, people, source, target)
    carried = stand_ins_in(people, source) - (there - moved)
    move_tokens(moved, people, source, target)
    stays = target >= 0 and holder(target) == people
    carry(carried, source, target if stays else hand_of_people(people))
    return moved


def lose(amount: int, people: int, source: int) -> int:
    """Lose tokens, pieces first. Returns how many of them were pieces."""
    palm = hand_of_people(people)
    first = palm if source == HAND else source
    rest = 0 if source == HAND else unsettled(people)
    standing = stand_ins_with(people) if source == HAND else stand_ins_in(people, source)
    lost = min(amount, standing)
    also = min(amount - lost, rest)
    move_tokens(lost + also, people, source, OUTSIDE)
    carry(lost, first, TRAY)
    carry(also, palm, TRAY)
    return lost + also


def carry(amount: int, source: int, target: int) -> None:
    """Move pieces that are race tokens from one place to another."""
    if amount > 0:
        for i in range(length(C.STAND_INS)):
            amount -= move_pieces(amount, item(C.STAND_INS, i), source, target)


def post(amount: int, kind: int, source: int, target: int) -> int:
    """Move pieces as `move_pieces` does. A stand-in adds a token to the people it comes to, and takes one from the people it leaves."""
    if not contains(C.STAND_INS, kind) or target == -1 or source in (-1, target):
        return move_pieces(amount, kind, source, target)
    if source == EVERYWHERE:
        moved = 0
        hands = hands_with(kind)
        for region in bits(KMASK[kind]):
            if region != target:
                moved += post(NOTHING, kind, region, target)
        for i in range(length(hands)):
            if item(hands, i) != target:
                moved += post(NOTHING, kind, item(hands, i), target)
        return moved
    loser = whose(source)
    taker = whose(target)
    moved = max(least(amount, pieces_at(kind, source)), 0)
    moved = min(moved, room_for(loser, taker, source, target))
    moved = move_pieces(moved, kind, source, target)
    if loser != taker:
        move_tokens(moved, loser, spot(source), OUTSIDE)
        move_tokens(moved, taker, OUTSIDE, spot(target))
    return moved


def whose(place: int) -> int:
    """The people at a place of pieces."""
    if place >= 0:
        return holder(place)
    if place == TRAY or (-16 - place) & 1:
        return -1
    return (-16 - place) >> 1


def room_for(loser: int, taker: int, source: int, target: int) -> int:
    """How many such pieces can move without exceeding the limit of tokens."""
    if target >= 0 and taker < 0:
        return 0
    if loser == taker:
        if target < 0:
            return MOST_COUNTED
        return max(tokens_in(taker, target) - stand_ins_in(taker, target), 0)
    leaving = tokens_at(loser, spot(source)) if loser >= 0 else MOST_COUNTED
    coming = tokens_at(taker, OUTSIDE) if taker >= 0 else MOST_COUNTED
    return min(leaving, coming)


def spot(place: int) -> int:
    """A place of pieces as a place of race tokens."""
    return place if place >= 0 else HAND
