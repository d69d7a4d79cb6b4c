"""Open documents over packs on disk: files are read again only when they changed, packs only when one of their files did."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from ruledsl.base.diagnostics import Diagnostic, Diagnostics, Sources
from ruledsl.rules.packs.folders.below import Below, is_test
from ruledsl.rules.packs.folders.budget import Budget
from ruledsl.rules.packs.folders.disk import Disk
from ruledsl.rules.packs.model import Kind, Pack

FRESH: Final = 2.0
"""Seconds after which a file's time is trusted to change with its contents."""
TOO_MUCH: Final = "P012"

State = tuple[object, ...]


class Documents:
    """The texts in editors, by the real path of their files, each with the number of its last change."""

    def __init__(self) -> None:
        self._texts: dict[str, bytes] = {}
        self._changes: dict[str, int] = {}
        self.changes = 0

    def put(self, path: Path, text: str | None) -> None:
        """Set the text of a document; None closes it."""
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
        """The documents in a folder, by their path in it, separated by `/`: the number of the last change of each."""
        start = os.path.join(folder, "")  # noqa: PTH118 - asked of every folder at every change
        return {
            path[len(start) :].replace(os.sep, "/"): change
            for path, change in self._changes.items()
            if path.startswith(start)
        }


class Desk(Disk):
    """The current files of the packs of one composition."""

    def __init__(self, documents: Documents) -> None:
        self.documents = documents
        self.sources = Sources()
        """The lines of all files, including those that are not read again."""
        self._files: dict[str, tuple[State, bytes]] = {}
        self._packs: dict[str, tuple[State, Pack, list[Diagnostic], list[int]]] = {}

    def bytes(self, path: Path, shown: str, diagnostics: Diagnostics) -> bytes | None:
        """The contents of a file: from an editor, from the last read, or read now."""
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
        """The contents of a folder, including new documents that were never saved."""
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
        """The pack as it was read before, if nothing in its folder changed; its findings are reported again."""
        state = (tuple(kinds), head.incomplete, *self._folder(Path(head.folder)))
        known = self._packs.get(head.folder)
        if known is None or known[0] != state:
            heard = diagnostics.apart()
            before = budget.spent()
            read(heard)
            spent = [after - start for after, start in zip(budget.spent(), before, strict=True)]
            known = state, head, heard.sorted(), spent
            if not any(found.code == TOO_MUCH for found in known[2]) and not diagnostics.purse.is_empty:
                self._packs[head.folder] = known
        else:
            budget.spend(known[3])
        diagnostics.extend(known[2])
        return known[1]

    def lasts(self, folder: str) -> bool:
        """No while somebody edits there."""
        return not self.documents.inside(_real(Path(folder)))

    def _folder(self, folder: Path) -> list[object]:
        """The state of a folder that can be seen without reading its files."""
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
    """A value that changes with a file; empty if it is unknown, or not reliable yet."""
    try:
        info = os.stat(path)  # noqa: PTH116 - hundreds of files at every change
    except (OSError, ValueError):
        return ()
    if time.time() - max(info.st_mtime, info.st_ctime) < FRESH:
        return ()
    return info.st_mtime_ns, info.st_ctime_ns, info.st_size, info.st_ino


_folders: dict[str, str] = {}


def _real(path: Path) -> str:
    """The real path of a file; those of folders are cached."""
    folder, name = os.path.split(path)
    if folder not in _folders:
        _folders[folder] = os.path.realpath(folder)
    return os.path.join(_folders[folder], name)  # noqa: PTH118 - as above
