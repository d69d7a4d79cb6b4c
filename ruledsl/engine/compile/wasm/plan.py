"""The plan of a native program: everything that a machine needs to know about its layout, without the compiler."""

from __future__ import annotations

from typing import Any

from ruledsl.base.dataclass import dataclass
from ruledsl.engine.compile.wasm.memory import Array

PAGE = 1 << 16
"""The granularity of memory sizes, in bytes."""


@dataclass(slots=True)
class Plan:
    """The layout of a native program.

    `list_slots` and `after_lists` are the slots of frames that hold lists, `set_slots` and `after_sets` those that hold sets of several words,
    `list_cells` and `set_cells` such cells of arrays, `each_lists` and `each_sets` the types of keys of limits (`Tables`); `end` is the end of
    the memory, `slot` the size of a block, `map_size` that of the data of a map, `words` the number of words of a set.
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
        """The plan as plain data, for the cache."""
        arrays = {name: (found.base, found.stride, found.size) for name, found in self.arrays.items()}
        slots = self.list_slots, self.after_lists, self.set_slots, self.after_sets
        cells = self.set_cells, self.list_cells, self.each_lists, self.each_sets
        return arrays, self.end, self.slot, self.words, *slots, *cells, self.asks_pointless, self.map_size

    @classmethod
    def from_plain(cls, data: tuple[Any, ...]) -> Plan:
        """The plan from plain data."""
        arrays, *rest = data
        return cls({name: Array(*found) for name, found in arrays.items()}, *rest)
