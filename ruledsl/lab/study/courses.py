"""The course of a game in its line: coins by round, who led, when that was decided, and how many options there were."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from ruledsl.lab.study.fields import Wrong, table_in, whole_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.lab.study.fields import Row

MOST_ROUNDS = 64
COLUMNS = ("lead_changes", "decided", "branching")
"""Columns of games: how often another seat led alone than the one before; the round from whose end on the later winner led alone; the options of a
choice with several of them, on average. Leads are those in coins at the end of rounds."""


def coins_in(game: Row, players: int) -> list[list[int]]:
    """The coins of all seats at the end of each round; none in older lines."""
    if "course" not in game:
        return []
    rounds = table_in(game, "course").get("coins")
    if not isinstance(rounds, list) or len(rounds) > MOST_ROUNDS:
        raise Wrong("`coins` is no list of rounds")
    for row in rounds:
        if not isinstance(row, list) or len(row) != players:
            raise Wrong("`coins` has a round without a number for everybody")
        for coins in row:
            whole_in({"coins": coins}, "coins")
    return rounds


def course_of(game: Row, coins: Sequence[Sequence[int]], ranks: Sequence[int]) -> Row:
    """The `COLUMNS` of a game; without values in older lines."""
    if "course" not in game:
        return dict.fromkeys(COLUMNS)
    course = game["course"]
    decisions, options = whole_in(course, "decisions", 0), whole_in(course, "options", 0)
    firsts = [_ahead_alone(row) for row in coins]
    alone = [one for one in firsts if one is not None]
    winner = ranks.index(1) if ranks.count(1) == 1 else None
    since = len(firsts)
    while since and firsts[since - 1] == winner:
        since -= 1
    return {
        "lead_changes": sum(one != other for one, other in pairwise(alone)),
        "decided": None if winner is None else min(since + 1, len(firsts)),
        "branching": options / decisions if decisions else None,
    }


def _ahead_alone(coins: Sequence[int]) -> int | None:
    most = max(coins)
    return coins.index(most) if coins.count(most) == 1 else None
