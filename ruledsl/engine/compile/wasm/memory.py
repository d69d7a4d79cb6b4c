"""The layout of a program's memory: blocks with the states of games, constants, the map, and temporary data of a choice.

Cells are signed integers of 64, 32 or 16 bits. A state is one block. All blocks have the same layout, and the program can work on any of them.
Places below `slot` count from the beginning of the current block, others from the beginning of the memory; so a block contains no address of its
own and can be copied anywhere. Row -1 of an array lies before its first one and is never written: a question about nobody reads the fallback.

Sets of regions, peoples and players are words of 64 bits if the map and the peoples permit. Larger ones get a program of their own, whose sets
have several words: such a set is a list, which begins with the number of words.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, field
from ruledsl.engine.small.arrays import numbered
from ruledsl.engine.small.columns import LEFTS, MOST_VALUED, MOST_WORTHS, OPTION, SEAT, VALUED
from ruledsl.engine.small.columns import REGION as COLUMNS_REGION
from ruledsl.engine.small.kinds import (
    A_NUMBER,
    A_REGION,
    A_TILE,
    CHOICES,
    MARKS_PEOPLES,
    MARKS_REGIONS,
    MARKS_THEM,
)
from ruledsl.engine.small.memory import Decision, State
from ruledsl.engine.small.room import (
    CELLS,
    EMPTY,
    LONGEST_PATH,
    MOST_COURSE,
    MOST_HEARD,
    MOST_NOTED,
    MOST_PAIRS,
)
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import MOST_CHOICES, MOST_PEOPLES
from ruledsl.language.vocabulary.limits import MOST_PLAYERS
from ruledsl.language.vocabulary.types import BIT_SETS, FLAG, NUMBER, PEOPLE, REGION, TILE, set_of
from ruledsl.rules.check.typed.declarations import EVERY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ruledsl.engine.state.code import Code
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.rules.check.program import Program
    from ruledsl.rules.check.typed.declarations import MemoryDef

# ── features ────────────────────────────────────────────────────────────────────
# The features of learned policies: what can characterise an option in the games of some packs, each with a place and a name.
#
# A feature is 1 or 0. The features of a section combine a sort of choice (an action, or a place where rules ask) with a property that exists for
# any packs: a trait printed on the region, a kind of pieces, the region's owner, numbers up to a limit, a tile. Names consist of names in packs, so
# that what a policy learned with some packs also counts with others.


AIMS = {REGION.name: A_REGION, TILE.name: A_TILE, NUMBER.name: A_NUMBER}
WHOSE = ("nobody's", "acting", "own", "another's", "another's past the first stage")
"""How features tell who holds a region: nobody, the acting people, another one of the player's, or another player's, active or not."""
FEW, MANY = 8, 16
"""Numbers are distinguished up to one less."""
MARKS = {FLAG: MARKS_THEM, set_of(PEOPLE): MARKS_PEOPLES, set_of(REGION): MARKS_REGIONS}
"""The memories of a people that features distinguish, by type."""


class Features:
    """For the rules of a `Code`: `sections` with the start of each and the properties that its features distinguish, `count` of all features."""

    def __init__(self, code: Code) -> None:
        self.code = code
        program = code.program
        self.actions = [f"{action.definition.name}" for action in code.actions]
        self.questions = {place: len(self.actions) + number for number, place in enumerate(code.choices)}
        sorts = [*self.actions, *(_asked(code, place) for place in code.choices)]
        tiles, traits, kinds = list(program.tiles), program.traits, list(program.pieces)
        self.marks = [memory for memory in program.memories if _is_mark(memory)]
        few, many = [str(number) for number in range(FEW)], [str(number) for number in range(MANY)]
        self.sections: dict[str, tuple[Sequence[str], ...]] = {
            "SORT": (sorts,),
            "NONE": (sorts,),
            "LEFT": (sorts, many),
            "HAND": (sorts, many),
            "LAND": (sorts, many),
            "FORCE": (sorts, many),
            "PAST": (sorts, many),
            "BEARER": (sorts, tiles),
            "TRAIT": (sorts, traits),
            "FOND": (tiles, traits),
            "PIECE": (sorts, kinds),
            "HOLDER": (sorts, WHOSE, few),
            "RIVAL": (program.tile_traits, program.tile_traits),
            "VICTIM": (sorts, tiles),
            "MARK": (sorts, [memory.name for memory in self.marks]),
            "NEAR": (sorts, few),
            "THREAT": (sorts, few),
            "OPEN": (sorts, few),
            "COST": (sorts, many),
            "SPARE": (sorts, many),
            "GAIN": (sorts, few),
            "TILE": (tiles,),
            "SITE": (tiles,),
            "PLACE": (sorts, many),
            "COINS": (sorts, many),
            "NUMBER": (sorts, many),
        }
        self.places: dict[str, int] = {}
        self.count = 0
        for name, parts in self.sections.items():
            self.places[name] = self.count
            size = 1
            for part in parts:
                size *= len(part)
            self.count += size

    def names(self) -> Iterator[str]:
        """The names of all features, in order."""
        for section, parts in self.sections.items():
            for told in product(*parts):
                yield " ".join((section.lower(), *told))

    def asked_sorts(self, procedure: int) -> tuple[int, ...]:
        """For the steps of a procedure that ask: step, sort of choice, what is asked for."""
        return tuple(
            part
            for (of, step), sort in self.questions.items()
            if of == procedure
            for part in (step, sort, AIMS.get(self.code.choices[of, step].type, 0))
        )

    def tile_words(self) -> list[list[int]]:
        """The numbers of the traits of each tile."""
        composition, words = self.code.program.composition, self.code.program.tile_traits
        return [
            [words.index(trait) for trait in composition.tiles[tile].traits if trait in words]
            for tile in self.code.program.tiles
        ]

    def action_sorts(self) -> list[int]:
        """The type of target of each action."""
        targets = [action.definition.target for action in self.code.actions]
        return [0 if target is None else AIMS.get(target.type.name, 0) for target in targets]


def _is_mark(memory: MemoryDef) -> bool:
    return memory.on == PEOPLE and not memory.secret and memory.type in MARKS


def _asked(code: Code, place: tuple[int, int]) -> str:
    info = code.choices[place]
    return f"{code.proc_names[place[0]]}:{info.kind}:{info.name}".replace(" ", "_")


# ── numbers ─────────────────────────────────────────────────────────────────────
# Numbers for parts of a program: chains of rules, functions called by number, kinds of choices.


@dataclass(slots=True)
class Numbers:
    """What the printer asks about a program. `widest` is the longest possible list, `functions` are those called by number."""

    code: Code
    widest: int
    functions: dict[str, int] = field(default_factory=dict)

    def key(self, what: str, index: int = 0) -> int:
        """The key of a chain of rules in play."""
        code = self.code
        sizes = {
            "changed": len(code.program.values),
            "forbids": len(code.program.permissions),
            "permits": len(code.program.permissions),
            "triggers": len(code.events),
            "actions": len(code.events),
            "": 0,
        }
        names = list(sizes)
        return sum(sizes[name] for name in names[: names.index(what)]) + index

    @property
    def keys(self) -> int:
        """The number of chains."""
        return self.key("")

    def choice(self, place: tuple[int, int]) -> tuple[int, int, int, int]:
        """For a step that asks: the kind of choice, the slot of the answer, the next step, the phase that is offered."""
        info = self.code.choices[place]
        return CHOICES[info.kind], info.slot, info.after, info.phase

    @property
    def every(self) -> int:
        """The number of the reason that stands for all reasons; -1 if no rule names it."""
        reasons = self.code.reasons
        return reasons.index(EVERY) if EVERY in reasons else -1

    def static_permits(self, permission: int) -> Iterator[tuple[int, list[str]]]:
        """The functions of packs that lift a prohibition, by the number of its reason."""
        for (of, reason), lifts in self.code.static_permits.items():
            if of == permission:
                yield self.code.reasons.index(reason), lifts

    def collecting(self, value: int) -> tuple[int, int]:
        """For a collected value: which of its parameters is its subject, and how many more parameters its rules have."""
        return self.code.value_subjects[value], int(self.code.guarded[value])

    def function(self, name: str) -> int:
        """The number of a function."""
        return self.functions.setdefault(name, len(self.functions))


ZEROES = 512
WORD_BITS = 64
MOST_IN_A_WORD = 63
"""Regions or peoples that fit into sets of one word: the last bit is that of nobody."""
MOST_WORDS = 32
TILE_ARRAYS = ("SITE", "CONCEALED", "TILE_COINS", "BORROWED", "TRAYS", "SET_ASIDE", "HOME")
"""Arrays of the fixed cells of tiles; cells of memories are in rows that are created on the first write."""
MOST_SEATS = MOST_PLAYERS
LIST_WORDS = 24576
WIDER = 8
"""The factor of the capacity for lists and options where sets have several words."""
FRAME_WORDS = 4096
LOG_WORDS = 65536
MOST_ASKED = 4096
"""Values asked for in one call."""
MOST_OPTIONS = 4096
MOST_ENTRIES = 8192
"""Capacity for entries of chains of rules in play, for any tiles."""
TIMES_IN_PLAY = 3
"""The rules of a tile can be in play for itself, and for tiles that borrow it."""
GRAIN = 1 << 12
"""Blocks begin at multiples of this."""
MOST_GAMES = 4096
"""Games of a batch."""
SCALARS = numbered(State)
DECISION = numbered(Decision)


@dataclass(frozen=True, slots=True)
class Array:
    """Cell (i, j) lies at `base + i * stride + j * size`."""

    base: int
    stride: int
    size: int


def room_of(words: int) -> tuple[int, int]:
    """The total words of lists, and the number of options, for sets of this many words."""
    wider = 1 if words == 1 else WIDER
    return LIST_WORDS * wider, MOST_OPTIONS * wider


class Memory:
    """The layout of a program's memory; `data` is its initial content, `top` its end."""

    def __init__(self, code: Code, keys: int, words: int = 1, *, noting: bool = False) -> None:
        self.arrays: dict[str, Array] = {}
        self.data: list[tuple[int, bytes]] = []
        self.top = 64 if words == 1 else ZEROES
        self.slot = 0
        self._lists: dict[tuple[int, ...], int] = {(): EMPTY}
        self._tables: dict[tuple[int, ...], str] = {}
        self.words = words
        self.regions = MOST_IN_A_WORD if words == 1 else WORD_BITS * words
        self.peoples = min(self.regions, MOST_PEOPLES)
        self.list_words, self.options = room_of(words)
        self.entries = min(MOST_ENTRIES, TIMES_IN_PLAY * _entries(code) + 1)
        self.tile_cells = max(1, len(code.layout.tile) - at.HOME - 1)
        self._of_nouns(code)
        self._of_pieces(len(code.supplies))
        self._of_tiles(code.tile_count, len(code.decks))
        self._growing(code)
        self._following(keys)
        self.slot = self.top = -(-self.top // GRAIN) * GRAIN
        self.singles = 0 if words == 1 else self._single_sets()
        self._board(code)
        self._beside()
        self._of_trials(code.tile_count, len(code.decks), len(code.backs))
        self.array("WEIGHTS", Features(code).count, size=4)
        self.array("VALUES", LEFTS, MOST_VALUED, size=4)
        self.array("VALUES_OF_TILES", code.tile_count, 2, size=4)
        if noting:
            self._of_notes(code.program)

    def _single_sets(self) -> int:
        """Write the sets of one member, one after the other. Returns the address of the first."""
        place = self.top
        for member in range(self.regions):
            self.bits(1 << member)
        return place

    def _board(self, code: Code) -> None:
        self.map_start = self.top
        for name, size in (("NEAR", 8), ("BORDERS", 8), ("TERRAIN", 2), ("BOARDS", 2)):
            self.array(name, self.regions, size=size, below=1)
        for name in ("TRAITS", "GROUNDS"):
            self.array(name, len(code.program.traits))
        self.array("POINTLESS", code.tile_count, size=2)
        if self.words > 1:
            self.array("PRINTED", 2 * (self.regions + 1) + 2 * len(code.program.traits) + 1, 1 + self.words)
        self.top = (self.top + 7) // 8 * 8
        self.map_size = self.top - self.map_start

    def _of_nouns(self, code: Code) -> None:
        """The state begins here, after zeroes that are the empty list and the empty set of several words."""
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
            counted = name in ("TILE_COINS", "TRAYS", "SET_ASIDE")
            self.array(name, 2 * tiles, size=8 if counted else 2, below=1)
        self.array("ROW", 2 * tiles, size=2, below=1)

    def _growing(self, code: Code) -> None:
        """Parts of the state of which only the used part is copied."""
        self.array("HELD", MOST_PAIRS, 2)
        self.array("EXTRA", MOST_PAIRS, 2)
        self.array("USED", MOST_PAIRS, 4)
        self.array("LOADED", MOST_PAIRS)
        self.array("P", self.peoples, len(code.layout.people), below=1)
        self.array("T", 2 * code.tile_count, self.tile_cells, below=1)
        self.array("FRAMES", FRAME_WORDS)
        self.array("LISTS", self.list_words)
        self.array("OPTIONS", self.options, 5)

    def _following(self, keys: int) -> None:
        """The rules in play, which follow from the state: they are rebuilt instead of copied. The block ends after them."""
        for name in ("HEAD", "TAIL"):
            self.array(name, keys, size=4)
        self.array("ENTRIES", self.entries, 7)

    def _beside(self) -> None:
        """Temporary data of a choice, and data that the program gets once for many games."""
        for name in ("ARGS", "WATCH", "TARGETS"):
            self.array(name, self.options)
        self.array("SCRATCH", self.list_words)
        self.array("LOG", LOG_WORDS)
        self.array("ASKED", MOST_ASKED, 3)
        for name in ("SEEDS", "THINKS", "FOLLOWS"):
            self.array(name, MOST_SEATS)
        self.array("CHOICES", MOST_CHOICES, size=4)
        self.array("FOUNDS", self.peoples, 4, size=2)
        self.array("COURSE", MOST_COURSE, MOST_SEATS)
        self.array("OPEN", 4)
        for name in ("COUNTS", "PLAYERS", "TAKEN"):
            self.array(name, MOST_GAMES, size=4)
        self.array("GAME", 1)
        self.array("MAPS", MOST_GAMES)
        self.array("MAP_HERE", 1)

    def _of_trials(self, tiles: int, decks: int, kinds: int) -> None:
        """Data of determinization, and the records of choices in rollouts."""
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
        self.array("PRIORS", self.options)
        self.array("PATH", LONGEST_PATH, 2)
        self.array("NOTED", MOST_NOTED, 2)
        self.array("DONE", CELLS, 2)
        self.array("WORTHS", MOST_WORTHS, 3)
        self.array("LEADS", MOST_SEATS)
        self.array(
            "ABOUT", max(len(OPTION), len(COLUMNS_REGION), len(SEAT) + MOST_WORTHS, MOST_WORTHS + len(VALUED))
        )

    def _of_notes(self, program: Program) -> None:
        """Data about used rules, and those used together in one answer; values by number, from 1."""
        from ruledsl.rules.check.graph import made_of  # noqa: PLC0415 - hardly anybody wants notes, and many load rules
        from ruledsl.rules.check.program import clauses_of  # noqa: PLC0415

        rules, values = len(list(clauses_of(program))), len(program.values) + 1
        parts = [set(), *({part + 1 for part in made_of(value)} for value in program.values)]
        feeds = self.array("FEEDS", values, values, size=2)
        flags = (part in parts[whole] for part in range(values) for whole in range(values))
        self.data.append((feeds.base, packed(map(int, flags), feeds.size)))
        self.array("EFFECTS", rules, size=2)
        self.array("TOGETHER", rules, rules, size=2)
        self.array("ANSWER", 2)
        self.array("HEARD", MOST_HEARD, size=2)

    def in_block(self, name: str) -> bool:
        """Is an array part of a game's block?"""
        return self.arrays[name].base < self.slot

    def array(self, name: str, rows: int, cells: int = 1, size: int = 8, below: int = 0) -> Array:
        """Allocate an array."""
        self.top = (self.top + 7) // 8 * 8
        stride = cells * size
        array = self.arrays[name] = Array(self.top + below * stride, stride, size)
        self.top += (rows + below) * stride
        return array

    def constant(self, name: str, numbers: Iterable[int], size: int = 8) -> None:
        """Write a constant array; the last of `numbers` is that of nobody, as in `Code`."""
        *rows, nobody = numbers
        array = self.array(name, len(rows), size=size, below=1)
        self.data.append((array.base - size, packed([nobody, *rows], size)))

    def table(self, numbers: tuple[int, ...]) -> str:
        """A constant array with a generated name; -1 reads the last of the numbers."""
        name = self._tables.get(numbers)
        if name is None:
            name = self._tables[numbers] = f"TABLE{len(self._tables)}"
            self.constant(name, numbers)
        return name

    def initial(self, value: object) -> int:
        """A cell's initial value: a number, or the address of a constant list."""
        return self.list(value) if isinstance(value, tuple) else int(value)  # type: ignore[call-overload]

    def list(self, members: tuple[int, ...]) -> int:
        """The address of a constant list."""
        if members not in self._lists:
            self.top = (self.top + 7) // 8 * 8
            self._lists[members] = self.top
            self.data.append((self.top, packed([len(members), *members], 8)))
            self.top += 8 * (1 + len(members))
        return self._lists[members]

    def bits(self, value: int) -> int:
        """The address of a constant set of several words."""
        mask = value & ((1 << WORD_BITS * self.words) - 1)
        return self.list(tuple(words_of(mask, self.words))) if mask else 0


def _entries(code: Code) -> int:
    """The number of rules of all tiles and pieces."""
    sets = {id(rules): rules for row in code.rules_of_tile for rules in row}
    sets |= {id(rules): rules for rules in (*code.tile_rules.values(), *code.piece_rules.values())}
    return sum(len(rules.entries) for rules in sets.values())


def words_of(mask: int, words: int) -> list[int]:
    """The words of a set in memory, at most this many."""
    parts = [mask >> WORD_BITS * place & ((1 << WORD_BITS) - 1) for place in range(words)]
    return [word - (1 << WORD_BITS) if word >> WORD_BITS - 1 else word for word in parts]


def mask_of(words: Iterable[int]) -> int:
    """The set with these words."""
    return sum((word % (1 << WORD_BITS)) << WORD_BITS * place for place, word in enumerate(words))


def is_list(kind: Type) -> bool:
    """Is it a set that is represented as a list?"""
    return kind.is_set and kind.element not in BIT_SETS


def is_bits(kind: Type) -> bool:
    """Is it a bit set?"""
    return kind.is_set and kind.element in BIT_SETS


def words_needed(regions: int, peoples: int = 0) -> int:
    """How many words sets need for this many regions and peoples; more than `MOST_WORDS` are too many."""
    most = max(regions, peoples)
    return 1 if most <= MOST_IN_A_WORD else max(2, -(-most // WORD_BITS))


def packed(numbers: Iterable[int], size: int) -> bytes:
    """Numbers as they lie in memory."""
    return b"".join(number.to_bytes(size, "little", signed=True) for number in numbers)


# ── plan ────────────────────────────────────────────────────────────────────────
# The plan of a native program: everything that a machine needs to know about its layout, without the compiler.


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
        arrays = {name: (array.base, array.stride, array.size) for name, array in self.arrays.items()}
        slots = self.list_slots, self.after_lists, self.set_slots, self.after_sets
        cells = self.set_cells, self.list_cells, self.each_lists, self.each_sets
        return arrays, self.end, self.slot, self.words, *slots, *cells, self.asks_pointless, self.map_size

    @classmethod
    def from_plain(cls, data: tuple[Any, ...]) -> Plan:
        """The plan from plain data."""
        arrays, *rest = data
        return cls({name: Array(*shape) for name, shape in arrays.items()}, *rest)
