"""Changes to what stands and lies in regions and in hands: race tokens and pieces.

Like all changes (`mutations`) they are total, and never more than there is: moving five where three are moves three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.primitives.queries import troops
from ruledsl.engine.rules.inplay import all_changed, map_changed
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.keys import HAND_BITS, HAND_MASK, REGION_BITS, REGION_MASK
from ruledsl.vocabulary.limits import MOST_COUNTED

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State

__all__ = [
    "EVERYWHERE",
    "HAND",
    "OUTSIDE",
    "TRAY",
    "deploy",
    "dismiss",
    "land_of",
    "move_pieces",
    "move_tokens",
    "pieces_at",
    "swap_regions",
    "tokens_at",
    "withdraw",
]

TRAY, HAND, EVERYWHERE, OUTSIDE = -2, -3, -4, -5
"""Places that are no region; -1 is no place at all. Outside there are as many tokens as a people can have: those that stand-ins are."""

# ── race tokens ──────────────────────────────────────────────────────────────


def move_tokens(g: State, amount: int | None, people: int, source: int, target: int) -> int:
    """Move race tokens of a people, all of them for None; gives how many were moved. A place is a region or one of the constants."""
    if people < 0 or target == -1 or source in (-1, target):
        return 0
    if source == EVERYWHERE:
        moved = sum(
            move_tokens(g, None, people, region, target)
            for region in bits(land_of(g, people))
            if region != target
        )
        return moved + move_tokens(g, None, people, HAND, target)
    there = tokens_at(g, people, source)
    moved = there if amount is None else min(amount, there)
    if moved > 0:
        _change(g, people, source, -moved)
        _change(g, people, target, moved)
    return max(moved, 0)


def deploy(g: State, amount: int | None, people: int, region: int) -> int:
    """From hand to a region: what happens most."""
    if people < 0 or region < 0:
        return 0
    row, cell = people * g.code.people_width, region * g.code.region_width
    there = g.P[row + at.HAND]
    moved = there if amount is None or amount > there else amount
    if moved <= 0:
        return 0
    g.P[row + at.HAND] = there - moved
    if g.R[cell] == people:
        g.R[cell + at.TOKENS] += moved
    else:
        _change_region(g, people, region, moved, row)
    return moved


def withdraw(g: State, amount: int | None, people: int, region: int) -> int:
    """From a region to hand."""
    row, cell = people * g.code.people_width, region * g.code.region_width
    if people < 0 or region < 0 or g.R[cell] != people:
        return move_tokens(g, amount, people, region, HAND)
    there = g.R[cell + at.TOKENS]
    if amount is not None and amount < there:
        if amount <= 0:
            return 0
        g.R[cell + at.TOKENS] = there - amount
        g.P[row + at.HAND] += amount
        return amount
    _change_region(g, people, region, -there, row)
    g.P[row + at.HAND] += there
    return there


def dismiss(g: State, amount: int | None, people: int, place: int) -> int:
    """From a region, or from hand (`HAND`), to the tray."""
    if people < 0 or place == -1:
        return 0
    row, cell = people * g.code.people_width, place * g.code.region_width
    if place != HAND and g.R[cell] != people:
        return move_tokens(g, amount, people, place, TRAY)
    there = g.P[row + at.HAND] if place == HAND else g.R[cell + at.TOKENS]
    moved = there if amount is None or amount > there else amount
    if moved <= 0:
        return 0
    if place == HAND:
        g.P[row + at.HAND] = there - moved
    elif moved < there:
        g.R[cell + at.TOKENS] = there - moved
    else:
        _change_region(g, people, place, -moved, row)
    race = g.P[row + at.RACE]
    key, full = race * g.code.tile_width + at.TRAY, g.code.trays[race]
    left = g.T.get(key, full) + moved
    g.T[key] = min(full, left)
    return moved


def land_of(g: State, people: int) -> int:
    """Where a people has tokens, as a bit set."""
    return g.P[people * g.code.people_width + at.LAND]


def tokens_at(g: State, people: int, place: int) -> int:
    """How many race tokens of a people are in a place; outside, how many more it can have."""
    if place == HAND:
        return g.P[people * g.code.people_width + at.HAND]
    if place == TRAY:
        race = g.P[people * g.code.people_width + at.RACE]
        return g.T.get(race * g.code.tile_width + at.TRAY, g.code.trays[race])
    if place == OUTSIDE:
        return MOST_COUNTED - g.P[people * g.code.people_width + at.HAND] - troops(g, people)
    row = place * g.code.region_width
    if g.R[row] == people:
        return g.R[row + at.TOKENS]
    return g.extra.get(people << REGION_BITS | place, 0)


def _change(g: State, people: int, place: int, by: int) -> None:
    row = people * g.code.people_width
    if place == HAND:
        g.P[row + at.HAND] += by
    elif place == TRAY:
        race = g.P[row + at.RACE]
        left = min(tokens_at(g, people, TRAY) + by, g.code.trays[race])
        g.T[race * g.code.tile_width + at.TRAY] = left
    elif place != OUTSIDE:
        _change_region(g, people, place, by, row)


def _change_region(g: State, people: int, region: int, by: int, row: int) -> None:
    cell = region * g.code.region_width
    holder = g.R[cell]
    if holder == people:
        g.R[cell + at.TOKENS] += by
        if g.R[cell + at.TOKENS] == 0:
            g.P[row + at.LAND] &= ~(1 << region)
            _next_holder(g, region, cell)
    elif holder == -1:
        g.R[cell], g.R[cell + at.TOKENS] = people, by
        g.P[row + at.LAND] |= 1 << region
        _touch(g, region)
    else:
        key = people << REGION_BITS | region
        left = g.extra.get(key, 0) + by
        if left:
            g.extra[key] = left
            g.P[row + at.LAND] |= 1 << region
        else:
            g.extra.pop(key, None)
            g.P[row + at.LAND] &= ~(1 << region)


def _next_holder(g: State, region: int, cell: int) -> None:
    """When the holder has gone, whoever else stands there holds the region: the lowest index, that is the oldest people."""
    others = sorted(key for key in g.extra if key & REGION_MASK == region) if g.extra else []
    if others:
        g.R[cell], g.R[cell + at.TOKENS] = others[0] >> REGION_BITS, g.extra.pop(others[0])
    else:
        g.R[cell], g.R[cell + at.TOKENS] = -1, 0
    _touch(g, region)


def _touch(g: State, region: int) -> None:
    """A region changed hands: the tiles that lie in it are borne by somebody else."""
    if g.laid:
        width = g.code.tile_width
        if region in [g.T.get(tile * width + at.SITE, -1) for tile in g.laid]:
            map_changed(g)


# ── pieces ───────────────────────────────────────────────────────────────────


def move_pieces(g: State, amount: int | None, kind: int, source: int, target: int) -> int:
    """Move pieces of a kind. A place is a region, `TRAY` (the box), `EVERYWHERE`, or a holder's code from `hand_of_people` / `hand_of_player`."""
    if kind < 0 or target == -1 or source in (-1, target):
        return 0
    if source == EVERYWHERE:
        moved = sum(
            move_pieces(g, None, kind, region, target) for region in bits(g.kmask[kind]) if region != target
        )
        hands = [key & HAND_MASK for key in g.held if key >> HAND_BITS == kind]
        return moved + sum(
            move_pieces(g, None, kind, -16 - hand, target) for hand in hands if -16 - hand != target
        )
    there = pieces_at(g, kind, source)
    moved = max(there if amount is None else min(amount, there), 0)
    if moved:
        _change_pieces(g, kind, source, -moved)
        _change_pieces(g, kind, target, moved)
    return moved


