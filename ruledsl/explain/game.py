"""What explanations need of a game; the room of games comes after this one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ruledsl.engine.state.state import State
    from ruledsl.naming.nouns import Naming


class Decision(Protocol):
    """What a game waits for."""

    @property
    def prompt(self) -> str:
        """The question in words."""

    @property
    def told(self) -> Sequence[int]:
        """For every option the tile that it is, or what stands for it where whoever decides cannot know; -1 for what is no tile."""


class Game(Protocol):
    """A game that is explained, whole or as it was made up for a seat."""

    @property
    def state(self) -> State:
        """How it stands."""

    @property
    def naming(self) -> Naming:
        """How its nouns are called."""

    @property
    def decision(self) -> Decision:
        """What it waits for; `GameError` when it is over or paused."""
