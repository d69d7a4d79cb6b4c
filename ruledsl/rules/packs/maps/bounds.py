"""Limits on the size of maps and the names of their parts, for maps in packs and in positions."""

from __future__ import annotations

from typing import Final

MOST_REGIONS: Final = 2000
"""Regions of one map with the maps beside it, before boards are drawn."""
MOST_TOGETHER: Final = 20_000
"""Regions of all maps that are built from others."""
MOST_ROUNDS_OF_A_MAP: Final = 99
MOST_CORNERS: Final = 200
LETTERS: Final = "^[a-z][a-z_]{0,19}$"
"""The prefix of regions of a map that lies beside another."""
