"""Moves of race tokens and pieces. All are total and move at most what is there."""

from __future__ import annotations

from ruledsl.engine.cells.questions import held, stand_ins_in, stand_ins_with, tokens_in, troops, unsettled
from ruledsl.engine.cells.regions import hand_of_people, holder, is_region, pieces_on_tile, top_of_tile
from ruledsl.engine.cells.secrets import where_hidden
from ruledsl.engine.cells.values import append, contains, item, length, room
from ruledsl.engine.small.kinds import FACE_DOWN, IN_DECK
from ruledsl.engine.small.memory import (
    EXTRA,
    HELD,
    KMASK,
    LAID,
    ON,
    SEEN,
    SET_ASIDE,
    SITE,
    STOCK,
    TRAYS,
    P,
    R,
    S,
)
from ruledsl.engine.small.room import MOST_PAIRS, NOTHING
from ruledsl.engine.small.rules import bound_in
from ruledsl.engine.small.tables import AWAITED, FULL_TRAYS, ROOTED, SUPPLIES, TRAVELLING, C
from ruledsl.engine.small.words import bit, bits, fail, has, union, without
from ruledsl.engine.state.keys import (
    ASIDE,
    EVERYWHERE,
    HAND,
    HAND_BITS,
    HAND_MASK,
    ON_TILE,
    OUTSIDE,
    REGION_BITS,
    REGION_MASK,
    TRAY,
)
from ruledsl.engine.state.layout import HAND as HAND_OF
from ruledsl.engine.state.layout import HOLDER, KINDS, LAND, RACE, TOKENS
from ruledsl.language.vocabulary.limits import MOST_COUNTED


def least(amount: int, there: int) -> int:
    """The amount, limited to what is there; everything for `NOTHING`."""
    return there if amount == NOTHING else min(amount, there)


def move_tokens(amount: int, people: int, source: int, target: int) -> int:
    """Move race tokens of a people (all for None). Returns how many moved. A place is a region or one of the constants."""
    if people < 0 or target == -1 or source in (-1, target):
        return 0
    if source == EVERYWHERE:
        moved = 0
        for region in bits(P[people, LAND]):
            if region != target:
                moved += move_tokens(NOTHING, people, region, target)
        return moved + move_tokens(NOTHING, people, HAND, target)
    moved = least(amount, free(people, source, target))
    if moved > 0:
        change(people, source, -moved)
        change(people, target, moved)
    return max(moved, 0)


def free(people: int, source: int, target: int) -> int:
    """How many race tokens of a people can move between two places. Tokens bound to a region can only be lost or set aside there."""
    if target >= 0 and not is_region(target):
        return 0
    there = tokens_at(people, source)
    if there > 0 and source >= 0 and (target >= 0 or target == HAND):
        return there - max(bound_in(people, source), 0)
    return there


def deploy(amount: int, people: int, region: int) -> int:
    """Move tokens from hand to a region: the most frequent case."""
    if people < 0 or not is_region(region):
        return 0
    moved = least(amount, P[people, HAND_OF])
    if moved <= 0:
        return 0
    P[people, HAND_OF] -= moved
    change_region(people, region, moved)
    return moved


def withdraw(amount: int, people: int, region: int) -> int:
    """Move tokens from a region to hand."""
    return move_tokens(amount, people, region, HAND)


def dismiss(amount: int, people: int, place: int) -> int:
    """Move tokens from a region, or from hand (`HAND`), to the tray."""
    return move_tokens(amount, people, place, TRAY)


def put_away(amount: int, race: int, target: int) -> int:
    """Move tokens between the tray of a race and the place beside its banner; `target` is one of the two."""
    if race < 0 or race >= C.TILES:
        return 0
    moved = max(least(amount, TRAYS[race] if target == ASIDE else SET_ASIDE[race]), 0)
    by = moved if target == ASIDE else -moved
    TRAYS[race] -= by
    SET_ASIDE[race] += by
    return moved


def tokens_at(people: int, place: int) -> int:
    """How many race tokens of a people are in a place; for outside, how many more it can have."""
    if place == HAND:
        return P[people, HAND_OF]
    if place == TRAY:
        return TRAYS[P[people, RACE]]
    if place == ASIDE:
        return SET_ASIDE[P[people, RACE]]
    if place == OUTSIDE:
        return MOST_COUNTED - P[people, HAND_OF] - troops(people)
    return tokens_in(people, place)


def change(people: int, place: int, by: int) -> None:
    """Add tokens of a people (or remove them, if negative) at a place."""
    if place == HAND:
        P[people, HAND_OF] += by
    elif place == TRAY:
        race = P[people, RACE]
        TRAYS[race] = min(TRAYS[race] + by, FULL_TRAYS[race])
    elif place == ASIDE:
        SET_ASIDE[P[people, RACE]] += by
    elif place != OUTSIDE:
        change_region(people, place, by)


