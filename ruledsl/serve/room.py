"""Everything that one server has: its journal, its packs, its tables and its bots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.serve.bots.turns import Turns
from ruledsl.serve.tables.hall import Hall
from ruledsl.serve.tables.journal import Journal
from ruledsl.serve.tables.offer import Offer
from ruledsl.serve.tables.shelf import Shelf

if TYPE_CHECKING:
    from ruledsl.serve.settings import Settings

__all__ = ["Room"]


class Room:
    """Opened when it is made; `sqlite3.Error` or `OSError` if its journal cannot be opened."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.journal = Journal(settings.data / "tables.sqlite")
        self.shelf = Shelf(settings.data / "packs", settings.limits.compositions)
        self.hall = Hall(self.journal, self.shelf, settings.limits)
        self.offer = Offer(self.shelf, settings.packs)
        self.turns = Turns(self.hall, settings)

    async def close(self) -> None:
        """Bots stop, and the journal is closed."""
        await self.hall.close()
        await self.turns.close()
