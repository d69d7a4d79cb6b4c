"""The packs of tables, each stored by digest: tables continue with them even if the original folder changes."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from ruledsl.base.errors import GameError, PackError
from ruledsl.play.rules import load
from ruledsl.rules.packs.folders.below import below
from ruledsl.rules.packs.folders.find import find_pack
from ruledsl.table.server.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ruledsl.play.game import Rules
    from ruledsl.play.rulebook import Rulebook
    from ruledsl.rules.packs.model import Pack

Key = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]
"""The ids and digests of packs in order, and the variants."""


def key_of(packs: Sequence[Sequence[str]], variants: Mapping[str, str]) -> Key:
    """The key that tables under the same rules share."""
    return tuple((id_, digest) for id_, _, digest in packs), tuple(sorted(variants.items()))


class Shelf:
    """Folders of packs by id and digest. The first load takes seconds, so threads do it, one load at a time.

    Of rules, `most` sets stay loaded; `dropped` hears (in such a thread) which one no longer does.
    """

    def __init__(
        self, folder: Path, most: int, dropped: Callable[[Rules], None] = lambda _rules: None
    ) -> None:
        self.folder = folder
        self.most = most
        self.dropped = dropped
        self.loaded: tuple[Rules, ...] = ()
        self._loaded: OrderedDict[Key, Rules] = OrderedDict()
        self._lock = threading.Lock()

    def offered(self, names: Sequence[str], variants: Mapping[str, str]) -> Rules:
        """The rules of packs in their current folders. `Refused` with the first finding for packs that cannot be played.

        A clerk must have tried the packs of strangers before (`work/clerks.py`).
        """
        with self._lock:
            try:
                rules = load(*names, variants=variants)
            except (PackError, GameError) as problem:
                raise Refused("table-010", _why(problem)) from None
            key = key_of(rules.composition.identity, rules.composition.chosen)
            return self._remember(key, self._loaded.get(key, rules))

    def kept(self, packs: Sequence[Sequence[str]], variants: Mapping[str, str]) -> Rules:
        """The rules of a table. `Refused` table-040 when its packs are gone or this ruledsl cannot play them."""
        key = key_of(packs, variants)
        with self._lock:
            found = self._loaded.get(key)
            if found is not None:
                return self._remember(key, found)
            places = [self._place(id_, digest) for id_, _, digest in packs]
            if not all(place.is_dir() for place in places):
                raise Refused("table-040", "The packs that were kept for this table are not there any more.")
            try:
                rules = load(*map(str, places), variants=variants)
            except (PackError, GameError) as problem:
                why = _why(problem).replace(f"{self.folder}{os.sep}", "")
                raise Refused(
                    "table-040", "Its packs cannot be played by this ruledsl: {why}", why=why
                ) from None
            if key_of(rules.composition.identity, variants) != key:
                raise Refused("table-040", "The packs that were kept for this table have been changed.")
            return self._remember(key, rules)

    def _remember(self, key: Key, rules: Rules) -> Rules:
        self._loaded[key] = rules
        self._loaded.move_to_end(key)
        while len(self._loaded) > self.most:
            self.dropped(self._loaded.popitem(last=False)[1])
        self.loaded = tuple(self._loaded.values())  # for other threads, which do not wait for a load
        return rules

    def keep(self, rules: Rules) -> None:
        """Store the packs of a new table."""
        for pack in rules.composition.packs:
            place = self._place(pack.id, pack.digest)
            if not place.is_dir():
                self._copy(pack, place)

    def _place(self, id_: str, digest: str) -> Path:
        return self.folder / f"{id_}-{digest}"

    def _copy(self, pack: Pack, place: Path) -> None:
        """Copy all files into a folder that gets its final name when it is complete."""
        source = find_pack(pack.folder)
        if source is None:
            raise Refused("table-010", "The folder of the pack `{pack}` is not there any more.", pack=pack.id)
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside = Path(tempfile.mkdtemp(dir=self.folder, prefix=".new-"))
        try:
            for name in below(source).files:
                target = beside / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source / name, target)
            with suppress(OSError):  # another process was faster
                beside.rename(place)
        finally:
            shutil.rmtree(beside, ignore_errors=True)


def _why(problem: PackError | GameError) -> str:
    """The first error, without its path, which visitors need not know."""
    if isinstance(problem, GameError):
        return str(problem)
    errors = (found.message for found in problem.diagnostics if found.severity == "error")
    return next(errors, "These packs cannot be played.")


def shown_place(rules: Rulebook, file: str) -> str:
    """A file of a pack by the pack's id and the file's name; a stranger need not know where it lies on this machine."""
    path = os.path.realpath(file)
    for pack in rules.composition.packs:
        folder = os.path.realpath(pack.folder)
        if path.startswith(folder + os.sep):
            return f"{pack.id}/{PurePath(path[len(folder) + 1 :]).as_posix()}"
    return PurePath(file).name
