"""The initial state of every worker of a page: the packs beside this program, their cached results, and the source of the rest."""

from __future__ import annotations

import base64
import json
import os
import sys
import tempfile
from functools import partial
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.base.store import shipped
from ruledsl.base.system import PACKAGE
from ruledsl.rules.packs.folders.find import official_folder, user_folder
from ruledsl.table.standalone.sources import unpacked

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
    from importlib.machinery import ModuleSpec

# ── lazy imports ─────────────────────────────────────────────────────────────────
# Imports modules lazily: those that read packs, and the workshop, are fetched on the first import.


class LazyImports:
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


# ── shared folders ───────────────────────────────────────────────────────────────
# Folders that two Pythons share: changes on one side are sent to the other one with the next message.


News = dict[str, str | None]
"""Contents in base64 by path, None for a deleted file."""
Mark = tuple[int, int, int]
"""The identity of a file's version: writers replace whole files."""


class SharedFolders:
    """One side of these folders. The other one knows nothing yet. Links and hidden files are not shared."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        self._known: dict[str, Mark] = {}

    def news(self) -> News:
        """Changes that the other side does not know yet; they then count as known."""
        there = dict(self._files())
        changes: News = {
            path: base64.b64encode(Path(path).read_bytes()).decode()
            for path, mark in there.items()
            if self._known.get(path) != mark
        }
        changes.update(dict.fromkeys(self._known.keys() - there.keys()))
        self._known = there
        return changes

    def put(self, news: Mapping[str, str | None]) -> None:
        """Apply changes from the other side. `ValueError` for a path outside of the folders."""
        for path, content in news.items():
            place = Path(os.path.normpath(path))
            if not any(place.is_relative_to(folder) for folder in self.folders):
                raise ValueError(path)
            if content is None:
                place.unlink(missing_ok=True)
                self._known.pop(path, None)
                continue
            place.parent.mkdir(parents=True, exist_ok=True)
            place.unlink(missing_ok=True)
            place.write_bytes(base64.b64decode(content))
            self._known[path] = _mark(path)

    def _files(self) -> Iterator[tuple[str, Mark]]:
        for folder in self.folders:
            for place, folders, names in os.walk(folder):
                folders[:] = [name for name in folders if not name.startswith(".")]
                for name in names:
                    path = f"{place}/{name}"
                    if not name.startswith(".") and not os.path.islink(path):  # noqa: PTH114 - asked often
                        yield path, _mark(path)


def _mark(path: str) -> Mark:
    stat = os.stat(path)  # noqa: PTH116 - asked often
    return stat.st_ino, stat.st_mtime_ns, stat.st_size


LIBRARY = PACKAGE.parent
"""The folder that Python imports this program from."""
ABOUT = "known.json"
"""The page's data about itself, beside its packs."""
SHOP = "workshop"
"""The folder of a workshop's packs."""
DRAFTS = ".drafts"
"""The folder of temporary files."""


def boot(data: Path, fetch: Callable[[str], Any]) -> dict[str, Any]:
    """Prepare this Python, with its data below a folder; returns the page's data about itself. `fetch` gets files that are needed later."""
    about: dict[str, Any] = json.loads((official_folder() / ABOUT).read_text(encoding="utf-8"))
    for archive, names in about["archives"].items():
        sys.meta_path.append(LazyImports(names, LIBRARY, partial(_fetched, fetch, archive)))
    shipped().fetch = lambda name: fetch(name).to_bytes() if name in about["later"] else None
    lay_out(data, about["packs"])
    for folder in shared(data):
        folder.mkdir(parents=True, exist_ok=True)
    tempfile.tempdir = str(data / DRAFTS)
    return about


def _fetched(fetch: Callable[[str], Any], name: str) -> bytes:
    data: bytes = fetch(name).to_bytes()
    return data


def lay_out(data: Path, packs: Mapping[str, str]) -> None:
    """Store the packs of the page by digest, where tables look for theirs."""
    pack_store = data / "packs"
    pack_store.mkdir(parents=True, exist_ok=True)
    for id_, digest in packs.items():
        place = pack_store / f"{id_}-{digest}"
        if not place.exists():
            place.symlink_to(official_folder() / id_)


def shared(data: Path) -> list[Path]:
    """The folders that all workers share: packs of strangers at tables, in a workshop, as drafts, and installed."""
    own = user_folder()
    return [data / "packs", data / SHOP, data / DRAFTS, *([own] if own else [])]
