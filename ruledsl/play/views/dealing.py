"""Tiles dealt to places, to each one of a kind that belongs there."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["dealt"]


def dealt(
    tiles: Sequence[int], places: Sequence[frozenset[int]], kind_of: Callable[[int], int]
) -> tuple[list[int], list[int]] | None:
    """A tile for every place, of one of the kinds that the place takes, and those that are left. The first ones come first.

    None if that cannot be done. Whether it can hangs on nothing but how many tiles and places of each sort there are.
    """
    if len(tiles) < len(places):
        return None
    kinds = {kind_of(tile) for tile in tiles}
    if all(kinds <= wanted for wanted in set(places)):
        return list(tiles[: len(places)]), list(tiles[len(places) :])
    return _Dealing(tiles, places, kind_of).deal()


class _Dealing:
    """Places that take fewer kinds are served first; one for which nothing is left gets what another can spare."""

    def __init__(
        self, tiles: Sequence[int], places: Sequence[frozenset[int]], kind_of: Callable[[int], int]
    ) -> None:
        self.places = places
        self.left: dict[int, deque[int]] = {}
        for tile in tiles:
            self.left.setdefault(kind_of(tile), deque()).append(tile)
        self.turn = {tile: turn for turn, tile in enumerate(tiles)}
        self.found: dict[int, int] = {}
        self.held: dict[tuple[frozenset[int], int], list[int]] = {}

    def deal(self) -> tuple[list[int], list[int]] | None:
        """All of it."""
        for place in sorted(range(len(self.places)), key=lambda place: (len(self.places[place]), place)):
            if not self._serve(place):
                return None
        rest = sorted((tile for pile in self.left.values() for tile in pile), key=self.turn.__getitem__)
        return [self.found[place] for place in range(len(self.places))], rest

    def _serve(self, place: int) -> bool:
        """Find a chain: this place gets a kind that another sort of places has, which gets one of another sort …, the last one of what is left."""
        first = self.places[place]
        came: dict[frozenset[int], tuple[frozenset[int], int] | None] = {first: None}
        waiting = deque([first])
        while waiting:
            sort = waiting.popleft()
            spare = [kind for kind in sort if self.left.get(kind)]
            if spare:
                kind = min(spare, key=lambda kind: self.turn[self.left[kind][0]])
                self._pass_on(place, sort, kind, came)
                return True
            for other, kind in self.held:
                if kind in sort and self.held[other, kind] and other not in came:
                    came[other] = (sort, kind)
                    waiting.append(other)
        return False

    def _pass_on(
        self,
        place: int,
        sort: frozenset[int],
        kind: int,
        came: dict[frozenset[int], tuple[frozenset[int], int] | None],
    ) -> None:
        tile = self.left[kind].popleft()
        link = came[sort]
        while link is not None:
            giver = self.held[sort, link[1]].pop()
            self.held.setdefault((sort, kind), []).append(giver)
            self.found[giver], tile = tile, self.found[giver]
            sort, kind = link
            link = came[sort]
        self.found[place] = tile
        self.held.setdefault((sort, kind), []).append(place)
