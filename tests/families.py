"""The shipped packs, by the game that they belong to."""

from __future__ import annotations

from functools import cache

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.rules.packs import known_packs
from ruledsl.rules.packs.loading import load_packs

CORE = "core"


@cache
def family():
    """Core, and all packs that require it, directly or not: they can all be in one game."""
    ids = {CORE}
    for pack in load_packs(known_packs(), Diagnostics()):  # each after those that it requires
        if ids & set(pack.requires):
            ids.add(pack.id)
    return [name for name in known_packs() if name.replace("-", "_") in ids]
