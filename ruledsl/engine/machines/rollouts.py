"""Positions with rollouts by quick bots that learn which choices do well."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.errors import EngineError
from ruledsl.engine.compile.wasm.features import Features
from ruledsl.engine.compile.wasm.memory import DECISION, SCALARS
from ruledsl.engine.machines.machine import signed
from ruledsl.engine.machines.reading import read
from ruledsl.engine.small.kinds import CHOICES
from ruledsl.engine.small.room import BRANCH

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.state import State

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
    """

    keen: int
    curiosity: int
    apart: bool
    guided: int = 0


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

    def begin(self, standing: State) -> None:
        """Start from the pending choice of a state that fits what a seat knows. `TooMuch` if there is no room for it."""
        read(self.machine, standing)
        self.begin_here()

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

    def weighed(self, chance: int) -> int:
        """The option with the highest weight, in a determinized game."""
        self._think(chance, 1, 1)
        return self.machine.call("best_by_weights")

    def tried(self) -> list[tuple[int, int]]:
        """For each option the sum of results and the number of rollouts; after `best`."""
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
