"""Games that programs drive choice by choice: one machine of a thread holds them all, each in its own block.

In another thread a game continues from its stored state, if necessary on that thread's machine.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from ctypes import memmove, string_at
from threading import get_ident
from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import EngineError
from ruledsl.engine.compile.wasm.memory import SCALARS, TILE_ARRAYS
from ruledsl.engine.machines.games import Beginnings
from ruledsl.engine.machines.machine import TooMuch, signed
from ruledsl.engine.machines.moments import PARTS, Block, lines_of
from ruledsl.engine.machines.reading import lay, read
from ruledsl.engine.small.kinds import CHOICES
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.state import STOP
from ruledsl.language.vocabulary.types import TILE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import ChoiceInfo
    from ruledsl.engine.state.state import State

KINDS = ("", *CHOICES)
PLAYER, OPTIONS, LOGGED, LINES = (SCALARS[name] for name in ("player", "options", "logged", "lines"))
Journal = list[tuple[int, ...]] | None
Key = tuple[int, int, int] | tuple[str, int]
Retelling = Callable[[list[tuple[int, ...]]], list[tuple[int, ...]]]
LEAST: dict[str, list[tuple[int, ...]]] = {
    "may": [(1,), (0,)],
    "choose": [(-1,)],
    "may_choose": [(-1,)],
    "offer": [STOP],
    "offer_one": [STOP],
}
"""What another player might choose, if there seems to be nothing."""


class Handles:
    """A machine with the games of a thread. `aimed` are the actions that are aimed at tiles."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        targets = enumerate(action.definition.target for action in machine.code.actions)
        self.aimed = {number for number, target in targets if target is not None and target.type == TILE}
        self.thread = get_ident()
        self.beginnings = Beginnings(machine)
        self.scratch, self.passage = machine.room(), machine.passage()

    def of(self, g: State) -> Handle | None:
        """A handle for a game in this state; None if there is no room for it."""
        block = 0
        for part in PARTS:
            getattr(g, part)  # the part may be read from this machine
        try:
            block = self.machine.room()
            self.machine.enter(block)
            read(self.machine, g)
        except TooMuch:
            if block:
                self.machine.give_back(block)
            return None
        self.machine.put("logging", g.journal is not None)
        return Handle(self, block, g.board, g.journal)

    def dealt(self, board: Board, players: int, seed: int, dice: Sequence[int] = ()) -> Handle | None:
        """A handle at the first choice of a game; `dice` are the faces of its next rolls.

        None if there is no room for it, or it does not reach a choice.
        """
        block = 0
        try:
            block = self.machine.room()
            self.machine.enter(block)
            self.beginnings.begin(board, players, seed, dice=dice, logging=True)
        except EngineError:
            if block:
                self.machine.give_back(block)
            return None
        handle = Handle(self, block, board, [])
        handle.look_at_log()
        return handle

    def unpacked(self, packed: bytes, board: Board) -> Machine:
        """The machine, with the packed game as its current one until another one is entered."""
        machine = self.machine
        machine.enter(self.scratch)
        memmove(machine.host.base + self.passage, packed, len(packed))
        machine.call("unpacked", self.passage)
        lay(machine, board)
        return machine


def _give_back(machine: weakref.ref[Machine], block: int) -> None:
    """Free the block of a game that is gone. Python keeps what a finalizer holds, so it must not hold the machine and its rules."""
    if (living := machine()) is not None:
        living.give_back(block)


