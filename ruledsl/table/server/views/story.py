"""The turns of a game in public: who took which region from whom, which peoples came and declined, and the coins that resulted."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, field

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State
    from ruledsl.play.naming.nouns import Naming
    from ruledsl.table.server.tables.seat import Course, Stand


@dataclass(slots=True)
class _Turn:
    round: int
    player: int
    first: int
    last: int
    coins: list[int]
    acts: list[dict[str, Any]] = field(default_factory=list)
    changes: list[dict[str, Any]] = field(default_factory=list)


def story_data(naming: Naming, g: State, course: Course, made: int) -> list[dict[str, Any]]:
    """All turns in the first `made` choices, the current one last; `g` is any state of the game.

    See `docs/table-protocol.md`.
    """
    turns: list[_Turn] = []
    for choice, (before, after) in enumerate(pairwise(course.stood[: made + 1])):
        if not turns or (turns[-1].round, turns[-1].player) != (before.round, before.turn):
            turns.append(_Turn(before.round, before.turn, choice, choice, [0] * len(before.coins)))
        turn = turns[-1]
        turn.last = choice + 1
        gains = [new - old for old, new in zip(before.coins, after.coins, strict=True)]
        turn.coins = [sum(pair) for pair in zip(turn.coins, gains, strict=True)]
        if before.held != after.held:
            turn.acts += _acts(naming, g, choice + 1, before, after)
        if before.peoples != after.peoples:
            turn.changes += _changes(naming, g, choice + 1, before, after)
    return [
        {
            "player": turn.player,
            "round": turn.round,
            "from": turn.first,
            "to": turn.last,
            "coins": turn.coins,
            "acts": turn.acts,
            "changes": turn.changes,
        }
        for turn in turns
    ]


def _changes(naming: Naming, g: State, made: int, before: Stand, after: Stand) -> list[dict[str, Any]]:
    """Peoples that are new after a choice, or in another stage."""
    return [
        {
            "player": player,
            "people": naming.tile_id(g, race),
            "stage": g.code.program.stages[stage],
            "made": made,
        }
        for player, race, stage in sorted(set(after.peoples) - set(before.peoples))
    ]


def _acts(naming: Naming, g: State, made: int, before: Stand, after: Stand) -> list[dict[str, Any]]:
    """The regions with a new holder after a choice: `player` and `people` (its race) have it now, `loser` had it."""
    return [
        {
            "region": g.board.ids[region],
            "player": None if new[0] < 0 else new[0],
            "people": None if new[1] < 0 else naming.tile_id(g, new[1]),
            "loser": None if old[0] < 0 else old[0],
            "made": made,
        }
        for region, (old, new) in enumerate(zip(before.held, after.held, strict=True))
        if old != new
    ]
