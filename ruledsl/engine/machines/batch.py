"""Many games side by side, for programs: one call makes a choice in each of them. Results are arrays with the buffer protocol."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, SupportsIndex

from ruledsl.base.arguments import NUMBER, expect, shown
from ruledsl.base.errors import EngineError, GameError
from ruledsl.engine.compile.wasm.memory import MOST_GAMES
from ruledsl.engine.machines.backend import blocks_of
from ruledsl.engine.machines.blocks import Log, Snapshot
from ruledsl.engine.machines.games import Beginnings
from ruledsl.engine.machines.machine import Machine
from ruledsl.engine.machines.reading import Reader
from ruledsl.engine.machines.writing import lay
from ruledsl.engine.small.kinds import WAIT
from ruledsl.engine.state.state import State

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.state.board import Board

MOST = (1 << 31) - 1
NARROW = 4
"""Bytes of a 32-bit integer."""


class Dealing(Protocol):
    """What deals the games of a batch, here or, pickled, elsewhere."""

    def __call__(self, seed: int) -> Board:
        """The map of the game with this seed."""

    def board(self, map_id: str) -> Board:
        """The map of an id."""

    def machine(self) -> Machine:
        """A new machine for such games."""


class Kept(NamedTuple):
    """A batch as plain data: the games as the engine packs them, and what counts them."""

    players: int
    seed: int
    begun: int
    boards: list[str]
    games: list[bytes]
    scores: bytes
    done: bytes
    taken: bytes


class Batch:
    """`counts` has the number of options of each game (32-bit integers), `movers` the player who chooses; callers choose options by index.

    `scores` has, for each game, the deciding value of each player (64-bit integers, game by game) at the last end of that game,
    where those who have lost it are far behind;
    `done` says which games ended in the last step (bytes). These have already restarted, each with the next seed; before that, `ending` is called
    with their index. `taken` has the options that are taken.
    """

    def __init__(self, dealing: Dealing, players: int, seed: int, count: int) -> None:
        if not 1 <= count <= MOST_GAMES:
            raise GameError("G049", f"A batch has 1 to {MOST_GAMES} games, not {count}.")
        self.size, self.players = count, players
        machine = self.machine = dealing.machine()
        self._dealt = dealing
        self.blocks = machine.room(count)
        self._maps = machine.space(count * machine.plan.map_size)
        machine.grow(machine.end + 2 * machine.plan.slot)  # for the first states: memory that grows may move
        self._boards: list[Board | None] = [None] * count
        self._printed: dict[str, int] = {}
        self._beginnings = Beginnings(machine)
        self._values = [value.index for value in map(machine.code.program.value, _deciding(machine)) if value]
        self.counts, self.movers = self._view("COUNTS"), self._view("PLAYERS")
        self.taken = self._view("TAKEN")
        self._nothing = bytes(count)
        self.done = memoryview(bytearray(count))
        self.ending: Callable[[int], None] | None = None
        self.scores = memoryview((ctypes.c_int64 * (count * players))()).cast("B").cast("q")
        self.restart(seed)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled and copied as it stands, on a machine of its own, without `ending`."""
        return _arrived, (self._dealt, self._kept())

    def _kept(self) -> Kept:
        machine, games = self.machine, []
        for game in range(self.size):
            self._enter(game)
            games.append(machine.packed())
        boards = [self.board(game).id for game in range(self.size)]
        arrays = (self.scores.tobytes(), self.done.tobytes(), self.taken.tobytes())
        return Kept(self.players, self._seed, self._begun, boards, games, *arrays)

    def take_over(self, kept: Kept) -> None:
        """Continue from these games, of as many players."""
        machine = self.machine
        for game, (map_id, packed) in enumerate(zip(kept.boards, kept.games, strict=True)):
            board = self._dealt.board(map_id)
            self._enter(game)
            self._lay(game, board)
            machine.unpack(packed)
            lay(machine, board)
            machine.call("note_game", game)
        self._seed, self._begun = kept.seed, kept.begun
        self.scores[:] = memoryview(kept.scores).cast("q")
        self.done[:] = kept.done
        self.taken[:] = memoryview(kept.taken).cast("i")

    def restart(self, seed: int) -> None:
        """Leave all games and begin new ones; the first has this seed, each later one the next number."""
        expect(NUMBER, "seed", seed)
        self._seed, self._begun = seed, 0
        self.done[:] = self._nothing
        for game in range(self.size):
            self._begin(game)

    def leave(self, game: int) -> None:
        """Begin a game with the next seed in the place of one that is not over."""
        self._known(game)
        self._begin(game)

    def _known(self, game: int) -> None:
        expect(NUMBER, "A game", game)
        if not 0 <= game < self.size:
            raise GameError("G049", f"There are {self.size} games, from 0; {game} is none.")

    def _enter(self, game: int) -> None:
        """Make a game current, on its map."""
        machine, board = self.machine, self._boards[game]
        machine.enter(self.blocks + machine.plan.slot * game)
        if board is not None:
            machine.call("lay_map", self._map_of(game))
            machine.board, machine.everywhere = board, self._printed[board.id]

    def _map_of(self, game: int) -> int:
        return self._maps + game * self.machine.plan.map_size

    def _lay(self, game: int, board: Board) -> None:
        """Set the map of a game."""
        machine = self.machine
        if self._boards[game] is not board:
            there = next((other for other, one in enumerate(self._boards) if one is board), None)
            if there is None:
                machine.board = None  # other maps have been there since
                lay(machine, board)
                self._printed[board.id] = machine.everywhere
            else:
                machine.call("lay_map", self._map_of(there))
                machine.board, machine.everywhere = board, self._printed[board.id]
            machine.call("keep_map", self._map_of(game))
            machine.cells["MAPS"][game] = self._map_of(game)
            self._boards[game] = board

    def _view(self, name: str) -> memoryview:
        """An array of the machine's own memory, one number per game."""
        cells: Any = (ctypes.c_int32 * self.size).from_address(ctypes.addressof(self.machine.cells[name]))
        return memoryview(cells).cast("B").cast("i")

    def _begin(self, game: int) -> None:
        seed = self._seed + self._begun
        board = self._dealt(seed)
        self._enter(game)
        try:
            self._lay(game, board)
            self._beginnings.begin(board, self.players, seed)
        except EngineError as problem:
            raise GameError("G049", "These games cannot be played natively.") from problem
        self._begun += 1
        self.machine.call("note_game", game)

    def step(self, choices: Sequence[int] | memoryview) -> None:
        """Make a choice in every game, by the index of an option; `WAIT` leaves a game as it is.

        Raises `GameError` if one of them is not an option, `TypeError` if one is not a whole number; then nothing has changed.

        Any buffer of 32-bit integers is copied directly.
        """
        machine = self.machine
        if len(choices) != self.size:
            raise GameError("G049", f"There are {self.size} games, and {len(choices)} choices.")
        given, before = _numbers(choices), self.taken.tobytes()
        self.taken[:] = given
        wrong = machine.call("wrong", self.size)
        if wrong:
            self.taken[:] = memoryview(before).cast("i")
            there = self.counts[wrong - 1]
            raise GameError(
                "G049",
                f"Game {wrong - 1} has {there} options, from 0; {shown(choices[wrong - 1])} is none.",
            )
        first, over = 0, 0
        while first < self.size:
            try:
                over += machine.call("step", self.blocks, first, self.size)
                break
            except EngineError:
                # A game that cannot continue is over as it stands; the others continue.
                game = machine.cells["GAME"][0]
                self.counts[game] = 0
                first = game + 1
                over += 1
        self.done[:] = self._nothing
        if over:
            self._renew()

    def copy(self, game: int, onto: int) -> None:
        """Put a copy of one game in the place of another, with its random state: from there both can continue. One copy of its bytes."""
        self._known(game)
        self._known(onto)
        self.machine.call("copy_game", self.blocks, game, onto)
        self._boards[onto] = self._boards[game]

    def _renew(self) -> None:
        """Store the scores of games that are over, and restart them."""
        for game, count in enumerate(self.counts):
            if not count:
                self.done[game] = 1
                if self.ending is not None:
                    self.ending(game)
                self.scores[game * self.players : (game + 1) * self.players] = (
                    memoryview((ctypes.c_int64 * self.players)(*self._scores(game))).cast("B").cast("q")
                )
                self._begin(game)

    def _scores(self, game: int) -> list[int]:
        self._enter(game)
        return [
            self.machine.call("score", self._values[0], player) if self._values else 0
            for player in range(self.players)
        ]

    def board(self, game: int) -> Board:
        """The map of one game."""
        board = self._boards[game]
        assert board is not None  # noqa: S101 - every game has begun
        return board

    def state(self, game: int) -> State:
        """The state of one game, without a log."""
        self._enter(game)
        return State(Snapshot(blocks_of, self.machine, self.board(game), Log(self.machine)))

    def options(self, game: int) -> list[Any]:
        """The options of one game, in the form of `State.pending`."""
        self._enter(game)
        return Reader(self.machine).options()


def _arrived(dealing: Dealing, kept: Kept) -> Batch:
    batch = Batch(dealing, kept.players, kept.seed, len(kept.games))
    batch.take_over(kept)
    return batch


def _numbers(choices: Sequence[int] | memoryview) -> memoryview:
    """Choices as 32-bit integers, those that fit into none as ones that no game has."""
    try:
        given = memoryview(choices)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        in_a_row = isinstance(choices, Sequence)
    else:
        in_a_row = given.ndim == 1
        if in_a_row and given.itemsize == NARROW and given.format in "il" and given.c_contiguous:
            return given.cast("B").cast("i")
    if not in_a_row:
        raise TypeError(f"Choices are a list or an array of whole numbers, and not {shown(choices)}.")
    numbers = map(_number, choices)
    return memoryview(array("i", [number if WAIT <= number <= MOST else MOST for number in numbers]))


def _number(choice: object) -> int:
    if isinstance(choice, SupportsIndex) and not isinstance(choice, bool):
        return index(choice)
    raise TypeError(f"A choice is the place of an option, a whole number from 0, and not {shown(choice)}.")


def _deciding(machine: Machine) -> list[str]:
    return [name for name, _ in machine.code.program.composition.standings]
