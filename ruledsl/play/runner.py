"""Plays games with an occupant on every seat to the end, and reports them turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from ruledsl.base.dataclass import dataclass, field
from ruledsl.engine.state import layout as at
from ruledsl.engine.state.hidden import EVERYBODY
from ruledsl.play.explain.log import LogEntry, entries_of
from ruledsl.play.views import SeatView

if TYPE_CHECKING:
    from ruledsl.play.game import Game


class Seat(Protocol):
    """The occupant of a seat. None means: look again at what the game waits for (somebody has taken choices back)."""

    def choose(self, view: SeatView) -> int | None:
        """The index of an option of the view's decision, which is this seat's."""
        ...


class Recorded:
    """Makes recorded choices; it occupies every seat of a replayed game."""

    def __init__(self, choices: Sequence[int]) -> None:
        self.choices = tuple(choices)

    def choose(self, view: SeatView) -> int:
        """The recorded choice at this point."""
        return self.choices[view.made]


@dataclass(slots=True)
class Turn:
    """The events of a turn, in the words of the moment, as everybody may read them; `player` is None before the first turn."""

    number: int
    round: int
    player: int | None
    entries: list[LogEntry] = field(default_factory=list)
    before: int = 0
    """The score of the player at the beginning of the turn: not for readers who may not know it."""


Told = Callable[["Game", Turn], None]


Made = Callable[["Game", int], None]


def play(
    game: Game,
    seats: Sequence[Seat],
    told: Told | None = None,
    *,
    until: int | None = None,
    made: Made | None = None,
) -> None:
    """Let all seats choose until the game is over (or until `until` choices are made).

    `told` gets each turn when it has ended, `made` each choice with its player as soon as it is made or taken back.
    """
    teller = Teller(game, told or (lambda _game, _turn: None))
    while not game.over and (until is None or len(game.choices) < until):
        player = game.decision.player
        index = seats[player].choose(SeatView(game, player))
        if index is not None:
            game.choose(index)
        if made is not None:
            made(game, player)
        teller.listen()
    if game.over:
        teller.finish()


class Teller:
    """Cuts the log of a running game into turns."""

    def __init__(self, game: Game, told: Told) -> None:
        self.game = game
        self.told = told
        turn = game.rules.composition.roles.get("turn", "")
        self.key = f"event.{turn}"
        self.turns = [Turn(0, 0, None)]
        self.starts = [0]
        self.heard = 0
        if game.choices:
            self._catch_up()
        self.listen()

    def _catch_up(self) -> None:
        """Skip what happened before this turn in a continued game: it has been told."""
        entries = entries_of(self.game.state, self.game.naming, seat=EVERYBODY)
        begun = [place for place, entry in enumerate(entries) if entry.key == self.key]
        self.turns = [Turn(max(len(begun) - 1, 0), 0, None)]
        self.starts = [max(begun, default=0)]
        self.heard = self.starts[0]

    def listen(self) -> None:
        """Read what is new in the log, and tell the turns that have ended."""
        self._forget(len(self.game.state.journal))
        for entry in entries_of(self.game.state, self.game.naming, self.heard, EVERYBODY):
            if entry.key == self.key:
                self.finish()
                self._begin(entry)
            self.turns[-1].entries.append(entry)
            self.heard += 1

    def _forget(self, length: int) -> None:
        """Drop what choices that were taken back had caused. A turn that is open again will be told again."""
        while len(self.turns) > 1 and self.starts[-1] >= length:
            self.turns.pop()
            self.starts.pop()
        if length < self.heard:
            self.heard = max(length, self.starts[-1])
            del self.turns[-1].entries[self.heard - self.starts[-1] :]

    def _begin(self, entry: LogEntry) -> None:
        game = self.game
        player = game.state.G[at.TURN_PLAYER] if entry.player is None else entry.player
        self.turns.append(Turn(self.turns[-1].number + 1, game.round, player, before=score(game, player)))
        self.starts.append(self.heard)

    def finish(self) -> None:
        """The turn is over."""
        if self.turns[-1].entries:
            self.told(self.game, self.turns[-1])


def score(game: Game, player: int) -> int:
    """The deciding value of a player."""
    composition = game.rules.composition
    if not composition.standings:
        return 0
    return next(int(row[composition.standings[0][0]]) for row in game.standings if row["player"] == player)
