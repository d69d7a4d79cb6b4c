"""Everything that changes a state. Small, total, and never more than there is: moving five where three are moves three.

Moving to or from nobody (-1) does nothing. Nothing in here asks, decides or logs a rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine import layout as at
from ruledsl.engine.board import bits
from ruledsl.engine.inplay import all_changed, map_changed, people_changed
from ruledsl.engine.rng import below

if TYPE_CHECKING:
    from ruledsl.engine.state import State

__all__ = [
    "EVERYWHERE",
    "HAND",
    "OUTSIDE",
    "TRAY",
    "borrow",
    "deploy",
    "dismiss",
    "draw",
    "found",
    "lay",
    "move_coins",
    "move_pieces",
    "move_tokens",
    "put_in_deck",
    "reveal",
    "roll",
    "set_power",
    "set_stage",
    "shuffle",
    "swap_regions",
    "withdraw",
    "write_tile",
]

TRAY, HAND, EVERYWHERE, OUTSIDE = -2, -3, -4, -5
"""Places that are no region; -1 is no place at all. Outside there is no end of tokens: what stands in for those of a race comes from there."""

NO_END = 1_000_000

# ── race tokens ──────────────────────────────────────────────────────────────


def move_tokens(g: State, amount: int | None, people: int, source: int, target: int) -> int:
    """Move race tokens of a people, all of them for None; gives how many were moved. A place is a region or one of the constants."""
    if people < 0 or target == -1 or source in (-1, target):
        return 0
    if source == EVERYWHERE:
        moved = sum(
            move_tokens(g, None, people, region, target)
            for region in bits(_land(g, people))
            if region != target
        )
        return moved + move_tokens(g, None, people, HAND, target)
    there = _count(g, people, source)
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


def _land(g: State, people: int) -> int:
    return g.P[people * g.code.people_width + at.LAND]


def _count(g: State, people: int, place: int) -> int:
    if place == HAND:
        return g.P[people * g.code.people_width + at.HAND]
    if place == TRAY:
        race = g.P[people * g.code.people_width + at.RACE]
        return g.T.get(race * g.code.tile_width + at.TRAY, g.code.trays[race])
    if place == OUTSIDE:
        return NO_END
    row = place * g.code.region_width
    if g.R[row] == people:
        return g.R[row + at.TOKENS]
    return g.extra.get(people << 12 | place, 0)


def _change(g: State, people: int, place: int, by: int) -> None:
    row = people * g.code.people_width
    if place == HAND:
        g.P[row + at.HAND] += by
    elif place == TRAY:
        race = g.P[row + at.RACE]
        left = min(_count(g, people, TRAY) + by, g.code.trays[race])
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
        key = people << 12 | region
        left = g.extra.get(key, 0) + by
        if left:
            g.extra[key] = left
            g.P[row + at.LAND] |= 1 << region
        else:
            g.extra.pop(key, None)
            g.P[row + at.LAND] &= ~(1 << region)


def _next_holder(g: State, region: int, cell: int) -> None:
    """When the holder has gone, whoever else stands there holds the region: the lowest index, that is the oldest people."""
    others = sorted(key for key in g.extra if key & 4095 == region) if g.extra else []
    if others:
        g.R[cell], g.R[cell + at.TOKENS] = others[0] >> 12, g.extra.pop(others[0])
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
        hands = [key & 0xFFFFF for key in g.held if key >> 20 == kind]
        return moved + sum(
            move_pieces(g, None, kind, -16 - hand, target) for hand in hands if -16 - hand != target
        )
    there = _pieces(g, kind, source)
    moved = max(there if amount is None else min(amount, there), 0)
    if moved:
        _change_pieces(g, kind, source, -moved)
        _change_pieces(g, kind, target, moved)
    return moved


def _pieces(g: State, kind: int, place: int) -> int:
    if place == TRAY:
        return g.stock[kind]
    if place >= 0:
        return g.on.get(kind << 12 | place, 0)
    return g.held.get(kind << 20 | (-16 - place), 0)


def _change_pieces(g: State, kind: int, place: int, by: int) -> None:
    if place == TRAY:
        g.stock[kind] += by
    elif place >= 0:
        key = kind << 12 | place
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
        key = kind << 20 | (-16 - place)
        left = g.held.get(key, 0) + by
        if left:
            g.held[key] = left
        else:
            del g.held[key]


# ── coins ────────────────────────────────────────────────────────────────────


def move_coins(g: State, payer: int | None, receiver: int | None, amount: int) -> int:
    """Coins from one holder to another: a player's index, a tile as -2 - index, None for the supply. Never more than the payer has."""
    if amount <= 0 or payer == -1 or receiver == -1:
        return 0
    if payer is not None:
        amount = min(amount, _purse(g, payer))
        if amount <= 0:
            return 0
    _add_coins(g, payer, -amount)
    _add_coins(g, receiver, amount)
    if g.journal is not None:
        g.journal.append((1, -1 if payer is None else payer, -1 if receiver is None else receiver, amount))
    return amount


