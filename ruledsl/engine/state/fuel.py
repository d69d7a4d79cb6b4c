"""Counting what happens between two decisions: beyond the limits, `EngineError`."""

from __future__ import annotations

from collections.abc import Sized
from typing import TYPE_CHECKING, TypeVar

from ruledsl.engine.state.limits import LONGEST_LOG, MOST_LOGGED, EngineError

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State

Members = TypeVar("Members", bound=Sized)

__all__ = ["check_log", "spend", "spending"]


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
