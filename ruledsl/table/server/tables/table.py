"""One table: its game, its seats, and their permissions. Nothing here knows of sockets."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Any, Protocol

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.base.errors import GameError
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.journal import Row
from ruledsl.table.server.tables.seat import HOST, PERSON, Course, Seat, needs_own_name, new_secret, opens
from ruledsl.table.server.tables.talk import Talk
from ruledsl.table.server.views.other_times import replay_view
from ruledsl.table.server.views.view import Views
from ruledsl.table.server.work.queue import aside, at_once

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from ruledsl.play.game import Game
    from ruledsl.table.server.work.queue import Budget

Recalled = tuple[int, int | None, str]
MOST_RECALLED = 64
"""Cached views of other times of a table: some kB each."""


class Watcher(Protocol):
    """A watcher of a table: one connection of a visitor."""

    visitor: str
    language: str

    @property
    def seat(self) -> int | None:
        """The seat whose view it gets; None for the view of spectators."""
        ...

    def tell(self) -> None:
        """Send what is new at the table and in the journal."""

    def hear(self, message: str) -> None:
        """Send something that everybody gets once."""

    def drop(self, code: int) -> None:
        """Close this connection."""


@dataclass(eq=False, slots=True)
class Table:
    """A table in memory. `game` is None if it can no longer be played, and `problem` says why.

    Every method that changes something either succeeds or raises `Refused` or `GameError` and changes nothing. `holders` maps visitors to what
    they hold, seats and `HOST`; `told` are its current views by language.
    """

    row: Row
    game: Game | None
    seats: list[Seat]
    holders: dict[str, set[int]]
    course: Course = field(default_factory=Course)
    problem: Refused = field(
        default_factory=lambda: Refused("table-040", "What was kept of this table has been changed.")
    )
    watchers: set[Watcher] = field(default_factory=set)
    thinking: bool = False
    failed: set[int] = field(default_factory=set)
    """Seats whose bot has failed to choose since it sat down there."""
    heir: str | None = None
    played: float = 0.0
    pictured: int = -1
    """The number of choices in the last picture in the journal."""
    told: dict[str, Views] = field(default_factory=dict)
    recalled: OrderedDict[Recalled, dict[str, Any]] = field(default_factory=OrderedDict)
    """The last requested views of other times."""
    talk: Talk = field(default_factory=Talk)
    budgets: dict[bool, Budget] = field(default_factory=dict)
    """Time budgets for questions of those who sit here, and of spectators."""

    @property
    def id(self) -> str:
        """Its id, a part of its address."""
        return self.row.id

    @property
    def playable(self) -> Game:
        """The game; `Refused` if it can no longer be played."""
        if self.game is None:
            raise self.problem.with_traceback(None)
        return self.game

    @property
    def analysis(self) -> bool:
        """Is it a table for analysis?"""
        return self.game is not None and bool(self.game.start.get("analysis"))

    @property
    def made(self) -> int:
        """The number of choices made."""
        return self.row.made if self.game is None else len(self.game.choices)

    @property
    def asked(self) -> int | None:
        """The deciding player; None when the game is over."""
        if self.game is None:
            return self.row.asked
        return None if self.game.over else self.game.decision.player

    @property
    def now(self) -> Row:
        """The current row for the journal."""
        return replace(
            self.row,
            seats=[seat.as_dict() for seat in self.seats],
            played=self.played,
            made=self.made,
            over=self.row.over if self.game is None else self.game.over,
            asked=self.asked,
            heir=self.heir,
        )

    def naming(self, language: str) -> Naming:
        """The names of things here in a language."""
        return Naming(language, tuple(seat.name for seat in self.seats))

    # ── permissions ──

    def held_by(self, visitor: str) -> list[int]:
        """The seats that a visitor holds."""
        return sorted(self.holders.get(visitor, set()) - {HOST})

    def holders_of(self, seat: int) -> list[str]:
        """The visitors that hold a seat, or are the host."""
        return [visitor for visitor, held in self.holders.items() if seat in held]

    def needs_holder(self, visitor: str, seat: int) -> None:
        """`Refused` unless this visitor holds that seat."""
        if seat not in self.holders.get(visitor, ()):
            raise Refused("table-021", "You do not sit there.")

    def is_host(self, visitor: str) -> bool:
        """Did this visitor set the table up, or follow the link of its host?"""
        return HOST in self.holders.get(visitor, ())

    def needs_host(self, visitor: str) -> None:
        """`Refused` unless this visitor is the host."""
        if not self.is_host(visitor):
            raise Refused("table-022", "Only the host may do that.")

    def is_present(self, seat: int) -> bool:
        """Does a holder of this seat have the table open?"""
        return any(seat in self.holders.get(watcher.visitor, ()) for watcher in self.watchers)

    @property
    def bot(self) -> str:
        """The bot whose turn it is; empty if it is not a bot's turn."""
        return "" if self.game is None or self.asked is None else self.seats[self.asked].bot

    # ── other times ──

    async def recall(self, step: int, seat: int | None, language: str) -> dict[str, Any]:
        """The view of a seat, or of spectators, after `step` choices. It is cached while it is valid, since many look at the same."""
        key, kept = (step, seat, language), self.recalled
        if key not in kept:
            game, course = self.playable.copy(), self.course.copy()
            kept[key] = await aside(replay_view, game, seat, self.naming(language), course, step)
            while len(kept) > MOST_RECALLED:
                kept.popitem(last=False)
        kept.move_to_end(key)
        return kept[key]

    def recall_anew(self) -> None:
        """Drop the cached views of other times."""
        self.recalled = OrderedDict()

    # ── choosing ──

    async def choose(self, made: int, option: str, visitor: str | None) -> None:
        """Choose an option by its id, as a holder of the seat that is asked (None: as that seat)."""
        self._may_choose(made, visitor)
        await self._go_on(lambda game, course: course.choose(game, option))

    async def choose_as_bot(self, made: int, choice: int) -> None:
        """A bot's choice, by index."""
        self._may_choose(made, None)
        await self._go_on(lambda game, course: course.choose(game, choice))

    async def place(self, made: int, amounts: Mapping[str, int], visitor: str) -> None:
        """Make many choices at once, see `Game.place`."""
        await self._many(self._may_choose(made, visitor).decision.player, lambda game: game.place(amounts))

    async def leave(self, made: int, rest: str | None, visitor: str) -> None:
        """Place tokens where they were, see `Game.leave`."""
        await self._many(self._may_choose(made, visitor).decision.player, lambda game: game.leave(rest))

    async def _many(self, player: int, choose: Callable[[Game], object]) -> None:
        await self._go_on(lambda game, course: course.note(game, player, lambda: choose(game)))

    def _may_choose(self, made: int, visitor: str | None) -> Game:
        game = self.playable
        if made != len(game.choices):
            raise Refused("table-030", "The game has gone on since.")
        if game.over:
            raise Refused("table-032", "The game is over.")
        if visitor is not None and game.decision.player not in self.holders.get(visitor, ()):
            raise Refused("table-032", "Somebody else is asked.")
        return game

    async def _go_on(self, change: Callable[[Game, Course], object]) -> None:
        """Change a copy of the game in a thread, and compute its views there.

        The change is refused if something else has happened at the table meanwhile.
        """
        before, seen = self.playable, {(watcher.language, watcher.seat) for watcher in self.watchers}
        game, course = before.copy(), self.course.copy()
        namings = {language: self.naming(language) for language, _ in seen}
        told = await at_once(_gone_on, change, game, course, namings, seen)
        if self.game is not before:
            raise Refused("table-030", "The game has gone on since.")
        self.game, self.course, self.played = game, course, time.time()
        self.told = {key: views for key, views in told.items() if views.naming == self.naming(key)}

    # ── undo ──

    def can_undo(self, visitor: str) -> bool:
        """May this visitor undo the last choice?"""
        if self.game is None or not self.course.players or (self.game.over and not self.analysis):
            return False
        if self.course.players[-1] not in self.holders.get(visitor, ()):
            return False
        return self.analysis or self.course.hides_nothing_since_last(self.game)

    async def undo(self, made: int, visitor: str) -> None:
        """Undo the last choice: the visitor's own, which revealed nothing."""
        game = self.playable
        if made != len(game.choices):
            raise Refused("table-030", "The game has gone on since.")
        if not self.can_undo(visitor):
            raise Refused(
                "table-031",
                "This cannot be taken back: somebody else has chosen since, or something was revealed.",
            )
        try:
            await self._go_on(_taken_back)
        except GameError as problem:
            raise Refused("table-031", str(problem)) from None
        self.recall_anew()

    def can_redo(self, visitor: str) -> bool:
        """May this visitor make the choice again that was taken back last? Anybody who may decide here may."""
        if self.game is None or self.game.over or not self.game.undone:
            return False
        return self.game.decision.player in self.holders.get(visitor, ())

    async def redo(self, made: int, visitor: str) -> None:
        """Make the choice again that was taken back last."""
        game = self._may_choose(made, visitor)
        if not self.can_redo(visitor):
            raise Refused(
                "table-031",
                "There is nothing to make again: nothing was taken back, or something else was chosen since.",
            )
        await self._many(game.decision.player, lambda game: game.redo())

    # ── seats ──

    def sit(self, secret: str) -> int:
        """The seat that a secret opens, or `HOST`; `Refused` if it opens none."""
        links = [(seat.secret, seat.player) for seat in self.seats] + [(self.row.key, HOST)]
        opened = [held for own, held in links if own and opens(own, secret)]
        if not opened:
            raise Refused("table-020", "This link opens no seat at this table, or was renewed since.")
        return opened[0]

    def hold(self, visitor: str, seat: int) -> None:
        """Give a visitor a seat or the part of the host."""
        self.holders.setdefault(visitor, set()).add(seat)

    def renew(self, seat: int, visitor: str) -> str:
        """Replace the link of a seat, or of the host, and remove all other holders. Returns the new secret. Only the host may do that."""
        self.needs_host(visitor)
        for other, held in self.holders.items():
            if other != visitor:
                held.discard(seat)
        self.holders = {other: held for other, held in self.holders.items() if held}
        secret = new_secret()
        if seat == HOST:
            self.row = replace(self.row, key=secret)
        else:
            self.seats[seat].secret = secret
            self.seats[seat].renewed += 1
        return secret

    def let_go(self, visitor: str) -> bool:
        """Remove everything that a visitor holds here. Returns whether the table has no owner then.

        A table that its last host leaves belongs to those who sit there; they cannot delete one that has a host, or a link for one.
        """
        if visitor not in self.holders:
            raise Refused("table-021", "You hold no seat here.")
        left_by_host = HOST in self.holders.pop(visitor) and not self.holders_of(HOST)
        if left_by_host:
            self.row = replace(self.row, key="")
        return not self.holders and not self.row.key

    def hand(self, seat: int, to: str, visitor: str) -> None:
        """Give a seat to a bot (or another one), or back to a person (empty); the host and its holder may do that."""
        if not self.is_host(visitor):
            self.needs_holder(visitor, seat)
        chair = self.seats[seat]
        self.failed.discard(seat)
        if chair.who == PERSON:
            chair.away = to
        else:
            chair.who = to or PERSON

    def set_patience(self, minutes: int, visitor: str) -> None:
        """After so many minutes (0: never) in which somebody waits, a bot plays on for whoever decides; the host says so."""
        self.needs_host(visitor)
        for seat in self.seats:
            seat.patience = minutes

    @property
    def patience(self) -> int:
        """The minutes after which a bot plays on for the person who decides; 0 if it never does, or nobody decides."""
        if self.asked is None or self.game is None or self.bot:
            return 0
        return self.seats[self.asked].patience

    def substitute(self, bot: str) -> None:
        """Give the seat that decides to a bot, until its holder takes it back."""
        if self.asked is not None:
            self.seats[self.asked].away = bot

    def name(self, seat: int, name: str, colour: int, visitor: str) -> None:
        """Set the name and the colour of the visitor's own seat."""
        self.needs_holder(visitor, seat)
        if name != self.seats[seat].name:
            needs_own_name(self.seats, seat, name)
        self.seats[seat].name, self.seats[seat].colour = name, colour
        self.told = {}
        self.recall_anew()


def _taken_back(game: Game, course: Course) -> None:
    game.undo()
    course.forget(len(game.choices))


def _gone_on(
    change: Callable[[Game, Course], object],
    game: Game,
    course: Course,
    namings: Mapping[str, Naming],
    seen: Collection[tuple[str, int | None]],
) -> dict[str, Views]:
    """Make a change. Returns the views by language, with those of watched seats computed."""
    change(game, course)
    watched = Counter(language for language, _ in seen)
    told = {
        language: Views(game, naming, course, shared=watched[language] > 1)
        for language, naming in namings.items()
    }
    for language, seat in seen:
        told[language].of(seat)
    return told
