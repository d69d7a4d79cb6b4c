"""Reads the block of a game into the parts of a state, and its log into lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.compile.wasm import memory as m
from ruledsl.engine.compile.wasm.memory import is_bits, is_list
from ruledsl.engine.machines.machine import WORD
from ruledsl.engine.small.kinds import EVENT
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.keys import region_key
from ruledsl.engine.state.state import PendingChoice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.code import Code


class Reader:
    """Reads the current block of a machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.code = machine, machine.code
        self.cells = machine.cells

    def part(self, name: str) -> Any:
        """One of `State`'s fields, but for the journal, which is not in the block."""
        return getattr(self, METHODS[name])()

    # ── nouns ──

    def _rows(self, name: str, rows: int, blank: list[Any]) -> list[Any]:
        """Rows of an array, and the row of nobody."""
        width = len(blank)
        cells = self.cells[name][0 : rows * width]
        lists, sets = self.machine.plan.list_cells[name], self.machine.plan.set_cells[name]
        for cell in lists:
            for place in range(cell, len(cells), width):
                cells[place] = self.machine.members(cells[place])
        for cell in sets:
            for place in range(cell, len(cells), width):
                cells[place] = self.machine.set_at(cells[place])
        return cells + blank  # type: ignore[no-any-return]

    def _game(self) -> list[Any]:
        blank = self.code.layout.game
        game = self._rows("G", 1, blank)[: len(blank)]
        game[at.RANDOM] %= WORD
        seen = self.cells["SEEN"][0 : len(self.code.supplies)]
        game[at.SEEN] = sum(flag << kind for kind, flag in enumerate(seen) if flag)
        return game

    def _players(self) -> list[Any]:
        return self._rows("Y", self.machine.scalar("seats"), self.code.layout.player)

    def _peoples(self) -> list[Any]:
        return self._rows("P", self.machine.scalar("peoples"), self.code.layout.people)

    def _regions(self) -> list[Any]:
        return self._rows("R", self.machine.scalar("regions"), self.code.layout.region)

    # ── tiles ──

    def _tiles(self) -> dict[int, Any]:
        """What differs from the initial values of all tiles."""
        code, layout, cells = self.code, self.code.layout, self.cells
        count, width = 2 * code.tile_count, code.tile_width
        tiles: dict[int, Any] = {}
        for cell, name in enumerate(m.TILE_ARRAYS):
            words = cells[name][0:count]
            blanks = code.trays[:count] if cell == at.TRAY else [layout.tile[cell]] * count
            if words != blanks:
                tiles |= {
                    tile * width + cell: word
                    for tile, (word, blank) in enumerate(zip(words, blanks, strict=True))
                    if word != blank
                }
        if self.machine.scalar("rows"):
            tiles |= self._remembered(count)
        return tiles

    def _remembered(self, count: int) -> dict[int, Any]:
        code, layout, plan, cells = self.code, self.code.layout, self.machine.plan, {}
        first, width = at.HOME + 1, plan.arrays["T"].stride // 8
        lists, sets = plan.list_cells["T"], plan.set_cells["T"]
        for tile, row in enumerate(self.cells["ROW"][0:count]):
            for place, word in enumerate(
                self.cells["T"][row * width : (row + 1) * width] if row >= 0 else ()
            ):
                value = word
                if place in lists:
                    value = self.machine.members(word)
                elif place in sets:
                    value = self.machine.set_at(word)
                if value != layout.tile[first + place]:
                    cells[tile * code.tile_width + first + place] = value
        return cells

    # ── pieces, tokens, decks ──

    def _stock(self) -> list[int]:
        return self.cells["STOCK"][0 : len(self.code.supplies)]  # type: ignore[no-any-return]

    def _sites(self) -> list[int]:
        words = self.cells["KMASK"][0 : len(self.code.supplies)]
        if self.machine.plan.words == 1:
            return [word % WORD for word in words]
        return [self.machine.set_at(word) for word in words]

    def _pieces(self) -> dict[int, int]:
        regions, width = self.machine.scalar("regions"), self.machine.plan.arrays["ON"].stride // 4
        pieces: dict[int, int] = {}
        for kind, sites in enumerate(self._sites()):
            if sites:
                counts = self.cells["ON"][kind * width : kind * width + regions]
                pieces |= {region_key(kind, region): count for region, count in enumerate(counts) if count}
        return pieces

    def _pairs(self, name: str, count: str) -> dict[int, int]:
        words = self.cells[name][0 : 2 * self.machine.scalar(count)]
        return dict(zip(words[::2], words[1::2], strict=True))

    def _held(self) -> dict[int, int]:
        return self._pairs("HELD", "held")

    def _extra(self) -> dict[int, int]:
        return self._pairs("EXTRA", "extras")

    def _decks(self) -> list[list[int]]:
        width, decks = self.code.tile_count + 1, self.cells["DECKS"]
        starts = range(0, width * len(self.code.decks), width)
        return [decks[start + 1 : start + 1 + decks[start]] for start in starts]

    def _laid(self) -> list[int]:
        return self.cells["LAID"][1 : 1 + self.cells["LAID"][0]]  # type: ignore[no-any-return]

    def _loaded(self) -> list[int]:
        return self.cells["LOADED"][0 : self.machine.scalar("loaded")]  # type: ignore[no-any-return]

    def _used(self) -> dict[tuple[int, int, Any], int]:
        used = self.cells["USED"][0 : 4 * self.machine.scalar("used")]
        return {
            (action, tile, self._each(action, each)): times
            for action, tile, each, times in zip(used[::4], used[1::4], used[2::4], used[3::4], strict=True)
        }

    def _each(self, action: int, each: int) -> Any:
        """The noun that a limit counts for."""
        if action in self.machine.plan.each_lists:
            return self.machine.members(each)
        return self.machine.set_at(each) if action in self.machine.plan.each_sets else each

    # ── unfinished rules ──

    def _frames(self) -> list[list[Any]]:
        plan, frames = self.machine.plan, []
        place, end = self.machine.scalar("frame"), self.machine.scalar("frame_end")
        while place:
            below, *words = self.machine.words(place - 8, (end - place) // 8 + 1)
            for slot in plan.list_slots[words[0]] if words[0] else plan.after_lists[words[5]]:
                if words[slot] > 0:
                    words[slot] = self.machine.members(words[slot])
            for slot in plan.set_slots[words[0]] if words[0] else plan.after_sets[words[5]]:
                if words[slot] > 0:
                    words[slot] = self.machine.set_at(words[slot])
            frames.append(words)
            place, end = below, place - 8
        return frames[::-1]

    def _pending(self) -> PendingChoice | None:
        machine = self.machine
        if not machine.scalar("kind"):
            return None
        procedure, step = machine.words(machine.scalar("frame"), 2)
        info = self.code.choices[procedure, step]
        return PendingChoice(info, machine.scalar("player"), self.options())

    def options(self) -> list[Any]:
        """The current options, in the form of `State.pending`."""
        machine = self.machine
        count = machine.scalar("options") if machine.scalar("kind") else 0
        rows = self.cells["OPTIONS"][0 : 5 * count]
        if machine.scalar("slot") >= 0:
            return rows[::5]  # type: ignore[no-any-return]
        return [tuple(rows[place : place + 5]) for place in range(0, 5 * count, 5)]


METHODS = {
    "G": "_game",
    "Y": "_players",
    "P": "_peoples",
    "R": "_regions",
    "T": "_tiles",
    "stock": "_stock",
    "kmask": "_sites",
    "on": "_pieces",
    "held": "_held",
    "extra": "_extra",
    "decks": "_decks",
    "laid": "_laid",
    "loaded": "_loaded",
    "used": "_used",
    "frames": "_frames",
    "pending": "_pending",
}
"""How each part of a state is read."""


def lines_of(code: Code, words: int, log: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    """The lines of a log in the form of `State.journal`; `words` is the size of a set, `log` is the machine's log."""
    place = 0
    while place < len(log):
        size, kind = log[place], log[place + 1]
        body = log[place + 2 : place + size]
        yield (kind, *(_event(code, words, body) if kind == EVENT else body))
        place += size


def _event(code: Code, words: int, body: Sequence[int]) -> Iterator[Any]:
    """The event and its arguments."""
    event, *rest = body
    yield event
    place = 0
    for param in code.events[event].definition.params:
        if is_list(param.type) or (is_bits(param.type) and words > 1):
            count = rest[place]
            members = rest[place + 1 : place + 1 + count]
            place += count
            yield tuple(members) if is_list(param.type) else m.mask_of(members)
        else:
            yield rest[place] % WORD if is_bits(param.type) else rest[place]
        place += 1