class Handle:
    """One game. `count` is the number of options (none when it is over), `player` who decides; `logged` the lines of its log.

    Unread parts of the log stay as the machine wrote them.
    """

    def __init__(self, handles: Handles, block: int, board: Board, journal: Journal) -> None:
        self.handles, self.block, self.board = handles, block, board
        machine = self.machine = handles.machine
        self._answer = machine.calls["answer"].one
        weakref.finalize(self, _give_back, weakref.ref(machine), block)
        self._lines = None if journal is None else journal.copy()
        self._new: list[bytes] = []
        self._retold: tuple[list[bytes], Retelling] | None = None
        self.logged = len(journal or ())
        machine.enter(block)
        numbers = machine.cells["S"]
        self.count = numbers[OPTIONS] if machine.scalar("kind") else 0
        self.player = numbers[PLAYER]

    def enter(self) -> bool:
        """Make this game current; False in another thread, where that is impossible."""
        machine = self.machine
        if self.handles.thread != get_ident():
            return False
        if machine.block != self.block or machine.board is not self.board:
            machine.enter(self.block)
            lay(machine, self.board)
        return True

    def take(self, option: int) -> bool:
        """Choose an option; False if that is impossible here: the handle is then of no more use."""
        machine = self.machine
        if (machine.block != self.block or self.handles.thread != get_ident()) and not self.enter():
            return False
        trapped, waiting = self._answer(option)
        if trapped:
            return False
        numbers = machine.cells["S"]
        self.count = numbers[OPTIONS] if waiting else 0
        self.player = numbers[PLAYER]
        if lines := numbers[LINES]:
            self._new.append(string_at(machine.log_at, 8 * numbers[LOGGED]))
            self.logged += lines
        return True

    def take_until(self, option: int, event: int) -> bool:
        """Choose an option, and stop where an event begins, unless somebody has to choose before; False as for `take`.

        Where it stops, nobody is asked, and `pauses` is true.
        """
        machine = self.machine
        if not self.enter():
            return False
        machine.put("skip", event + 1)
        try:
            waiting = machine.call("answer_to_event", option)
        except EngineError:
            return False
        machine.put("skip", 0)
        self.count = machine.scalar("options") if waiting else 0
        self.player = machine.scalar("player")
        self.look_at_log()
        return True

    @property
    def pauses(self) -> bool:
        """Is nobody asked, although the game is not over? Only for the thread of the game."""
        return not self.count and self.enter() and self.machine.scalar("frame") != 0

    def look_at_log(self) -> None:
        """Fetch what the machine has logged for this game since its last choice."""
        numbers = self.machine.cells["S"]
        self._new.append(string_at(self.machine.log_at, 8 * numbers[LOGGED]))
        self.logged += numbers[LINES]

    def copy(self) -> Handle | None:
        """A copy of the game with its log; None if that is impossible here."""
        if not self.enter():
            return None
        try:
            block = self.machine.room()
            self.machine.call("save", block)
        except TooMuch:
            return None
        handle = Handle(self.handles, block, self.board, self._lines)
        handle._new, handle._retold, handle.logged = self._new.copy(), self._retold, self.logged
        return handle

    def packed(self) -> bytes:
        """The state as bytes, readable in any thread. Only for the thread of the game."""
        self.enter()
        size = self.machine.call("packed", self.handles.passage)
        return string_at(self.machine.host.base + self.handles.passage, size)

    def imagine(self, seat: int, seed: int, retell: Retelling) -> None:
        """Become a game that could be this one as far as a seat knows; the random state and everything unknown follow from `seed`.

        `retell` gives the log as the seat may read it. `TooMuch` if there is no room for it.
        """
        self.enter()
        if self._retold is not None:
            _ = self.journal
        self._new, self._retold = [], (self._new, retell)
        self.machine.call("imagine_for", seat, signed(seed % (1 << 64)))
        if self.count and seat != self.player:
            rows = self._others_options()
            self.enter()
            self.machine.cells["OPTIONS"][0 : len(rows)] = rows
            self.count = len(rows) // 5
            self.machine.put("options", self.count)

    def _others_options(self) -> list[int]:
        """The options that another player would have in this state."""
        machine, least = self.machine, LEAST[self.kind]
        place = machine.words(machine.scalar("frame"), 2)[:]
        trial = self.copy()
        assert trial is not None  # noqa: S101 - this game was made in this thread just now
        trial.enter()
        try:
            going = machine.call("begin")
        except EngineError:
            going = 0
        same = going and machine.scalar("player") == self.player
        if same and machine.words(machine.scalar("frame"), 2)[:] == place:
            options: list[int] = machine.cells["OPTIONS"][0 : 5 * machine.scalar("options")]
            return options
        return [word for option in least for word in (*option, *[-1] * (5 - len(option)))]

    def _offered(self) -> tuple[list[int], ChoiceInfo | None]:
        """The options as the machine has them, five numbers each, and the choice that they belong to; None: they are actions."""
        machine = self.machine
        rows = machine.cells["OPTIONS"][0 : 5 * self.count]
        if machine.scalar("slot") < 0:
            return rows, None
        procedure, step = machine.words(machine.scalar("frame"), 2)
        return rows, machine.code.choices[procedure, step]

    def keys(self) -> list[Key]:
        """For each option the data that its id depends on besides rules and map: action, target and tile, or type and noun.

        Only for the thread of the game.
        """
        rows, info = self._offered()
        if info is None:
            return list(zip(rows[::5], rows[1::5], rows[4::5], strict=True))
        return [(info.kind if info.kind == "may" else info.type, raw) for raw in rows[::5]]

    def tiles(self) -> list[int]:
        """For each option its tile or the tile that is its target; -1 for any other. Only for the thread of the game."""
        rows, info = self._offered()
        if info is None:
            aimed = self.handles.aimed
            return [
                tile if action in aimed else -1 for action, tile in zip(rows[::5], rows[1::5], strict=True)
            ]
        return rows[::5] if info.type == TILE.name and info.kind != "may" else [-1] * self.count

    def lies_open(self, tile: int) -> bool:
        """Is this tile in a deck that everybody sees?"""
        code = self.machine.code
        home = self.machine.cells[TILE_ARRAYS[at.HOME]][tile] if 0 <= tile < code.tile_count else -1
        return home >= 0 and not code.hidden[home]

    # ── reads from the machine, while it is there ──

    @property
    def handle(self) -> Handle:
        """The handle of the current game, for readers of its state."""
        self.enter()
        return self

    def part(self, name: str) -> Any:
        """A part of its state."""
        if name == "journal":
            return self.journal
        self.enter()
        return Block(self.machine).part(name)

    @property
    def kind(self) -> str:
        """The kind of decision."""
        return KINDS[self.machine.scalar("kind")]

    @property
    def round(self) -> int:
        """The round; after the end, the last one."""
        return min(int(self.machine.cells["G"][at.ROUND]), self.board.rounds)

    @property
    def journal(self) -> Journal:
        """All lines of the log, as `State.journal` has them."""
        if self._lines is None:
            return None
        if self._retold is not None:
            logs, retell = self._retold
            self._lines, self._retold = retell([*self._lines, *self._read(logs)]), None
        self._lines += self._read(self._new)
        self._new.clear()
        return self._lines.copy()

    def _read(self, logs: list[bytes]) -> Iterator[tuple[int, ...]]:
        for log in logs:
            yield from lines_of(self.machine.code, self.machine.plan.words, memoryview(log).cast("q"))
