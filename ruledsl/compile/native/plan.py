"""Where a native program has what: all that a machine needs to know of it, without what makes programs."""

from __future__ import annotations

from typing import Any

from ruledsl.compile.native.memory import Array
from ruledsl.dataclass import dataclass

PAGE = 1 << 16
"""Memories are so many bytes, or a multiple of it."""


@dataclass(slots=True)
class Plan:
    """Where a native program has what.

    `list_slots` and `after_lists` say where frames hold lists, `set_slots` and `after_sets` where they hold sets of several words, `list_cells` and
    `set_cells` which cells of arrays do, `each_lists` and `each_sets` what which limits count for (`Tables`); `end` is where its memory ends, `slot`
    how much room a block has, `map_size` how much all that is printed on a map takes, `words` how many words sets have.
    """

    arrays: dict[str, Array]
    end: int
    slot: int
    words: int
    list_slots: list[tuple[int, ...]]
    after_lists: list[tuple[int, ...]]
    set_slots: list[tuple[int, ...]]
    after_sets: list[tuple[int, ...]]
    set_cells: dict[str, tuple[int, ...]]
    list_cells: dict[str, tuple[int, ...]]
    each_lists: tuple[int, ...]
    each_sets: tuple[int, ...]
    asks_pointless: bool
    map_size: int

    def to_plain(self) -> tuple[object, ...]:
        """As data that can be kept."""
        arrays = {name: (found.base, found.stride, found.size) for name, found in self.arrays.items()}
        slots = self.list_slots, self.after_lists, self.set_slots, self.after_sets
        cells = self.set_cells, self.list_cells, self.each_lists, self.each_sets
        return arrays, self.end, self.slot, self.words, *slots, *cells, self.asks_pointless, self.map_size

    @classmethod
    def from_plain(cls, data: tuple[Any, ...]) -> Plan:
        """What was kept."""
        arrays, *rest = data
        return cls({name: Array(*found) for name, found in arrays.items()}, *rest)
