"""What explanations need of a game, whose room comes after this one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.state.state import State
    from ruledsl.play.naming.nouns import Naming


class Decision(Protocol):
    """The pending decision."""

    @property
    def prompt(self) -> str:
        """The question in words."""

    @property
    def told(self) -> Sequence[int]:
        """For every option the tile that it is, or its placeholder if the deciding player cannot know that; -1 for other options."""


class Game(Protocol):
    """A game to explain, whole or made up for a seat."""

    @property
    def state(self) -> State:
        """Its current state."""

    @property
    def naming(self) -> Naming:
        """The names of its nouns."""

    @property
    def decision(self) -> Decision:
        """The pending decision; `GameError` when the game is over or paused."""
