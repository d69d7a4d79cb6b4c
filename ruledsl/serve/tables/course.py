"""What is known of each choice of a game beside the choice itself: who made it, and what had been logged and revealed."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from ruledsl.dataclass import dataclass, field
from ruledsl.engine.state import layout as at

if TYPE_CHECKING:
    from ruledsl.play.game import Game

__all__ = ["Course"]


@dataclass(slots=True)
class Course:
    """Three numbers for each choice: its player, how many entries the log had after it, how much had been revealed before it."""

    players: list[int] = field(default_factory=list)
    logged: list[int] = field(default_factory=list)
    revealed: list[int] = field(default_factory=list)

    def choose(self, game: Game, choice: int | str) -> None:
        """Make a choice of the game, and note it."""
        player, revealed = game.decision.player, game.state.G[at.REVEALS]
        game.choose(choice)
        self.note(game, player, revealed)

    def note(self, game: Game, player: int, revealed: int) -> None:
        """A player has made all choices that were not noted so far, before which so much was revealed."""
        new = len(game.choices) - len(self.players)
        self.players += [player] * new
        self.logged += [len(game.state.journal or ())] * new
        self.revealed += [revealed] * new

    def forget(self, count: int) -> None:
        """Only the first `count` choices were made."""
        del self.players[count:], self.logged[count:], self.revealed[count:]

    def made(self, entry: int) -> int:
        """How many choices had been made when this entry of the log came."""
        return bisect_right(self.logged, entry)

    def hides_nothing_since_last(self, game: Game) -> bool:
        """Was nothing revealed by the last choice?"""
        return bool(self.revealed) and self.revealed[-1] == game.state.G[at.REVEALS]