def pieces_at(g: State, kind: int, place: int) -> int:
    """How many pieces of a kind are in a place."""
    if place == TRAY:
        return g.stock[kind]
    if place >= 0:
        return g.on.get(kind << REGION_BITS | place, 0)
    return g.held.get(kind << HAND_BITS | (-16 - place), 0)


def _change_pieces(g: State, kind: int, place: int, by: int) -> None:
    if place == TRAY:
        g.stock[kind] += by
    elif place >= 0:
        key = kind << REGION_BITS | place
        left = g.on.get(key, 0) + by
        if left:
            if not g.G[at.SEEN] >> kind & 1:
                g.G[at.SEEN] |= 1 << kind
                if kind in g.code.awaited:
                    all_changed(g)
            if key not in g.on:
                g.R[place * g.code.region_width + at.KINDS] += 1
            g.on[key] = left
            g.kmask[kind] |= 1 << place
        else:
            del g.on[key]
            g.R[place * g.code.region_width + at.KINDS] -= 1
            g.kmask[kind] &= ~(1 << place)
    else:
        key = kind << HAND_BITS | (-16 - place)
        left = g.held.get(key, 0) + by
        if left:
            g.held[key] = left
        else:
            del g.held[key]


# ── two regions at once ──


def swap_regions(g: State, first: int, second: int) -> None:
    """Exchange all that two regions hold: race tokens, pieces that are not rooted, tiles of kinds that travel, what rules remember of them."""
    if first < 0 or second < 0 or first == second:
        return
    stays = [_occupants(g, first), _occupants(g, second)]
    for region, there in zip((first, second), stays, strict=True):
        for people, count in there:
            _change_region(g, people, region, -count, people * g.code.people_width)
    for region, there in zip((second, first), stays, strict=True):
        for people, count in there:
            _change_region(g, people, region, count, people * g.code.people_width)
    for kind, mask in enumerate(g.kmask):
        if mask & (1 << first | 1 << second) and kind not in g.code.rooted:
            here, there_now = pieces_at(g, kind, first), pieces_at(g, kind, second)
            move_pieces(g, here - there_now, kind, first, second)
            move_pieces(g, there_now - here, kind, second, first)
    for tile in g.laid:
        key = tile * g.code.tile_width + at.SITE
        if tile in g.code.travelling and g.T.get(key) in (first, second):
            g.T[key] = second if g.T[key] == first else first
    width, fixed = g.code.region_width, len(at.REGION_CELLS)
    one = slice(first * width + fixed, (first + 1) * width)
    other = slice(second * width + fixed, (second + 1) * width)
    g.R[one], g.R[other] = g.R[other], g.R[one]
    map_changed(g)


def _occupants(g: State, region: int) -> list[tuple[int, int]]:
    cell = region * g.code.region_width
    found_here = [(g.R[cell], g.R[cell + at.TOKENS])] if g.R[cell] >= 0 else []
    return found_here + [
        (key >> REGION_BITS, count) for key, count in sorted(g.extra.items()) if key & REGION_MASK == region
    ]