def _purse(g: State, holder: int) -> int:
    if holder >= 0:
        return g.Y[holder * g.code.player_width]
    return g.T.get((-2 - holder) * g.code.tile_width + at.TILE_COINS, 0)


def _add_coins(g: State, holder: int | None, by: int) -> None:
    if holder is None:
        g.G[at.SUPPLY] += by
    elif holder >= 0:
        g.Y[holder * g.code.player_width] += by
    else:
        key = (-2 - holder) * g.code.tile_width + at.TILE_COINS
        g.T[key] = g.T.get(key, 0) + by


# ── tiles and decks ──────────────────────────────────────────────────────────


def write_tile(g: State, key: int, value: int) -> None:
    """A cell of a tile's row; writing to nobody does nothing."""
    if key >= 0:
        g.T[key] = value
        if g.marks is not None and key % g.code.tile_width in g.code.fleeting:
            g.marks.add(key)


def _unplace(g: State, tile: int) -> None:
    """Take a tile from wherever it is."""
    home = g.T.pop(tile * g.code.tile_width + at.HOME, -1)
    if home >= 0 and tile in g.decks[home]:
        g.decks[home].remove(tile)
    if tile in g.laid:
        g.laid.remove(tile)
        g.T.pop(tile * g.code.tile_width + at.SITE, None)
        g.T.pop(tile * g.code.tile_width + at.CONCEALED, None)
        map_changed(g)


def put_in_deck(g: State, tile: int, deck: int, *, top: bool) -> None:
    """Put a tile into a deck."""
    if tile < 0:
        return
    _unplace(g, tile)
    g.T[tile * g.code.tile_width + at.HOME] = deck
    if top:
        g.decks[deck].insert(0, tile)
    else:
        g.decks[deck].append(tile)


def draw(g: State, deck: int) -> int:
    """Take the top tile, or -1. Drawing from a hidden deck shows something that nobody knew."""
    if not g.decks[deck]:
        return -1
    tile = g.decks[deck][0]
    _unplace(g, tile)
    if g.code.hidden[deck]:
        g.G[at.REVEALS] += 1
    return tile


def shuffle(g: State, deck: int) -> None:
    """Fisher-Yates from the bottom up."""
    tiles = g.decks[deck]
    for last in range(len(tiles) - 1, 0, -1):
        pick, g.G[at.RANDOM] = below(g.G[at.RANDOM], last + 1)
        tiles[last], tiles[pick] = tiles[pick], tiles[last]


