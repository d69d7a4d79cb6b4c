"""How large maps can be and what their parts are called, wherever a map is written: in a pack or in a position."""

from __future__ import annotations

from typing import Final

MOST_REGIONS: Final = 2000
"""Of one map with those of the maps beside it, before boards are drawn."""
MOST_TOGETHER: Final = 20_000
"""Of all maps that are made of others."""
MOST_ROUNDS_OF_A_MAP: Final = 99
MOST_CORNERS: Final = 200
LETTERS: Final = "^[a-z][a-z_]{0,19}$"
"""What stands before the names of the regions of a map that lies beside another."""
