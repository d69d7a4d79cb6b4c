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
    near = [0] * (len(index) + 1)
    terrain = []
    across = [0] * len(index)
    for one, other in board.joins:
        across[index[one]] |= 1 << index[other]
        across[index[other]] |= 1 << index[one]
    for place, region in enumerate(board.regions):
        for word in region.traits:
            for other in alike[word]:
                traits[program.traits.index(other)] |= 1 << place
        for neighbour in region.borders:
            near[place] |= 1 << index[neighbour]
        terrain.append(program.traits.index(region.traits[0]))
    count = len(board.regions)
    within = [some & ~joined for some, joined in zip(near, across, strict=False)]
    lying_on = [*_boards(within, [[index[id_] for id_ in island] for island in board.islands]), -1]
    between = board.borders if program.has_borders else []
    pairs = [(index[one], index[other]) for one, other in between]
    if count + len(pairs) > MOST_REGIONS:
        message = f"`{board.id}` has {count} regions and {len(pairs)} borders, on which rules lay something: at most {MOST_REGIONS} together."
        raise GameError("G010", message)
    borders = [0] * (count + len(pairs) + 1)
    for place, (first, second) in enumerate(pairs, start=count):
        near.insert(place, 1 << first | 1 << second)
        borders[first] |= 1 << place
        borders[second] |= 1 << place
        lying_on.insert(place, lying_on[first])
    ids = [*index, *(border_id(one, other) for one, other in between)]
    return Board(
        board.id,
        board.rounds or MOST_ROUNDS,
        ids,
        (1 << count) - 1,
        [*(1 << place for place in range(len(ids))), 0],
        near,
        [*terrain, *[-1] * len(pairs), -1],
        traits,
        [sum(1 << r for r, ground in enumerate(terrain) if ground == word) for word in range(len(traits))],
        lying_on,
        borders,
        board,
    )


def _boards(near: list[int], islands: list[list[int]]) -> list[int]:
    """The board of each region. Boards touch only where they are joined: regions connected by borders lie on one, and so do those of an island."""
    boards = [-1] * len(near)
    for island in islands:
        for region in island:
            near[region] |= sum(1 << other for other in island)
    for start in range(len(near)):
        if boards[start] < 0:
            board, edge = max(boards) + 1, [start]
            while edge:
                region = edge.pop()
                if boards[region] < 0:
                    boards[region] = board
                    edge += bits(near[region])
    return boards
