"""Facts about each choice of a game: who made it, the log and reveals before it, and the state of the table."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.dataclass import dataclass, field
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.board import bits
from ruledsl.engine.state.rows import people_cell, player_cell, region_cell

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.engine.state.state import State
    from ruledsl.play.game import Game


class Stand(NamedTuple):
    """The public state at a moment: whose turn of which round it is, and who holds each region (a player and the banner of a race, or -1 twice).

    `coins` are each player's gains and payments in public; `peoples` are a player, the banner of a race and a stage each.
    """

    round: int
    turn: int
    held: tuple[tuple[int, int], ...]
    coins: tuple[int, ...]
    peoples: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, g: State) -> Stand:
        """The stand of a state."""
        holders = [region_cell(g, region, at.HOLDER) for region in range(len(g.board.ids))]
        return cls(
            g.G[at.ROUND],
            g.G[at.TURN_PLAYER],
            tuple(
                (people_cell(g, one, at.OWNER), people_cell(g, one, at.RACE)) if one >= 0 else (-1, -1)
                for one in holders
            ),
            tuple(player_cell(g, p, at.COINS) - player_cell(g, p, at.SECRET) for p in range(g.seats)),
            tuple(
                (people_cell(g, one, at.OWNER), people_cell(g, one, at.RACE), people_cell(g, one, at.STAGE))
                for one in bits(g.G[at.LIVE])
            ),
        )


@dataclass(slots=True)
class Course:
    """For each choice: its player, the number of log entries after it, the number of reveals before it, the stand before it.

    `stood` has one more: the current stand.
    """

    players: list[int] = field(default_factory=list)
    logged: list[int] = field(default_factory=list)
    revealed: list[int] = field(default_factory=list)
    stood: list[Stand] = field(default_factory=list)

    def choose(self, game: Game, choice: int | str) -> None:
        """Make a choice in the game, and record it."""
        self.note(game, game.decision.player, lambda: game.choose(choice))

    def note(self, game: Game, player: int, choose: Callable[[], object]) -> None:
        """Record choices of a player."""
        revealed, before = game.state.G[at.REVEALS], Stand.of(game.state)
        choose()
        new = len(game.choices) - len(self.players)
        self.players += [player] * new
        self.logged += [len(game.state.journal or ())] * new
        self.revealed += [revealed] * new
        self.stood[-1:] = [before] * new + [Stand.of(game.state)]

    def forget(self, count: int) -> None:
        """Keep only the first `count` choices."""
        del self.players[count:], self.logged[count:], self.revealed[count:], self.stood[count + 1 :]

    def turn_of(self, choice: int) -> int:
        """The first choice in the turn of this one."""
        turn = self.stood[choice][:2]
        while choice and self.stood[choice - 1][:2] == turn:
            choice -= 1
        return choice

    def copy(self) -> Course:
        """An independent copy."""
        return Course(self.players[:], self.logged[:], self.revealed[:], self.stood[:])

    def made(self, entry: int) -> int:
        """How many choices had been made when this log entry was written."""
        return bisect_right(self.logged, entry)

    def hides_nothing_since_last(self, game: Game) -> bool:
        """Has the last choice revealed nothing?"""
        return bool(self.revealed) and self.revealed[-1] == game.state.G[at.REVEALS]
