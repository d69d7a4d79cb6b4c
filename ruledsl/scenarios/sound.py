"""Scenario files in which nothing is wrong: the next process need not read them again, as long as the rules know the same names."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from ruledsl.packs.folders.contents import folder_key, program_key
from ruledsl.store import from_bytes, store, to_bytes

if TYPE_CHECKING:
    from ruledsl.packs.folders.disk import Disk

__all__ = ["SoundFiles"]

MOST_FILES = 400
"""So many are remembered, of those that were not asked for lately only as many as fit."""

Named = list[tuple[str, ...]]
"""For each scenario of a file the packs that it names."""


class SoundFiles:
    """Those of one pack: by a digest of each file the packs that its scenarios name, and a digest of the names known when all was well."""

    def __init__(self, folder: str, disk: Disk) -> None:
        self._folder = folder
        self._name = f"scenarios-{folder_key(folder, program_key())}"
        self._lasts = store().is_open and disk.lasts(folder)
        self._before = self._kept() if store().is_open else {}
        self._now: dict[str, tuple[Named, str]] = {}

    def _kept(self) -> dict[str, tuple[Named, str]]:
        data = store().get(self._name)
        try:
            entry = [] if data is None else from_bytes(data)
            return {str(key): ([*map(tuple, named)], str(known)) for key, named, known in entry}
        except Exception:  # noqa: BLE001 - whatever an entry is, if it cannot be read it is none
            return {}

    def named(self, data: bytes) -> Named | None:
        """The packs that the scenarios of a file name, if it is known."""
        found = self._before.get(_key(data))
        return (
            None if found is None else [tuple(name or self._folder for name in names) for names in found[0]]
        )

    def is_sound(self, data: bytes, known: str) -> bool:
        """Was nothing wrong with it when these names were known?"""
        found = self._before.get(_key(data))
        if found is None or found[1] != known:
            return False
        self._now[_key(data)] = found
        return True

    def add(self, data: bytes, named: Named, known: str) -> None:
        """Nothing is wrong with this one. Where the pack itself lies is not part of that."""
        names = [tuple("" if name == self._folder else name for name in names) for names in named]
        self._now[_key(data)] = names, known

    def keep(self) -> None:
        """Keep them for the next process, if it would not find them there already."""
        if self._lasts and not self._now.items() <= self._before.items():
            both = {key: found for key, found in self._before.items() if key not in self._now} | self._now
            entry = [(key, names, known) for key, (names, known) in both.items()]
            store().put(self._name, to_bytes(entry[-MOST_FILES:]))


def _key(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
