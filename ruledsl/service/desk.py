"""Open documents over packs on disk: files are read again only when they changed, packs only when one of their files did."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from ruledsl.diagnostics import Diagnostic, Diagnostics, Sources
from ruledsl.packs.folders.below import Below, is_test
from ruledsl.packs.folders.budget import Budget
from ruledsl.packs.folders.disk import Disk
from ruledsl.packs.model import Kind, Pack

FRESH: Final = 2.0
"""Seconds after which the time of a file is trusted to change when its contents do."""
TOO_MUCH: Final = "P012"

State = tuple[object, ...]


class Documents:
    """The texts that editors hold, by the real path of their files, with the number of the change that each is at."""

    def __init__(self) -> None:
        self._texts: dict[str, bytes] = {}
        self._changes: dict[str, int] = {}
        self.changes = 0

    def put(self, path: Path, text: str | None) -> None:
        """This is its text now; None when nobody has it open any more."""
        self.changes += 1
        if text is None:
            self._texts.pop(str(path), None)
            self._changes.pop(str(path), None)
        else:
            self._texts[str(path)] = text.encode("utf-8", "surrogatepass")
            self._changes[str(path)] = self.changes

    def get(self, path: Path | str) -> bytes | None:
        """The text of a document that is open."""
        return self._texts.get(str(path))

    def inside(self, folder: str) -> dict[str, int]:
        """Those that lie in a folder, by their names below it, `/` between the parts: the number of the last change of each."""
        start = os.path.join(folder, "")  # noqa: PTH118 - asked of every folder at every change
        return {
            path[len(start) :].replace(os.sep, "/"): change
            for path, change in self._changes.items()
            if path.startswith(start)
        }


class Desk(Disk):
    """The files of the packs of one composition, as they are now."""

    def __init__(self, documents: Documents) -> None:
        self.documents = documents
        self.sources = Sources()
        """The lines of all files, also of those that are not read again."""
        self._files: dict[str, tuple[State, bytes]] = {}
        self._packs: dict[str, tuple[State, Pack, list[Diagnostic], list[int]]] = {}

    def bytes(self, path: Path, shown: str, diagnostics: Diagnostics) -> bytes | None:
        """What is in a file: as an editor has it, as it was read before, or read now."""
        text = self.documents.get(_real(path))
        if text is not None:
            return text
        key, state = str(path), _state(path)
        known = self._files.get(key)
        if known is not None and state and known[0] == state:
            return known[1]
        data = super().bytes(path, shown, diagnostics)
        if data is not None and state:
            self._files[key] = state, data
        return data

    def below(self, folder: Path, home: Path | str | None = None) -> Below:
        """What lies below a folder, new documents that were never saved included."""
        found = super().below(folder, home)
        inside = self.documents.inside(_real(folder))
        new = [name for name in inside if name.endswith((".yaml", ".yml")) and name not in found.files]
        return Below(found.folder, sorted([*found.files, *new]), found.problems) if new else found

    def pack(
        self,
        head: Pack,
        kinds: Sequence[Kind],
        budget: Budget,
        diagnostics: Diagnostics,
        read: Callable[[Diagnostics], None],
    ) -> Pack:
        """The pack as it was read before, if nothing in its folder changed; what was found in it is said again."""
        state = (tuple(kinds), head.incomplete, *self._folder(Path(head.folder)))
        known = self._packs.get(head.folder)
        if known is None or known[0] != state:
            heard = Diagnostics(diagnostics.sources)
            before = budget.spent()
            read(heard)
            spent = [after - start for after, start in zip(budget.spent(), before, strict=True)]
            known = state, head, heard.sorted(), spent
            if not any(found.code == TOO_MUCH for found in known[2]):
                self._packs[head.folder] = known
        else:
            budget.spend(known[3])
        diagnostics.extend(known[2])
        return known[1]

    def lasts(self, folder: str) -> bool:
        """Not while somebody writes there."""
        return not self.documents.inside(_real(Path(folder)))

    def _folder(self, folder: Path) -> list[object]:
        """What there is to see of a folder without reading its files."""
        there = self.below(folder)
        changes = self.documents.inside(_real(folder))
        found: list[object] = [tuple(there.problems)]
        for name in there.files:
            if not is_test(name):
                path = f"{there.folder}{os.sep}{name}"
                found.append((name, changes.get(name) or _state(path) or self._digest(Path(path))))
        return found

    def _digest(self, path: Path) -> str:
        data = super().bytes(path, "", Diagnostics())
        return "" if data is None else hashlib.sha256(data).hexdigest()


def _state(path: Path | str) -> State:
    """What changes whenever a file does; empty if that cannot be told, or not yet."""
    try:
        info = os.stat(path)  # noqa: PTH116 - hundreds of files at every change
    except (OSError, ValueError):
        return ()
    if time.time() - max(info.st_mtime, info.st_ctime) < FRESH:
        return ()
    return info.st_mtime_ns, info.st_ctime_ns, info.st_size, info.st_ino


_folders: dict[str, str] = {}


def _real(path: Path) -> str:
    """Where a file really is; where folders are is looked up once."""
    folder, name = os.path.split(path)
    if folder not in _folders:
        _folders[folder] = os.path.realpath(folder)
    return os.path.join(_folders[folder], name)  # noqa: PTH118 - as above
