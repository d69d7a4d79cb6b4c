"""The layout of the flat lists of a state, computed once for a program.

There is a row for each player, people and region: fixed cells, then one for every memory on that noun. Each list ends with one more row that is
never written: the index -1 (`none`) lands on it, so that a question about nobody reads the fallback.
"""

from __future__ import annotations

from typing import Any

from ruledsl.base.dataclass import dataclass, field

# players
# # coins, own peoples in the game, secret coins (those with which a set-up position began), and whether the game is lost
COINS, OWN, SECRET, LOST = range(4)
PLAYER_CELLS = (0, 0, 0, 0)
# peoples
OWNER, RACE, POWER, STAGE, LAND, HAND, FOUNDED = range(7)
PEOPLE_CELLS = (-1, -1, -1, -1, 0, 0, 0)
# regions
HOLDER, TOKENS, KINDS = 0, 1, 2
REGION_CELLS = (-1, 0, 0)
# the game
ROUND, TURN_PLAYER, SUPPLY, RANDOM, REVEALS, LIVE, SEEN = range(7)
GAME_CELLS = (1, 0, 0, 0, 0, 0, 0)
# tiles: a dictionary, keyed tile * width + cell, that holds only what differs from the fallback
SITE, CONCEALED, TILE_COINS, BORROWED, TRAY, ASIDE, HOME = range(7)
TILE_CELLS = (-1, 0, 0, -1, 0, 0, -1)


@dataclass(slots=True)
class Layout:
    """The cells of each row with their initial values; `cells[memory index]` is the place of a memory in its row."""

    game: list[int] = field(default_factory=lambda: list(GAME_CELLS))
    player: list[int] = field(default_factory=lambda: list(PLAYER_CELLS))
    people: list[int] = field(default_factory=lambda: list(PEOPLE_CELLS))
    region: list[int] = field(default_factory=lambda: list(REGION_CELLS))
    tile: list[int] = field(default_factory=lambda: list(TILE_CELLS))
    cells: dict[int, int] = field(default_factory=dict)

    def add(self, memory: int, noun: str, initial: Any) -> None:
        """Add a cell for a memory on a noun."""
        row: list[Any] = getattr(self, noun)
        self.cells[memory] = len(row)
        row.append(initial)
