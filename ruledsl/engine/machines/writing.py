"""Writes the plain content of a state (`State.content`) and the data of maps into the current block of a machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.compile.wasm import memory as m
from ruledsl.engine.machines.machine import WORD, TooMuch, signed
from ruledsl.engine.small.room import EMPTY, MOST_PAIRS
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.keys import in_region
from ruledsl.engine.state.rng import seeded
from ruledsl.engine.state.state import NOWHERE, Frame, first_decks

if TYPE_CHECKING:
    from collections.abc import Container

    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import Code

Content = dict[str, Any]
"""As `State.content`."""


def empty(code: Code, board: Board, seats: int) -> Content:
    """The content of an empty table."""
    layout = code.layout
    return {
        "game": list(layout.game),
        "players": layout.player * (seats + 1),
        "peoples": list(layout.people),
        "regions": layout.region * (board.size + 1),
        "tiles": [],
        "stock": list(code.supplies),
        "pieces": [],
        "held": [],
        "extra": [],
        "decks": [[] for _ in code.decks],
        "laid": [],
        "loaded": [],
        "used": [],
        "frames": [],
        "skip": NOWHERE,
    }


def first(code: Code, board: Board, seats: int, seed: int = 0) -> Content:
    """The content of a game before anything has happened: its tiles in their decks, and its first rule about to run."""
    content = empty(code, board, seats)
    content["game"][at.RANDOM] = seeded(seed)
    for tile, deck in enumerate(first_decks(code.program.composition)):
        if deck >= 0 and tile not in code.lenders:
            content["decks"][deck].append(tile)
            content["tiles"].append((tile * code.tile_width + at.HOME, deck))
    if code.start >= 0:
        content["frames"].append(first_frame(code))
    return content


def first_frame(code: Code) -> Frame:
    """The frame of the event that is a game."""
    procedure = code.events[code.start].proc
    return [procedure, 0, -1, -1, -1, *code.pads[procedure]]


def write(machine: Machine, board: Board, seats: int, content: Content) -> None:
    """Make it the content of the current block, where nobody is asked yet and nothing is logged. `TooMuch` if it exceeds a capacity."""
    peoples = len(content["peoples"]) // machine.code.people_width - 1
    if m.words_needed(board.size, peoples) > machine.plan.words or seats > m.MOST_SEATS:
        raise TooMuch
    if max(len(content[name]) for name in ("held", "extra", "used", "loaded")) > MOST_PAIRS:
        raise TooMuch
    _Writing(machine, content).all(board, seats, peoples)


def push_frame(machine: Machine, frame: Frame) -> None:
    """Put a frame on top. `TooMuch` if there is no room."""
    plan, place = machine.plan, machine.scalar("frame_end")
    sets = plan.set_slots[frame[0]] if frame[0] else plan.after_sets[frame[5]]
    words = [machine.scalar("frame"), *row_of(machine, frame, sets)]
    if place + 8 * len(words) > plan.arrays["LISTS"].base:
        raise TooMuch
    machine.words(place, len(words))[:] = words
    machine.put("frame", place + 8)
    machine.put("frame_end", place + 8 * len(words))
    machine.put("frames", machine.scalar("frames") + 1)


# ── contents of cells ───────────────────────────────────────────────────────────


def row_of(machine: Machine, row: list[Any], sets: Container[int], width: int = 0) -> list[int]:
    """Cells of a row, or of consecutive rows of a width; `sets` are the places of sets in a row."""
    if machine.plan.words == 1:  # a set is a number like any other, and few numbers need a look
        return [
            value if type(value) is int and 0 <= value < WORD // 2 else cell_of(machine, value)
            for value in row
        ]
    width = width or len(row)
    return [
        set_of(machine, value) if place % width in sets else cell_of(machine, value)
        for place, value in enumerate(row)
    ]


def set_of(machine: Machine, mask: int) -> int:
    """The cell of a set of regions, peoples or players."""
    words = machine.plan.words
    if words == 1:
        return cell_of(machine, mask)
    # A slot that was never written holds -1.
    return _list(machine, m.words_of(mask, words)) if mask > 0 else min(mask, 0)


def cell_of(machine: Machine, value: Any) -> int:
    """The cell of any other value."""
    if isinstance(value, tuple | list):
        return _list(machine, value) if value else EMPTY
    number = int(value)
    if number >= WORD or number < -WORD // 2:
        raise TooMuch
    return signed(number)


def _list(machine: Machine, members: tuple[int, ...] | list[int]) -> int:
    """Write a list behind all others; half of their room is for those that come later."""
    place = machine.scalar("list_end")
    end = place + 8 * (1 + len(members))
    list_words, _ = m.room_of(machine.plan.words)
    if end > machine.plan.arrays["LISTS"].base + 8 * list_words // 2:
        raise TooMuch
    machine.words(place, 1 + len(members))[:] = [len(members), *members]
    machine.put("list_end", end)
    return place


class _Writing:
    def __init__(self, machine: Machine, content: Content) -> None:
        self.machine, self.content, self.code = machine, content, machine.code
        self.cells = machine.cells

    def all(self, board: Board, seats: int, peoples: int) -> None:
        """Write all of it."""
        machine, arrays = self.machine, self.machine.plan.arrays
        machine.clear("S", "LISTS")
        lay(machine, board)
        counts = {"held": "held", "extras": "extra", "used": "used", "loaded": "loaded"}
        for name, part in counts.items():
            machine.put(name, len(self.content[part]))
        machine.put("seats", seats)
        machine.put("peoples", peoples)
        machine.put("dirty", 1)
        machine.put("frame_end", arrays["FRAMES"].base)
        machine.put("list_end", arrays["LISTS"].base)
        self._nouns()
        self._pieces()
        self._decks()
        self._tiles()
        for frame in self.content["frames"]:
            push_frame(machine, frame)

    def _nouns(self) -> None:
        content, layout, cells = self.content, self.code.layout, self.cells
        sets, game = self.machine.plan.set_cells, content["game"]
        cells["G"][0 : len(game)] = self._row([*game[: at.SEEN], 0, *game[at.SEEN + 1 :]], sets["G"])
        rows = (
            ("Y", content["players"], layout.player),
            ("P", content["peoples"], layout.people),
            ("R", content["regions"], layout.region),
        )
        for name, table, blank in rows:
            width, end = len(blank), len(table) - len(blank)
            cells[name][0:end] = self._row(table[:end], sets[name], width)
            self.machine.below(name, self._row(blank, sets[name]))
        used = [
            word
            for (action, tile, each), times in content["used"]
            for word in (action, tile, each_of(self.machine, action, each), times)
        ]
        cells["USED"][0 : len(used)] = used
        cells["LOADED"][0 : len(content["loaded"])] = content["loaded"]

    def _row(self, row: list[Any], sets: Container[int], width: int = 0) -> list[int]:
        return row_of(self.machine, row, sets, width)

    def _pieces(self) -> None:
        content, cells = self.content, self.cells
        kinds, seen = len(content["stock"]), content["game"][at.SEEN]
        cells["STOCK"][0:kinds] = content["stock"]
        cells["SEEN"][0:kinds] = [seen >> kind & 1 for kind in range(kinds)]
        width, places = self.machine.plan.arrays["ON"].stride // 4, [0] * kinds
        for key, count in content["pieces"]:
            kind, region = in_region(key)
            cells["ON"][kind * width + region] = count
            places[kind] |= (count > 0) << region
        cells["KMASK"][0:kinds] = [set_of(self.machine, mask) for mask in places]
        for name, part in (("HELD", "held"), ("EXTRA", "extra")):
            words = [word for pair in content[part] for word in pair]
            cells[name][0 : len(words)] = words

    def _decks(self) -> None:
        content, cells, width = self.content, self.cells, self.code.tile_count + 1
        for deck, tiles in enumerate(content["decks"]):
            cells["DECKS"][deck * width : deck * width + 1 + len(tiles)] = [len(tiles), *tiles]
        laid = content["laid"]
        cells["LAID"][0 : 1 + len(laid)] = [len(laid), *laid]

    def _tiles(self) -> None:
        machine, cells, code, layout = self.machine, self.cells, self.code, self.code.layout
        count = 2 * code.tile_count
        for name, blank in zip(m.TILE_ARRAYS, layout.tile, strict=False):
            trays = name == "TRAYS"
            cells[name][0:count] = code.trays[:count] if trays else [blank] * count
            machine.below(name, [0 if trays else blank])
        cells["ROW"][0:count] = [-1] * count
        machine.below("ROW", [-1])
        sets = machine.plan.set_cells["T"]
        blank_row = self._row(layout.tile[at.HOME + 1 :], sets) or [0]
        machine.below("T", blank_row)
        width, rows = len(blank_row), 0
        for key, value in self.content["tiles"]:
            tile, cell = divmod(key, code.tile_width)
            if cell <= at.HOME:
                cells[m.TILE_ARRAYS[cell]][tile] = value
                continue
            if cells["ROW"][tile] < 0:
                cells["ROW"][tile] = rows
                cells["T"][rows * width : (rows + 1) * width] = blank_row
                rows += 1
            place = cell - at.HOME - 1
            stored = set_of(machine, value) if place in sets else cell_of(machine, value)
            cells["T"][cells["ROW"][tile] * width + place] = stored
        machine.put("rows", rows)


def each_of(machine: Machine, action: int, each: Any) -> int:
    """The cell of the noun that a limit counts for."""
    return set_of(machine, each) if action in machine.plan.each_sets else cell_of(machine, each)


# ── maps ────────────────────────────────────────────────────────────────────────


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
    (near, borders, traits, grounds, (everywhere,)) = _sets(
        machine, [board.near, board.borders, board.traits, board.grounds, [board.everywhere]]
    )
    tables = (("NEAR", near), ("BORDERS", borders), ("TERRAIN", board.terrain), ("BOARDS", board.boards))
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
