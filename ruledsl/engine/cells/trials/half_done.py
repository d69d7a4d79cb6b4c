"""The contents of unfinished rules, limits and options, as the deciding player knows them."""

from __future__ import annotations

from typing import Final

from ruledsl.engine.cells.values import append, contains, item, length, room
from ruledsl.engine.small.memory import MOVED, OPTIONS, USED, WHERE, P, S
from ruledsl.engine.small.tables import (
    AFTER_LISTS,
    AIMED_AT_TILES,
    EACH,
    LIST_SLOTS,
    PROCEDURES,
    SECRET_SLOTS,
    TILE_CHOICES,
    TILE_SLOTS,
    C,
)
from ruledsl.engine.small.words import load, shr, store
from ruledsl.engine.state.layout import OWNER
from ruledsl.language.vocabulary.types import BY_NAME, BY_PLACE

THE_PLAYER: Final = 2
"""A slot says whose a secret is: the player in it (0: nobody knows it, 1: the bearer of the rule, 3: the people in it)."""


def procedure_of(frame: int) -> int:
    """The procedure of a frame; for a frame around an event, that of the event."""
    return PROCEDURES[load(frame + 40)] if load(frame) == 0 else load(frame)


def first_slot(frame: int) -> int:
    """The first slot of a frame that is a variable."""
    return 6 if load(frame) == 0 else 5


def is_list_slot(frame: int, slot: int) -> int:
    """Does a slot hold a list?"""
    return contains(LIST_SLOTS[load(frame)] if load(frame) else AFTER_LISTS[load(frame + 40)], slot)


def make_up_frames(frame: int, end: int) -> None:
    """Rewrite all frames, from the top down."""
    while frame:
        make_up_frame(frame, end)
        end = frame - 8
        frame = load(frame - 8)


def make_up_frame(frame: int, end: int) -> None:
    """Rewrite what a frame holds of tiles that are elsewhere now, and of secrets."""
    first = first_slot(frame)
    secret = secrets_in(frame, end)
    slots = TILE_SLOTS[procedure_of(frame)]
    for i in range(length(slots) // 2):
        slot = first + item(slots, 2 * i)
        if frame + 8 * slot < end:
            held = load(frame + 8 * slot)
            way = item(slots, 2 * i + 1)
            if is_list_slot(frame, slot) and held > 0:
                store(frame + 8 * slot, known_ones(held, way))
            else:
                store(frame + 8 * slot, known(held, way))
    slots = SECRET_SLOTS[procedure_of(frame)]
    at = 0
    number = 0
    while at < length(slots):
        if shr(secret, number) & 1:
            store(frame + 8 * (first + item(slots, at)), item(slots, at + 1))
        at += 3 + 2 * item(slots, at + 2)
        number += 1


def secrets_in(frame: int, end: int) -> int:
    """The slots that depend on somebody else's secrets: a bit for each."""
    found = 0
    slots = SECRET_SLOTS[procedure_of(frame)]
    first = first_slot(frame)
    at = 0
    number = 0
    while at < length(slots):
        if frame + 8 * (first + item(slots, at)) < end:
            for i in range(item(slots, at + 2)):
                owner_at = at + 3 + 2 * i
                if owner_of_secret(frame, first, item(slots, owner_at), item(slots, owner_at + 1)) != S.seat:
                    found = found | 1 << number
        at += 3 + 2 * item(slots, at + 2)
        number += 1
    return found


def owner_of_secret(frame: int, first: int, word: int, slot: int) -> int:
    """The player whose secret it is; `word` says where that is stored."""
    if word == THE_PLAYER:
        return load(frame + 8 * (first + slot))
    if word == 0:
        return -1
    return P[load(frame + 16) if word == 1 else load(frame + 8 * (first + slot)), OWNER]


def known(tile: int, way: int) -> int:
    """A tile that a rule obtained in some way, as the player knows it."""
    if way == BY_NAME or tile < 0 or tile >= C.TILES:
        return tile
    if WHERE[tile] < 0:
        return tile
    return MOVED[tile] if way == BY_PLACE else -1


def known_ones(items: int, way: int) -> int:
    """Tiles that a rule obtained in some way, as the player knows them."""
    found = room(length(items))
    for i in range(length(items)):
        append(found, known(item(items, i), way))
    return found


def make_up_limits() -> None:
    """Rewrite the tiles for which an action was already taken, as far as they are known."""
    kept = 0
    for i in range(S.used):
        way = EACH[USED[i, 0]]
        each = USED[i, 2]
        if way > 0 and each >= 0:
            each = known(each, way)
        if way == 0 or (way > 0 and (USED[i, 2] < 0 or each >= 0)):
            USED[kept, 0] = USED[i, 0]
            USED[kept, 1] = USED[i, 1]
            USED[kept, 2] = each
            USED[kept, 3] = USED[i, 3]
            kept += 1
    S.used = kept


def make_up_options() -> None:
    """Rewrite the options that are tiles: a hidden tile was obtained by its place."""
    for i in range(S.options):
        if S.slot >= 0:
            if asks_tiles():
                OPTIONS[i, 0] = known(OPTIONS[i, 0], BY_PLACE)
        elif aims_at_tiles(i):
            OPTIONS[i, 1] = known(OPTIONS[i, 1], BY_PLACE)


def asks_tiles() -> int:
    """Is the current question about tiles?"""
    return contains(TILE_CHOICES[load(S.frame)], load(S.frame + 8))


def aims_at_tiles(option: int) -> int:
    """Is an option an action with a tile as its target?"""
    return AIMED_AT_TILES[OPTIONS[option, 0]] if OPTIONS[option, 0] >= 0 else 0
