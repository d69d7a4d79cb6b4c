"""Imports modules lazily: those that read packs, and the workshop, are fetched on the first import."""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING

from ruledsl.table.standalone.packed import unpacked

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from importlib.machinery import ModuleSpec
    from pathlib import Path


class Later:
    """The last finder in `sys.meta_path`. `fetch` gets the archive with the modules of these `names`, which is unpacked into `folder`."""

    def __init__(self, names: Collection[str], folder: Path, fetch: Callable[[], bytes]) -> None:
        self.names, self.folder, self.fetch = frozenset(names), folder, fetch

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        """The spec of a module, after fetching it."""
        if name not in self.names:
            return None
        sys.meta_path.remove(self)
        for file, data in unpacked(self.fetch()):
            place = self.folder / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        PathFinder.invalidate_caches()
        return PathFinder.find_spec(name, path, target)  # type: ignore[arg-type]
