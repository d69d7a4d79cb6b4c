"""Whole games of bots, played inside the native engine: by random bots directly, by thinking bots in rollouts from the current game."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from ruledsl.base.errors import EngineError
from ruledsl.engine.compile.wasm.memory import DECISION, MOST_ASKED, MOST_SEATS, SCALARS, Features
from ruledsl.engine.machines.machine import WORD, signed
from ruledsl.engine.machines.writing import clear_regions, lay, write
from ruledsl.engine.machines.writing import first as first_content
from ruledsl.engine.small.columns import LEFTS, MOST_VALUED, MOST_WORTHS, VALUED
from ruledsl.engine.small.kinds import CHOICES
from ruledsl.engine.small.room import BRANCH
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import MOST_CHOICES
from ruledsl.engine.state.rng import seeded

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.board import Board

# ── rollouts ────────────────────────────────────────────────────────────────────
# Positions with rollouts by quick bots that learn which choices do well.


AT_ONCE = 16
"""Rollouts in one call; in between, Ctrl-C is noticed."""
KINDS = ("", *CHOICES)
KIND, PLAYER, OPTIONS = (SCALARS[name] for name in ("kind", "player", "options"))


class Judging(NamedTuple):
    """The evaluation of rollouts: values, with the weight of each now and in every future turn.

    Then the most choices of a rollout, and the most future turns that count.
    """

    worths: Sequence[tuple[int, int, int]]
    longest: int
    most_left: int


class Manner(NamedTuple):
    """How quick bots choose in rollouts.

    They take the best of `keen` random options, and one action in `curiosity` regardless of the record of such actions. Choices may be
    distinguished by round (`apart`). With `guided`, they sample a learned policy, with that percentage of a softmax's noise.
    Where a rollout stops before the end, the position is worth what a learned value says (`valued`), or what packs declare.
    """

    keen: int
    curiosity: int
    apart: bool
    guided: int = 0
    valued: bool = False


HASTY = Manner(keen=2, curiosity=6, apart=False)
"""For few rollouts: little is known."""
STEADY = Manner(keen=4, curiosity=12, apart=True)
"""For many rollouts: they learn what is right in each round."""
GUIDED = STEADY._replace(guided=100)
"""By the policy (`go_by`)."""


def go_by(machine: Machine, weights: Mapping[str, int]) -> None:
    """Set the weights of features in a machine, by name; all others become 0."""
    cells = [weights.get(name, 0) for name in Features(machine.code).names()]
    machine.cells["WEIGHTS"][0 : len(cells)] = cells


TILE_VALUES = ("tile {}", "tile {} a_turn")
"""The names of a tile's parts of a learned value: what it is worth, and that for each turn left."""


def value_by(machine: Machine, values: Mapping[str, int]) -> None:
    """Set the weights of a learned value in a machine, by name; all others become 0."""
    names = [value.name for value in machine.code.program.values]
    worths = machine.cells["WORTHS"]
    columns = [names[worths[3 * place]] for place in range(MOST_WORTHS)] + [
        *VALUED[: MOST_VALUED - MOST_WORTHS]
    ]
    cells = [values.get(f"{column} left {left}", 0) for left in range(LEFTS) for column in columns]
    machine.cells["VALUES"][0 : len(cells)] = cells
    tiles = machine.code.program.tiles
    cells = [values.get(part.format(tile), 0) for tile in tiles for part in TILE_VALUES]
    machine.cells["VALUES_OF_TILES"][0 : len(cells)] = cells


