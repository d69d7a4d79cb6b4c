"""Bots of other packages: their interface, their discovery, and protection of games against them.

A package provides one with an entry point of the group `ruledsl.bots`: a name, and a function that makes the bot for a seat from a seed
(`docs/bots.md`).
"""

from __future__ import annotations

import re
import threading
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, Protocol

from ruledsl.base.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.play.views import SeatView

GROUP = "ruledsl.bots"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
PATIENCE = 60.0
"""Seconds that a bot may think about one choice."""
LONGEST = 200
"""The most characters of a bot's error message."""


class Bot(Protocol):
    """Anything that can sit at a table and choose. Its choices should follow from the view and its seed alone."""

    def choose(self, view: SeatView) -> int:
        """The place of an option of the view's decision, which is this seat's: from 0 to `view.count` - 1."""
        ...


@cache
def guests() -> dict[str, EntryPoint]:
    """The bots of installed packages, by name: those that a command can spell; of two with one name the first."""
    entries: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        if NAME.fullmatch(entry.name):
            entries.setdefault(entry.name, entry)
    return entries


class Misbehaved(GameError):
    """A bot of another package fails to play (G050). The game stays as it was."""


class Guest:
    """A bot of another package at our table. If it fails, takes too long or chooses an invalid option, that is `Misbehaved`.

    It gets a view without any reference to the game itself.
    """

    def __init__(self, name: str, entry: EntryPoint, seed: int) -> None:
        self.name = name
        self._bot: Any = self._asked("cannot be made", lambda: entry.load()(seed))

    def choose(self, view: SeatView) -> int:
        """Its choice, if that is an option."""
        view.look()

        def chosen() -> tuple[int, str]:
            index = self._bot.choose(view)
            if type(index) is int and 0 <= index < view.count:
                return index, ""
            return 0, _told(index, repr)

        index: int
        index, wrong = self._asked("cannot choose", chosen)
        if wrong:
            raise self._wrong(f"chose {wrong}, where there are {view.count} options, from 0")
        return index

    def _asked(self, what: str, question: Any) -> Any:  # noqa: ANN401 - whatever it answers
        """Its answer, from a separate thread, so that an endless bot does not block."""
        answer: list[Any] = []
        problem: list[str] = []

        def ask() -> None:
            try:
                answer.append(question())
            except BaseException as cause:  # noqa: BLE001 - also one that wants to end the program
                problem.append(f"{type(cause).__name__}: {_told(cause, str)}")

        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        thread.join(PATIENCE)
        if problem:
            raise self._wrong(f"{what} ({problem[0]})")
        if not answer:
            raise self._wrong(f"has not answered for {PATIENCE:g} seconds")
        return answer[0]

    def _wrong(self, what: str) -> Misbehaved:
        return Misbehaved("G050", f"The bot `{self.name}`, which another package brings, {what}.")


def _told(thing: object, how: Callable[[object], str]) -> str:
    """A bot's result or error, in one line. The text comes from the bot's own code, so this may fail too."""
    try:
        return " ".join(how(thing).split())[:LONGEST]
    except BaseException:  # noqa: BLE001 - whatever it does
        return f"something of the type {type(thing).__name__}"
