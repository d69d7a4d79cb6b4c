"""The occupants of seats, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import hinted, there_are
from ruledsl.base.errors import GameError
from ruledsl.bots import Bot, Guest, guests
from ruledsl.play.bots.policy import Easy, Learned
from ruledsl.play.bots.search import Guided, Search, Think
from ruledsl.play.bots.simple import Greedy, Random

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HUMAN = "human"
SEATS: dict[str, Callable[[int], Bot]] = {
    "random": Random,
    "easy": Easy,
    "learned": Learned,
    "greedy": Greedy,
    "guided": Guided,
    "search": Search,
}
"""Our bots by name."""
LEVELS = {"easy": "easy", "fair": "learned", "strong": "guided:1500ms"}
"""The levels that people choose at a table, the weakest first, with their bots. None thinks for two seconds about a choice."""
AT_TABLES = frozenset({*SEATS, *LEVELS.values()})
"""The bots that anybody may seat at a table of a server: each has a limit of thinking that is ours."""
SEARCHING = {"search": Search, "guided": Guided}
"""Bots with a limit of thinking."""


USUAL = 3
"""The number of players, unless somebody says otherwise."""


def seated(names: Sequence[str], players: int | None, others: str = "random") -> list[str]:
    """The names of all seats of a table: those given, and `others`. Without a number of players there are as many seats as names, or three."""
    count = players if players is not None else len(names) or USUAL
    return [*names, *[others] * (count - len(names))]


def seat_names() -> list[str]:
    """All names for seats; the bots of installed packages come last."""
    return [HUMAN, *SEATS, *(name for name in guests() if name not in SEATS)]


def is_ours(name: str) -> bool:
    """Is this the name of a built-in bot, as `bot` accepts it?"""
    return name in SEATS or _searching(name) is not None


def _searching(name: str) -> Think | None:
    """The limit of thinking in `search:400` or `guided:200ms`."""
    who, colon, how_long = name.partition(":")
    return Think.of(how_long) if colon and who in SEARCHING else None


def bot(name: str, seed: int = 0) -> Bot:
    """The bot of that name. Raises `GameError` with the nearest name if there is none.

    `search` and `guided` may have a limit of thinking: `search:400` (rollouts), `guided:200ms`.
    """
    if name in SEATS:
        return SEATS[name](seed)
    think = _searching(name)
    if think is not None:
        return SEARCHING[name.partition(":")[0]](seed, think)
    if name in guests():
        return Guest(name, guests()[name], seed)
    seats = seat_names()
    raise GameError("G014", hinted(f"There is no seat `{name}`.", name, seats, there_are(seats)))
