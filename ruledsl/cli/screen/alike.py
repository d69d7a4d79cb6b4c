"""Tiles with similar behaviour, as `balance --like` shows them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ruledsl.base.errors import GameError
from ruledsl.cli.output import say, say_data
from ruledsl.cli.refusal import Refusal
from ruledsl.lab.study.likeness import PARTS, alike

if TYPE_CHECKING:
    from ruledsl.play.game import Rules

TOLD = 5
"""The number of tiles to show."""
FAINT = 0.005
"""Smaller differences are shown as none."""


def show_alike(rules: Rules, tile: str, seed: int, form: str) -> None:
    """The tiles of its kind with the most similar behaviour, and the differences. Refused if it cannot be compared."""
    try:
        found = alike(rules, tile, seed)
    except GameError as problem:
        raise Refusal(str(problem)) from None
    if form == "json":
        rows = [{"tile": one.tile, "off": one.off, **one.parts} for one in found]
        say_data(json.dumps({"tile": tile, "alike": rows}, ensure_ascii=False, indent=2))
        return
    say(f"`{tile}` is most like:")
    for one in found[:TOLD]:
        parts = [f"{part} {one.parts[part]:.2f}" for part in PARTS if one.parts[part] >= FAINT]
        say(f"  {one.off:5.2f}  {one.tile}{': ' if parts else ''}{', '.join(parts)}")
    say("0 behaves the same in all positions tried; a tile that is off by less than 0.5 hardly differs.")
