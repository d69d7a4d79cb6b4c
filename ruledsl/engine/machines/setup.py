"""A table that is being set up: a block that nobody plays in yet, changed by functions of the engine and by what only somebody who sets up may do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.compile.wasm.memory import words_needed
from ruledsl.engine.machines.backend import blocks_of
from ruledsl.engine.machines.blocks import wider
from ruledsl.engine.machines.machine import WORD, TooMuch, signed
from ruledsl.engine.machines.states import gone_on
from ruledsl.engine.machines.writing import cell_of, each_of, empty, first_frame, push_frame, set_of
from ruledsl.engine.small.room import MOST_PAIRS, NOTHING
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.rng import below, seeded
from ruledsl.engine.state.state import State
from ruledsl.language.vocabulary.types import GAME, PEOPLE, PLAYER, TILE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ruledsl.engine.machines.blocks import Block
    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import Code
    from ruledsl.rules.check.typed.declarations import MemoryDef

ROOM = 16
"""Room for this many more peoples than those that are expected."""


class Setup:
    """`block` is the table; each change makes a new `state`."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self._state: State | None = None

    @classmethod
    def empty(cls, code: Code, board: Board, seats: int, peoples: int) -> Setup:
        """An empty table with room for so many peoples. `TooMuch` if there is none."""
        blocks = blocks_of(code, words_needed(board.size, peoples + ROOM))
        return cls(blocks.table(board, seats, empty(code, board, seats)))

    @classmethod
    def of(cls, g: State) -> Setup:
        """A table in this state. `TooMuch` if there is no room for it."""
        return cls(gone_on(g, lambda _: None, logging=False))

    def copy(self) -> Setup:
        """An independent copy."""
        return Setup(self.block.copy())

    @property
    def state(self) -> State:
        """What lies on the table now."""
        if self._state is None:
            self._state = self.block.state()
        return self._state

    @property
    def board(self) -> Board:
        """The map."""
        return self.block.board

    def do(self, name: str, *args: int | None) -> int:
        """Change the table by a function of the engine (`found`, `move_tokens` …); None is everything, or the supply. Returns its result.

        `EngineError` if that is impossible.
        """
        self._state = None
        return self.block.call(name, *(NOTHING if arg is None else int(arg) for arg in args))

    def _machine(self) -> Machine:
        """The machine, whose cells are about to change."""
        self._state = None
        machine = self.block.enter()
        machine.put("dirty", 1)
        return machine

    # ── what no rule does ──

    def shuffle_by(self, seed: int) -> None:
        """Let random numbers follow from a seed."""
        self._machine().cells["G"][at.RANDOM] = signed(seeded(seed))

    def pick(self, bound: int) -> int:
        """A random number of the table from 0 to `bound` - 1."""
        machine = self._machine()
        chosen, after = below(machine.cells["G"][at.RANDOM] % WORD, bound)
        machine.cells["G"][at.RANDOM] = signed(after)
        return chosen

    def load(self, dice: Sequence[int]) -> None:
        """Let these be the faces of the next rolls."""
        self._state = None
        self.block.load(dice)

    def keep_secret(self, player: int, coins: int) -> None:
        """Let so many of a player's coins be those that nobody knows."""
        self._machine().cells["Y"][player * self.block.machine.code.player_width + at.SECRET] = coins

    def date(self, people: int, round_: int) -> None:
        """Let a people have been founded in a round."""
        self._machine().cells["P"][people * self.block.machine.code.people_width + at.FOUNDED] = round_

    def leave_in_tray(self, tile: int, count: int) -> None:
        """Let so many race tokens be left in the tray of a tile."""
        self._machine().cells["TRAYS"][tile] = count

    def leave_in_box(self, kind: int, count: int) -> None:
        """Let so many pieces of a kind be left in the box."""
        self._machine().cells["STOCK"][kind] = count

    def use(self, action: int, this: int, each: Any, times: int) -> None:
        """Let a limited action have been taken so often."""
        limits = list(self.state.used)
        row = limits.index((action, this, each)) if (action, this, each) in limits else len(limits)
        if row >= MOST_PAIRS:
            raise TooMuch

        def write(machine: Machine) -> None:
            cells = [action, this, each_of(machine, action, each), times]
            machine.cells["USED"][4 * row : 4 * row + 4] = cells
            machine.put("used", max(row + 1, len(limits)))

        self._write(write)

    def remember(self, memory: MemoryDef, noun: int, value: Any) -> None:
        """Set a noun's memory."""

        def write(machine: Machine) -> None:
            name, row, place, sets = self._cell(machine, memory, noun)
            width = machine.plan.arrays[name].stride // 8
            word = set_of(machine, value) if place in sets else cell_of(machine, value)
            machine.cells[name][row * width + place] = word

        self._write(write)

    def _cell(self, machine: Machine, memory: MemoryDef, noun: int) -> tuple[str, int, int, Any]:
        """The array of a memory, the row and the place in it, and the places of sets there."""
        place, on = machine.code.layout.cells[memory.index], memory.on
        if on == TILE:
            name, row, place = "T", machine.call("row_to_write", noun), place - at.HOME - 1
        elif on == GAME:
            name, row = "G", 0
        else:
            name, row = "Y" if on == PLAYER else "P" if on == PEOPLE else "R", noun
        return name, row, place, machine.plan.set_cells[name]

    def _write(self, write: Callable[[Machine], None]) -> None:
        """Write into cells, with sets of more words if there is no room otherwise."""
        while True:
            try:
                return write(self._machine())
            except TooMuch:
                words, _ = self.state.source.packed()
                self.block = blocks_of(self.state.code, wider(words)).of(self.state, logging=False)

    # ── the beginning ──

    def begin_at(self, event: int, people: int) -> bool:
        """Begin the game, and go on to where an event (of a people) begins, skipping everything before; False if this turn does not come to it."""
        machine = self._machine()
        machine.cells["G"][at.REVEALS] = 0
        push_frame(machine, first_frame(machine.code))
        reached = [False]

        def wind(block: Block) -> None:
            reached[0] = block.wind(event, people)

        self.block, self._state = gone_on(self.state, wind, logging=False), None
        return reached[0]
