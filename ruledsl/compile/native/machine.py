"""One instance of a native program: its memory, states brought in and out, and the calls."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import wasmtime

from ruledsl.compile.native import memory as m
from ruledsl.compile.native.numbers import CHOICES
from ruledsl.compile.native.program import ENTRY_POINTS, NativeProgram
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.state import PendingChoice, State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.engine.rules.code import Code
    from ruledsl.engine.state.board import Board

__all__ = ["Machine"]

_TYPES = {8: ctypes.c_int64, 4: ctypes.c_int32, 2: ctypes.c_int16}
KINDS = ("", *CHOICES)


class Machine:
    """Runs states of a program, one at a time."""

    def __init__(
        self, code: Code, program: NativeProgram, engine: wasmtime.Engine, module: wasmtime.Module
    ) -> None:
        self.program, self.code, self.plan = program, code, program.memory
        self.store = wasmtime.Store(engine)
        self.instance = wasmtime.Instance(self.store, module, [])
        exports = self.instance.exports(self.store)
        self.calls = {name: exports[name] for name in ENTRY_POINTS}
        found = exports["memory"]
        self.base = ctypes.cast(found.data_ptr(self.store), ctypes.c_void_p).value or 0
        self.cells: dict[str, Any] = {}
        for name, array in self.plan.arrays.items():
            count = (array.stride // array.size) * 100_000
            limit = (found.data_len(self.store) - array.base) // array.size
            kind = _TYPES[array.size]
            self.cells[name] = (kind * min(count, limit)).from_address(self.base + array.base)
        self.board: Board | None = None

    def call(self, name: str, *args: int) -> int:
        return self.calls[name](self.store, *args)  # type: ignore[no-any-return]

    def scalar(self, name: str) -> int:
        return self.cells["S"][m.SCALARS[name]]  # type: ignore[no-any-return]

    def set_scalar(self, name: str, value: int) -> None:
        self.cells["S"][m.SCALARS[name]] = value

    # ── in ──

    def read_board(self, board: Board) -> None:
        if self.board is board:
            return
        self.board = board
        arrays = self.cells
        arrays["NEAR"][0 : board.size] = board.near[:-1]
        arrays["TERRAIN"][0 : board.size] = board.terrain[:-1]
        arrays["BOARDS"][0 : board.size] = board.boards[:-1]
        for name, values in (("NEAR", 0), ("TERRAIN", -1), ("BOARDS", -1)):
            self._below(name, [values])
        arrays["TRAITS"][0 : len(board.traits)] = board.traits
        arrays["GROUNDS"][0 : len(board.grounds)] = board.grounds
        if self.program.asks_pointless:
            dull = board.pointless(self.code.program)
            arrays["POINTLESS"][0 : self.code.tile_count] = [tile in dull for tile in range(self.code.tile_count)]

    def _below(self, name: str, values: list[int]) -> None:
        array = self.plan.arrays[name]
        kind = _TYPES[array.size] * len(values)
        kind.from_address(self.base + array.base - array.stride)[:] = values

    def read(self, g: State) -> None:
        """Bring a state in."""
        self.read_board(g.board)
        plan, layout = self.plan, self.code.layout
        start, end = plan.state, plan.end
        ctypes.memset(self.base + start, 0, end - start)
        self.top = plan.arrays["LISTS"].base
        cells = self.cells
        self.set_scalar("seats", g.seats)
        self.set_scalar("peoples", g.people_count)
        self.set_scalar("rounds", g.board.rounds)
        self.set_scalar("everywhere", g.board.everywhere)
        self.set_scalar("regions", g.board.size)
        self.set_scalar("dirty", 1)
        cells["G"][0 : len(g.G)] = self._row(g.G)
        cells["G"][at.SEEN] = 0
        for kind in range(len(g.stock)):
            cells["SEEN"][kind] = g.G[at.SEEN] >> kind & 1
        for name, rows, blank in (("Y", g.Y, layout.player), ("P", g.P, layout.people), ("R", g.R, layout.region)):
            found = self._row(rows[: -len(blank)])
            cells[name][0 : len(found)] = found
            self._below(name, self._row(blank))
        cells["STOCK"][0 : len(g.stock)] = g.stock
        cells["KMASK"][0 : len(g.stock)] = g.kmask
        for key, count in g.on.items():
            cells["ON"][(key >> 12) * (m.MOST_REGIONS + 1) + (key & 4095)] = count
        for name, table in (("held", g.held), ("extras", g.extra)):
            array = cells["HELD" if name == "held" else "EXTRA"]
            for i, (key, count) in enumerate(table.items()):
                array[2 * i], array[2 * i + 1] = key, count
            self.set_scalar(name, len(table))
        for i, ((action, tile, each), count) in enumerate(g.used.items()):
            cells["USED"][4 * i : 4 * i + 4] = [action, tile, each, count]
        self.set_scalar("used", len(g.used))
        cells["LOADED"][0 : len(g.loaded)] = g.loaded
        self.set_scalar("loaded", len(g.loaded))
        width = self.code.tile_count + 1
        for deck, tiles in enumerate(g.decks):
            cells["DECKS"][deck * width : deck * width + 1 + len(tiles)] = [len(tiles), *tiles]
        cells["LAID"][0 : 1 + len(g.laid)] = [len(g.laid), *g.laid]
        self._read_tiles(g)
        self._read_frames(g)
        self.set_scalar("list_end", self.top)
        self._read_pending(g)

    def _read_tiles(self, g: State) -> None:
        cells, code, layout = self.cells, self.code, self.code.layout
        count = 2 * code.tile_count
        for name, blank in zip(m.TILE_ARRAYS, layout.tile, strict=False):
            values = list(code.trays[:count]) if name == "TRAYS" else [blank] * count
            cells[name][0:count] = values
            self._below(name, [0 if name == "TRAYS" else blank])
        cells["ROW"][0:count] = [-1] * count
        self._below("ROW", [-1])
        blank = self._row(layout.tile[at.HOME + 1 :]) or [0]
        self._below("T", blank)
        rows = 0
        for key, value in g.T.items():
            tile, cell = divmod(key, code.tile_width)
            if cell <= at.HOME:
                cells[m.TILE_ARRAYS[cell]][tile] = value
                continue
            if cells["ROW"][tile] < 0:
                cells["ROW"][tile] = rows
                cells["T"][rows * len(blank) : (rows + 1) * len(blank)] = blank
                rows += 1
            cells["T"][cells["ROW"][tile] * len(blank) + cell - at.HOME - 1] = self._cell(value)
        self.set_scalar("rows", rows)

    def _read_frames(self, g: State) -> None:
        top, below = self.plan.arrays["FRAMES"].base, 0
        for frame in g.frames:
            place = top + 8
            words = [below, *self._row(frame)]
            self._words(top, words)
            top += 8 * len(words)
            below = place
        self.set_scalar("frame", below)
        self.set_scalar("frames", len(g.frames))
        self.set_scalar("frame_end", top)

    def _read_pending(self, g: State) -> None:
        if g.pending is None:
            return
        info, options = g.pending.info, g.pending.options
        for name, value in (("kind", KINDS.index(info.kind)), ("player", g.pending.player), ("slot", info.slot), ("after", info.after)):
            self.set_scalar(name, value)
        for i, option in enumerate(options):
            row = list(option) if isinstance(option, tuple) else [option]
            self.cells["OPTIONS"][5 * i : 5 * i + len(row)] = row
        self.set_scalar("options", len(options))

    def _row(self, row: Iterable[Any]) -> list[int]:
        return [self._cell(value) for value in row]

    def _cell(self, value: Any) -> int:
        if isinstance(value, tuple | list):
            if not value:
                return m.EMPTY
            place = self.top
            self._words(place, [len(value), *value])
            self.top += 8 * (1 + len(value))
            return place
        number = int(value)
        return number - (1 << 64) if number >> 63 == 1 else number

    def _words(self, place: int, words: list[int]) -> None:
        (ctypes.c_int64 * len(words)).from_address(self.base + place)[:] = words

    # ── out ──

    def _list(self, place: int) -> tuple[int, ...]:
        words = ctypes.c_int64.from_address(self.base + place).value
        return tuple((ctypes.c_int64 * words).from_address(self.base + place + 8))

    def options(self) -> list[Any]:
        count = self.scalar("options")
        if self.scalar("slot") >= 0:
            return self.cells["OPTIONS"][0 : 5 * count : 5]  # type: ignore[no-any-return]
        rows = self.cells["OPTIONS"][0 : 5 * count]
        return [tuple(rows[i : i + 5]) for i in range(0, 5 * count, 5)]

    def content(self) -> dict[str, Any]:
        """As `State.content`, without what says nothing."""
        cells, code, layout = self.cells, self.code, self.code.layout
        lists = self._list_cells()
        seats, peoples, regions = self.scalar("seats"), self.scalar("peoples"), self.scalar("regions")
        kinds = range(len(code.supplies))
        game = self._cells_out("G", 1, len(layout.game), lists["game"], layout.game, blank=False)
        game[at.RANDOM] %= 1 << 64
        game[at.SEEN] = sum(1 << kind for kind in kinds if cells["SEEN"][kind])
        stride = m.MOST_REGIONS + 1
        on = [(kind << 12 | region, cells["ON"][kind * stride + region]) for kind in kinds for region in range(regions)]
        pairs = {
            name: sorted((cells[name][2 * i], cells[name][2 * i + 1]) for i in range(self.scalar(count)))
            for name, count in (("HELD", "held"), ("EXTRA", "extras"))
        }
        width = code.tile_count + 1
        return {
            "game": game,
            "players": self._cells_out("Y", seats, len(layout.player), lists["player"], layout.player),
            "peoples": self._cells_out("P", peoples, len(layout.people), lists["people"], layout.people),
            "regions": self._cells_out("R", regions, len(layout.region), lists["region"], layout.region),
            "tiles": self._tiles_out(lists["tile"]),
            "stock": cells["STOCK"][0 : len(code.supplies)],
            "pieces": [(key, count) for key, count in on if count],
            "held": pairs["HELD"],
            "extra": pairs["EXTRA"],
            "decks": [cells["DECKS"][d * width + 1 : d * width + 1 + cells["DECKS"][d * width]] for d in range(len(code.decks))],
            "laid": cells["LAID"][1 : 1 + cells["LAID"][0]],
            "loaded": cells["LOADED"][0 : self.scalar("loaded")],
            "used": sorted((tuple(cells["USED"][4 * i : 4 * i + 3]), cells["USED"][4 * i + 3]) for i in range(self.scalar("used"))),
            "frames": self._frames_out(),
        }

    def _list_cells(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {noun: set() for noun in ("game", "player", "people", "region", "tile")}
        for memory in self.code.program.memories:
            if isinstance(memory.initial, tuple):
                found[memory.on.name if memory.on.name in found else "game"].add(self.code.layout.cells[memory.index])
        return found

    def _cells_out(
        self, name: str, rows: int, width: int, lists: set[int], blank_row: list[Any], *, blank: bool = True
    ) -> list[Any]:
        found = self.cells[name][0 : rows * width]
        out = [self._list(value) if place % width in lists else value for place, value in enumerate(found)]
        return out + list(blank_row) if blank else out

    def _tiles_out(self, lists: set[int]) -> list[tuple[int, Any]]:
        cells, code, layout = self.cells, self.code, self.code.layout
        out = []
        for tile in range(2 * code.tile_count):
            for cell, name in enumerate(m.TILE_ARRAYS):
                blank = code.trays[tile] if name == "TRAYS" else layout.tile[cell]
                if cells[name][tile] != blank:
                    out.append((tile * code.tile_width + cell, cells[name][tile]))
            row = cells["ROW"][tile]
            for cell in range(at.HOME + 1, len(layout.tile)) if row >= 0 else ():
                value = cells["T"][row * self.plan.tile_cells + cell - at.HOME - 1]
                value = self._list(value) if cell in lists else value
                if value != layout.tile[cell]:
                    out.append((tile * code.tile_width + cell, value))
        return out

    def _frames_out(self) -> list[list[Any]]:
        found = []
        place, end = self.scalar("frame"), self.scalar("frame_end")
        while place:
            words = list((ctypes.c_int64 * ((end - place) // 8)).from_address(self.base + place))
            listed = self.program.list_slots[words[0]] if words[0] else self.program.after_lists[words[5]]
            for slot in listed:
                if words[slot] > 0:
                    words[slot] = self._list(words[slot])
            found.append(words)
            end = place - 8
            place = ctypes.c_int64.from_address(self.base + end).value
        return found[::-1]


_ = PendingChoice
