"""Games tried out natively from a position (`ruledsl/play/bots/course.py` says what that is)."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Protocol

from ruledsl.compile.native.memory import DECISION, MOST_SEATS, SCALARS
from ruledsl.engine.cells.trials.keys import key_of, place_of
from ruledsl.engine.small.kinds import CHOICES
from ruledsl.engine.small.room import BRANCH, CELLS
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import EngineError
from ruledsl.native.judging import HASTY
from ruledsl.native.machine import TooMuch, signed
from ruledsl.native.reading import read

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.state.state import State
    from ruledsl.native.judging import Judging, Manner
    from ruledsl.native.machine import Machine

__all__ = ["PLACES", "NativeCourse"]

AT_ONCE = 16
"""Trials that are made in one go: then Ctrl-C is heard."""
PLACES = 2
"""Where it keeps states. Behind them is room for the beginnings of games, then for the tree of a search."""
KINDS = ("", *CHOICES)
KIND, PLAYER, OPTIONS, SEATS = (SCALARS[name] for name in ("kind", "player", "options", "seats"))


class Seen(Protocol):
    """What a seat knows: a state that fits it, and games that could be the real one."""

    @property
    def standing(self) -> State: ...

    def sample(self, seed: int) -> Any: ...  # noqa: ANN401 - a game


class NativeCourse:
    """See `Course`. It has two places behind the memory that the program knows of: for the game that is real, and for one that could be."""

    def __init__(self, machine: Machine, judging: Judging) -> None:
        worths, self.longest, self.most_left, self.lost = judging
        self.machine = machine
        self.real = machine.plan.end
        slot = machine.plan.slot
        self.place = self.real + slot
        self.tree = self.real + (PLACES + MOST_SEATS + 1) * slot
        machine.grow(self.place + slot)
        self.worths = len(worths)
        machine.cells["WORTHS"][0 : 3 * len(worths)] = [number for worth in worths for number in worth]
        self.count, self.player, self.players, self.kind = 0, -1, 0, ""
        self.manner = HASTY
        self.view: Seen | None = None
        self.stands = False

    def _call(self, name: str, *args: int) -> int:
        try:
            return self.machine.call(name, *args)
        except (EngineError, TooMuch):
            raise self.lost from None

    def begin(self, view: Seen) -> bool:
        """Trials are of what this seat has to choose from now on; nothing is known. False if there is no room for that."""
        try:
            read(self.machine, view.standing)
            self.machine.call("save", self.real)
        except TooMuch:
            return False
        self.view = view
        self._begin()
        return True

    def begin_here(self) -> None:
        """The same of what is to be chosen where the machine stands. `TooMuch` if there is no room for that."""
        self.machine.call("save", self.real)
        self._begin()

    def _begin(self) -> None:
        self.stands = False
        self._forget()
        self.choose_by(HASTY)
        self._look()
        self.players = self.machine.scalar("seats")
        self.kind = KINDS[self.machine.scalar("kind")]

    def choose_by(self, manner: Manner) -> None:
        """Quick bots choose like that from now on."""
        self.manner = manner
        self._put(**manner._asdict())

    def imagine(self, seed: int) -> None:
        """Trials begin there from now on."""
        self.stands = False
        if self.machine.plan.imagines:
            self._call("restore", self.real)
            self._call("imagine", seed)
        else:
            self._made_up(seed)
        self._call("save", self.place)
        self.stands = True

    def _made_up(self, seed: int) -> None:
        assert self.view is not None  # noqa: S101 - it was begun
        try:
            read(self.machine, self.view.sample(seed).state)
        except TooMuch:
            raise self.lost from None

    def _forget(self) -> None:
        arrays = self.machine.plan.arrays
        size = arrays["WORTHS"].base - arrays["DONE"].base
        ctypes.memset(ctypes.addressof(self.machine.cells["DONE"]), 0, size)

    def again(self, luck: int) -> None:
        """A trial begins."""
        if not self.stands:
            raise self.lost
        self._call("restore", self.place)
        cells = self.machine.cells
        cells["TRY"][0] = signed(luck)
        cells["G"][at.RANDOM] ^= signed(luck)
        self._call("begin_trial")
        self._look()

    def _look(self) -> None:
        numbers = self.machine.cells["S"]
        self.count = numbers[OPTIONS] if numbers[KIND] else 0
        self.player = numbers[PLAYER] if numbers[KIND] else -1

    def take(self, option: int) -> None:
        """Take an option by its place."""
        self._call("take_noted", option)
        self._look()

    def keys(self) -> list[int]:
        """What each option is known by."""
        machine, count, player = self.machine, self.count, self.player
        if not count:
            return []
        place = place_of(*machine.words(machine.scalar("frame"), 2))
        when = machine.cells["G"][at.ROUND] if self.manner.apart else 0
        options = machine.cells["OPTIONS"][0 : 5 * count]
        if machine.scalar("slot") >= 0:
            return [key_of(place, 0, option, player, when) for option in options[::5]]
        pairs = zip(options[::5], options[1::5], strict=True)
        return [key_of(place, action, target, player, when) for action, target in pairs]

    def done(self, key: int) -> tuple[int, int]:
        """What came of it, and how often it was chosen."""
        cell = key & (CELLS - 1)
        total, times = self.machine.cells["DONE"][2 * cell : 2 * cell + 2]
        return total, times

    def finish(self, turns: int) -> list[int]:
        """To the end of so many turns."""
        self._call("try_out", turns, self.longest)
        self._call("judge", self.worths, self.most_left)
        cells = self.machine.cells
        return cells["LEADS"][0 : cells["S"][SEATS]]  # type: ignore[no-any-return]

    def best(self, chance: int, effort: tuple[int, int, int]) -> int | None:
        """The option that is best on average, in one go, if games can be made up here. Whatever trial is lost, the next ones go on."""
        trials, every, turns = effort
        if not self._think(chance, turns, every):
            return None
        self._put(trials=trials)
        best = -1
        while best < 0:
            try:
                best = self.machine.call("try_options", AT_ONCE)
            except (EngineError, TooMuch):
                self.machine.call("trial_is_lost")
        return best

    def search(self, chance: int, turns: int, depth: int, more: Callable[[int, int], int]) -> int | None:
        """The option that a search takes, in one go as well. `more` is told how many trials there were and how many options may be the best."""
        if not self._think(chance, turns, 1):
            return None
        machine, trials, best = self.machine, 0, 0
        machine.grow(self.tree + BRANCH)
        self._put(depth=depth)
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

    def _think(self, chance: int, turns: int, every: int) -> bool:
        """All numbers of the decision; False if no games can be made up here."""
        machine = self.machine
        if machine.plan.imagines:
            machine.cells["D"][0 : len(DECISION)] = [0] * len(DECISION)
            self._put(chance=signed(chance), turns=turns, every=every, options=self.count, seat=self.player)
            self._put(real=self.real, world=self.place, tree=self.tree)
            self._put(**self.manner._asdict())
            self._put(worths=self.worths, most_left=self.most_left, longest=self.longest)
            machine.cells["TRIED"][0 : 3 * self.count] = [0] * (3 * self.count)
        return machine.plan.imagines

    def _put(self, **numbers: int) -> None:
        for name, number in numbers.items():
            self.machine.cells["D"][DECISION[name]] = number
