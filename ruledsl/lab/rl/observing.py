"""The view of a seat as arrays of numbers, for any packs (`docs/learning.md` has the tables), written by the engine for many games in one call.

Fields of options are the numbers from which learned policies make their features (`engine/cells/trials/weighing.py`).
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

from ruledsl.base.errors import GameError
from ruledsl.engine.compile.wasm.memory import DECISION, Features, words_needed
from ruledsl.engine.machines.blocks import place
from ruledsl.engine.machines.games import go_by
from ruledsl.engine.machines.machine import signed
from ruledsl.engine.small.columns import OPTION, REGION, SEAT, TABLE, filled
from ruledsl.play.bots.policy import policy_of
from ruledsl.play.bots.simple import judging
from ruledsl.rules.check.knowledge import doing_of
from ruledsl.rules.packs.maps.drawing import most_regions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ruledsl.engine.machines.batch import Batch
    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.board import Board
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.play.views import SeatView

# ── pages ───────────────────────────────────────────────────────────────────────
# Decisions of any size in action spaces of a fixed one: options appear in pages, so that none is ever left out.


MOST_OPTIONS = 64
"""Actions. Nearly all decisions have fewer options."""


def page_of(count: int, most: int, page: int) -> range:
    """The options on a page; after the last page comes the first. With several pages, the last action turns the page."""
    if count <= most:
        return range(count)
    size = most - 1
    first = page % -(-count // size) * size
    return range(first, min(first + size, count))


def option_of(count: int, most: int, page: int, action: int) -> int:
    """The option that an action on a page takes; for an invalid action, a number that no option has."""
    shown = page_of(count, most, page)
    if 0 <= action < len(shown):
        return shown[action]
    return action if not 0 <= action < count else count


def turns_page(count: int, most: int, action: int) -> bool:
    """Does this action turn the page instead of choosing?"""
    return count > most and action == most - 1


# ── opponents ───────────────────────────────────────────────────────────────────
# Built-in bots that play the other seats of a batch, for all tables at once.


OPPONENTS = ("random", "learned")


class Opponents:
    """The choices of a bot at all tables of a batch. Raises `GameError` G014 for a bot that cannot do that, and where none was trained."""

    def __init__(
        self, batch: Batch, name: str, luck: np.random.Generator | None = None, chance: int = 0
    ) -> None:
        if name not in OPPONENTS:
            raise GameError("G014", f"Opponents inside a batch are {' or '.join(OPPONENTS)}, not `{name}`.")
        self.batch, self.name = batch, name
        if name == "learned":
            weights = policy_of(batch.machine.code).weights
            if not weights:
                raise GameError(
                    "G014", "Nothing was learned for these packs: `ruledsl train` does, or take `random`."
                )
            go_by(batch.machine, weights)
            self._world = batch.machine.room()
        self.begin(0)
        if luck is not None:
            self._luck = luck
            batch.machine.cells["D"][DECISION["chance"]] = chance

    def kept(self) -> tuple[str, np.random.Generator, int]:
        """What others like it are made from, for another batch: its name and its random state."""
        return self.name, self._luck, self.batch.machine.cells["D"][DECISION["chance"]]

    def begin(self, seed: int) -> None:
        """From now on the same games bring the same choices."""
        self._luck = np.random.default_rng(seed)
        if self.name == "learned":
            numbers = self.batch.machine.cells["D"]
            numbers[DECISION["world"]] = self._world
            numbers[DECISION["chance"]] = signed(seed)

    def choices(self) -> NDArray[np.int32]:
        """An option for each table."""
        if self.name == "random":
            return self._luck.integers(np.asarray(self.batch.counts)).astype(np.int32)
        self.batch.machine.call("suggest", self.batch.blocks, self.batch.size)
        return np.array(self.batch.taken, np.int32)


if TYPE_CHECKING:
    Array = NDArray[np.int16]

SLACK = 8
"""Bytes behind everything."""


class Observer:
    """The arrays of one table. The packs, the map and the number of players determine their sizes: `rows` is the number of regions.

    With them count the borders on which rules lay something. Of a map that is drawn from boards, `rows` is that of the largest one; rows without
    a region are 0. `sorts` names the sorts of choices; `tiles` names the tiles by their numbers in arrays, from 1.
    """

    def __init__(self, rules: Rulebook, players: int, map_id: str | None, most_options: int) -> None:
        self.rules, self.players, self.most_options = rules, players, most_options
        board = rules.map_for(players, map_id)
        self.rows = most_regions(board) + (len(board.borders) if rules.program.has_borders else 0)
        self.worths = judging(rules).worths
        code = rules.backend.code
        features, names = Features(code), {value.index: value.name for value in code.program.values}
        self.sorts = list(features.sections["SORT"][0])
        self.tiles = ["", *code.program.tiles]
        doing = doing_of(code.program)
        self.rule_fields = doing.names
        """What rules of tiles change and react to, and what is printed on tiles: the columns of `rules_of_tiles`."""
        self.rules_of_tiles: Array = np.array(
            [[doing.tiles.get(tile, {}).get(name, 0) for name in doing.names] for tile in self.tiles],
            np.int16,
        )
        """A row for each tile by its number in arrays (0: none); it never changes."""
        seat = (*SEAT, *(names[worth[0]] for worth in self.worths))
        self.table_fields = (*TABLE, *(f"{name}_{n}" for n in range(players) for name in _wide(seat)))
        """Rounds and what this seat has; then what each seat has, this one first, and the values that decide."""
        self.region_fields = (*REGION, *_wide(tuple(code.program.pieces)))
        """Of each region: whose it is, what lies there; what it costs and brings if an option aims at it."""
        self.option_fields = OPTION
        """Of each option: what sort it is, what it aims at, and what that is like."""
        self.shapes: dict[str, tuple[int, ...]] = {
            "table": (len(self.table_fields),),
            "regions": (self.rows, len(self.region_fields)),
            "options": (self.most_options, len(self.option_fields)),
        }
        """The shapes of the arrays."""
        ends = np.cumsum([int(np.prod(shape)) for shape in self.shapes.values()]).tolist()
        self._ends = dict(zip(self.shapes, ends, strict=True))
        self.width: int = ends[-1]
        """How many numbers that are: the arrays lie one behind the other."""
        self._pictures: Pictures | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Without its machine: another one is made where it is needed."""
        return {**vars(self), "_pictures": None}

    def parts(self, rows: Array) -> dict[str, Array]:
        """The arrays in such rows, by name; they share their memory."""
        arrays, start = {}, 0
        for name, end in self._ends.items():
            arrays[name] = rows[..., start:end].reshape(*rows.shape[:-1], *self.shapes[name])
            start = end
        return arrays

    def observed(self, view: SeatView, page: int = 0) -> Mapping[str, Array]:
        """The arrays `table`, `regions` and `options`; rows without an option are zero.

        If a decision has more options than there are rows, these are the options of a page.
        """
        if self._pictures is None:
            self._pictures = Pictures(self, self.rules.backend.machine(words_needed(self.rows)), 1)
        machine = self._pictures.machine
        place(machine, view.standing)
        first = page_of(view.count, self.most_options, page).start
        drawn = self._pictures.drawn(machine.block, range(1), view.seat, [first])
        return {name: part[0].copy() for name, part in drawn.items()}

    def printed(self, board: Board) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """What a map is like, which never changes: a row of words for each region (`traits` of the program), and its neighbours."""
        traits, near = np.zeros((self.rows, len(board.traits)), np.int8), np.zeros((self.rows,) * 2, np.int8)
        for region in range(board.size):
            traits[region] = [there >> region & 1 for there in board.traits]
            near[region, : board.size] = [board.near[region] >> other & 1 for other in range(board.size)]
        return traits, near


