"""Whole games of bots that take anything, played inside the native engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ruledsl.compile.native.memory import MOST_CHOICES, SLOT
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.rng import seeded
from ruledsl.engine.state.setup import first_state
from ruledsl.native.reading import read, read_board

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.state.board import Board
    from ruledsl.native.machine import Machine

__all__ = ["Founded", "RandomGames"]

SLICE = 500
"""Choices that are made in one go: then Ctrl-C is heard."""
MOST_BEGUN = 64
"""Maps and numbers of players of which the first state is kept."""
WORD = 1 << 64


class Founded(NamedTuple):
    """A people at the first choice after its founding: its owner, race and power (-1: none), and the round."""

    owner: int
    race: int
    power: int
    round: int


class RandomGames:
    """Plays one game after the other; when one is over, the machine still holds it."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._begun: dict[tuple[str, int], int] = {}

    def play(self, board: Board, players: int, seed: int, seats: Sequence[int]) -> bool:
        """A game from its start, with a seed for the game and one for each seat. False: it does not end.

        `TooMuch` and `EngineError` as any call of a machine.
        """
        machine = self.machine
        machine.call("restore", self._beginning(board, players))
        machine.cells["G"][at.RANDOM] = _signed(seeded(seed))
        machine.cells["SEEDS"][0:players] = [_signed(one % WORD) for one in seats]
        machine.call("begin")
        while machine.call("play_on", SLICE):
            if machine.scalar("made") >= MOST_CHOICES:
                return False
        return True

    def _beginning(self, board: Board, players: int) -> int:
        """Where the first state on a map is kept; what differs between games is their chance."""
        read_board(self.machine, board)
        place = self._begun.get((board.id, players))
        if place is None:
            if len(self._begun) >= MOST_BEGUN:
                self._begun.clear()
            read(self.machine, first_state(self.machine.code, board, players, 0))
            place = self.machine.plan.end + SLOT * len(self._begun)
            self.machine.grow(place + SLOT)
            self.machine.call("save", place)
            self._begun[board.id, players] = place
        return place

    @property
    def choices(self) -> list[int]:
        """The places of the options that were taken."""
        return self.machine.cells["CHOICES"][0 : self.machine.scalar("made")]  # type: ignore[no-any-return]

    @property
    def founded(self) -> list[Founded]:
        """All peoples, in their order."""
        rows = self.machine.cells["FOUNDS"][0 : 4 * self.machine.scalar("peoples")]
        return [Founded(*rows[place : place + 4]) for place in range(0, len(rows), 4)]

    @property
    def round(self) -> int:
        """The round; after the end it stays the last one."""
        return min(int(self.machine.cells["G"][at.ROUND]), self.machine.scalar("rounds"))

    def value(self, number: int, player: int) -> int:
        """A value that decides games, or is shown, for a player."""
        return self.machine.call("value", number, player)

    def coins(self, player: int) -> int:
        """The coins of a player."""
        return int(self.machine.cells["Y"][player * self.machine.code.player_width + at.COINS])


def _signed(word: int) -> int:
    return word - WORD if word >= WORD // 2 else word
