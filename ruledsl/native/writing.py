"""What a native engine holds, as the Python engine has it: a state that goes on there, with equal content."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.compile.native import memory as m
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.keys import region_key
from ruledsl.engine.state.state import State

if TYPE_CHECKING:
    from collections.abc import Container

    from ruledsl.native.machine import Machine

__all__ = ["options_of", "state_of"]

WORD = 1 << 64


def options_of(machine: Machine) -> list[Any]:
    """What can be chosen, as `State.pending` has it."""
    count = machine.scalar("options") if machine.scalar("kind") else 0
    rows = machine.cells["OPTIONS"][0 : 5 * count]
    if machine.scalar("slot") >= 0:
        return rows[::5]  # type: ignore[no-any-return]
    return [tuple(rows[place : place + 5]) for place in range(0, 5 * count, 5)]


def state_of(machine: Machine) -> State:
    """A state with this content; what it waits for has to be asked again."""
    assert machine.board is not None  # noqa: S101 - something was read before
    content = _Writing(machine).content()
    return State.from_content(machine.code, machine.board, machine.scalar("seats"), content)


class _Writing:
    def __init__(self, machine: Machine) -> None:
        self.machine, self.cells, self.code = machine, machine.cells, machine.code
        self.lists: dict[str, set[int]] = {
            "game": set(),
            "player": set(),
            "people": set(),
            "region": set(),
            "tile": set(),
        }
        for memory in self.code.program.memories:
            if isinstance(memory.initial, tuple):
                self.lists[getattr(memory.on, "name", "game")].add(self.code.layout.cells[memory.index])

    def content(self) -> dict[str, Any]:
        """As `State.content`."""
        count, layout, cells = self.machine.scalar, self.code.layout, self.cells
        game = self._rows("G", 1, layout.game, "game")
        game[at.RANDOM] %= WORD
        game[at.SEEN] = sum(
            seen << kind for kind, seen in enumerate(cells["SEEN"][0 : len(self.code.supplies)])
        )
        width = self.code.tile_count + 1
        decks = [cells["DECKS"][place * width : (place + 1) * width] for place in range(len(self.code.decks))]
        used = cells["USED"][0 : 4 * count("used")]
        return {
            "game": game,
            "players": [*self._rows("Y", count("seats"), layout.player, "player"), *layout.player],
            "peoples": [*self._rows("P", count("peoples"), layout.people, "people"), *layout.people],
            "regions": [*self._rows("R", count("regions"), layout.region, "region"), *layout.region],
            "tiles": self._tiles(),
            "stock": cells["STOCK"][0 : len(self.code.supplies)],
            "pieces": self._pieces(count("regions")),
            "held": self._pairs("HELD", count("held")),
            "extra": self._pairs("EXTRA", count("extras")),
            "decks": [deck[1 : 1 + deck[0]] for deck in decks],
            "laid": cells["LAID"][1 : 1 + cells["LAID"][0]],
            "loaded": cells["LOADED"][0 : count("loaded")],
            "used": [(tuple(used[place : place + 3]), used[place + 3]) for place in range(0, len(used), 4)],
            "frames": self._frames(),
            "skip": [-1, -1],
        }

    def _rows(self, name: str, rows: int, blank: list[Any], noun: str) -> list[Any]:
        width, lists, sets = len(blank), self.lists[noun], self.machine.plan.set_cells[name]
        found = self.cells[name][0 : rows * width]
        return [self._value(word, place % width, lists, sets) for place, word in enumerate(found)]

    def _value(self, word: int, place: int, lists: Container[int], sets: Container[int]) -> Any:  # noqa: ANN401
        """What a cell holds, by what lies at its place."""
        if place in lists:
            return self.machine.members(word)
        return self.machine.set_at(word) if place in sets else word

    def _pairs(self, name: str, count: int) -> list[tuple[int, int]]:
        words = self.cells[name][0 : 2 * count]
        return list(zip(words[::2], words[1::2], strict=True))

    def _pieces(self, regions: int) -> list[tuple[int, int]]:
        width, found = self.machine.plan.arrays["ON"].stride // 4, []
        for kind in range(len(self.code.supplies)):
            counts = self.cells["ON"][kind * width : kind * width + regions]
            found += [(region_key(kind, region), count) for region, count in enumerate(counts) if count]
        return found

    def _tiles(self) -> list[tuple[int, Any]]:
        """What differs from what all tiles begin with."""
        code, layout, cells = self.code, self.code.layout, self.cells
        count, found = 2 * code.tile_count, []
        for cell, name in enumerate(m.TILE_ARRAYS):
            blanks = code.trays[:count] if cell == at.TRAY else [layout.tile[cell]] * count
            pairs = zip(cells[name][0:count], blanks, strict=True)
            found += [
                (tile * code.tile_width + cell, word)
                for tile, (word, blank) in enumerate(pairs)
                if word != blank
            ]
        width = self.machine.plan.arrays["T"].stride // 8
        for tile, row in enumerate(cells["ROW"][0:count]):
            for place, word in enumerate(cells["T"][row * width : (row + 1) * width] if row >= 0 else ()):
                cell = at.HOME + 1 + place
                lists = (place,) if cell in self.lists["tile"] else ()
                value = self._value(word, place, lists, self.machine.plan.set_cells["T"])
                if value != layout.tile[cell]:
                    found.append((tile * code.tile_width + cell, value))
        return found

    def _frames(self) -> list[list[Any]]:
        plan, found = self.machine.plan, []
        place, end = self.machine.scalar("frame"), self.machine.scalar("frame_end")
        while place:
            below, *words = self.machine.words(place - 8, (end - place) // 8 + 1)
            for slot in plan.list_slots[words[0]] if words[0] else plan.after_lists[words[5]]:
                if words[slot] > 0:
                    words[slot] = self.machine.members(words[slot])
            for slot in plan.set_slots[words[0]] if words[0] else plan.after_sets[words[5]]:
                if words[slot] > 0:
                    words[slot] = self.machine.set_at(words[slot])
            found.append(words)
            place, end = below, place - 8
        return found[::-1]
