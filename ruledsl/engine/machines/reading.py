"""Copies states from Python into the block of a machine."""

from __future__ import annotations

from ctypes import string_at
from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import EngineError
from ruledsl.engine.compile.wasm import memory as m
from ruledsl.engine.machines.machine import WORD, TooMuch, signed
from ruledsl.engine.machines.moments import PARTS, Block, Moment, lines_of
from ruledsl.engine.small.kinds import CHOICES, MADE_ITSELF
from ruledsl.engine.small.room import EMPTY, MOST_PAIRS
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.keys import in_region
from ruledsl.engine.state.limits import LONGEST_LOG, MOST_ROUNDS
from ruledsl.engine.state.state import PAUSING, ForcedChoice, PendingChoice

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.state import State


def read(machine: Machine, g: State) -> None:
    """Copy a state into the current block. `TooMuch` if it exceeds a capacity."""
    if m.words_needed(g.board.size, g.people_count) > machine.plan.words or g.seats > m.MOST_SEATS:
        raise TooMuch
    if max(len(g.held), len(g.extra), len(g.used), len(g.loaded)) > MOST_PAIRS:
        raise TooMuch
    _Reading(machine, g).all()


def clear_regions(machine: Machine) -> None:
    """Remove everything from the map."""
    blank: list[Any] = machine.code.layout.region
    count = machine.scalar("regions")
    row = [word if isinstance(word, int) else EMPTY for word in blank]
    machine.cells["R"][0 : count * len(row)] = row * count


def lay(machine: Machine, board: Board) -> None:
    """Set the map, with anything on it. `TooMuch` if it has too many regions."""
    if m.words_needed(board.size) > machine.plan.words:
        raise TooMuch
    is_same = machine.board is board
    if not is_same:
        machine.board = board
        machine.everywhere = _print(machine, board)
    machine.put("rounds", board.rounds)
    machine.put("everywhere", machine.everywhere)
    machine.put("regions", board.size)


def _print(machine: Machine, board: Board) -> int:
    """Write the data of a map. Returns the set of all regions."""
    cells, count = machine.cells, board.size
    (near, traits, grounds, (everywhere,)) = _sets(
        machine, [board.near[:count], board.traits, board.grounds, [board.everywhere]]
    )
    tables = (("NEAR", [*near, 0]), ("TERRAIN", board.terrain), ("BOARDS", board.boards))
    for name, table in tables:
        cells[name][0:count] = table[:count]
        machine.below(name, table[count:])
    cells["TRAITS"][0 : len(traits)] = traits
    cells["GROUNDS"][0 : len(grounds)] = grounds
    if machine.plan.asks_pointless:
        from ruledsl.rules.check.reachability import pointless_on  # noqa: PLC0415 - most games do without

        dull = pointless_on(machine.code.program, board.words, board.printed)
        tiles = machine.code.tile_count
        cells["POINTLESS"][0:tiles] = [tile in dull for tile in range(tiles)]
    return everywhere


def _sets(machine: Machine, masks: list[list[int]]) -> list[list[int]]:
    """Sets as cells hold them: sets of several words go to the area of the map's data."""
    words = machine.plan.words
    if words == 1:
        return masks
    place, placed = machine.plan.arrays["PRINTED"].base, []
    for row in masks:
        placed.append([place + 8 * (1 + words) * number if mask else 0 for number, mask in enumerate(row)])
        for number, mask in enumerate(row):
            at_ = place + 8 * (1 + words) * number
            machine.words(at_, 1 + words)[:] = [words, *m.words_of(mask, words)]
        place += 8 * (1 + words) * len(row)
    return placed