def lay(g: State, tile: int, region: int, *, face_down: bool) -> None:
    """Lay a tile in a region. A borrowed instance has a site of its own; the tile whose rules it runs stays where it is."""
    if tile < 0 or region < 0:
        return
    if tile >= g.code.tile_count:
        g.T[tile * g.code.tile_width + at.SITE] = region
        all_changed(g)
        return
    _unplace(g, tile)
    g.laid.append(tile)
    row = tile * g.code.tile_width
    g.T[row + at.SITE] = region
    if face_down:
        g.T[row + at.CONCEALED] = 1
    map_changed(g)


def reveal(g: State, tile: int) -> None:
    """Turn a tile face up."""
    if tile >= 0 and g.T.pop(tile * g.code.tile_width + at.CONCEALED, 0):
        g.G[at.REVEALS] += 1
        map_changed(g)


def borrow(g: State, tile: int, bearer: int) -> None:
    """The rules of `tile` (-1: of none) also run for whoever bears the tile `bearer`."""
    if bearer >= 0:
        g.T[bearer * g.code.tile_width + at.BORROWED] = tile
        g.T.pop((g.code.tile_count + bearer) * g.code.tile_width + at.SITE, None)
        all_changed(g)


# ── peoples ──────────────────────────────────────────────────────────────────


def found(g: State, race: int, power: int, player: int) -> int:
    """A new people; its index. Nobody if race or player is nobody."""
    if race < 0 or player < 0:
        return -1
    for tile in (race, power):
        if tile >= 0:
            _unplace(g, tile)
    people = g.people_count
    row = list(g.code.layout.people)
    row[at.OWNER], row[at.RACE], row[at.POWER], row[at.STAGE], row[at.FOUNDED] = (
        player,
        race,
        power,
        0,
        g.G[at.ROUND],
    )
    g.P[people * g.code.people_width : people * g.code.people_width] = row
    g.G[at.LIVE] |= 1 << people
    g.Y[player * g.code.player_width + at.OWN] |= 1 << people
    people_changed(g, people)
    return people


def set_stage(g: State, people: int, stage: int) -> None:
    """A people enters a stage; in the last one it has left the game."""
    if people < 0:
        return
    row = people * g.code.people_width
    g.P[row + at.STAGE] = stage
    if stage == g.code.last_stage:
        g.G[at.LIVE] &= ~(1 << people)
        g.Y[g.P[row + at.OWNER] * g.code.player_width + at.OWN] &= ~(1 << people)
    people_changed(g, people)


def set_power(g: State, people: int, power: int) -> None:
    """A people gets another badge (or none)."""
    if people >= 0:
        g.P[people * g.code.people_width + at.POWER] = power
        people_changed(g, people)


# ── chance, and two regions at once ──────────────────────────────────────────


def roll(g: State, die: int) -> int:
    """The face that comes up: chance, or what the position says."""
    if g.loaded:
        face = g.loaded.pop(0)
    else:
        faces = g.code.dice[die]
        pick, g.G[at.RANDOM] = below(g.G[at.RANDOM], len(faces))
        face = faces[pick]
    g.G[at.REVEALS] += 1
    if g.journal is not None:
        g.journal.append((2, die, face))
    return face


def swap_regions(g: State, first: int, second: int) -> None:
    """Exchange all that two regions hold: race tokens, pieces that are not rooted, tiles of kinds that travel."""
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
            here, there_now = _pieces(g, kind, first), _pieces(g, kind, second)
            move_pieces(g, here - there_now, kind, first, second)
            move_pieces(g, there_now - here, kind, second, first)
    for tile in g.laid:
        key = tile * g.code.tile_width + at.SITE
        if tile in g.code.travelling and g.T.get(key) in (first, second):
            g.T[key] = second if g.T[key] == first else first
    map_changed(g)


def _occupants(g: State, region: int) -> list[tuple[int, int]]:
    cell = region * g.code.region_width
    found_here = [(g.R[cell], g.R[cell + at.TOKENS])] if g.R[cell] >= 0 else []
    return found_here + [(key >> 12, count) for key, count in sorted(g.extra.items()) if key & 4095 == region]
