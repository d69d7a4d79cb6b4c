"""Bots of other people: what one is, where it is found, and what keeps games going on whatever it does.

A package brings one with an entry point of the group `ruledsl.bots`: a name, and what makes the bot for a seat from a seed (`docs/bots.md`).
"""

from __future__ import annotations

import re
import threading
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, Protocol

from ruledsl.naming.errors import GameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.play.views.view import SeatView

GROUP = "ruledsl.bots"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
PATIENCE = 60.0
"""Seconds that a bot may think about one choice."""
LONGEST = 200
"""Of what a bot complains of, so many letters are told."""


class Bot(Protocol):
    """Anything that can sit at a table and choose. What it chooses should follow from the view and its seed alone."""

    def choose(self, view: SeatView) -> int:
        """The place of an option of the view's decision, which is this seat's: from 0 to `view.count` - 1."""
        ...


@cache
def guests() -> dict[str, EntryPoint]:
    """The bots that installed packages bring, by name: those that a command can spell, and of two of one name the first one."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        if NAME.fullmatch(entry.name):
            found.setdefault(entry.name, entry)
    return found


class Misbehaved(GameError):
    """A bot of somebody else does not play (G050). The game stands as before it was asked."""


class Guest:
    """A bot of somebody else, at a table of ours. If it fails, thinks without end or chooses what is not there, that is `Misbehaved`.

    It is given a view from which nothing leads to the game itself.
    """

    def __init__(self, name: str, entry: EntryPoint, seed: int) -> None:
        self.name = name
        self._bot: Any = self._asked("cannot be made", lambda: entry.load()(seed))

    def choose(self, view: SeatView) -> int:
        """What it chooses, if that is an option."""
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
        """Its answer, from a thread of its own: whoever does not answer is not waited for."""
        answer: list[Any] = []
        problem: list[str] = []

        def ask() -> None:
            try:
                answer.append(question())
            except BaseException as found:  # noqa: BLE001 - also one that wants to end the program
                problem.append(f"{type(found).__name__}: {_told(found, str)}")

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


def _told(found: object, how: Callable[[object], str]) -> str:
    """What a bot gave, in one line. It is the bot's own code that says it, so this may fail too."""
    try:
        return " ".join(how(found).split())[:LONGEST]
    except BaseException:  # noqa: BLE001 - whatever it does
        return f"something of the type {type(found).__name__}"
