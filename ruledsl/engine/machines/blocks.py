"""Games in blocks: one machine of a thread holds them all, each in its own block, which only functions of the engine change.

In another thread a game continues from a snapshot, if necessary on that thread's machine.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from ctypes import string_at
from threading import get_ident
from typing import TYPE_CHECKING, Any, Self

from ruledsl.base.errors import EngineError
from ruledsl.engine.compile.wasm.memory import MOST_WORDS, SCALARS, TILE_ARRAYS
from ruledsl.engine.machines.games import Beginnings
from ruledsl.engine.machines.machine import WORD, TooMuch, signed
from ruledsl.engine.machines.reading import Reader, lines_of
from ruledsl.engine.machines.writing import lay, write
from ruledsl.engine.small.kinds import CHOICES, MADE_ITSELF
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import LONGEST_LOG, MOST_ROUNDS
from ruledsl.engine.state.state import STOP, ForcedChoice, PendingChoice, State
from ruledsl.language.vocabulary.types import TILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.machines.writing import Content
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import ChoiceInfo, Code

KINDS = ("", *CHOICES)
PLAYER, OPTIONS, LOGGED, LINES = (SCALARS[name] for name in ("player", "options", "logged", "lines"))
Line = tuple[Any, ...]
Key = tuple[int, int, int] | tuple[str, int]
Retelling = Callable[[list[Line]], list[Line]]
LEAST: dict[str, list[tuple[int, ...]]] = {
    "may": [(1,), (0,)],
    "choose": [(-1,)],
    "may_choose": [(-1,)],
    "offer": [STOP],
    "offer_one": [STOP],
}
"""What another player might choose, if there seems to be nothing."""
Home = Callable[["Code", int], "Blocks"]
"""The games of this thread under some rules, with sets of so many words: not an object, so that states keep no machines alive."""


# ── log ─────────────────────────────────────────────────────────────────────────


class Log:
    """What happened in a game: as the machine wrote it (`written`) until somebody reads it. `count` is the number of lines.

    Threads may read one log together: what is known of it changes at once.
    """

    __slots__ = ("_code", "_known", "_words", "count", "written")

    def __init__(self, machine: Machine, lines: Sequence[Line] = ()) -> None:
        self._code, self._words = machine.code, machine.plan.words
        self._known: tuple[list[Line], tuple[ForcedChoice, ...], int] = list(lines), (), 0
        self.written: list[bytes] = []
        self.count = len(lines)

    def copy(self) -> Self:
        """An independent copy."""
        other = object.__new__(type(self))
        other._code, other._words, other.count = self._code, self._words, self.count
        other._known, other.written = self._known, self.written.copy()
        return other

    @property
    def lines(self) -> list[Line]:
        """All lines, oldest first, as `State.journal` has them. Nobody changes the list."""
        return self._read()[0]

    @property
    def forced(self) -> tuple[ForcedChoice, ...]:
        """The choices that made themselves while somebody listened, oldest first."""
        return self._read()[1]

    def _read(self) -> tuple[list[Line], tuple[ForcedChoice, ...], int]:
        before, forced, done = self._known
        if done == len(self.written):
            return self._known
        lines, alone = before.copy(), list(forced)
        written = self.written[done:]
        for line in lines_of(self._code, self._words, memoryview(b"".join(written)).cast("q")):
            if line[0] == MADE_ITSELF:
                _, player, procedure, step, *options = line
                asked = PendingChoice(self._code.choices[procedure, step], player, options)
                alone.append(ForcedChoice(asked, len(lines)))
            else:
                lines.append(line)
        self._known = lines, tuple(alone), done + len(written)
        return self._known


class Retold(Log):
    """A log whose beginning is another one as somebody retells it, once it is read."""

    __slots__ = ("_before", "_retell")

    def __init__(self, machine: Machine, before: Log, retell: Retelling) -> None:
        super().__init__(machine)
        self._before: Log | None = before
        self._retell = retell
        self.count = before.count

    def copy(self) -> Self:
        """An independent copy."""
        other = super().copy()
        other._before, other._retell = self._before, self._retell  # noqa: SLF001 - its own kind
        return other

    def _read(self) -> tuple[list[Line], tuple[ForcedChoice, ...], int]:
        before = self._before
        if before is not None:
            self._known, self._before = (self._retell(before.lines), (), 0), None
        return super()._read()


# ── snapshots ───────────────────────────────────────────────────────────────────


class Snapshot:
    """A state as bytes, with the log until then: any thread of this process can read it."""

    __slots__ = ("__weakref__", "_home", "_packed", "_words", "board", "code", "log", "seats")

    def __init__(self, home: Home, machine: Machine, board: Board, log: Log) -> None:
        """Of the machine's current block."""
        self._home, self.code, self.board, self.log = home, machine.code, board, log
        self.seats, self._words = machine.scalar("seats"), machine.plan.words
        self._packed = machine.packed()

    def part(self, name: str) -> Any:
        """A part of the state."""
        return self.log.lines if name == "journal" else Reader(self.machine()).part(name)

    def machine(self) -> Machine:
        """A machine of this thread on which it stands, until that stands elsewhere."""
        return self._home(self.code, self._words).shown(self)

    def packed(self) -> tuple[int, bytes]:
        """The words of its sets, and its bytes."""
        return self._words, self._packed

    def kept(self) -> Snapshot:
        """What can be kept, and travel: itself."""
        return self


