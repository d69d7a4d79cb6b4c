"""Everything that belongs to one server: its journal, packs, tables, workers and bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.table.server.bots.process import Process, Turns
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.journal import Journal
from ruledsl.table.server.tables.offer import Offer, PackStore, played_with
from ruledsl.table.server.tables.registry import TableRegistry
from ruledsl.table.server.work.pool import WorkerPool

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.play.game import Rules
    from ruledsl.table.server.settings import Settings
    from ruledsl.table.server.work.queue import Answering

JOURNAL = "tables.sqlite"
"""The journal's file name in the data folder."""


class Room:
    """Opens the journal; `sqlite3.Error` or `OSError` if that fails.

    `process` creates the processes of workers and bots, which can be killed. `near` creates faster ones for short requests.
    """

    def __init__(
        self,
        settings: Settings,
        process: Callable[..., Answering] = Process,
        near: Callable[..., Answering] | None = None,
    ) -> None:
        self.settings = settings
        self.process = process
        self.journal = Journal(settings.data / JOURNAL)
        self.pack_store = PackStore(settings.data / "packs", settings.limits.compositions)
        self.registry = TableRegistry(self.journal, self.pack_store, settings.limits)
        self.offer = Offer(settings.packs)
        self.pool = WorkerPool(settings.data / "packs", settings.limits, process, near or process)
        self.turns = Turns(self.registry, settings, process)

    def rules(
        self, names: Sequence[str], variants: Mapping[str, str], packs: Sequence[tuple[str, str, str]]
    ) -> Rules:
        """The rules of packs that a worker has found playable, with their identities (`WorkerPool.begin`); kept for tables from now on."""
        rules = played_with(self.pack_store, names, variants)
        if rules.composition.identity != packs:
            raise Refused("table-010", "These packs have just been changed; try again.")
        self.pack_store.keep(rules)
        return rules

    async def close(self) -> None:
        """Stop the bots and close the journal."""
        await self.registry.close()
        await self.turns.close()
        await self.pool.close()