class Rollouts:
    """Rollouts in determinized games: `player` chooses among `count` options of a `kind` there.

    Two blocks hold what is known of the real game, and a game that could be it.
    """

    def __init__(self, machine: Machine, judging: Judging) -> None:
        worths, self.longest, self.most_left = judging
        self.machine = machine
        self.real, self.place = machine.room(), machine.room()
        self.tree = machine.end
        self.worths = len(worths)
        machine.cells["WORTHS"][0 : 3 * len(worths)] = [number for worth in worths for number in worth]
        self.count, self.player, self.players, self.kind = 0, -1, 0, ""
        self.manner = HASTY
        self.weights: Mapping[str, int] = {}
        self.values: Mapping[str, int] = {}

    def begin_here(self) -> None:
        """Start from the pending choice of the machine's current game. `TooMuch` if there is no room for it."""
        self.machine.call("save", self.real)
        self._forget()
        self.choose_by(HASTY)
        self._look()
        self.players = self.machine.scalar("seats")
        self.kind = KINDS[self.machine.scalar("kind")]

    def stand_by(self) -> None:
        """Tell the engine where it can keep a game while it thinks by itself."""
        self._put(real=self.real)

    def choose_by(self, manner: Manner) -> None:
        """Set how quick bots choose."""
        self.manner = manner
        self._put(**manner._asdict())

    def _forget(self) -> None:
        arrays = self.machine.plan.arrays
        size = arrays["WORTHS"].base - arrays["DONE"].base
        ctypes.memset(ctypes.addressof(self.machine.cells["DONE"]), 0, size)

    def _look(self) -> None:
        numbers = self.machine.cells["S"]
        self.count = numbers[OPTIONS] if numbers[KIND] else 0
        self.player = numbers[PLAYER] if numbers[KIND] else -1

    def best(self, chance: int, effort: tuple[int, int, int]) -> int:
        """The option with the best mean. A lost rollout does not stop the others."""
        trials, every, turns = effort
        self._think(chance, turns, every)
        self._put(trials=trials)
        best = -1
        while best < 0:
            try:
                best = self.machine.call("try_options", AT_ONCE)
            except EngineError:
                self.machine.call("trial_is_lost")
        return best

    def go_by(self, weights: Mapping[str, int]) -> None:
        """Set the weights of features, by name; all others become 0."""
        if self.weights is not weights:
            go_by(self.machine, weights)
            self.weights = weights

    def value_by(self, values: Mapping[str, int]) -> None:
        """Set the weights of a learned value, by name; all others become 0."""
        if self.values is not values:
            value_by(self.machine, values)
            self.values = values

    def weighed(self, chance: int) -> int:
        """The option with the highest weight, in a determinized game."""
        self._think(chance, 1, 1)
        return self.machine.call("best_by_weights")

    def sampled(self, chance: int, noise: int) -> int:
        """An option sampled by the policy, in a determinized game, with this percentage of a softmax's noise."""
        self._think(chance, 1, 1)
        self._put(guided=noise)
        return self.machine.call("sampled")

    def tried(self) -> list[tuple[int, int]]:
        """For each option the sum of results and the number of rollouts; after `best` or `search`."""
        cells = self.machine.cells["TRIED"]
        return [(cells[3 * option], cells[3 * option + 1]) for option in range(self.count)]

    def search(self, chance: int, turns: int, depth: int, more: Callable[[int, int], int]) -> int:
        """The option that a search takes.

        `more` gets the number of rollouts and of options that may be the best, and returns how many more to run.
        """
        self._think(chance, turns, 1)
        machine, trials, best = self.machine, 0, 0
        self.tree = machine.end
        machine.grow(self.tree + BRANCH)
        self._put(depth=depth, tree=self.tree)
        machine.call("plant")
        while more_now := more(trials, machine.cells["D"][DECISION["left"]]):
            trials += more_now
            machine.grow(self.tree + BRANCH * (trials + 1))
            self._put(trials=trials)
            best = self._explored()
        return best

    def _explored(self) -> int:
        while True:
            try:
                return self.machine.call("explore")
            except EngineError:
                self.machine.call("branch_is_lost")

    def _think(self, chance: int, turns: int, every: int) -> None:
        """Set all numbers of the decision."""
        machine = self.machine
        machine.cells["D"][0 : len(DECISION)] = [0] * len(DECISION)
        self._put(chance=signed(chance), turns=turns, every=every, options=self.count, seat=self.player)
        self._put(real=self.real, world=self.place, tree=self.tree)
        self._put(**self.manner._asdict())
        self._put(worths=self.worths, most_left=self.most_left, longest=self.longest)
        machine.cells["TRIED"][0 : 3 * self.count] = [0] * (3 * self.count)

    def _put(self, **numbers: int) -> None:
        for name, number in numbers.items():
            self.machine.cells["D"][DECISION[name]] = number


SLICE = 500
"""Choices made in one call; in between, Ctrl-C is noticed."""
THINKING = 2
"""The engine's result when a thinking bot must choose."""
NEVER, ALWAYS, WITH_A_PEOPLE = range(3)
"""When a seat thinks, as in the engine."""


