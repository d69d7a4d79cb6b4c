"""What a position is worth to a player, for any packs: what decides the game now, and what the turns that are left may bring."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ruledsl.play.rulebook import Rulebook

__all__ = ["MOST_LEFT", "Worth", "worths_of"]

DECIDES, BREAKS_TIES, A_TURN = 64, 16, 40
MOST_LEFT = 3
"""No more of the turns that are left are thought to be like the last one."""


class Worth(NamedTuple):
    """A value by its number: what a unit of it counts, and what it counts more for each turn that is left."""

    value: int
    now: int
    later: int


def worths_of(rules: Rulebook) -> list[Worth]:
    """What decides the game, what breaks ties, and the first panel: what a turn brings."""
    composition = rules.composition
    decides, *ties = (name for name, _ in composition.standings)
    weights = {decides: (DECIDES, 0), **dict.fromkeys(ties, (BREAKS_TIES, 0))}
    first = next((panel.value for panel in composition.panels if panel.value not in weights), None)
    if first is not None:
        weights[first] = (0, A_TURN)
    found = [(rules.program.value(name), weight) for name, weight in weights.items()]
    return [Worth(value.index, *weight) for value, weight in found if value is not None]
