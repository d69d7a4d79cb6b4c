"""States beside the one that runs: kept, brought back, and many of them played step by step."""

from __future__ import annotations

from ruledsl.engine.cells.choices import answer
from ruledsl.engine.cells.frames import collect_lists
from ruledsl.engine.small.memory import (
    COUNTS,
    EXTRA,
    GAME,
    HELD,
    KEPT,
    LOADED,
    OPTIONS,
    PLAYERS,
    TAKEN,
    USED,
    P,
    S,
    T,
)
from ruledsl.engine.small.tables import C
from ruledsl.engine.small.words import address, copy, fail

__all__ = ["back", "enter_game", "moved", "restore", "save", "step", "wrong"]


def save(place: int) -> int:
    """Keep the state: what every state has, then as much as is used of what grows. Gives how many bytes that takes."""
    start = place
    if S.list_end > C.LISTS_START + 1024:
        collect_lists()
    end = place + C.SLOT
    place = moved(place, address(S[0]), address(HELD[0, 0]) - address(S[0]), end)
    place = moved(place, address(HELD[0, 0]), S.held * 16, end)
    place = moved(place, address(EXTRA[0, 0]), S.extras * 16, end)
    place = moved(place, address(USED[0, 0]), S.used * 32, end)
    place = moved(place, address(LOADED[0]), S.loaded * 8, end)
    place = moved(place, address(P[-1, 0]), (S.peoples + 1) * C.PEOPLE_ROW, end)
    place = moved(place, address(T[-1, 0]), (S.rows + 1) * C.TILE_ROW, end)
    place = moved(place, C.FRAMES_START, S.frame_end - C.FRAMES_START, end)
    place = moved(place, C.LISTS_START, S.list_end - C.LISTS_START, end)
    return moved(place, address(OPTIONS[0, 0]), S.options * 40, end) - start


def moved(place: int, start: int, size: int, end: int) -> int:
    """Copy so many bytes, if they fit before `end`; gives where the next ones go."""
    if place + size > end:
        fail(1)
    if size:
        copy(place, start, size)
    return place + size


def restore(place: int) -> None:
    """Bring a state back."""
    place = back(place, address(S[0]), address(HELD[0, 0]) - address(S[0]))
    place = back(place, address(HELD[0, 0]), S.held * 16)
    place = back(place, address(EXTRA[0, 0]), S.extras * 16)
    place = back(place, address(USED[0, 0]), S.used * 32)
    place = back(place, address(LOADED[0]), S.loaded * 8)
    place = back(place, address(P[-1, 0]), (S.peoples + 1) * C.PEOPLE_ROW)
    place = back(place, address(T[-1, 0]), (S.rows + 1) * C.TILE_ROW)
    place = back(place, C.FRAMES_START, S.frame_end - C.FRAMES_START)
    place = back(place, C.LISTS_START, S.list_end - C.LISTS_START)
    back(place, address(OPTIONS[0, 0]), S.options * 40)
    S.dirty = 1


def back(place: int, start: int, size: int) -> int:
    """Copy so many bytes back; gives where the next ones come from."""
    if size:
        copy(start, place, size)
    return place + size


def wrong(games: int) -> int:
    """The first of some games for which no option is taken that there is, from 1; 0 if all is well."""
    for game in range(games):
        if COUNTS[game] and (TAKEN[game] < 0 or TAKEN[game] >= COUNTS[game]):
            return game + 1
    return 0


def step(slots: int, first: int, games: int) -> int:
    """In each game that is not over, from one of them on, the option in TAKEN. Which one is being played stands in GAME."""
    for game in range(first, games):
        if COUNTS[game]:
            GAME[0] = game
            restore(slots + game * C.SLOT)
            answer(TAKEN[game])
            enter_game(slots, game)
    return 0


def enter_game(slots: int, game: int) -> None:
    """Keep the state as that of a game: how many options there are stands in COUNTS (0: it is over), who chooses in PLAYERS."""
    COUNTS[game] = S.options if S.kind else 0
    PLAYERS[game] = S.player if S.kind else -1
    KEPT[game] = save(slots + game * C.SLOT)
