"""Frames: what is half done, one waiting for the other.

A frame is `[procedure, step, me, here, this, slots …]`. A step is a function that does its work, says in the frame which step comes next, and
returns True when the game has to wait for somebody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.engine.state.limits import EngineError

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State

__all__ = ["PAUSING", "SLOTS", "acting", "endless", "stop_phase"]

SLOTS = 5
"""The first slot of a frame."""

PAUSING: Final = 1 << 32
"""`State.skip` is an event more than this while the game runs to a pause at that event."""


def endless(g: State) -> EngineError:
    """What is raised when the rules do not come to an end."""
    frames = g.frames
    message = f"the rules do not come to an end in {g.code.proc_names[frames[-1][0]]}"
    return EngineError(message)


def acting(g: State) -> int:
    """The people on whose account somebody is asked: the bearer of the rule that asks, or the one whose event is under way; -1 for none."""
    events = {event.proc: event.people_param for event in g.code.events}
    for frame in reversed(g.frames):
        if frame[2] >= 0:
            return int(frame[2])
        place = events.get(frame[0], -1)
        if place >= 0:
            return int(frame[SLOTS + place])
    return -1


def stop_phase(g: State, phase: int) -> None:
    """End the offer of a phase that is under way, nearest first. Where none is, nothing happens."""
    procedure = g.code.events[phase].proc
    offers = g.code.offers.get(procedure, {})
    for frame in reversed(g.frames):
        if frame[0] == procedure:
            frame[1] = offers.get(frame[1], frame[1])
            return