class Pictures:
    """Draws what so many games on a machine look like, in one call."""

    def __init__(self, observer: Observer, machine: Machine, games: int) -> None:
        self.machine, self.observer, self.games = machine, observer, games
        self.firsts = machine.space(8 * games + 2 * games * observer.width + SLACK)
        self.told = self.firsts + 8 * games
        self._size = 8 * games + 2 * games * observer.width
        self._world = machine.room()
        worths = [number for worth in observer.worths for number in worth]
        machine.cells["WORTHS"][0 : len(worths)] = worths
        self._base = -1

    def drawn(self, blocks: int, games: range, seat: int, firsts: Sequence[int]) -> dict[str, Array]:
        """The arrays of some games, as the choosing seat sees them (-1), or `seat`; `firsts` are the options that are shown first, 0 if empty.

        They are in the memory of the machine, until the next call; those of games that are not asked for are zero.
        """
        machine, observer = self.machine, self.observer
        if self._base != machine.host.base:
            self._find()
        ctypes.memset(self._base + self.firsts, 0, self._size)
        if firsts:
            self._firsts[: len(firsts)] = firsts
        numbers = machine.cells["D"]
        numbers[DECISION["told"]], numbers[DECISION["world"]] = self.told, self._world
        numbers[DECISION["worths"]] = len(observer.worths)
        numbers[DECISION["shown"]], numbers[DECISION["rows"]] = observer.most_options, observer.rows
        machine.call("depict", blocks, games.start, games.stop, seat, self.firsts)
        return self._parts

    def _find(self) -> None:
        """Where everything is, now that the machine has grown."""
        self._base = self.machine.host.base
        self._firsts = self.machine.words(self.firsts, self.games)
        numbers = (ctypes.c_int16 * (self.games * self.observer.width)).from_address(self._base + self.told)
        rows: Array = np.frombuffer(memoryview(numbers), np.int16).reshape(self.games, -1)
        self._parts = self.observer.parts(rows)


def _wide(names: tuple[str, ...]) -> tuple[str, ...]:
    """Columns as rows have them: filled up with some that say nothing."""
    return (*names, *(f"_{n}" for n in range(filled(len(names)) - len(names))))
