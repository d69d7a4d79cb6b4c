"""A map for the engine: regions are small integers, sets of regions are bit sets. It never changes during a game."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass, field

if TYPE_CHECKING:
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

    `traits` are the regions with each terrain or symbol (or an equivalent one), `grounds` those with the terrain itself. `map` is the source.
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
    map: BoardMap = field(repr=False)
    called: dict[tuple[int | str, ...], str] = field(default_factory=dict, repr=False, compare=False)
    """The ids of options that depend only on the rules and this map, as far as they were requested."""

    @property
    def size(self) -> int:
        """The number of regions."""
        return len(self.ids)

    @property
    def words(self) -> frozenset[int]:
        """The terrains and symbols that some region counts as."""
        return frozenset(word for word, where in enumerate(self.traits) if where)

    @property
    def printed(self) -> frozenset[int]:
        """The terrains that some region has."""
        return frozenset(self.terrain[:-1])
