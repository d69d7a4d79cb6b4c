"""States of other games: a block for each, gone to, copied, and many of them played step by step."""

from __future__ import annotations

from typing import Final

from ruledsl.engine.cells.choices import answer
from ruledsl.engine.cells.frames import collect_lists
from ruledsl.engine.small.kinds import WAIT
from ruledsl.engine.small.memory import (
    ASKED,
    COUNTS,
    EXTRA,
    GAME,
    HELD,
    LOADED,
    MAP_HERE,
    MAPS,
    OPTIONS,
    PLAYERS,
    TAKEN,
    USED,
    P,
    S,
    T,
)
from ruledsl.engine.small.rules import value
from ruledsl.engine.small.tables import C
from ruledsl.engine.small.words import address, copy, current, switch

MUCH: Final = 1024
"""Bytes of lists that are copied as they are; if there are more, those go first that nobody wants any more."""


def enter_block(block: int) -> None:
    """The game that is played is the one in a block from now on."""
    switch(block)


def save(block: int) -> None:
    """Let another block have the same state: what every state has, then as much as is used of what grows."""
    if S.list_end > C.LISTS_START + MUCH:
        collect_lists()
    dirty = S.dirty
    S.dirty = 1  # the rules in play are not copied
    part(block, 0, address(S[0]), address(HELD[0, 0]) - address(S[0]))
    S.dirty = dirty
    grown(block, 0)


def restore(block: int) -> None:
    """Have the state of another block."""
    part(0, block, address(S[0]), address(HELD[0, 0]) - address(S[0]))
    grown(0, block)
    S.dirty = 1


def grown(to: int, start: int) -> None:
    """Copy what is used of what grows from one block to another; 0 is the one at hand, and knows how much that is."""
    part(to, start, address(HELD[0, 0]), S.held * 16)
    part(to, start, address(EXTRA[0, 0]), S.extras * 16)
    part(to, start, address(USED[0, 0]), S.used * 32)
    part(to, start, address(LOADED[0]), S.loaded * 8)
    part(to, start, address(P[-1, 0]), (S.peoples + 1) * C.PEOPLE_ROW)
    part(to, start, address(T[-1, 0]), (S.rows + 1) * C.TILE_ROW)
    part(to, start, C.FRAMES_START, S.frame_end - C.FRAMES_START)
    part(to, start, C.LISTS_START, S.list_end - C.LISTS_START)
    part(to, start, address(OPTIONS[0, 0]), S.options * 40)


def packed(place: int) -> int:
    """All of the state, one part behind the other, at an address beyond the blocks; gives how many bytes."""
    if S.list_end > C.LISTS_START + MUCH:
        collect_lists()
    return ferried(place, 1) - place


def unpacked(place: int) -> None:
    """Have the state that was packed there."""
    ferried(place, 0)
    S.dirty = 1


def ferried(at: int, out: int) -> int:
    """The state to an address or from there; gives where it ends."""
    at = ferry(at, address(S[0]), address(HELD[0, 0]) - address(S[0]), out)
    at = ferry(at, address(HELD[0, 0]), S.held * 16, out)
    at = ferry(at, address(EXTRA[0, 0]), S.extras * 16, out)
    at = ferry(at, address(USED[0, 0]), S.used * 32, out)
    at = ferry(at, address(LOADED[0]), S.loaded * 8, out)
    at = ferry(at, address(P[-1, 0]), (S.peoples + 1) * C.PEOPLE_ROW, out)
    at = ferry(at, address(T[-1, 0]), (S.rows + 1) * C.TILE_ROW, out)
    at = ferry(at, C.FRAMES_START, S.frame_end - C.FRAMES_START, out)
    at = ferry(at, C.LISTS_START, S.list_end - C.LISTS_START, out)
    return ferry(at, address(OPTIONS[0, 0]), S.options * 40, out)


def ferry(at: int, place: int, size: int, out: int) -> int:
    """So many bytes at a place of the block."""
    if out:
        copy(at, place, size)
    else:
        copy(place, at, size)
    return at + size


def enter_game(blocks: int, game: int) -> None:
    """One of some games is played from now on, on its map."""
    switch(blocks + game * C.SLOT)
    if MAPS[game] != MAP_HERE[0]:
        lay_map(MAPS[game])


def lay_map(place: int) -> None:
    """Games are played on a map that is kept somewhere."""
    copy(C.MAP_START, place, C.MAP_SIZE)
    MAP_HERE[0] = place


def keep_map(place: int) -> None:
    """Keep the map there on which games are played."""
    copy(place, C.MAP_START, C.MAP_SIZE)
    MAP_HERE[0] = place


def copy_game(blocks: int, game: int, onto: int) -> None:
    """One of some games stands where another one stands."""
    home = current()
    switch(blocks + onto * C.SLOT)
    restore(blocks + game * C.SLOT)
    switch(home)
    COUNTS[onto] = COUNTS[game]
    PLAYERS[onto] = PLAYERS[game]
    if MAPS[game]:
        copy(MAPS[onto], MAPS[game], C.MAP_SIZE)
        MAP_HERE[0] = 0


def part(to: int, start: int, place: int, size: int) -> None:
    """Copy so many bytes at a place of blocks."""
    if size:
        copy(to + place, start + place, size)


def answer_all(count: int) -> int:
    """So many values that are asked for together."""
    for i in range(count):
        ASKED[i, 2] = value(ASKED[i, 0], ASKED[i, 1])
    return count


def wrong(games: int) -> int:
    """The first of some games for which no option is taken that there is, from 1; 0 if all is well."""
    for game in range(games):
        if COUNTS[game] and TAKEN[game] != WAIT and (TAKEN[game] < 0 or TAKEN[game] >= COUNTS[game]):
            return game + 1
    return 0


def step(blocks: int, first: int, games: int) -> int:
    """In each game that is not over, from one of them on, the option in TAKEN: gives how many are over then. GAME says which one is played.

    Where TAKEN says `WAIT` nothing is done.
    """
    home = current()
    over = 0
    for game in range(first, games):
        if COUNTS[game] and TAKEN[game] != WAIT:
            GAME[0] = game
            enter_game(blocks, game)
            answer(TAKEN[game])
            note_game(game)
        over += COUNTS[game] == 0
    switch(home)
    return over


def note_game(game: int) -> None:
    """Of the game at hand: how many options there are stands in COUNTS (0: it is over), who chooses in PLAYERS."""
    COUNTS[game] = S.options if S.kind else 0
    PLAYERS[game] = S.player if S.kind else -1
