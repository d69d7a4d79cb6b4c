"""Folders that two Pythons share: changes on one side are sent to the other one with the next message."""

from __future__ import annotations

import base64
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

News = dict[str, str | None]
"""Contents in base64 by path, None for a deleted file."""
Mark = tuple[int, int, int]
"""The identity of a file's version: writers replace whole files."""


class Mirror:
    """One side of these folders. The other one knows nothing yet. Links and hidden files are not shared."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = folders
        self._known: dict[str, Mark] = {}

    def news(self) -> News:
        """Changes that the other side does not know yet; they then count as known."""
        there = dict(self._files())
        found: News = {
            path: base64.b64encode(Path(path).read_bytes()).decode()
            for path, mark in there.items()
            if self._known.get(path) != mark
        }
        found.update(dict.fromkeys(self._known.keys() - there.keys()))
        self._known = there
        return found

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
    found = os.stat(path)  # noqa: PTH116 - asked often
    return found.st_ino, found.st_mtime_ns, found.st_size