def place(machine: Machine, g: State) -> None:
    """Make a state the current block, with its pending choice, where nothing is logged. `TooMuch` if it exceeds a capacity."""
    here = machine.block
    words, packed = g.source.packed()
    if words != machine.plan.words:
        content, asking = g.content(), g.pending is not None
        machine.enter(here)  # the state may be read in another block of this machine
        write(machine, g.board, g.seats, content)
        if asking:
            machine.call("begin")
        return
    machine.enter(here)
    machine.unpack(packed)
    lay(machine, g.board)
    machine.put("logging", 0)
    machine.put("forcing", 0)


def wider(words: int) -> int:
    """The next larger number of words, after a lack of room. `EngineError` if there is none."""
    if words >= MOST_WORDS:
        raise TooMuch
    return min(max(2, 2 * words), MOST_WORDS)


NOBODYS = -1
"""In place of the thread of a block that is spoilt."""


# ── blocks ──────────────────────────────────────────────────────────────────────


class Blocks:
    """A machine with the games of a thread. `aimed` are the actions that are aimed at tiles."""

    def __init__(self, machine: Machine, home: Home) -> None:
        self.machine, self.home = machine, home
        targets = enumerate(action.definition.target for action in machine.code.actions)
        self.aimed = {number for number, target in targets if target is not None and target.type == TILE}
        self.thread = get_ident()
        self.beginnings = Beginnings(machine)
        self._scratch = machine.room()
        self._shown: weakref.ref[Snapshot] | None = None

    def of(self, g: State, *, logging: bool = True) -> Block:
        """A game in this state, with or without a log of what follows. `TooMuch` if there is no room for it."""

        def make() -> None:
            place(self.machine, g)
            self.machine.put("logging", logging)

        return self._made(g.board, g.journal, make)

    def dealt(self, board: Board, players: int, seed: int, dice: Sequence[int] = ()) -> Block:
        """A game at its first choice; `dice` are the faces of its next rolls. `TooMuch` and `EngineError` as any call of a machine."""
        block = self._made(
            board, (), lambda: self.beginnings.begin(board, players, seed, dice=dice, logging=True)
        )
        block.look_at_log()
        return block

    def table(self, board: Board, seats: int, content: Content) -> Block:
        """A game with this content, where nobody is asked yet. `TooMuch` if there is no room for it."""
        return self._made(board, (), lambda: write(self.machine, board, seats, content))

    def _made(self, board: Board, journal: Sequence[Line], make: Callable[[], object]) -> Block:
        block = self.machine.room()
        try:
            self.machine.enter(block)
            make()
        except BaseException:
            self.machine.give_back(block)
            raise
        return Block(self, block, board, Log(self.machine, journal))

    def shown(self, snapshot: Snapshot) -> Machine:
        """The machine, with a snapshot as its current block until another one is entered."""
        machine = self.machine
        machine.enter(self._scratch)
        if self._shown is None or self._shown() is not snapshot:
            self._shown = None
            machine.unpack(snapshot.packed()[1])
            lay(machine, snapshot.board)
            self._shown = weakref.ref(snapshot)
        elif machine.board is not snapshot.board:
            lay(machine, snapshot.board)
        return machine


