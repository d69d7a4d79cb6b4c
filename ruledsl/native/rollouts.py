"""Positions from which games are tried out again and again, by quick bots that learn which choices do well."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.compile.native.features import Features
from ruledsl.compile.native.memory import DECISION, SCALARS
from ruledsl.engine.small.kinds import CHOICES
from ruledsl.engine.small.room import BRANCH
from ruledsl.engine.state.limits import EngineError
from ruledsl.native.machine import TooMuch, signed
from ruledsl.native.reading import read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.engine.state.state import State
    from ruledsl.native.machine import Machine

AT_ONCE = 16
"""Trials that are made in one go: then Ctrl-C is heard."""
KINDS = ("", *CHOICES)
KIND, PLAYER, OPTIONS = (SCALARS[name] for name in ("kind", "player", "options"))


class Judging(NamedTuple):
    """What trials are judged by: values, each with what it counts now and in every turn to come.

    Then the most choices of a trial, and the most turns to come that count.
    """

    worths: Sequence[tuple[int, int, int]]
    longest: int
    most_left: int


class Manner(NamedTuple):
    """How quick bots choose in trials.

    They take the best of `keen` options at random; one action of `curiosity` without regard to how such actions have done. Are choices known
    `apart` by the rounds in which they are made? With `guided`, they choose as a learned policy does, with so many percent of a softmax's luck.
    """

    keen: int
    curiosity: int
    apart: bool
    guided: int = 0


HASTY = Manner(keen=2, curiosity=6, apart=False)
"""For few trials: what is known is little."""
STEADY = Manner(keen=4, curiosity=12, apart=True)
"""For many: they teach what is right in each round."""
GUIDED = STEADY._replace(guided=100)
"""As the policy does (`go_by`)."""


def go_by(machine: Machine, weights: Mapping[str, int]) -> None:
    """What features of options weigh in a machine from now on, by their names; others weigh nothing."""
    cells = [weights.get(name, 0) for name in Features(machine.code).names()]
    machine.cells["WEIGHTS"][0 : len(cells)] = cells


class Rollouts:
    """Tries games out that could be the real one: `player` chooses among `count` options there, of a `kind`.

    It has two blocks: for what is known of the real game, and for one that could be it.
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
        """Trials are of what is to be chosen in a state that fits what a seat knows. `TooMuch` if there is no room for it."""
        read(self.machine, standing)
        self.begin_here()

    def begin_here(self) -> None:
        """The same of what is to be chosen where the machine stands. `TooMuch` if there is no room for that."""
        self.machine.call("save", self.real)
        self._forget()
        self.choose_by(HASTY)
        self._look()
        self.players = self.machine.scalar("seats")
        self.kind = KINDS[self.machine.scalar("kind")]

    def stand_by(self) -> None:
        """Let the engine know where it can keep a game while it thinks by itself."""
        self._put(real=self.real)

    def choose_by(self, manner: Manner) -> None:
        """Quick bots choose like that from now on."""
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
        """The option that is best on average. Whatever trial is lost, the next ones go on."""
        trials, every, turns = effort
        self._think(chance, turns, every)
        self._put(trials=trials)
        best = -1
        while best < 0:
            try:
                best = self.machine.call("try_options", AT_ONCE)
            except (EngineError, TooMuch):
                self.machine.call("trial_is_lost")
        return best

    def go_by(self, weights: Mapping[str, int]) -> None:
        """What features of options weigh from now on, by their names; others weigh nothing."""
        if self.weights is not weights:
            go_by(self.machine, weights)
            self.weights = weights

    def weighed(self, chance: int) -> int:
        """The option whose features weigh most, in a game that could be the real one."""
        self._think(chance, 1, 1)
        return self.machine.call("best_by_weights")

    def tried(self) -> list[tuple[int, int]]:
        """Of each option what came of it in all trials together, and how many those were; after `best`."""
        cells = self.machine.cells["TRIED"]
        return [(cells[3 * option], cells[3 * option + 1]) for option in range(self.count)]

    def search(self, chance: int, turns: int, depth: int, more: Callable[[int, int], int]) -> int:
        """The option that a search takes. `more` is told how many trials there were and how many options may be the best: so many more there are."""
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
            except (EngineError, TooMuch):
                self.machine.call("branch_is_lost")

    def _think(self, chance: int, turns: int, every: int) -> None:
        """All numbers of the decision."""
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
