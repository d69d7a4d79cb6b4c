"""Checks of single values in a saved game, each of which passes or raises `GameError`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ruledsl.base.errors import GameError
from ruledsl.base.whole import is_whole
from ruledsl.language.vocabulary.limits import LARGEST, MOST_MEMBERS
from ruledsl.language.vocabulary.types import BIT_SETS, FLAG, NUMBER, Type

if TYPE_CHECKING:
    from ruledsl.engine.state.board import Board
    from ruledsl.engine.state.code import Code

PAIR = 2


def need(holds: bool, what: str) -> None:  # noqa: FBT001 - a statement that has to hold
    """`GameError` unless it holds."""
    if not holds:
        raise GameError("G021", f"This saved game is damaged: {what}.")


def whole(value: Any, least: int, most: int, what: str) -> int:
    """An integer within bounds."""
    need(is_whole(value) and least <= value <= most, f"{what} is not a whole number from {least} to {most}")
    return int(value)


def items(value: Any, what: str, length: int | None = None) -> list[Any]:
    """A list, of this length if one is given."""
    need(
        isinstance(value, list) and (length is None or len(value) == length),
        f"{what} has another length or is no list",
    )
    found: list[Any] = value
    return found


def pairs(value: Any, what: str) -> list[tuple[int, Any]]:
    """The entries of a table: pairs in ascending order of their keys."""
    found = items(value, what)
    need(
        all(isinstance(pair, list) and len(pair) == PAIR and is_whole(pair[0]) for pair in found),
        f"{what} is no table",
    )
    need(all(one[0] < other[0] for one, other in pairwise(found)), f"{what} is not in order")
    return [(key, entry) for key, entry in found]


class Nouns:
    """The sizes of all tables, and checks of values by type."""

    def __init__(self, code: Code, board: Board, seats: int, peoples: int) -> None:
        program = code.program
        self.counts = {
            "player": seats,
            "people": peoples,
            "region": board.size,
            "tile": 2 * code.tile_count,
            "piece": len(program.pieces),
            "trait": len(program.traits),
            "mode": len(program.modes),
            "way": len(program.ways),
            "stage": len(program.stages),
            "kind": len(program.kinds),
            "deck": len(program.decks),
            "die": len(program.dice),
        }

    def one(self, kind: Type, value: Any, what: str) -> None:
        """A value of a type; -1 is nobody."""
        if kind.is_set and kind.element in BIT_SETS:
            whole(value, 0, (1 << self.counts[kind.name]) - 1, what)
        elif kind.is_set:
            self._members(kind.element, items(value, what), what)
        elif kind == FLAG:
            need(
                (is_whole(value) or isinstance(value, bool)) and value in (0, 1),
                f"{what} is neither yes nor no",
            )
        elif kind == NUMBER or kind.name not in self.counts:
            whole(value, -LARGEST, LARGEST, what)
        else:
            whole(value, -1, self.counts[kind.name] - 1, what)

    def _members(self, kind: Type, members: list[Any], what: str) -> None:
        """A set that is no bit set: without nobody, and without duplicates."""
        for member in members:
            self.one(kind, member, what)
        need(kind == NUMBER or min(members, default=0) >= 0, f"{what} has nobody in it")
        need(len(set(members)) == len(members), f"{what} has something in it twice")
        need(kind != NUMBER or len(members) <= MOST_MEMBERS, f"{what} is too large")

    def anything(self, value: Any, what: str) -> None:
        """A local of a procedure, whose type is unknown: a number, or the rest of a loop."""
        if isinstance(value, list):
            for item in value:
                whole(item, -LARGEST, LARGEST, what)
        elif not isinstance(value, bool):
            masks = 1 << max(self.counts["region"], self.counts["people"], self.counts["player"])
            whole(value, -LARGEST, max(masks, LARGEST), what)
