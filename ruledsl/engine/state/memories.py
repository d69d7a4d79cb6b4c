"""The memories of nouns, by the definition of a memory; compiled rules read and write the cells directly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.language.vocabulary.types import GAME, PEOPLE, PLAYER, TILE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.engine.state.state import State
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.rules.check.typed.declarations import MemoryDef


def rememberers(g: State, noun: Type) -> Iterable[int]:
    """All nouns that can remember something now; the table itself is 0."""
    name = noun.name
    if name == GAME.name:
        return (0,)
    if name == PLAYER.name:
        return range(g.seats)
    if name == PEOPLE.name:
        return bits(g.G[at.LIVE])
    return range(g.code.tile_count if name == TILE.name else g.board.size)


def remembered(g: State, memory: MemoryDef, noun: int) -> Any:
    """The value of a noun's memory."""
    if memory.on.name == TILE.name:
        return g.T.get(_key(g, memory, noun), memory.initial)
    rows, width = _rows(g, memory.on)
    return rows[noun * width + g.code.layout.cells[memory.index]]


def remember(g: State, memory: MemoryDef, noun: int, value: Any) -> None:
    """Change a noun's memory."""
    if memory.on.name == TILE.name:
        if value == memory.initial:
            g.T.pop(_key(g, memory, noun), None)
        else:
            g.T[_key(g, memory, noun)] = value
    else:
        rows, width = _rows(g, memory.on)
        rows[noun * width + g.code.layout.cells[memory.index]] = value


def _key(g: State, memory: MemoryDef, tile: int) -> int:
    return tile * g.code.tile_width + g.code.layout.cells[memory.index]


def _rows(g: State, noun: Type) -> tuple[list[Any], int]:
    code, name = g.code, noun.name
    if name == GAME.name:
        return g.G, 0
    if name == PLAYER.name:
        return g.Y, code.player_width
    return (g.P, code.people_width) if name == PEOPLE.name else (g.R, code.region_width)
