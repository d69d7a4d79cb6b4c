"""The file of a game in progress: the game as it was started or resumed, and a line for every choice since.

The whole file is rarely rewritten before the end, and every line is flushed with its choice: however this process ends, the file has all
choices that were answered.
"""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from ruledsl.base.errors import GameError
from ruledsl.base.system import AS_IT_IS
from ruledsl.cli.files.writing import place_of, refused, write_whole
from ruledsl.cli.output import say
from ruledsl.cli.signals import Refusal
from ruledsl.play.saves.record import MOST_LINES, line_of_choice, line_of_undo

if TYPE_CHECKING:
    from ruledsl.play.game import Game


class Keeper:
    """Keeps a game in a file, or nowhere (None). The choices of `people` are also synced to the disk."""

    def __init__(self, game: Game, file: str | None, people: list[int]) -> None:
        self.file = file
        self.people = people
        self._count = 0
        self._lines = 0
        self._out = -1
        if file is not None:
            self._begin(game, file)

    def _begin(self, game: Game, file: str) -> None:
        """Write the whole game; lines follow."""
        self._close()
        write_whole(file, game.to_json(), private=True)
        try:
            self._out = os.open(place_of(file), os.O_WRONLY | os.O_APPEND | AS_IT_IS)
        except OSError as problem:
            raise refused(file, problem) from None
        self._count = len(game.choices)
        self._lines = 0

    def save(self, game: Game, file: str) -> str:
        """Write the whole game, to another file if one is given; returns the name."""
        name = file or self.file
        if not name:
            raise Refusal("Save where? `save FILE`.")
        if self.file is not None and place_of(name) == place_of(self.file):
            self._begin(game, self.file)
        else:
            write_whole(name, game.to_json(), private=True)
        return name

    def end(self, game: Game) -> None:
        """The table is left: write the whole game, without lines."""
        self._close()
        if self.file is not None:
            write_whole(self.file, game.to_json(), private=True)

    def interrupted(self, game: Game) -> None:
        """The program is interrupted, perhaps during a choice: the file ends with the last complete choice."""
        with contextlib.suppress(GameError, Refusal):
            game.go_back(len(game.choices))
            self.end(game)

    def made(self, game: Game, player: int) -> None:
        """Record a player's choice, undo or redo."""
        if self._out < 0:
            return
        done = len(game.choices)
        if done == self._count:
            return
        several = done > self._count + 1  # made again at once: lines have the state after each
        line = line_of_choice(game) if done > self._count else line_of_undo(done)
        self._count = done
        self._lines += 1
        try:
            if several or self._lines > MOST_LINES:
                self._begin(game, self.file or "")
            else:
                _write(self._out, line.encode(), durable=player in self.people)
        except (OSError, Refusal) as problem:
            self._close()
            wording = problem if isinstance(problem, Refusal) else refused(self.file or "", problem)
            say(f"{wording.message} It is tried again at the end.", err=True)

    def _close(self) -> None:
        if self._out >= 0:
            with contextlib.suppress(OSError):
                os.close(self._out)
            self._out = -1


def _write(handle: int, data: bytes, *, durable: bool) -> None:
    """Write all data; `durable` syncs it to the disk."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]
    if durable:
        os.fsync(handle)