def change_region(people: int, region: int, by: int) -> None:
    """Add race tokens of a people to a region (or remove them, if negative); the first people there holds it."""
    holder = R[region, HOLDER]
    if holder == people:
        R[region, TOKENS] += by
        if R[region, TOKENS] == 0:
            P[people, LAND] = without(P[people, LAND], bit(region))
            next_holder(region)
    elif holder == -1:
        R[region, HOLDER] = people
        R[region, TOKENS] = by
        P[people, LAND] = union(P[people, LAND], bit(region))
        touch(region)
    else:
        left = add_extra(people << REGION_BITS | region, by)
        if left:
            P[people, LAND] = union(P[people, LAND], bit(region))
        else:
            P[people, LAND] = without(P[people, LAND], bit(region))


def add_extra(key: int, by: int) -> int:
    """Add race tokens of a people to a region that another one holds (or remove them, if negative). Returns how many it then has there.

    `key` is the people and the region, packed. Fails with error 5 if too many peoples share regions.
    """
    for i in range(S.extras):
        if EXTRA[i, 0] == key:
            EXTRA[i, 1] += by
            left = EXTRA[i, 1]
            if left == 0:
                S.extras -= 1
                EXTRA[i, 0] = EXTRA[S.extras, 0]
                EXTRA[i, 1] = EXTRA[S.extras, 1]
            return left
    if by:
        if S.extras == MOST_PAIRS:
            fail(5)
        EXTRA[S.extras, 0] = key
        EXTRA[S.extras, 1] = by
        S.extras += 1
    return by


def next_holder(region: int) -> None:
    """When the holder has left, another people there holds the region: the one with the lowest index, that is the oldest."""
    best = -1
    for i in range(S.extras):
        if EXTRA[i, 0] & REGION_MASK == region and (best < 0 or EXTRA[i, 0] < EXTRA[best, 0]):
            best = i
    if best >= 0:
        R[region, HOLDER] = EXTRA[best, 0] >> REGION_BITS
        R[region, TOKENS] = EXTRA[best, 1]
        S.extras -= 1
        EXTRA[best, 0] = EXTRA[S.extras, 0]
        EXTRA[best, 1] = EXTRA[S.extras, 1]
    else:
        R[region, HOLDER] = -1
        R[region, TOKENS] = 0
    touch(region)


def set_holder(region: int, people: int) -> int:
    """Let another people in a region hold it; ignored if that people has no token there."""
    if region < 0 or people < 0:
        return 0
    for i in range(S.extras):
        if EXTRA[i, 0] == people << REGION_BITS | region:
            there = EXTRA[i, 1]
            EXTRA[i, 0] = R[region, HOLDER] << REGION_BITS | region
            EXTRA[i, 1] = R[region, TOKENS]
            R[region, HOLDER] = people
            R[region, TOKENS] = there
            touch(region)
            return 0
    return 0


def touch(region: int) -> None:
    """Mark the rules in play as changed if a tile lies in the region."""
    for i in range(LAID[0]):
        if SITE[LAID[i + 1]] == region:
            S.dirty = 1


# ── pieces ──


def move_pieces(amount: int, kind: int, source: int, target: int) -> int:
    """Move pieces of a kind. A place is a region, `TRAY` (the box), `EVERYWHERE`, or a code from `hand_of_…` or `top_of_tile`."""
    if kind < 0 or target == -1 or source in (-1, target):
        return 0
    if source == EVERYWHERE:
        moved = 0
        for region in bits(KMASK[kind]):
            if region != target:
                moved += move_pieces(NOTHING, kind, region, target)
        hands = hands_with(kind)
        for i in range(length(hands)):
            if item(hands, i) != target:
                moved += move_pieces(NOTHING, kind, item(hands, i), target)
        return moved
    moved = max(least(amount, pieces_at(kind, source)), 0)
    if moved and not is_out_of_sight(target):
        change_pieces(kind, source, -moved)
        change_pieces(kind, target, moved)
        return moved
    return 0


def is_out_of_sight(place: int) -> int:
    """Is it a tile that lies face down or in a hidden deck? Nothing lies on these, so that pieces on tiles are no secret."""
    hand = -16 - place
    if hand < 0 or hand & ON_TILE == 0:
        return 0
    what = where_hidden((hand & ON_TILE - 1) >> 1)
    return what in (FACE_DOWN, IN_DECK)


def sweep(tile: int) -> None:
    """What lies on a tile goes to the box: it lies in sight no longer."""
    for kind in range(C.KINDS_THERE_ARE if S.held else 0):
        if pieces_on_tile(kind, tile):
            move_pieces(NOTHING, kind, top_of_tile(tile), TRAY)


def hands_with(kind: int) -> int:
    """The places that are hands, or tiles, with some of a kind."""
    hands = room(S.held)
    for i in range(S.held):
        if HELD[i, 0] >> HAND_BITS == kind:
            append(hands, -16 - (HELD[i, 0] & HAND_MASK))
    return hands


def pieces_at(kind: int, place: int) -> int:
    """How many pieces of a kind are in a place."""
    if place == TRAY:
        return STOCK[kind]
    if place >= 0:
        return ON[kind, place]
    return held(kind << HAND_BITS | (-16 - place))