class _Reading:
    def __init__(self, machine: Machine, g: State) -> None:
        self.machine, self.g, self.code = machine, g, machine.code
        self.cells = machine.cells
        self.top = machine.plan.arrays["LISTS"].base
        list_words, self.options = m.room_of(machine.plan.words)
        self.lists_end = self.top + 8 * list_words // 2  # the other half is for later lists

    def all(self) -> None:
        """Copy the state, and its pending choice."""
        self.machine.clear("S", "LISTS")
        lay(self.machine, self.g.board)
        self._numbers()
        self._nouns()
        self._pieces()
        self._decks()
        self._tiles()
        self._frames()
        self.machine.put("list_end", self.top)
        self._pending()

    def _numbers(self) -> None:
        g = self.g
        scalars = {
            "seats": g.seats,
            "peoples": g.people_count,
            "held": len(g.held),
            "extras": len(g.extra),
            "used": len(g.used),
            "loaded": len(g.loaded),
            "frames": len(g.frames),
            "dirty": 1,
        }
        for name, value in scalars.items():
            self.machine.put(name, value)

    def _nouns(self) -> None:
        g, layout, cells = self.g, self.code.layout, self.cells
        sets = self.machine.plan.set_cells
        cells["G"][0 : len(g.G)] = self._row([*g.G[: at.SEEN], 0, *g.G[at.SEEN + 1 :]], sets["G"])
        rows = (("Y", g.Y, layout.player), ("P", g.P, layout.people), ("R", g.R, layout.region))
        for name, table, blank in rows:
            width, end = len(blank), len(table) - len(blank)
            cells[name][0:end] = self._row(table[:end], sets[name], width)
            self.machine.below(name, self._row(blank, sets[name]))
        used = [
            word
            for (action, tile, each), times in g.used.items()
            for word in (action, tile, self._each(action, each), times)
        ]
        cells["USED"][0 : len(used)] = used
        cells["LOADED"][0 : len(g.loaded)] = g.loaded

    def _each(self, action: int, each: Any) -> int:
        return self._set(each) if action in self.machine.plan.each_sets else self._cell(each)

    def _pieces(self) -> None:
        g, cells = self.g, self.cells
        kinds = len(g.stock)
        cells["STOCK"][0:kinds] = g.stock
        cells["KMASK"][0:kinds] = [self._set(mask) for mask in g.kmask]
        cells["SEEN"][0:kinds] = [g.G[at.SEEN] >> kind & 1 for kind in range(kinds)]
        width = self.machine.plan.arrays["ON"].stride // 4
        for key, count in g.on.items():
            kind, region = in_region(key)
            cells["ON"][kind * width + region] = count
        for name, table in (("HELD", g.held), ("EXTRA", g.extra)):
            words = [word for pair in table.items() for word in pair]
            cells[name][0 : len(words)] = words

    def _decks(self) -> None:
        g, cells, width = self.g, self.cells, self.code.tile_count + 1
        for deck, tiles in enumerate(g.decks):
            cells["DECKS"][deck * width : deck * width + 1 + len(tiles)] = [len(tiles), *tiles]
        cells["LAID"][0 : 1 + len(g.laid)] = [len(g.laid), *g.laid]

    def _tiles(self) -> None:
        cells, code, layout = self.cells, self.code, self.code.layout
        count = 2 * code.tile_count
        for name, blank in zip(m.TILE_ARRAYS, layout.tile, strict=False):
            trays = name == "TRAYS"
            cells[name][0:count] = code.trays[:count] if trays else [blank] * count
            self.machine.below(name, [0 if trays else blank])
        cells["ROW"][0:count] = [-1] * count
        self.machine.below("ROW", [-1])
        sets = self.machine.plan.set_cells["T"]
        blank_row = self._row(layout.tile[at.HOME + 1 :], sets) or [0]
        self.machine.below("T", blank_row)
        width, rows = len(blank_row), 0
        for key, value in self.g.T.items():
            tile, cell = divmod(key, code.tile_width)
            if cell <= at.HOME:
                cells[m.TILE_ARRAYS[cell]][tile] = value
                continue
            if cells["ROW"][tile] < 0:
                cells["ROW"][tile] = rows
                cells["T"][rows * width : (rows + 1) * width] = blank_row
                rows += 1
            place = cell - at.HOME - 1
            stored = self._set(value) if place in sets else self._cell(value)
            cells["T"][cells["ROW"][tile] * width + place] = stored
        self.machine.put("rows", rows)

    def _frames(self) -> None:
        place, below = self.machine.plan.arrays["FRAMES"].base, 0
        plan = self.machine.plan
        for frame in self.g.frames:
            sets = plan.set_slots[frame[0]] if frame[0] else plan.after_sets[frame[5]]
            words = [below, *self._row(frame, sets)]
            if place + 8 * len(words) > plan.arrays["LISTS"].base:
                raise TooMuch
            self.machine.words(place, len(words))[:] = words
            below = place + 8
            place += 8 * len(words)
        self.machine.put("frame", below)
        self.machine.put("frame_end", place)

    def _pending(self) -> None:
        waiting = self.g.pending
        if waiting is None:
            return
        info, options = waiting.info, waiting.options
        if len(options) >= self.options:
            raise TooMuch
        scalars = {
            "kind": CHOICES[info.kind],
            "player": waiting.player,
            "slot": info.slot,
            "after": info.after,
            "options": len(options),
        }
        for name, value in scalars.items():
            self.machine.put(name, value)
        for number, option in enumerate(options):
            row = list(option) if isinstance(option, tuple) else [option]
            self.cells["OPTIONS"][5 * number : 5 * number + len(row)] = row

    # ── contents of cells ──

    def _row(self, row: list[Any], sets: Container[int], width: int = 0) -> list[int]:
        """Cells of a row, or of consecutive rows of a width; `sets` are the places of sets in a row."""
        if self.machine.plan.words == 1:  # a set is a number like any other, and few numbers need a look
            return [
                value if type(value) is int and 0 <= value < WORD // 2 else self._cell(value) for value in row
            ]
        width = width or len(row)
        return [
            self._set(value) if place % width in sets else self._cell(value)
            for place, value in enumerate(row)
        ]

    def _set(self, mask: int) -> int:
        words = self.machine.plan.words
        if words == 1:
            return self._cell(mask)
        # A slot that was never written holds -1.
        return self._list(m.words_of(mask, words)) if mask > 0 else min(mask, 0)

    def _cell(self, value: Any) -> int:
        if isinstance(value, tuple | list):
            return self._list(value) if value else EMPTY
        number = int(value)
        if number >= WORD or number < -WORD // 2:
            raise TooMuch
        return signed(number)

    def _list(self, members: tuple[int, ...] | list[int]) -> int:
        place = self.top
        self.top += 8 * (1 + len(members))
        if self.top > self.lists_end:
            raise TooMuch
        self.machine.words(place, 1 + len(members))[:] = [len(members), *members]
        return place


