"""Immunity as one rule: the regions of peoples that the tiles of another one cannot touch now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.rules.inplay import refresh
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State

__all__ = ["shielded"]


def shielded(g: State, me: int) -> int:
    """The regions held by peoples that are untouchable for the tiles of `me`. Empty at once when no rule in play speaks of immunity."""
    index = g.code.immunity
    if index < 0 or me < 0 or (g.code.immunity_dormant and not (g.play or refresh(g)).values[index]):
        return 0
    ask, width = g.code.values[index], g.code.people_width
    found = 0
    for people in bits(g.G[at.LIVE]):
        if people != me and ask(g, people, me):
            found |= g.P[people * width + at.LAND]
    return found
