"""All tables: sets them up, restores them from the journal, and sends news to pages once the journal has it."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, replace
from ruledsl.base.errors import GameError
from ruledsl.play.game import Game
from ruledsl.play.naming.nouns import Naming
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.settings import BROKEN, NO_TABLE
from ruledsl.table.server.tables.journal import Row
from ruledsl.table.server.tables.seat import HOST, PERSON, Course, Seat, new_id, new_secret, seats_in
from ruledsl.table.server.tables.table import Table
from ruledsl.table.server.views.things import picture_of, read_picture, title_of
from ruledsl.table.server.views.view import Views
from ruledsl.table.server.work.paying import PAYER, asker, paid_by
from ruledsl.table.server.work.queue import Budget, Line, aside, setting_up

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence

    from ruledsl.table.server.settings import Limits
    from ruledsl.table.server.tables.journal import Journal
    from ruledsl.table.server.tables.offer import PackStore
    from ruledsl.table.server.tables.table import Watcher
    from ruledsl.table.server.work.paying import Payer

LOG = logging.getLogger("ruledsl.serve")
SPARE = 64
"""Tables without visitors that stay in memory."""


@dataclass(frozen=True, slots=True)
class Founder:
    """Who sets a table up: a visitor at an address (`web.guard.address_of`); empty for whoever started the server."""

    visitor: str = ""
    address: str = ""


class TableRegistry:
    """The tables of one server. `record` writes what a table's methods did, and pages hear of it after the next commit.

    `ready` is called for each table before its pages are told: bots continue there, and pages hear that they think.
    """

    def __init__(self, journal: Journal, pack_store: PackStore, limits: Limits) -> None:
        self.journal = journal
        self.pack_store = pack_store
        self.limits = limits
        self.tables: dict[str, Table] = {}
        self.ready: Callable[[Table], None] = lambda _table: None
        self.advise: Callable[
            [Table, int], Awaitable[list[dict[str, Any]]]
        ]  # as `ready`, set by the owner of the bots
        self._new: dict[Table, dict[Payer | None, None]] = {}
        self._untold: dict[Table, dict[Payer | None, None]] = {}
        """Tables whose news is written down, with those who have made some, in whose turns it is told."""
        self._telling = Line()
        self._waiting = False
        self._coming: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # ── tables ──

    async def find(self, table: str) -> Table:
        """A table by its id; `Refused` if there is none. The journal restores it after its last answered choice."""
        if table in self.tables:
            return self.tables[table]
        if table not in self._coming:
            self._coming[table] = asyncio.create_task(self._bring_back(table))
        coming = self._coming[table]
        await asyncio.wait([coming])  # the caller may be cancelled: others still wait for it
        self._coming.pop(table, None)
        return coming.result()

    async def _bring_back(self, id_: str) -> Table:
        row = self.journal.row(id_)
        if row is None:
            raise Refused("table-004", "There is no such table.")
        there = set(range(len(row.seats))) | {HOST}
        holders = {visitor: held & there for visitor, held in self.journal.holders(id_).items()}
        table = Table(row, None, seats_in(row.seats), holders, heir=row.heir, played=row.played)
        try:
            await aside(_play_again, self.pack_store, table, self.journal.choices(id_))
        except (Refused, GameError) as problem:
            table.game = None
            table.problem = problem if isinstance(problem, Refused) else Refused("table-040", str(problem))
        self._spare()
        return self.tables.setdefault(id_, table)

    def _spare(self) -> None:
        """Unload tables without visitors, if there are many, or if their rules are no longer on the pack store."""
        idle = [table for table in self.tables.values() if not table.watchers and table not in self._new]
        idle.sort(
            key=lambda table: (table.game is None or table.game.rules in self.pack_store.loaded, table.played)
        )
        for place, table in enumerate(idle):
            if place < len(idle) - SPARE or not (
                table.game is None or table.game.rules in self.pack_store.loaded
            ):
                self._gone(table)

    async def set_up(self, game: Game, seats: Sequence[Seat], founder: Founder, mine: Sequence[int]) -> Table:
        """A new table with a game. Its founder is the host and holds the seats `mine`; `Refused` if there are too many tables."""
        beginning, again, course = await setting_up(_from_the_beginning, game)
        self._needs_room(founder)
        now, composition = time.time(), game.rules.composition
        row = Row(
            id=new_id(),
            key=new_secret(),
            address=founder.address,
            packs=[list(entry) for entry in composition.identity],
            variants=dict(composition.chosen),
            beginning=beginning,
            title=title_of(composition, Naming("en")),
            seats=[seat.as_dict() for seat in seats],
            began=now,
            played=now,
            made=len(game.choices),
            over=game.over,
            asked=None if game.over else game.decision.player,
            heir=None,
        )
        table = Table(row, again, list(seats), {}, course, played=now)
        self.tables[row.id] = table
        self.journal.begun(row, game.choices)
        for held in (HOST, *mine) if founder.visitor else ():
            self._hold(table, founder.visitor, held)
        self.changed(table)
        self._spare()
        return table

    def _needs_room(self, founder: Founder) -> None:
        """Check the limits for one more table: of this visitor, from this address, in total."""
        most = self.limits.tables_of_one
        if founder.visitor and len(self.journal.tables_of(founder.visitor, most)) >= most:
            raise Refused("table-005", "You have too many tables; forget one first.")
        if founder.address and self.journal.count_from(founder.address) >= most:
            raise Refused("table-005", "Too many tables were set up from your address; forget one first.")
        if self.journal.count() >= self.limits.tables:
            raise Refused("table-005", "This server has reached its limit of tables.")

    def _hold(self, table: Table, visitor: str, seat: int) -> None:
        table.hold(visitor, seat)
        self.journal.hold(table.id, seat, visitor)

    async def rematch(self, table: Table, founder: Founder, game: Game) -> Table:
        """Set up a new game for the same people: the holders of seats and the host stay. `Refused` for anybody but the host."""
        table.needs_host(founder.visitor)
        seats = [Seat(seat.player, seat.who, seat.name, seat.colour) for seat in table.seats]
        heir = await self.set_up(game, seats, founder, ())
        for holder, held in table.holders.items():
            for seat in held:
                self._hold(heir, holder, seat)
        table.heir = heir.id
        self.journal.followed(table.id, heir.id)
        self.changed(table)
        return heir

    def sit(self, table: Table, visitor: str, secret: str) -> int:
        """Give a visitor the seat whose secret they have, or the part of the host (`HOST`); `Refused` for any other secret."""
        seat = table.sit(secret)
        if len({*table.holders_of(seat), visitor}) > self.limits.holders:
            raise Refused("table-005", "Too many browsers hold this seat; the host can renew its link.")
        self._hold(table, visitor, seat)
        self.changed(table)
        return seat

    def renew(self, table: Table, seat: int, visitor: str) -> str:
        """The host replaces the link of a seat (or of the host), which others lose. Returns the new secret."""
        secret = table.renew(seat, visitor)
        self.journal.renewed(table.now, seat, visitor)
        self.changed(table)
        return secret

    def forget(self, table: Table, visitor: str) -> None:
        """Remove a table from a visitor's own, see `Table.let_go`. A table without owners is deleted."""
        is_nobodys = table.let_go(visitor)
        self.journal.let_go(table.now, visitor)
        if is_nobodys:
            self.journal.forget(table.id)
            self._gone(table)
            for watcher in list(table.watchers):
                watcher.drop(NO_TABLE)
        self.changed(table)

    # ── changes ──

    def record(self, table: Table, before: int) -> None:
        """Write the choices of a table, which had `before` of them before some were made or undone.

        `Refused` if the table is gone meanwhile, or was restored from the journal: then nothing of that has happened.
        """
        if self.tables.get(table.id) is not table:
            raise Refused("table-004", "This table no longer exists.")
        if table.game is not None and len(table.game.choices) != before:
            first = min(before, len(table.game.choices))
            self.journal.chosen(table.id, first, table.game.choices[first:], table.now)
        self.changed(table)

    def changed(self, table: Table) -> None:
        """Schedule news of a table for the end of this turn of the loop, when everything written is committed."""
        self._new.setdefault(table, {})[PAYER.get()] = None
        if not self._waiting:
            self._waiting = True
            asyncio.get_running_loop().call_soon(self._write)

    def _write(self) -> None:
        with suppress(Refused):  # who had it written has been told, or loses the page
            self.write()

    def write(self) -> None:
        """Commit what is new, and have it told. `Refused` if that fails: none of it has happened then."""
        self._waiting = False
        new, self._new = self._new, {}
        try:
            self.journal.commit()
        except sqlite3.Error as problem:
            LOG.exception("The journal cannot be written; what was not written did not happen.")
            self.journal.roll_back()
            for table in new:
                self._lose(table)
            raise Refused("table-051", "The file cannot be written: {why}.", why=problem) from None
        for table, payers in new.items():
            told_by = self._untold.setdefault(table, {})
            for payer in payers.keys() - told_by.keys():
                told_by[payer] = None
                with paid_by(payer):
                    self.do(self._tell(table))

    async def _tell(self, table: Table) -> None:
        """Tell the news of one table, in the turn of one of those who made them: one table in each turn of the loop."""
        async with self._telling.turn(asker()):
            if self._new:
                self._write()
            if self._untold.pop(table, None) is not None:
                with paid_by(PAYER.get()):
                    self.ready(table)
                    for watcher in list(table.watchers):
                        watcher.tell()
                await asyncio.sleep(0)

    def _lose(self, table: Table) -> None:
        """Drop a table from memory; the journal restores it on the next request."""
        self._untold.pop(table, None)
        self._gone(table)
        for watcher in list(table.watchers):
            watcher.drop(BROKEN)

    def _gone(self, table: Table) -> None:
        """Take a table out of memory. A game refers to itself while it keeps what was asked of it: only a search for garbage would find it."""
        self.tables.pop(table.id, None)
        if table.game is not None:
            table.game.let_go()

    # ── watchers ──

    def enter(self, table: Table, watcher: Watcher) -> None:
        """Add a watcher of a table. Those who hold something there come in, however many spectators there are."""
        holds, limits = watcher.visitor in table.holders, self.limits
        if holds and sum(other.visitor == watcher.visitor for other in table.watchers) >= limits.pages:
            raise Refused("table-005", "Too many pages are open.")
        if (
            not holds
            and sum(other.visitor not in table.holders for other in table.watchers) >= limits.watchers
        ):
            raise Refused("table-005", "This table already has too many spectators.")
        table.watchers.add(watcher)
        self.changed(table)

    def go(self, table: Table, watcher: Watcher) -> None:
        """Remove a watcher."""
        table.watchers.discard(watcher)
        if not table.watchers:
            table.recall_anew()
        if not table.watchers and table.game is not None and table.pictured != table.made:
            table.pictured = table.made
            self.do(self._picture(replace(table, game=table.game.copy())))
        self.changed(table)

    def budget(self, table: Table, visitor: str) -> Budget:
        """The time budget for questions of those who sit at a table, or of spectators, who thus keep no player waiting."""
        sits = bool(table.held_by(visitor))
        if sits not in table.budgets:
            table.budgets[sits] = Budget(self.limits.share, self.limits.share_at_once)
        return table.budgets[sits]

    def kept(self, table: Table) -> dict[str, Any] | None:
        """The stored picture of a table that can no longer be played."""
        picture = self.journal.kept(table.id)
        return None if picture is None else read_picture(picture, len(table.seats))

    async def _picture(self, table: Table) -> None:
        """Store a picture of a table, for the time when it can no longer be played."""
        self.journal.keep(table.id, await aside(picture_of, table))
        self.changed(self.tables.get(table.id, table))

    def do(self, work: Coroutine[None, None, None]) -> None:
        """Start a task in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel all tasks."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for table in self.tables.values():
            if table.game is not None and table.pictured != table.made:
                self.journal.keep(table.id, picture_of(table))
        self.journal.close()


def _play_again(pack_store: PackStore, table: Table, choices: list[int]) -> None:
    rules = pack_store.kept(table.row.packs, table.row.variants)
    game = Game.from_json(table.row.beginning, rules)
    if game.players != len(table.seats):
        raise Refused("table-040", "What was kept of this table has been changed.")
    for choice in choices:
        table.course.choose(game, choice)
    _warmed(game, table.course)
    table.game = game


def _from_the_beginning(game: Game) -> tuple[str, Game, Course]:
    """The beginning of a game as text; the game replayed from there; and the facts about its choices."""
    again, course = game.restarted(), Course()
    beginning = again.to_json()
    for choice in game.choices:
        course.choose(again, choice)
    _warmed(again, course)
    return beginning, again, course


def _warmed(game: Game, course: Course) -> None:
    """Compute what all views of a table share, in a thread."""
    Views(game, Naming(), course).of(None)


def seats_for(players: int) -> list[Seat]:
    """Seats for people, to begin with."""
    return [Seat(player, PERSON, colour=player) for player in range(players)]
