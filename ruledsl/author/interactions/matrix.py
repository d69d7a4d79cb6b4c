"""All pairs of tiles that can affect each other: both write the same thing, or one writes what the other reads."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from ruledsl.author.interactions.footprints import Footprint, Thing, footprints, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.rules.check.program import Program

Pair = tuple[str, str]
"""Two tiles by their full names, in alphabetical order."""


@dataclass(slots=True)
class Cell:
    """Two tiles that can affect each other: what both `write`, and what one writes and the other one reads (`leads`)."""

    tiles: Pair
    writes: set[Thing] = field(default_factory=set)
    leads: set[Thing] = field(default_factory=set)


class Matrix:
    """The cells of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.footprints = footprints(program)
        self._kinds = {
            name_of(tile): program.composition.kinds[tile.kind] for tile in program.composition.tiles.values()
        }

    @cached_property
    def cells(self) -> dict[Pair, Cell]:
        """All cells, in alphabetical order."""
        found: dict[Pair, Cell] = {}
        for one, other, thing, writes in self.touches():
            pair = pair_of(one.tile, other.tile)
            cell = found.setdefault(pair, Cell(pair))
            (cell.writes if writes else cell.leads).add(thing)
        return dict(sorted(found.items()))

    def touches(self) -> Iterator[tuple[Footprint, Footprint, Thing, bool]]:
        """Two clauses, their common subject, and whether both write it."""
        writers, readers = (
            defaultdict[Thing, list[Footprint]](list),
            defaultdict[Thing, list[Footprint]](list),
        )
        for footprint in self.footprints:
            for thing in footprint.writes:
                writers[thing].append(footprint)
            for thing in footprint.reads:
                readers[thing].append(footprint)
        for thing, some in writers.items():
            # Two that cause the same event are no more related than two that conquer.
            for one, other in combinations(some, 2) if thing.kind != "event" else ():
                if self._can_meet(one, other):
                    yield one, other, thing, True
            for one in some:
                for other in readers[thing]:
                    if one.tile != other.tile:
                        yield one, other, thing, False

    def _can_meet(self, one: Footprint, other: Footprint) -> bool:
        """One people bears one tile of a kind, so two of them concern the same people only if one is lent, which is another question."""
        if one.tile == other.tile:
            return False
        kinds = self._kinds[one.tile], self._kinds[other.tile]
        alike = kinds[0] is kinds[1] and kinds[0].borne_by == "people"
        return not (alike and one.mine and other.mine)


def pair_of(one: str, other: str) -> Pair:
    """Two tiles in alphabetical order."""
    return (one, other) if one < other else (other, one)
