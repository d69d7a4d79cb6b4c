"""The desk: where states in Python lie while a machine advances or queries them."""

from __future__ import annotations

from ctypes import string_at
from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import EngineError
from ruledsl.engine.machines.moments import PARTS, Block, Moment, lines_of
from ruledsl.engine.machines.reading import read
from ruledsl.engine.small.kinds import MADE_ITSELF
from ruledsl.engine.state.frames import PAUSING
from ruledsl.engine.state.limits import LONGEST_LOG, MOST_ROUNDS
from ruledsl.engine.state.state import ForcedChoice, PendingChoice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.engine.machines.machine import Machine
    from ruledsl.engine.state.state import State

SET_UP = [part for part in PARTS if part != "journal"]
"""The parts of a state that lie there."""


class Desk:
    """A machine with a block for one state at a time; `held` is the current user."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.block = machine.room()
        self.held: object = None

    def bring(self, g: State) -> None:
        """Copy a state to the desk. `TooMuch` if it exceeds a capacity."""
        if isinstance(self.held, Lying):
            self.held.take_up()
        self.held = None
        self.machine.enter(self.block)
        read(self.machine, g)
        self.machine.put("fuel", MOST_ROUNDS)
        self.machine.put("logging", g.journal is not None)
        self.machine.put("forcing", g.forced is not None)
        winding = 0 <= g.skip < PAUSING
        self.machine.put("skip", g.skip % PAUSING + 1 if g.skip >= 0 else 0)
        self.machine.put("winding", winding)
        self.machine.put("acting", g.acting + 1)

    def take_back(self, g: State) -> None:
        """Copy the new state back, and append what happened to its journal."""
        there = Block(self.machine)
        for part in PARTS:
            if part != "journal":
                setattr(g, part, there.part(part))
        if not self.machine.scalar("skip"):
            g.skip = -1
        words = 8 * self.machine.scalar("logged")
        if words:
            log = memoryview(string_at(self.machine.log_at, words)).cast("q")
            _tell(g, lines_of(g.code, self.machine.plan.words, log))


def _tell(g: State, lines: Iterator[tuple[Any, ...]]) -> None:
    for line in lines:
        if line[0] == MADE_ITSELF:
            _, player, procedure, step, *options = line
            asked = PendingChoice(g.code.choices[procedure, step], player, options)
            if g.forced is not None:
                g.forced.append(ForcedChoice(asked, len(g.journal or ())))
        elif g.journal is not None:
            g.journal.append(line)
    if g.journal is not None and len(g.journal) > LONGEST_LOG:
        raise EngineError("the log of this game is full")


class Lying:
    """The source of a state that is being set up: it stays on the desk until somebody else needs that, or reads a part of it."""

    handle = None

    def __init__(self, g: Moment, desk: Desk) -> None:
        self.g, self.desk = g, desk

    def part(self, name: str) -> Any:
        """A part of it. The reader may change it, so the state must be copied to the desk again."""
        self.desk.machine.enter(self.desk.block)
        return Block(self.desk.machine).part(name)

    @property
    def untouched(self) -> bool:
        """Has no part been read since?"""
        return self.desk.held is self and not any(map(self.g.knows, SET_UP))

    def take_up(self) -> None:
        """Give the state all its parts again."""
        for name in SET_UP:
            getattr(self.g, name)
