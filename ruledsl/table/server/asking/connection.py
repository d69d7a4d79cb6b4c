"""One page at one table: the seat it looks at, the messages it was sent and those that wait (`Outbox`), its requests."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from ruledsl.table.server.settings import TOO_FAST
from ruledsl.table.server.views.lessons import progress_data
from ruledsl.table.server.views.things import seats_message, table_message
from ruledsl.table.server.views.view import Views, plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruledsl.play.naming.nouns import Naming
    from ruledsl.table.server.tables.registry import Founder, TableRegistry
    from ruledsl.table.server.tables.table import Table


AUTO = "auto"


class Connection:
    """`founder` is the visitor, as somebody who may set tables up.

    `look` is the seat whose view it gets, None for the view of spectators, or `auto`: of its own seats the one that is asked.
    """

    def __init__(
        self,
        registry: TableRegistry,
        table: Table,
        founder: Founder,
        language: str,
        end: Callable[[int], None],
    ) -> None:
        self.table = table
        self.kept = registry.kept(table) if table.game is None else None
        self.founder = founder
        self.visitor = founder.visitor
        self.language = language
        self.look: str | int | None = AUTO
        self.outbox = Outbox()
        self.after: list[dict[str, Any]] = []
        self.last_id = -1
        self._end = end
        self._last: int | None = None
        self._told: dict[str, str] = {}

    # ── what it sees ──

    @property
    def seat(self) -> int | None:
        """The seat whose view this page gets now."""
        held = self.table.held_by(self.visitor)
        if not isinstance(self.look, str):
            return self.look if self.look in held else None
        if self.table.asked in held:
            self._last = self.table.asked
        elif self._last not in held:
            self._last = held[0] if held else None
        return self._last

    @property
    def naming(self) -> Naming:
        """The names of things for this page."""
        return self.table.naming(self.language)

    def introduce(self) -> None:
        """Send everything that does not change."""
        kept = self.kept and self.kept["table"]
        message = table_message(self.table, self.language, kept)
        self.outbox.put("table", plain(message))

    def tell(self) -> None:
        """Send what is new at the table; then the answers that waited for the journal."""
        self._tell("seats", plain(seats_message(self.table, self.visitor)))
        self._tell("talk", plain(self.table.talk.as_dict()))
        if self.table.game is not None:
            self._tell("view", self._view())
        elif self.kept:
            own = {"type": "view", "analysis": False, "thinking": False, "undo": False, "redo": False}
            self._tell("view", plain({**own, **self.kept["views"][str(self.seat)]}))
        waiting, self.after = self.after, []
        for answer in waiting:
            self.answer(answer)

    def _tell(self, kind: str, message: str) -> None:
        """Send a message, unless it equals the last one of its kind."""
        if self._told.get(kind) != message:
            self._told[kind] = message
            self.outbox.put(kind, message)

    def _view(self) -> str:
        """The view, made once for all pages with the same seat and language."""
        table, language = self.table, self.language
        if language not in table.told:
            table.told[language] = Views(table.playable, self.naming, table.course)
        own = {
            "type": "view",
            "analysis": table.analysis,
            "thinking": table.thinking,
            "undo": table.can_undo(self.visitor),
            "redo": table.can_redo(self.visitor),
            "lesson": progress_data(table.playable),
        }
        return plain(own)[:-1] + "," + table.told[language].of(self.seat)[1:]

    # ── its answers ──

    def answer(self, message: dict[str, Any]) -> None:
        """Send an answer at once."""
        if not self.outbox.add(plain(message)):
            self.drop(TOO_FAST)

    def hear(self, message: str) -> None:
        """Send something that everybody gets once."""
        self.outbox.add(message)

    def answer_when_written(self, message: dict[str, Any]) -> None:
        """Send an answer about a change as soon as the journal has it and the change was sent."""
        self.after.append(message)

    def drop(self, code: int) -> None:
        """Close this connection."""
        self._end(code)


ORDER = ("table", "seats", "talk", "view")
MOST = 400
MOST_WAITING = 4_000_000
"""The most characters in waiting answers, if there are several. A page that reads none of so many is gone."""


class Outbox:
    """A complete message replaces the last one of its type, if that is still unsent: a slow page gets fewer of them, and never an old one."""

    def __init__(self) -> None:
        self._whole: dict[str, str] = {}
        self._answers: list[str] = []
        self._waiting = 0
        self._new = asyncio.Event()

    def put(self, kind: str, message: str) -> None:
        """Queue a complete message."""
        self._whole[kind] = message
        self._new.set()

    def add(self, message: str) -> bool:
        """Queue an answer. False if there are too many."""
        self._answers.append(message)
        self._waiting += len(message)
        self._new.set()
        many = len(self._answers)
        return many <= MOST and (many == 1 or self._waiting <= MOST_WAITING)

    async def take(self) -> list[str]:
        """All queued messages, as soon as there are any."""
        complete, answers = await self.take_apart()
        return complete + answers

    async def take_apart(self) -> tuple[list[str], list[str]]:
        """The complete ones among them, and the answers, which come after those."""
        await self._new.wait()
        self._new.clear()
        complete, answers = [self._whole[kind] for kind in ORDER if kind in self._whole], self._answers
        self._whole, self._answers, self._waiting = {}, [], 0
        return complete, answers
