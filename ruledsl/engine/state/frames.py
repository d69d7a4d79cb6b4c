"""Frames: unfinished procedures, each waiting for the one above."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State

SLOTS: Final = 5
"""The first slot of a frame."""

PAUSING: Final = 1 << 32
"""`State.skip` exceeds an event by this much while the game runs to a pause at that event."""

STOP = (-1, -1, -1, -1, -1)
"""The option of an offer that ends it."""


def acting(g: State) -> int:
    """The people for which somebody is asked: the bearer of the rule that asks, or the people whose event is running; -1 for none."""
    events = {event.proc: event.people_param for event in g.code.events}
    for frame in reversed(g.frames):
        if frame[2] >= 0:
            return int(frame[2])
        place = events.get(frame[0], -1)
        if place >= 0:
            return int(frame[SLOTS + place])
    return -1