class Founded(NamedTuple):
    """All peoples in order, each at the first choice after its founding: their owners, races and powers (-1: none), and rounds."""

    owners: list[int]
    races: list[int]
    powers: list[int]
    rounds: list[int]


class Course(NamedTuple):
    """What a game was like: the choices with several options, the options of all these, and the coins of all seats as each round began."""

    decisions: int
    options: int
    coins: list[list[int]]


class Beginnings:
    """Initial states, each created once and kept in its own block."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._kept: dict[int, tuple[int, Board]] = {}

    def begin(
        self,
        board: Board,
        players: int,
        seed: int,
        *,
        dice: Sequence[int] = (),
        logging: bool = False,
        trades: Sequence[tuple[int, int]] = (),
    ) -> bool:
        """Put the current block at the first choice of a game, with or without a log. `TooMuch` and `EngineError` as any call of a machine.

        `dice` are the faces of the next rolls.
        The two tiles of each of the `trades` exchange their places in the deck in which both begin, before anything is shuffled; False if they
        begin in no common deck.
        """
        machine = self.machine
        place, kept_board = self._kept.get(players, (0, None))
        machine.call("restore", place or self._keep(board, players))
        lay(machine, board)
        if kept_board is not board:
            clear_regions(machine)
            place, _ = self._kept[players]
            machine.call("save", place)
            self._kept[players] = place, board
        machine.cells["G"][at.RANDOM] = signed(seeded(seed))
        machine.cells["LOADED"][0 : len(dice)] = dice
        machine.put("loaded", len(dice))
        machine.put("logging", logging)
        if not all(self._trade(*pair) for pair in trades):
            return False
        machine.call("begin")
        return True

    def _trade(self, one: int, other: int) -> bool:
        """Exchange two tiles in their deck."""
        cells, width = self.machine.cells, self.machine.code.tile_count + 1
        deck = cells["HOME"][one]
        if deck < 0 or deck != cells["HOME"][other]:
            return False
        first = deck * width + 1
        tiles = cells["DECKS"][first : first + cells["DECKS"][first - 1]]
        for tile, instead in ((one, other), (other, one)):
            cells["DECKS"][first + tiles.index(tile)] = instead
        return True

    def _keep(self, board: Board, players: int) -> int:
        """The kept block: games with the same number of players differ only in their random state and the map."""
        write(self.machine, board, players, first_content(self.machine.code, board, players))
        place = self.machine.room()
        self._kept[players] = place, board
        self.machine.call("save", place)
        return place


@runtime_checkable
class Follower(Protocol):
    """A bot that takes the option with the highest weight, which the engine can do itself."""

    def weights_for(self, machine: Machine) -> Mapping[str, int]:
        """The weights of features; without any, it has to be asked."""
        ...


@runtime_checkable
class Mind(Protocol):
    """A bot that uses rollouts."""

    def best(self, rollouts: Rollouts, made: int) -> int:
        """The option that it takes after `made` choices."""
        ...


class Games:
    """Plays one game after the other; after a game, the machine still holds it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.beginnings = Beginnings(machine)
        self.rollouts: Rollouts | None = None
        self.minds: Sequence[Mind | None] = ()

    def begin(
        self, board: Board, seed: int, seats: Sequence[int], trades: Sequence[tuple[int, int]] = ()
    ) -> bool:
        """Start at the first choice of a game, with a seed for the game and one for each seat.

        Tiles may trade places: see `Beginnings.begin`. `TooMuch` and `EngineError` as any call of a machine.
        """
        if not self.beginnings.begin(board, len(seats), seed, trades=trades):
            return False
        self.machine.cells["SEEDS"][0 : len(seats)] = [signed(one % WORD) for one in seats]
        self.machine.cells["THINKS"][0 : len(seats)] = [NEVER] * len(seats)
        self.machine.cells["OPEN"][0:4] = [0, 0, 0, -1]
        return True

    def think(self, minds: Sequence[Mind | None], judging: Judging, *, later: bool = False) -> None:
        """Let these bots choose for their seats, where there is one; with `later`, only once they have a people."""
        if self.rollouts is None:
            self.rollouts = Rollouts(self.machine, judging)
        self.minds = minds
        self._follow(minds)
        thinks = [NEVER if mind is None else WITH_A_PEOPLE if later else ALWAYS for mind in minds]
        self.machine.cells["THINKS"][0 : len(thinks)] = thinks

    def _follow(self, minds: Sequence[Mind | None]) -> None:
        """Let the engine choose for bots that follow a policy, if it is the same one."""
        by_seat: dict[int, Mapping[str, int]] = {}
        for seat, mind in enumerate(minds):
            follower: object = mind
            if isinstance(follower, Follower) and (weights := follower.weights_for(self.machine)):
                by_seat[seat] = weights
        first = next(iter(by_seat.values()), None)
        one = first is not None and all(weights is first for weights in by_seat.values())
        if first is not None and one and self.rollouts is not None:
            self.rollouts.go_by(first)
            self.rollouts.stand_by()
        self.machine.cells["FOLLOWS"][0 : len(minds)] = [
            one and seat in by_seat for seat in range(len(minds))
        ]

    def go_on(self, choices: int = SLICE) -> bool:
        """Make at most this many choices, stopping after a bot has thought. False: the game is over."""
        how = self.machine.call("play_on", choices)
        if how == THINKING:
            self._think()
        return bool(how)

    def open_up(self, seat: int) -> None:
        """Continue until a seat has had a people, or all seats (-1), or until the game is over."""
        while self.machine.call("open_up", seat) == THINKING:
            self._think()

    def _think(self) -> None:
        machine, rollouts = self.machine, self.rollouts
        mind = self.minds[machine.scalar("player")]
        assert rollouts is not None and mind is not None  # noqa: S101, PT018 - otherwise nobody thinks
        rollouts.begin_here()
        option = mind.best(rollouts, machine.scalar("made"))
        machine.call("restore", rollouts.real)
        machine.call("take_kept", option)

    def finish(self) -> bool:
        """Continue to the end. False: there is none."""
        while self.go_on():
            if self.machine.scalar("made") >= MOST_CHOICES:
                return False
        return True

    @property
    def choices(self) -> list[int]:
        """The indices of the options that were taken."""
        return self.machine.cells["CHOICES"][0 : self.machine.scalar("made")]  # type: ignore[no-any-return]

    @property
    def founded(self) -> Founded:
        """The peoples so far."""
        rows = self.machine.cells["FOUNDS"][0 : 4 * self.machine.scalar("peoples")]
        return Founded(rows[0::4], rows[1::4], rows[2::4], rows[3::4])

    @property
    def course(self) -> Course:
        """What the game was like."""
        machine, players = self.machine, self.machine.scalar("seats")
        decisions, options, rounds, _ = machine.cells["OPEN"][0:4]
        rows = machine.cells["COURSE"][0 : MOST_SEATS * rounds]
        coins = [rows[MOST_SEATS * number : MOST_SEATS * number + players] for number in range(rounds)]
        return Course(decisions, options, coins)

    @property
    def round(self) -> int:
        """The round; after the end, the last one."""
        return min(int(self.machine.cells["G"][at.ROUND]), self.machine.scalar("rounds"))

    def value(self, number: int, noun: int) -> int:
        """A value that decides games or is displayed, for a player or a people."""
        return self.machine.call("value", number, noun)

    def answers(self, words: Sequence[int]) -> list[int]:
        """Several values; three words for each: the number of the value, a noun, and 0."""
        answers: list[int] = []
        cells = self.machine.cells["ASKED"]
        for first in range(0, len(words), 3 * MOST_ASKED):
            part = words[first : first + 3 * MOST_ASKED]
            cells[0 : len(part)] = part
            self.machine.call("answer_all", len(part) // 3)
            answers += cells[2 : len(part) : 3]
        return answers

    @property
    def coins(self) -> list[int]:
        """The coins of all players."""
        return self._column(at.COINS)

    @property
    def losers(self) -> frozenset[int]:
        """The players who have lost, whatever they have."""
        return frozenset(player for player, lost in enumerate(self._column(at.LOST)) if lost)

    def _column(self, cell: int) -> list[int]:
        machine = self.machine
        width, rows = machine.code.player_width, machine.cells["Y"]
        return rows[cell : machine.scalar("seats") * width : width]  # type: ignore[no-any-return]
