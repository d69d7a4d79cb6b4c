"""States of several games: a block for each. Enters and copies blocks, and plays many games step by step."""

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
"""Up to this many bytes of lists are copied as they are; beyond that, garbage is collected first."""


def enter_block(block: int) -> None:
    """Play the game in a block from now on."""
    switch(block)


def save(block: int) -> None:
    """Save the state to a block: the fixed part of every state, then the used part of everything that grows."""
    if S.list_end > C.LISTS_START + MUCH:
        collect_lists()
    dirty = S.dirty
    S.dirty = 1  # the rules in play are not copied
    part(block, 0, address(S[0]), address(HELD[0, 0]) - address(S[0]))
    S.dirty = dirty
    grown(block, 0)


def restore(block: int) -> None:
    """Restore the state from a block."""
    part(0, block, address(S[0]), address(HELD[0, 0]) - address(S[0]))
    grown(0, block)
    S.dirty = 1


def grown(to: int, start: int) -> None:
    """Copy the used part of everything that grows from one block to another. Block 0 is the current one, which knows how large the parts are."""
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
    """Pack the whole state, part after part, at an address beyond the blocks. Returns the number of bytes."""
    if S.list_end > C.LISTS_START + MUCH:
        collect_lists()
    return ferried(place, 1) - place


def unpacked(place: int) -> None:
    """Unpack the state that was packed at an address."""
    ferried(place, 0)
    S.dirty = 1


def ferried(at: int, out: int) -> int:
    """Transfer the state to or from an address. Returns the end address."""
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
    """Transfer `size` bytes at a place of the block."""
    if out:
        copy(at, place, size)
    else:
        copy(place, at, size)
    return at + size


def enter_game(blocks: int, game: int) -> None:
    """Play one of several games from now on, on its map."""
    switch(blocks + game * C.SLOT)
    if MAPS[game] != MAP_HERE[0]:
        lay_map(MAPS[game])


def lay_map(place: int) -> None:
    """Play games on a map stored elsewhere."""
    copy(C.MAP_START, place, C.MAP_SIZE)
    MAP_HERE[0] = place


def keep_map(place: int) -> None:
    """Store the current map at an address."""
    copy(place, C.MAP_START, C.MAP_SIZE)
    MAP_HERE[0] = place


def copy_game(blocks: int, game: int, onto: int) -> None:
    """Copy the state of one game over another."""
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
    """Copy `size` bytes at a place of blocks."""
    if size:
        copy(to + place, start + place, size)


def answer_all(count: int) -> int:
    """Answer `count` values in one call."""
    for i in range(count):
        ASKED[i, 2] = value(ASKED[i, 0], ASKED[i, 1])
    return count


def wrong(games: int) -> int:
    """The first game (from 1) whose option in TAKEN does not exist; 0 if all exist."""
    for game in range(games):
        if COUNTS[game] and TAKEN[game] != WAIT and (TAKEN[game] < 0 or TAKEN[game] >= COUNTS[game]):
            return game + 1
    return 0


def step(blocks: int, first: int, games: int) -> int:
    """Take the option in TAKEN in each game that is not over, starting with `first`. Returns how many games are over; GAME is the current one.

    Games whose TAKEN is `WAIT` do nothing.
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
    """For the current game, write the number of options to COUNTS (0: it is over) and the deciding player to PLAYERS."""
    COUNTS[game] = S.options if S.kind else 0
    PLAYERS[game] = S.player if S.kind else -1
