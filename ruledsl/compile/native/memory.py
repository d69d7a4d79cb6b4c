"""Where everything lies in the memory of a native engine: constants of the program, the map, the state, what follows from it.

Cells are signed integers of 64, 32 or 16 bits. The state is one block at a fixed address, so that a copy of it is a copy of its bytes. Row -1 of an
array lies before its first one and is never written: a question about nobody reads the fallback.

Sets of regions, peoples and players are words of 64 bits where that is enough for the map and the peoples; for larger ones a program of its own is
made, with sets of several words: these lie where lists lie, behind the number of words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.dataclass import dataclass
from ruledsl.engine.small.arrays import numbered
from ruledsl.engine.small.memory import Decision, State
from ruledsl.engine.small.room import CELLS, EMPTY, LONGEST_PATH, MOST_ENTRIES, MOST_NOTED, MOST_PAIRS
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import MOST_CHOICES, MOST_PEOPLES
from ruledsl.vocabulary.limits import MOST_PLAYERS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.engine.rules.code import Code

__all__ = [
    "DECISION",
    "MOST_SEATS",
    "MOST_WORDS",
    "SCALARS",
    "TILE_ARRAYS",
    "Array",
    "Memory",
    "words_needed",
    "words_of",
]

ZEROES = 512
WORD_BITS = 64
MOST_IN_A_WORD = 63
"""Regions or peoples that sets of one word can tell apart: the last bit is that of nobody."""
MOST_WORDS = 32
TILE_ARRAYS = ("SITE", "CONCEALED", "TILE_COINS", "BORROWED", "TRAYS", "HOME")
"""Arrays of the first cells of tiles; those of memories are in rows that are made when they are written."""
MOST_SEATS = MOST_PLAYERS
MOST_KINDS = 62
"""Of tiles, where there is a bit for each."""
LIST_WORDS = 65536
WIDER = 8
"""Lists and options have so many times the room where sets have several words."""
FRAME_WORDS = 4096
MOST_OPTIONS = 4096
SLOT = 1 << 16
"""Bytes in which a state is kept beside the one that runs: so many, or a multiple."""
MOST_GAMES = 4096
"""Side by side."""
MOST_WORTHS = 8
"""Values that say how things stand in the end of a trial."""
SCALARS = numbered(State)
DECISION = numbered(Decision)


@dataclass(frozen=True, slots=True)
class Array:
    """Cell (i, j) lies at `base + i * stride + j * size`."""

    base: int
    stride: int
    size: int


class Memory:
    """The plan of a program's memory; `data` is what is in it before anything runs, `top` where it ends."""

    def __init__(self, code: Code, keys: int, words: int = 1) -> None:
        self.arrays: dict[str, Array] = {}
        self.data: list[tuple[int, bytes]] = []
        self.top = 64 if words == 1 else ZEROES
        self._lists: dict[tuple[int, ...], int] = {(): EMPTY}
        self._tables: dict[tuple[int, ...], str] = {}
        self.words = words
        self.regions = MOST_IN_A_WORD if words == 1 else WORD_BITS * words
        self.peoples = min(self.regions, MOST_PEOPLES)
        wider = 1 if words == 1 else WIDER
        self.list_words, self.options = LIST_WORDS * wider, MOST_OPTIONS * wider
        self.singles = 0 if words == 1 else self._single_sets()
        self.tile_cells = max(1, len(code.layout.tile) - at.HOME - 1)
        self._board(code)
        self._of_nouns(code)
        self._of_pieces(len(code.supplies))
        self._of_tiles(code.tile_count, len(code.decks))
        fixed = self.top - self.arrays["S"].base
        self._growing(code)
        self.slot = SLOT * (1 if words == 1 else 1 + -(-fixed // SLOT))
        self._beside(keys)
        self._of_trials(code.tile_count, len(code.decks), len(code.backs))

    def _single_sets(self) -> int:
        """Where the sets of one member lie, one after the other; gives where the first one does."""
        place = self.top
        for member in range(self.regions):
            self.bits(1 << member)
        return place

    def _board(self, code: Code) -> None:
        for name, size in (("NEAR", 8), ("TERRAIN", 2), ("BOARDS", 2)):
            self.array(name, self.regions, size=size, below=1)
        for name in ("TRAITS", "GROUNDS"):
            self.array(name, len(code.program.traits))
        self.array("POINTLESS", code.tile_count, size=2)
        if self.words > 1:
            self.array("PRINTED", self.regions + 2 * len(code.program.traits) + 1, 1 + self.words)

    def _of_nouns(self, code: Code) -> None:
        """The state begins here."""
        layout = code.layout
        self.array("S", len(SCALARS))
        self.array("G", len(layout.game))
        self.array("Y", MOST_SEATS, len(layout.player), below=1)
        self.array("R", self.regions, len(layout.region), below=1)

    def _of_pieces(self, kinds: int) -> None:
        for name in ("STOCK", "KMASK"):
            self.array(name, kinds)
        self.array("SEEN", kinds, size=2)
        self.array("ON", kinds, self.regions + 1, size=4)

    def _of_tiles(self, tiles: int, decks: int) -> None:
        self.array("DECKS", decks, tiles + 1)
        self.array("LAID", tiles + 1)
        for name in TILE_ARRAYS:
            self.array(name, 2 * tiles, size=8 if name in ("TILE_COINS", "TRAYS") else 2, below=1)
        self.array("ROW", 2 * tiles, size=2, below=1)

    def _growing(self, code: Code) -> None:
        """Parts of the state of which only as much is copied as is used; the state ends behind them."""
        self.array("HELD", MOST_PAIRS, 2)
        self.array("EXTRA", MOST_PAIRS, 2)
        self.array("USED", MOST_PAIRS, 4)
        self.array("LOADED", MOST_PAIRS)
        self.array("P", self.peoples, len(code.layout.people), below=1)
        self.array("T", 2 * code.tile_count, self.tile_cells, below=1)
        self.array("FRAMES", FRAME_WORDS)
        self.array("LISTS", self.list_words)
        self.array("OPTIONS", self.options, 5)

    def _beside(self, keys: int) -> None:
        """What follows from the state, or is of no use any more between two choices."""
        for name in ("HEAD", "TAIL"):
            self.array(name, keys, size=4)
        self.array("ENTRIES", MOST_ENTRIES, 7)
        for name in ("ARGS", "WATCH", "TARGETS"):
            self.array(name, self.options)
        self.array("SCRATCH", self.list_words)
        for name in ("SEEDS", "THINKS"):
            self.array(name, MOST_SEATS)
        self.array("CHOICES", MOST_CHOICES, size=4)
        self.array("FOUNDS", self.peoples, 4, size=2)
        for name in ("COUNTS", "PLAYERS", "TAKEN", "KEPT"):
            self.array(name, MOST_GAMES, size=4)
        self.array("GAME", 1)

    def _of_trials(self, tiles: int, decks: int, kinds: int) -> None:
        """Games that could be this one, and how choices in them have done."""
        for name in ("WHERE", "OLD", "TAKES", "POOL", "USED_UP", "FOUND", "MOVED"):
            self.array(name, tiles)
        self.array("POOLED", 1)
        self.array("SPOTS", tiles, 2)
        sorts = decks + kinds
        self.array("CHAIN", sorts + 1, 3)
        self.array("HELD_BY", sorts * kinds, 3)
        self.array("HELD_AS", tiles, 2)
        self.array("DEALT", 2)
        self.array("TRY", 5)
        self.array("D", len(DECISION))
        self.array("TRIED", self.options, 3)
        self.array("LOOKED", self.options)
        self.array("PATH", LONGEST_PATH, 2)
        self.array("NOTED", MOST_NOTED, 2)
        self.array("DONE", CELLS, 2)
        self.array("WORTHS", MOST_WORTHS, 3)
        self.array("LEADS", MOST_SEATS)

    def array(self, name: str, rows: int, cells: int = 1, size: int = 8, below: int = 0) -> Array:
        """Room for an array."""
        self.top = (self.top + 7) // 8 * 8
        stride = cells * size
        found = self.arrays[name] = Array(self.top + below * stride, stride, size)
        self.top += (rows + below) * stride
        return found

    def constant(self, name: str, numbers: Iterable[int], size: int = 8) -> None:
        """An array that never changes; of `numbers` the last one is that of nobody, as in `Code`."""
        *rows, nobody = numbers
        found = self.array(name, len(rows), size=size, below=1)
        self.data.append((found.base - size, packed([nobody, *rows], size)))

    def table(self, numbers: tuple[int, ...]) -> str:
        """A constant array without a name of its own; -1 reads the last of the numbers."""
        name = self._tables.get(numbers)
        if name is None:
            name = self._tables[numbers] = f"TABLE{len(self._tables)}"
            self.constant(name, numbers)
        return name

    def initial(self, value: object) -> int:
        """What a cell holds that begins with this: a list that never changes, or a number."""
        return self.list(value) if isinstance(value, tuple) else int(value)  # type: ignore[call-overload]

    def list(self, members: tuple[int, ...]) -> int:
        """Where a list that never changes lies."""
        if members not in self._lists:
            self.top = (self.top + 7) // 8 * 8
            self._lists[members] = self.top
            self.data.append((self.top, packed([len(members), *members], 8)))
            self.top += 8 * (1 + len(members))
        return self._lists[members]

    def bits(self, value: int) -> int:
        """Where a set of several words lies that never changes."""
        mask = value & ((1 << WORD_BITS * self.words) - 1)
        return self.list(tuple(words_of(mask, self.words))) if mask else 0


def words_of(mask: int, words: int) -> list[int]:
    """The words of a set, as memory has them; of no more than so many."""
    found = [mask >> WORD_BITS * place & ((1 << WORD_BITS) - 1) for place in range(words)]
    return [word - (1 << WORD_BITS) if word >> WORD_BITS - 1 else word for word in found]


def words_needed(regions: int, peoples: int = 0) -> int:
    """How many words the sets have on a map with so many regions, with so many peoples; more than `MOST_WORDS` are too many."""
    most = max(regions, peoples)
    return 1 if most <= MOST_IN_A_WORD else max(2, -(-most // WORD_BITS))


def packed(numbers: Iterable[int], size: int) -> bytes:
    """Numbers as they lie in memory."""
    return b"".join(number.to_bytes(size, "little", signed=True) for number in numbers)
