"""Packages that are fetched when something of them is imported for the first time: those that read packs, which hardly anybody needs who plays."""

from __future__ import annotations

import io
import sys
import zipfile
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from importlib.machinery import ModuleSpec
    from pathlib import Path

__all__ = ["Later"]


class Later:
    """Comes after all others in `sys.meta_path`. `fetch` gives an archive with the packages of these `names`, which goes to `folder`, on the path."""

    def __init__(self, names: Collection[str], folder: Path, fetch: Callable[[], bytes]) -> None:
        self.names, self.folder, self.fetch = frozenset(names), folder, fetch

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: object = None
    ) -> ModuleSpec | None:
        """Where a module is, once they are there."""
        if name not in self.names:
            return None
        sys.meta_path.remove(self)
        with zipfile.ZipFile(io.BytesIO(self.fetch())) as archive:
            archive.extractall(self.folder)
        PathFinder.invalidate_caches()
        return PathFinder.find_spec(name, path, target)  # type: ignore[arg-type]
