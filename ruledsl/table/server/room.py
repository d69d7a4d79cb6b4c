"""Everything that belongs to one server: its journal, packs, tables, clerks and bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.table.server.bots.process import Process, Turns
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.hall import Hall
from ruledsl.table.server.tables.journal import Journal
from ruledsl.table.server.tables.offer import Offer, Shelf, played_with
from ruledsl.table.server.work.clerks import Clerks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.play.game import Rules
    from ruledsl.table.server.settings import Settings
    from ruledsl.table.server.work.lane import Asked

JOURNAL = "tables.sqlite"
"""The journal's file name in the data folder."""


class Room:
    """Opens the journal; `sqlite3.Error` or `OSError` if that fails.

    `process` creates the processes of clerks and bots, which can be killed. `near` creates faster ones for short requests.
    """

    def __init__(
        self,
        settings: Settings,
        process: Callable[..., Asked] = Process,
        near: Callable[..., Asked] | None = None,
    ) -> None:
        self.settings = settings
        self.process = process
        self.journal = Journal(settings.data / JOURNAL)
        self.shelf = Shelf(settings.data / "packs", settings.limits.compositions)
        self.hall = Hall(self.journal, self.shelf, settings.limits)
        self.offer = Offer(settings.packs)
        self.clerks = Clerks(settings.data / "packs", settings.limits, process, near or process)
        self.turns = Turns(self.hall, settings, process)

    def rules(
        self, names: Sequence[str], variants: Mapping[str, str], packs: Sequence[tuple[str, str, str]]
    ) -> Rules:
        """The rules of packs that a clerk has found playable, with their identities (`Clerks.begin`); kept for tables from now on."""
        found = played_with(self.shelf, names, variants)
        if found.composition.identity != packs:
            raise Refused("table-010", "These packs have just been changed; try again.")
        self.shelf.keep(found)
        return found

    async def close(self) -> None:
        """Stop the bots and close the journal."""
        await self.hall.close()
        await self.turns.close()
        await self.clerks.close()
