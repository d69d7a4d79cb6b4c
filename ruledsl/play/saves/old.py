"""Games saved in earlier versions of the format: they are played again from their choices.

How a state is written has changed since. Version 1 had half-done rules, limits and the tiles of the journal otherwise; version 2 wrote cells of tiles
that are as at the beginning, and yes and no in two ways. So of what was saved only the beginning and the choices count. A state of version 2
can still be gone on from.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from ruledsl.naming.errors import GameError

__all__ = ["brought_over"]


def brought_over(data: dict[str, Any]) -> dict[str, Any]:
    """The same game without what cannot be read any more. A sample of version 1 began with a state that is: `GameError`."""
    if _hash_of(data["state"]) != data["hash"] and data["state"] is not None:
        raise GameError("G021", "This saved game is damaged: its hash is not that of its state.")
    if data["version"] > 1:
        return data
    if data["start"].get("sampled"):
        message = (
            "This is a sample that an earlier ruledsl saved. What it began with cannot be read any more."
        )
        raise GameError("G022", message)
    return {key: data[key] for key in ("version", "start", "choices")}


def _hash_of(content: Any) -> str:
    """As it was written then."""
    return hashlib.sha256(json.dumps(content, separators=(",", ":")).encode()).hexdigest()