class Block:
    """One game, for the thread of its machine. `count` is the number of options, `player` who decides.

    Without options the game `pauses` or is over. Its functions raise `EngineError` if the rules run away, `TooMuch` if there is no room;
    the block is of no more use then.
    """

    __slots__ = (
        "_answer",
        "_place",
        "blocks",
        "board",
        "count",
        "log",
        "machine",
        "pauses",
        "player",
        "thread",
    )

    def __init__(self, blocks: Blocks, place: int, board: Board, log: Log) -> None:
        """The machine's current block."""
        self.blocks, self._place, self.board, self.log = blocks, place, board, log
        self.machine, self.thread = blocks.machine, blocks.thread
        self._answer = blocks.machine.calls["answer"].one
        self._look()

    def __del__(self) -> None:
        """Another game may lie there now."""
        machine: Machine | None = getattr(self, "machine", None)
        if machine is not None:
            machine.give_back(self._place)

    @property
    def is_here(self) -> bool:
        """Is it a game of this thread, and as it should be?"""
        return self.thread == get_ident()

    def spoil(self) -> None:
        """It is not as it should be: nobody reads it any more."""
        self.thread = NOBODYS

    def enter(self) -> Machine:
        """The machine, with this game as its current one."""
        machine = self.machine
        if machine.block != self._place:
            machine.enter(self._place)
        if machine.board is not self.board:
            lay(machine, self.board)
        return machine

    def _look(self) -> None:
        """Who is asked?"""
        machine = self.machine
        self.count = machine.scalar("options") if machine.scalar("kind") else 0
        self.player = machine.scalar("player")
        self.pauses = not self.count and machine.scalar("frame") != 0

    def look_at_log(self) -> None:
        """Fetch what the machine has logged for this game since its last choice."""
        numbers = self.machine.cells["S"]
        if lines := numbers[LINES]:
            self.log.written.append(string_at(self.machine.log_at, 8 * numbers[LOGGED]))
            self.log.count += lines
            if self.log.count > LONGEST_LOG:
                raise EngineError("the log of this game is full")

    # ── what happens ──

    def take(self, option: int) -> None:
        """Choose an option, and go on to the next choice."""
        machine = self.machine
        if machine.block != self._place:
            self.enter()
        trapped, waiting = self._answer(option)
        if trapped:
            self.spoil()
            raise machine.stopped()
        numbers = machine.cells["S"]
        self.player = numbers[PLAYER]
        if waiting:
            self.count = numbers[OPTIONS]
        else:
            self._look()
        if numbers[LINES]:
            self.look_at_log()

    def take_until(self, option: int, event: int) -> None:
        """Choose an option, and go on to the next choice or to where an event begins."""
        self.enter().put("skip", event + 1)
        self.call("answer_to_event", option)

    def go_on(self, event: int = -1) -> None:
        """Go on without a choice: to the next one, or to where an event begins."""
        if event < 0:
            self.call("begin")
        else:
            self.enter().put("skip", event + 1)
            self.call("begin_to_event")

    def call(self, name: str, *args: int) -> int:
        """Change the game by a function of the engine. Returns its result."""
        machine = self.enter()
        machine.put("logged", 0)
        machine.put("lines", 0)
        machine.put("fuel", MOST_ROUNDS)
        try:
            result = machine.call(name, *args)
        except EngineError:
            self.spoil()
            raise
        machine.put("skip", 0)
        self._look()
        self.look_at_log()
        return result

    def listen(self) -> None:
        """Log from now on which choices make themselves."""
        self.enter().put("forcing", 1)

    def wind(self, event: int, people: int) -> bool:
        """Go on to where an event (of a people, -1: anybody's) begins, skipping everything before; False if this turn does not come to it."""
        machine = self.enter()
        machine.put("skip", event + 1)
        machine.put("winding", 1)
        machine.put("acting", people + 1)
        machine.call("begin_to_event")
        reached = not machine.scalar("skip")
        for name in ("skip", "winding", "acting"):
            machine.put(name, 0)
        self._look()
        return reached

    def load(self, dice: Sequence[int]) -> None:
        """Let these be the faces of the next rolls."""
        machine = self.enter()
        machine.cells["LOADED"][0 : len(dice)] = dice
        machine.put("loaded", len(dice))

    def imagine(self, seat: int, seed: int, retell: Retelling) -> None:
        """Become a game that could be this one as far as a seat knows; the random state and everything unknown follow from `seed`.

        `retell` gives the log as the seat may read it.
        """
        machine = self.enter()
        self.log = Retold(machine, self.log, retell)
        machine.call("imagine_for", seat, signed(seed % WORD))
        if self.count and seat != self.player:
            rows = self._others_options()
            self.enter().cells["OPTIONS"][0 : len(rows)] = rows
            self.count = len(rows) // 5
            machine.put("options", self.count)

    def _others_options(self) -> list[int]:
        """The options that another player would have in this state."""
        machine, least = self.machine, LEAST[KINDS[self.machine.scalar("kind")]]
        asking = machine.words(machine.scalar("frame"), 2)[:]
        trial = self.copy()
        trial.enter()
        try:
            going = machine.call("begin")
        except EngineError:
            going = 0
        same = going and machine.scalar("player") == self.player
        if same and machine.words(machine.scalar("frame"), 2)[:] == asking:
            options: list[int] = machine.cells["OPTIONS"][0 : 5 * machine.scalar("options")]
            return options
        return [word for option in least for word in (*option, *[-1] * (5 - len(option)))]

    # ── copies ──

    def copy(self) -> Block:
        """A copy of the game with its log. `TooMuch` if there is no room for it."""
        machine = self.enter()
        block = machine.room()
        machine.call("save", block)
        other = object.__new__(Block)
        other.blocks, other._place, other.board, other.log = self.blocks, block, self.board, self.log.copy()
        other.machine, other._answer, other.thread = machine, self._answer, self.thread
        other.count, other.player, other.pauses = self.count, self.player, self.pauses
        return other

    def state(self) -> State:
        """The state now: it stays as it is, whatever happens to the game."""
        return State(Snapshot(self.blocks.home, self.enter(), self.board, self.log.copy()))

    # ── what is read without a state ──

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.enter().scalar("seats")

    def part(self, name: str) -> Any:
        """A part of its state."""
        return self.log.lines if name == "journal" else Reader(self.enter()).part(name)

    @property
    def round(self) -> int:
        """The round; after the end, the last one."""
        return min(int(self.enter().cells["G"][at.ROUND]), self.board.rounds)

    @property
    def reveals(self) -> int:
        """How often something hidden has been shown."""
        return int(self.enter().cells["G"][at.REVEALS])

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

        Only where the game has been entered, as for `tiles` and `lies_open`.
        """
        rows, info = self._offered()
        if info is None:
            return list(zip(rows[::5], rows[1::5], rows[4::5], strict=True))
        return [(info.kind if info.kind == "may" else info.type, raw) for raw in rows[::5]]

    def tiles(self) -> list[int]:
        """For each option its tile or the tile that is its target; -1 for any other."""
        rows, info = self._offered()
        if info is None:
            aimed = self.blocks.aimed
            return [
                tile if action in aimed else -1 for action, tile in zip(rows[::5], rows[1::5], strict=True)
            ]
        return rows[::5] if info.type == TILE.name and info.kind != "may" else [-1] * self.count

    def lies_open(self, tile: int) -> bool:
        """Is this tile in a deck that everybody sees?"""
        code = self.machine.code
        home = self.machine.cells[TILE_ARRAYS[at.HOME]][tile] if 0 <= tile < code.tile_count else -1
        return home >= 0 and not code.hidden[home]
