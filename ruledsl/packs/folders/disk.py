"""What packs are read from: the files on the disk. Who knows files better, an editor with changes that were not saved, says so here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.packs.folders.below import below
from ruledsl.packs.folders.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from ruledsl.diagnostics import Diagnostics
    from ruledsl.packs.folders.below import Below
    from ruledsl.packs.folders.budget import Budget
    from ruledsl.packs.model import Kind, Pack


class Disk:
    """The files as they are on the disk, read anew whenever they are asked for."""

    def bytes(self, path: Path, shown: str, diagnostics: Diagnostics) -> bytes | None:
        """What is in a file, as `read_bytes` gives it."""
        return read_bytes(path, shown, diagnostics)

    def below(self, folder: Path, home: Path | str | None = None) -> Below:
        """What lies below a folder, as `below` gives it."""
        return below(folder, home)

    def lasts(self, folder: str) -> bool:
        """Is what is in the files of a folder worth keeping for the next process?"""
        del folder
        return True

    def pack(
        self,
        head: Pack,
        kinds: Sequence[Kind],
        budget: Budget,
        diagnostics: Diagnostics,
        read: Callable[[Diagnostics], None],
    ) -> Pack:
        """The pack with this head, when these kinds of tiles are known: `read` reads all of it, and says what is wrong."""
        del kinds, budget
        read(diagnostics)
        return head


DISK = Disk()
"""For all who have nothing to add."""
