"""A map for the engine: regions are small integers, sets of regions are bit sets. It never changes during a game."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.errors import GameError
from ruledsl.language.vocabulary.limits import MOST_ROUNDS
from ruledsl.rules.packs.maps.drawing import MOST_REGIONS
from ruledsl.rules.packs.model import border_id

if TYPE_CHECKING:
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.packs.model import BoardMap

PART = 12
PART_BITS = (1 << PART) - 1


class _Part(dict[int, tuple[int, ...]]):
    """The members of sets within one part of the range of numbers, by the bits of this part."""

    def __init__(self, start: int) -> None:
        super().__init__()
        self.start = start

    def __missing__(self, part: int) -> tuple[int, ...]:
        members = self[part] = tuple([self.start + i for i in range(PART) if part >> i & 1])
        return members


_PARTS: list[_Part] = []


@lru_cache(maxsize=1 << 16)
def bits(mask: int) -> tuple[int, ...]:
    """The members of a bit set in ascending order."""
    members: tuple[int, ...] = ()
    for part in _PARTS:
        if not mask:
            return members
        members += part[mask & PART_BITS]
        mask >>= PART
    while mask:
        _PARTS.append(_Part(PART * len(_PARTS)))
        members += _PARTS[-1][mask & PART_BITS]
        mask >>= PART
    return members


@dataclass(slots=True)
class Board:
    """`near[r]` and `bit[r]` have one entry more than there are regions, so that -1 (none) gives the empty set.

    A game has at most so many `rounds`, whatever else ends it. `traits` are the regions with each terrain or symbol (or an equivalent one), `grounds`
    those with the terrain itself. `map` is the source.

    Where rules lay something on borders, a row for each border follows those of the regions: it is no region (not in `everywhere`), and those on its
    sides are its neighbours. `borders[r]` are those of a region.
    """

    id: str
    rounds: int
    ids: list[str]
    everywhere: int
    bit: list[int]
    near: list[int]
    terrain: list[int]
    traits: list[int]
    grounds: list[int]
    boards: list[int]
    borders: list[int]
    map: BoardMap = field(repr=False)
    called: dict[tuple[int | str, ...], str] = field(default_factory=dict, repr=False, compare=False)
    """The ids of options that depend only on the rules and this map, as far as they were requested."""

    @property
    def size(self) -> int:
        """The number of regions, and of borders on which something can lie."""
        return len(self.ids)

    @property
    def regions(self) -> list[str]:
        """The ids of the regions alone."""
        return self.ids[: len(self.map.regions)]

    @property
    def words(self) -> frozenset[int]:
        """The terrains and symbols that some region counts as."""
        return frozenset(word for word, where in enumerate(self.traits) if where)

    @property
    def printed(self) -> frozenset[int]:
        """The terrains that some region has."""
        return frozenset(self.terrain[:-1])


def board_of(program: Program, board: BoardMap) -> Board:
    """A map for the engine. Equivalent terrains and symbols count as one another, while the terrain of a region is the printed one.

    Raises `GameError` if it has too many borders for rules that lay something there.
    """
    index = {region.id: place for place, region in enumerate(board.regions)}
    alike = program.composition.words.alike
    traits = [0] * len(program.traits)
    near = [0] * len(index)
    terrain = []
    for place, region in enumerate(board.regions):
        for word in region.traits:
            for other in alike[word]:
                traits[program.traits.index(other)] |= 1 << place
        for neighbour in region.borders:
            near[place] |= 1 << index[neighbour]
        terrain.append(program.traits.index(region.traits[0]))
    count = len(board.regions)
    made = Board(
        board.id,
        board.rounds or MOST_ROUNDS,
        list(index),
        (1 << count) - 1,
        [1 << place for place in range(count)],
        near,
        terrain,
        traits,
        [sum(1 << r for r, ground in enumerate(terrain) if ground == word) for word in range(len(traits))],
        _boards(near, board, index),
        [0] * count,
        board,
    )
    if program.has_borders:
        _add_borders(made, [(index[one], index[other]) for one, other in board.borders])
    for row, of_none in (
        (made.bit, 0),
        (made.near, 0),
        (made.terrain, -1),
        (made.boards, -1),
        (made.borders, 0),
    ):
        row.append(of_none)
    return made


def _add_borders(made: Board, pairs: list[tuple[int, int]]) -> None:
    """A row for each border."""
    if made.size + len(pairs) > MOST_REGIONS:
        message = f"`{made.id}` has {made.size} regions and {len(pairs)} borders, on which rules lay something: at most {MOST_REGIONS} together."
        raise GameError("G010", message)
    ids = list(made.ids)
    for border, (one, other) in enumerate(pairs, start=len(ids)):
        made.ids.append(border_id(ids[one], ids[other]))
        made.bit.append(1 << border)
        made.near.append(made.bit[one] | made.bit[other])
        made.terrain.append(-1)
        made.boards.append(made.boards[one])
        made.borders.append(0)
        made.borders[one] |= made.bit[border]
        made.borders[other] |= made.bit[border]


def _boards(borders: list[int], map_: BoardMap, index: dict[str, int]) -> list[int]:
    """The board of each region. Boards touch only where they are joined: regions connected by borders lie on one, and so do those of an island."""
    boards, near = [-1] * len(borders), list(borders)
    for one, other in map_.joins:
        near[index[one]] &= ~(1 << index[other])
        near[index[other]] &= ~(1 << index[one])
    for ids in map_.islands:
        island = sum(1 << index[id_] for id_ in ids)
        for id_ in ids:
            near[index[id_]] |= island
    for start in range(len(near)):
        if boards[start] < 0:
            board, edge = max(boards) + 1, [start]
            while edge:
                region = edge.pop()
                if boards[region] < 0:
                    boards[region] = board
                    edge += bits(near[region])
    return boards
