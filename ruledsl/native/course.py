"""Games tried out natively from a position (`ruledsl/play/bots/course.py` says what that is)."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

from ruledsl.compile.native.memory import CELLS, SCALARS
from ruledsl.compile.native.shared import key_of, place_of
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.limits import EngineError
from ruledsl.native.games import signed
from ruledsl.native.machine import TooMuch
from ruledsl.native.reading import read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.state.state import State
    from ruledsl.native.machine import Machine

__all__ = ["NativeCourse"]

KIND, PLAYER, OPTIONS, SEATS = (SCALARS[name] for name in ("kind", "player", "options", "seats"))


class NativeCourse:
    """See `Course`; what is raised instead of `EngineError` and `TooMuch` is `lost`."""

    def __init__(
        self,
        machine: Machine,
        worths: Sequence[tuple[int, int, int]],
        limits: tuple[int, int],
        lost: type[Exception],
    ) -> None:
        self.machine, self.lost = machine, lost
        self.longest, self.most_left = limits
        self.place = machine.plan.end
        machine.grow(self.place + machine.plan.slot)
        self.worths = len(worths)
        machine.cells["WORTHS"][0 : 3 * len(worths)] = [number for worth in worths for number in worth]
        self.count, self.player, self.stands = 0, -1, False

    def _call(self, name: str, *args: int) -> int:
        try:
            return self.machine.call(name, *args)
        except (EngineError, TooMuch):
            raise self.lost from None

    def stand(self, state: State) -> None:
        """Trials begin at this state from now on; if there is no room for it, they are all lost."""
        self.stands = False
        try:
            read(self.machine, state)
            self.machine.call("save", self.place)
        except (EngineError, TooMuch):
            return
        self.stands = True

    def forget(self) -> None:
        """Nothing is known of how choices have done."""
        array = self.machine.cells["DONE"]
        ctypes.memset(ctypes.addressof(array), 0, self._size_of_done)

    @property
    def _size_of_done(self) -> int:
        arrays = self.machine.plan.arrays
        return arrays["WORTHS"].base - arrays["DONE"].base

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
        options = machine.cells["OPTIONS"][0 : 5 * count]
        if machine.scalar("slot") >= 0:
            return [key_of(place, 0, option, player) for option in options[::5]]
        pairs = zip(options[::5], options[1::5], strict=True)
        return [key_of(place, action, target, player) for action, target in pairs]

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
