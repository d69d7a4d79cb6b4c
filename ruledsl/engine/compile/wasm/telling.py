"""What the numbers that are told of options and seats (`engine/cells/trials/showing.py`) can depend on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.small.kinds import ALWAYS_OPEN, NEVER_OPEN, OPEN_FACE_UP
from ruledsl.rules.check.knowledge.openness import curious_tiles, openness_of

if TYPE_CHECKING:
    from ruledsl.engine.state.code import Code


def told_values(code: Code) -> list[str]:
    """The names of the values whose answers are told: of options, and of seats, by which bots judge."""
    composition = code.program.composition
    names = [composition.roles.get(role, "") for role in ("cost", "region_income")]
    names += [name for name, _ in composition.standings]
    return names + [panel.value for panel in composition.panels if panel.value not in names][:1]


def openness(code: Code) -> int:
    """Do they depend on secrets other than coins in hand: never, only where tiles lie face down, or maybe always?

    `ALWAYS_OPEN` does not count tiles in play that look at tiles on the map (`CURIOUS`).
    """
    program, names = code.program, told_values(code)
    told = {value.index for value in program.values if value.name in names}
    if not told <= openness_of(program).face_up:
        return NEVER_OPEN
    return OPEN_FACE_UP if curious_tiles(program, names) is None else ALWAYS_OPEN


def curious(code: Code) -> list[bool]:
    """For each tile: do its rules look at tiles on the map?"""
    found = curious_tiles(code.program, told_values(code)) or frozenset()
    return [tile in found for tile in code.program.tiles]
