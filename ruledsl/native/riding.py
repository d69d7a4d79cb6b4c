"""Games that programs drive choice by choice, natively: one machine of a thread for all games of some rules, which each mounts when it is its turn.

In another thread a game goes on in Python, and from there, it may be, on that thread's machine.
"""

from __future__ import annotations

import weakref
from threading import get_ident
from typing import TYPE_CHECKING

from ruledsl.compile.native.memory import SCALARS
from ruledsl.engine.small.kinds import CHOICES
from ruledsl.engine.state import layout as at
from ruledsl.native.machine import TooMuch
from ruledsl.native.reading import lay, read

if TYPE_CHECKING:
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.state import State
    from ruledsl.native.machine import Machine

__all__ = ["Ride", "Stable"]

MOST_RIDES = 1024
"""Games that are driven natively at once; others go on in Python."""
KINDS = ("", *CHOICES)
PLAYER, OPTIONS = SCALARS["player"], SCALARS["options"]


class Stable:
    """A machine, and the places where games are kept while another one is on it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.thread = get_ident()
        self.on: int = -1
        self.free: list[int] = []
        self.lost: set[int] = set()
        self.places = 0

    def ride(self, g: State) -> Ride | None:
        """A game that stands where a state does; None if there is no room for it."""
        if not self.free and self.places >= MOST_RIDES:
            return None
        try:
            self.leave()
            self._make_room()
            read(self.machine, g)
        except TooMuch:
            return None
        self.on = self.free.pop()
        return Ride(self, self.on, g.board)

    def _make_room(self) -> None:
        if not self.free:
            self.machine.grow(self.slot(self.places + 1))
            self.free.append(self.places)
            self.places += 1

    def twin(self, ride: Ride) -> Ride | None:
        """A game that stands where the one stands that is on the machine; None if there is no room for it."""
        if not self.free and self.places >= MOST_RIDES:
            return None
        try:
            self._make_room()
            self.machine.call("save", self.slot(self.free[-1]))
        except TooMuch:
            return None
        return Ride(self, self.free.pop(), ride.board)

    def slot(self, place: int) -> int:
        """Where a game is kept."""
        return self.machine.plan.end + self.machine.plan.slot * place

    def leave(self) -> None:
        """Keep the game that is on the machine."""
        if self.on >= 0:
            place, self.on = self.on, -1
            try:
                self.machine.call("save", self.slot(place))
            except TooMuch:
                self.lost.add(place)

    def give_back(self, place: int) -> None:
        """A game is not driven any more."""
        if self.on == place:
            self.on = -1
        self.lost.discard(place)
        self.free.append(place)


class Ride:
    """One game. `count` is how many options there are now; none when it is over."""

    def __init__(self, stable: Stable, place: int, board: Board) -> None:
        self.stable, self.place, self.board = stable, place, board
        self.machine = stable.machine
        self._answer = self.machine.calls["answer"].one
        self._end = weakref.finalize(self, stable.give_back, place)
        self.count, self.player = self.machine.scalar("options"), self.machine.scalar("player")

    def mount(self) -> bool:
        """Be on the machine; False if that is not possible any more, since there was no room to keep the game, or here, in another thread."""
        stable = self.stable
        if self.place in stable.lost or stable.thread != get_ident():
            return False
        if stable.on != self.place:
            stable.leave()
            self.machine.call("restore", stable.slot(self.place))
            lay(self.machine, self.board)
            stable.on = self.place
        return True

    def take(self, option: int) -> bool:
        """Choose; False if that cannot be done here."""
        stable = self.stable
        if (stable.on != self.place or stable.thread != get_ident()) and not self.mount():
            self.let_go()
            return False
        trapped, waiting = self._answer(option)
        if trapped:
            self.let_go()
            return False
        numbers = self.machine.cells["S"]
        self.count = numbers[OPTIONS] if waiting else 0
        self.player = numbers[PLAYER]
        return True

    @property
    def kind(self) -> str:
        """What sort of decision it is; empty if that cannot be said any more."""
        return KINDS[self.machine.scalar("kind")] if self.mount() else ""

    def twin(self) -> Ride | None:
        """Another game that stands where this one does; None if that cannot be had here."""
        return self.stable.twin(self) if self.mount() else None

    def let_go(self) -> None:
        """This game goes on in Python."""
        if self.stable.on == self.place:
            self.stable.on = -1
        self._end()

    @property
    def round(self) -> int:
        """The round; after the end it stays the last one."""
        return min(int(self.machine.cells["G"][at.ROUND]), self.board.rounds)

    def value(self, number: int, player: int) -> int:
        """A value that decides games, or is shown, for a player."""
        return self.machine.call("value", number, player)
