"""Games saved in version 1 of the format: they are played again from their choices.

How a state was kept has changed since (half-done rules, limits, which tiles the journal names), so of what was saved
only the beginning and the choices count.
"""

from __future__ import annotations

from typing import Any

from ruledsl.naming.errors import GameError
from ruledsl.play.saves.restoring import hash_of

__all__ = ["brought_over"]


def brought_over(data: dict[str, Any]) -> dict[str, Any]:
    """The same game without what is said of its state. A sample began with a state, so it cannot be played again: `GameError`."""
    if hash_of(data["state"]) != data["hash"]:
        raise GameError("G021", "This saved game is damaged: its hash is not that of its state.")
    if data["start"].get("sampled"):
        message = (
            "This is a sample that an earlier ruledsl saved. What it began with cannot be read any more."
        )
        raise GameError("G022", message)
    return {key: data[key] for key in ("start", "choices")}
