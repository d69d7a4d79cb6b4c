"""How a game opens: the first combos, and games in which somebody begins with a given tile.

Games are seated without rejection: everybody draws their first combos as in any game of random bots, a seat is chosen by chance, and the tile
trades places with the tile of its kind that this seat drew, before the decks are shuffled. A shuffle treats all tiles alike, and nobody's draw
depends on what is printed on them. So the game with the trade is as probable as the one without it, and each game in which this seat begins with
the tile comes about equally often: seats, rivals, badges and places in the market have the frequencies of real games, given that the tile is there.
A game in which another seat drew the tile before is dealt anew, as such a game is none in which this seat begins with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.dataclass import dataclass
from ruledsl.lab.bulk.plan import seed_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ruledsl.play.game import Rules
    from ruledsl.rules.packs.model import Tile

DEALS = 8
"""The most deals for a game, until its seat can begin with the tile. Fewer than one in four needs a second one."""


class Combo(NamedTuple):
    """A people at its founding: later it may lose its power, or change its owner. `people` is its number."""

    owner: int
    race: str | None
    power: str | None
    round: int
    people: int

    def has(self, tiles: frozenset[str]) -> bool:
        """Is one of these tiles part of it?"""
        return self.race in tiles or self.power in tiles

    def of_kind(self, kind: str, tiles: Mapping[str, Tile]) -> str | None:
        """Its tile of this kind."""
        return next(
            (key for key in (self.race, self.power) if key is not None and tiles[key].kind == kind), None
        )


@dataclass(frozen=True, slots=True)
class Opening:
    """Games in which somebody begins with one of these tiles; the others are given up as soon as everybody has a first combo.

    With `seated`, every game is dealt so that one of the seats begins with one of the tiles, which are copies of each other.
    """

    tiles: frozenset[str]
    players: int
    seated: bool = False

    def of(self, combos: Sequence[Combo]) -> dict[int, Combo]:
        """The first combo of each player who has one."""
        found: dict[int, Combo] = {}
        for combo in combos:
            found.setdefault(combo.owner, combo)
        return found

    def takers(self, combos: Sequence[Combo]) -> list[int]:
        """The players who began with one of the tiles."""
        return [player for player, combo in self.of(combos).items() if combo.has(self.tiles)]

    def hopeless(self, combos: Sequence[Combo]) -> bool:
        """Has everybody begun, and nobody with one of them?"""
        return len(self.of(combos)) == self.players and not self.takers(combos)

    def seat(self, seed: int) -> int:
        """The seat that begins with the tile in the game of a seed."""
        return seed % self.players

    def deals(self, seed: int) -> Iterator[int]:
        """The seeds of the deals of a game: its own, and those for when that one does not serve."""
        yield seed
        for number in range(1, DEALS):
            yield seed_of(seed, number)


def copies_of(rules: Rules, tile: str) -> frozenset[str]:
    """A tile with its copies."""
    tiles = rules.composition.tiles
    return frozenset(key for key, other in tiles.items() if tile in (key, other.copy_of))