def change_pieces(kind: int, place: int, by: int) -> None:
    """Add pieces of a kind (or remove them, if negative) at a place."""
    if place == TRAY:
        STOCK[kind] += by
    elif place >= 0:
        before = ON[kind, place]
        left = before + by
        ON[kind, place] = left
        if left:
            if SEEN[kind] == 0:
                SEEN[kind] = 1
                if AWAITED[kind]:
                    S.dirty = 1
            if before == 0:
                R[place, KINDS] += 1
            KMASK[kind] = union(KMASK[kind], bit(place))
        else:
            R[place, KINDS] -= 1
            KMASK[kind] = without(KMASK[kind], bit(place))
    else:
        add_held(kind << HAND_BITS | (-16 - place), by)


def add_held(key: int, by: int) -> int:
    """Add pieces (or remove them, if negative) in a hand, by a packed key."""
    for i in range(S.held):
        if HELD[i, 0] == key:
            HELD[i, 1] += by
            if HELD[i, 1] == 0:
                S.held -= 1
                for j in range(i, S.held):
                    HELD[j, 0] = HELD[j + 1, 0]
                    HELD[j, 1] = HELD[j + 1, 1]
            return 0
    if S.held == MOST_PAIRS:
        fail(5)
    HELD[S.held, 0] = key
    HELD[S.held, 1] = by
    S.held += 1
    return 0


# ── two regions at once ──


def swap_regions(first: int, second: int) -> int:
    """Swap two regions: race tokens, pieces that are not rooted, tiles of travelling kinds, and memories of the regions."""
    if first < 0 or second < 0 or first == second:
        return 0
    one = occupants_of(first)
    other = occupants_of(second)
    move_out(one, first)
    move_out(other, second)
    move_in(one, second)
    move_in(other, first)
    for kind in range(C.KINDS_THERE_ARE):
        if (has(KMASK[kind], first) or has(KMASK[kind], second)) and not ROOTED[kind]:
            here = ON[kind, first]
            there = ON[kind, second]
            move_pieces(here - there, kind, first, second)
            move_pieces(there - here, kind, second, first)
    for i in range(LAID[0]):
        tile = LAID[i + 1]
        if TRAVELLING[tile]:
            if SITE[tile] == first:
                SITE[tile] = second
            elif SITE[tile] == second:
                SITE[tile] = first
    for cell in range(KINDS + 1, C.REGION_CELLS):
        remembered = R[first, cell]
        R[first, cell] = R[second, cell]
        R[second, cell] = remembered
    S.dirty = 1
    return 0


def occupants_of(region: int) -> int:
    """The peoples in a region with their numbers of tokens, the holder first."""
    pairs = room(2 + 2 * S.extras)
    if R[region, HOLDER] >= 0:
        append(pairs, R[region, HOLDER])
        append(pairs, R[region, TOKENS])
    last = -1
    for _ in range(S.extras):
        best = -1
        for i in range(S.extras):
            key = EXTRA[i, 0]
            if key & REGION_MASK == region and key > last and (best < 0 or key < EXTRA[best, 0]):
                best = i
        if best >= 0:
            last = EXTRA[best, 0]
            append(pairs, last >> REGION_BITS)
            append(pairs, EXTRA[best, 1])
    return pairs


def move_out(there: int, region: int) -> None:
    """Remove peoples and tokens, listed as by `occupants_of`, from a region."""
    i = 0
    while i < length(there):
        change_region(item(there, i), region, -item(there, i + 1))
        i += 2


def move_in(there: int, region: int) -> None:
    """Put them into a region."""
    i = 0
    while i < length(there):
        change_region(item(there, i), region, item(there, i + 1))
        i += 2


# ── stand ins ───────────────────────────────────────────────────────────────────
# Pieces that are race tokens, wherever tokens are moved or counted.


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


def send_out(amount: int, people: int, kind: int, source: int, spot: int) -> int:
    """Set race tokens aside, and put a piece from the box to a spot for each; no more than there are pieces."""
    if people < 0 or kind < 0 or spot in (-1, TRAY) or is_out_of_sight(spot):
        return 0
    race = P[people, RACE]
    before = SET_ASIDE[race]
    march(least(amount, STOCK[kind]), people, source, ASIDE)
    return post(SET_ASIDE[race] - before, kind, TRAY, spot)


def bring_in(amount: int, people: int, kind: int, target: int, spot: int) -> int:
    """The other way: pieces at a spot go to the box, and for each comes a race token that was set aside."""
    if people < 0 or kind < 0 or target == -1 or spot in (-1, TRAY):
        return 0
    if spot == EVERYWHERE:
        moved = 0
        hands = hands_with(kind)
        for region in bits(KMASK[kind]):
            moved += bring_in(NOTHING, people, kind, target, region)
        for i in range(length(hands)):
            moved += bring_in(NOTHING, people, kind, target, item(hands, i))
        return moved
    moved = march(least(amount, pieces_at(kind, spot)), people, ASIDE, target)
    return post(moved, kind, spot, TRAY)


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
