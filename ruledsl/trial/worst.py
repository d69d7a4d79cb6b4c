"""A table of which there is as much to tell as there can be: everybody remembers everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.engine.state.memories import remember, rememberers
from ruledsl.play.game import Game
from ruledsl.vocabulary.limits import LARGEST
from ruledsl.vocabulary.types import NUMBER, PLAYER, REGION, TILE

if TYPE_CHECKING:
    from ruledsl.engine.state.state import State
    from ruledsl.vocabulary.types import Type

__all__ = ["crowded"]


def crowded(game: Game) -> Game:
    """A copy of a game in which all memories are as full as can be. Nobody can play on in it: it is only to be looked at."""
    g = game.state.copy()
    for memory in g.code.program.memories:
        value = _most(g, memory.type)
        if value is not None:
            for noun in rememberers(g, memory.on):
                remember(g, memory, noun, value)
    return Game.begin(game.rules, g, game.start)


def _most(g: State, kind: Type) -> int | tuple[int, ...] | None:
    """The longest thing of a type that can be remembered; None where all are as long, or few."""
    if kind.is_set:
        full: dict[Type, int | tuple[int, ...]] = {
            REGION: (1 << g.board.size) - 1,
            PLAYER: (1 << g.seats) - 1,
            TILE: tuple(range(g.code.tile_count)),
        }
        return full.get(kind.element)
    return LARGEST if kind == NUMBER else None