# ── scratch ────────────────────────────────────────────────────────────────────────
# The scratch: where states in Python lie while a machine advances or queries them.


SET_UP = [part for part in PARTS if part != "journal"]
"""The parts of a state that lie there."""


class Scratch:
    """A machine with a block for one state at a time; `held` is the current user."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.block = machine.room()
        self.held: object = None

    def bring(self, g: State) -> None:
        """Copy a state to the scratch. `TooMuch` if it exceeds a capacity."""
        if isinstance(self.held, Lying):
            self.held.take_up()
        self.held = None
        self.machine.enter(self.block)
        read(self.machine, g)
        self.machine.put("fuel", MOST_ROUNDS)
        self.machine.put("logging", g.journal is not None)
        self.machine.put("forcing", g.forced is not None)
        winding = 0 <= g.skip < PAUSING
        self.machine.put("skip", g.skip % PAUSING + 1 if g.skip >= 0 else 0)
        self.machine.put("winding", winding)
        self.machine.put("acting", g.acting + 1)

    def take_back(self, g: State) -> None:
        """Copy the new state back, and append what happened to its journal."""
        there = Block(self.machine)
        for part in PARTS:
            if part != "journal":
                setattr(g, part, there.part(part))
        if not self.machine.scalar("skip"):
            g.skip = -1
        words = 8 * self.machine.scalar("logged")
        if words:
            log = memoryview(string_at(self.machine.log_at, words)).cast("q")
            _tell(g, lines_of(g.code, self.machine.plan.words, log))


def _tell(g: State, lines: Iterator[tuple[Any, ...]]) -> None:
    for line in lines:
        if line[0] == MADE_ITSELF:
            _, player, procedure, step, *options = line
            asked = PendingChoice(g.code.choices[procedure, step], player, options)
            if g.forced is not None:
                g.forced.append(ForcedChoice(asked, len(g.journal or ())))
        elif g.journal is not None:
            g.journal.append(line)
    if g.journal is not None and len(g.journal) > LONGEST_LOG:
        raise EngineError("the log of this game is full")


class Lying:
    """The source of a state that is being set up: it stays on the scratch until somebody else needs that, or reads a part of it."""

    handle = None

    def __init__(self, g: Moment, scratch: Scratch) -> None:
        self.g, self.scratch = g, scratch
        self.was_read = False

    def part(self, name: str) -> Any:
        """A part of it. The reader may change it (and who changes a part reads it first), so the state must be copied to the scratch again."""
        self.was_read = True
        self.scratch.machine.enter(self.scratch.block)
        return Block(self.scratch.machine).part(name)

    @property
    def untouched(self) -> bool:
        """Has no part been read since?"""
        return self.scratch.held is self and not self.was_read

    def take_up(self) -> None:
        """Give the state all its parts again."""
        for name in SET_UP:
            getattr(self.g, name)
