"""How much may happen between two decisions, and in a game: whatever the rules say, a choice comes to an end or is refused with nothing changed.

The official games stay far below all of it: at most 70 steps, 200 rounds, 10 lines of the log, 12 frames at a choice, 20 peoples in a game.
"""

from __future__ import annotations

from collections.abc import Sized
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State

Members = TypeVar("Members", bound=Sized)

__all__ = [
    "DEEPEST",
    "MOST_LOGGED",
    "MOST_PEOPLES",
    "MOST_ROUNDS",
    "MOST_STEPS",
    "EngineError",
    "check_log",
    "spend",
    "spending",
]

MOST_STEPS: Final = 20_000
"""Steps of frames."""
MOST_ROUNDS: Final = 50_000
"""Rounds of loops, events that run in one go, tables of rules that have to be made anew (each counts for several)."""
DEEPEST: Final = 200
"""Frames, one waiting for the other."""
MOST_LOGGED: Final = 2_000
"""Lines that one choice adds to the log."""
LONGEST_LOG: Final = 200_000
"""Lines of the log of a game."""
MOST_PEOPLES: Final = 1_000
"""Peoples that are founded in a game."""


class EngineError(RuntimeError):
    """The rules of a composition ran away (a cascade that the checks did not foresee)."""


def spend(g: State, times: int) -> int:
    """So many rounds of a loop are about to be done; `EngineError` if they are more than are left."""
    if times <= 0:
        return 0
    g.fuel -= times
    if g.fuel < 0:
        message = "the rules repeat something without end"
        raise EngineError(message)
    return times


def spending(g: State, members: Members, weight: int) -> Members:
    """Members that a loop is about to go over; each round counts for so many."""
    spend(g, len(members) * weight)
    return members


def check_log(g: State, since: int) -> None:
    """`EngineError` if more lines than one choice may add were added to the log since it had that length, or if it is too long altogether."""
    if g.journal is None:
        return
    if len(g.journal) - since > MOST_LOGGED:
        message = "more happens than anybody could read"
        raise EngineError(message)
    if len(g.journal) > LONGEST_LOG:
        message = "the log of this game is full"
        raise EngineError(message)
