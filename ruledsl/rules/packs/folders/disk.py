"""The source of pack files: the disk, unless a subclass knows better, such as an editor with unsaved changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from ruledsl.base.diagnostics import Diagnostics
    from ruledsl.rules.packs.folders.below import Below
    from ruledsl.rules.packs.folders.budget import Budget
    from ruledsl.rules.packs.model import Kind, Pack


class Disk:
    """The files on the disk, read again at each request."""

    def bytes(self, path: Path, shown: str, diagnostics: Diagnostics) -> bytes | None:
        """The contents of a file, as from `read_bytes`."""
        return read_bytes(path, shown, diagnostics)

    def below(self, folder: Path, home: Path | str | None = None) -> Below:
        """The contents of a folder, as from `below`."""
        return below(folder, home)

    def lasts(self, folder: str) -> bool:
        """Are the contents of a folder worth caching for the next process?"""
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
        """The pack with this head, given these kinds of tiles: `read` reads all of it, and reports its errors."""
        del kinds, budget
        read(diagnostics)
        return head


DISK = Disk()
"""For callers without unsaved texts."""
