"""Checks the texts of packs' scenarios, along with the rules that they belong to."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.base.diagnostics import Diagnostic, Diagnostics, Kept
from ruledsl.base.store import from_bytes, store, to_bytes
from ruledsl.rules.packs.filetrees import FileTree, FileTrees
from ruledsl.rules.packs.folders.below import DISK
from ruledsl.rules.packs.folders.contents import digest_of, folder_key, program_key
from ruledsl.rules.packs.folders.files import shown_paths
from ruledsl.rules.packs.folders.find import find_pack
from ruledsl.rules.packs.schema.check import checked
from ruledsl.rules.packs.schema.scenarios import POSITION, STEPS_SHAPE, scenario_schema
from ruledsl.rules.packs.yaml.nodes import read_text
from ruledsl.rules.scenarios.nouns import Nouns
from ruledsl.rules.scenarios.reading import FOLDER, Scenario, scenarios_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruledsl.rules.packs.folders.below import Disk
    from ruledsl.rules.packs.folders.contents import Seen
    from ruledsl.rules.packs.model import Composition, Pack


MOST_COMPOSITIONS = 12
"""The most compositions of packs for checking scenarios that need others."""


class _Checked(NamedTuple):
    """A checked file: its text, and the findings."""

    data: bytes
    words: frozenset[bytes]
    diagnostics: list[Diagnostic]
    is_fine: bool
    """Were all names known?"""

    def leans_on(self, names: list[frozenset[bytes]]) -> bool:
        """Could the result change if these names change?

        Names may be written with a backslash; in a file with findings, any name can be a suggestion.
        """
        return not self.is_fine or b"\\" in self.data or any(map(self.words.issuperset, names))


Wanted = tuple[str, ...]
"""Packs to compose; empty for the checked ones."""
Others = Callable[[Wanted, "Seen"], "Composition | None"]
"""Composes other packs, and records what it read; None if they are not available."""


class Scenarios:
    """The scenario files of packs, checked again when they or the names in the rules change."""

    def __init__(self) -> None:
        self._read: dict[str, Kept[list[Scenario]]] = {}
        self._checked: dict[tuple[str, tuple[Wanted, ...]], _Checked] = {}
        """By the file's name and the packs of each of its scenarios, if these are available."""
        self._found: dict[str, Path | None] = {}
        self._nouns: dict[Wanted, Nouns] = {}
        self._digests: dict[Wanted, str] = {}

    def check(
        self,
        composition: Composition,
        packs: Iterable[Pack],
        others: Others,
        diagnostics: Diagnostics,
        seen: Seen,
        disk: Disk = DISK,
    ) -> None:
        """Check that the scenario files of these packs are readable, and that the names in them exist in their rules."""
        folders = {name: find_pack(name) for name in self._found}
        if folders != self._found:
            self._found = folders
            self._read.clear()
        ids = {pack.id for pack in composition.packs}
        own = self._nouns_of((), composition)
        nouns: dict[Wanted, Nouns | None] = {(): own}

        def wanted(names: Wanted, pack: Pack) -> Wanted | None:
            """The packs with which a scenario that names these is checked; None if they are not available."""
            needed = () if self._ids(names, pack) <= ids else names
            if needed not in nouns and len(nouns) < MOST_COMPOSITIONS:
                nouns[needed] = self._nouns_of(needed, others(needed, seen))
            return needed if nouns.get(needed) is not None else None

        for pack in packs:
            if own is not None:
                _check_lessons(pack, own, diagnostics)
            sound = _SoundFiles(pack.folder, disk)
            for shown, data, read in self._of_pack(pack, diagnostics, seen, disk):
                named = sound.named(data)
                if named is not None and sound.is_sound(
                    data, self._digest([wanted(names, pack) for names in named])
                ):
                    read_text(data, shown, diagnostics)  # a line in it may silence findings
                    continue
                before = diagnostics.added
                scenarios = read()
                packs_of = [wanted(scenario.packs, pack) for scenario in scenarios]
                self._look(shown, data, scenarios, packs_of, diagnostics)
                if diagnostics.added == before and self._is_fine(shown, packs_of):
                    sound.add(data, [scenario.packs for scenario in scenarios], self._digest(packs_of))
            sound.keep()

    def _look(
        self,
        shown: str,
        data: bytes,
        scenarios: list[Scenario],
        packs_of: list[Wanted | None],
        diagnostics: Diagnostics,
    ) -> None:
        """Report unknown names in the scenarios of a file."""
        asked = [(one, names) for one, names in zip(scenarios, packs_of, strict=True) if names is not None]
        if not asked:
            return
        key = shown, tuple(names for _, names in asked)
        checked = self._checked.get(key)
        if checked is None or checked.data != data:
            checked = self._check(data, asked, diagnostics)
            if not diagnostics.purse.is_empty:  # with an empty one, findings may say less than they could
                self._checked[key] = checked
        diagnostics.extend(checked.diagnostics)

    def _is_fine(self, shown: str, packs_of: list[Wanted | None]) -> bool:
        """Was every name in a file known?"""
        checked = self._checked.get((shown, tuple(names for names in packs_of if names is not None)))
        return checked is not None and checked.is_fine

    def _digest(self, packs_of: list[Wanted | None]) -> str:
        """A digest of the names that the scenarios of a file may use."""
        return digest_of("" if names is None else self._digests[names] for names in packs_of)

    def _nouns_of(self, wanted: Wanted, composition: Composition | None) -> Nouns | None:
        """The names in some packs; None if they are unknown. Files with a changed name are checked again."""
        if composition is None or composition.incomplete:
            return None
        nouns = Nouns.of(composition, Diagnostics())
        previous = self._nouns.get(wanted)
        if previous != nouns:
            self._nouns[wanted] = nouns
            self._digests[wanted] = nouns.digest
            others = nouns.meanings ^ previous.meanings if previous is not None else set()
            changed = [_words(name.encode()) for name in dict(others)]
            self._checked = {
                key: checked
                for key, checked in self._checked.items()
                if wanted not in key[1] or (previous is not None and not checked.leans_on(changed))
            }
        return self._nouns[wanted]

    def _check(self, data: bytes, asked: list[tuple[Scenario, Wanted]], diagnostics: Diagnostics) -> _Checked:
        heard, withheld = Diagnostics(purse=diagnostics.purse), 0
        for scenario, wanted in asked:
            nouns = replace(self._nouns[wanted], diagnostics=heard, withheld=0)
            nouns.check(scenario)
            withheld += nouns.withheld
        is_fine = not heard.added and not withheld
        return _Checked(data, _words(data), heard.sorted(), is_fine=is_fine)

    def _of_pack(
        self, pack: Pack, diagnostics: Diagnostics, seen: Seen, disk: Disk
    ) -> Iterator[tuple[str, bytes, Callable[[], list[Scenario]]]]:
        """The readable files, by display name, with the reader of their scenarios."""
        folder = Path(pack.folder) / FOLDER
        there = disk.below(folder, pack.folder)
        if not there.files:
            return
        trees = FileTrees(folder, disk)
        paths = there.paths
        for path, shown in zip(paths, shown_paths(paths), strict=True):
            data = disk.bytes(path, shown, diagnostics)
            seen.file(Path(pack.folder), path, data)
            if data is None:
                continue

            def make(heard: Diagnostics, data: bytes = data, shown: str = shown) -> list[Scenario]:
                tree = trees.read(data, shown, heard)
                scenarios = [] if tree is None else _of_tree(tree, shown, pack.folder, heard)
                for name in {name for scenario in scenarios for name in scenario.named}:
                    self._find(name)
                return scenarios

            kept = self._read.setdefault(shown, Kept())
            yield shown, data, partial(kept, (data, pack.folder), make, diagnostics)

    def _find(self, name: str) -> Path | None:
        """The folder of a pack in a scenario; when it changes, scenarios are read again."""
        if name not in self._found:
            self._found[name] = find_pack(name)
        return self._found[name]

    def _ids(self, names: Wanted, pack: Pack) -> set[str]:
        """The ids of the packs of a scenario in this pack."""
        ids = set()
        for name in names:
            folder = self._find(name)
            is_own = name == pack.folder or (folder is not None and str(folder) == pack.folder)
            ids.add(pack.id if is_own else name.rpartition("/")[2])
        return ids


def _words(data: bytes) -> frozenset[bytes]:
    return frozenset(re.findall(rb"\w+", data))


def _shapes(scenario: Scenario, diagnostics: Diagnostics) -> None:
    """Check the position and the expected table."""
    for key, shape in (("position", POSITION), ("steps", STEPS_SHAPE)):
        node = scenario.node.get(key)
        if node is not None:
            checked(node, shape, diagnostics)


def _of_tree(tree: FileTree, shown: str, folder: str, diagnostics: Diagnostics) -> list[Scenario]:
    """The scenarios of a file; a tree that fits the schema is not compared with it again."""
    if FOLDER in tree.sound:
        return scenarios_of(tree.root, shown, folder, diagnostics, sound=False)
    before = diagnostics.added
    root = checked(tree.root, scenario_schema(), diagnostics, tree.lost)
    scenarios = scenarios_of(root, shown, folder, diagnostics, sound=False)
    for scenario in scenarios:
        _shapes(scenario, diagnostics)
    if diagnostics.added == before:
        tree.sound.add(FOLDER)
    return scenarios


MOST_FILES = 400
"""The most files to remember, the least recently used dropped first."""

Named = list[tuple[str, ...]]
"""The packs of each scenario of a file."""


def _check_lessons(pack: Pack, nouns: Nouns, diagnostics: Diagnostics) -> None:
    """Report unknown names in the lessons of a pack, which are scenarios with words."""
    for lesson in pack.lessons.values():
        described = Scenario(
            lesson.id, lesson.span.file, pack.folder, (), {}, "", (), lesson.span, lesson.node
        )
        replace(nouns, diagnostics=diagnostics, withheld=0).check(described)


class _SoundFiles:
    """Correct files of one pack: by digest of the file, the packs of its scenarios, and a digest of the names that were known."""

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
            return {str(key): ([*map(tuple, named)], str(digest)) for key, named, digest in entry}
        except Exception:  # noqa: BLE001 - whatever an entry is, if it cannot be read it is none
            return {}

    def named(self, data: bytes) -> Named | None:
        """The packs of the scenarios in a file, if they are known."""
        record = self._before.get(_key(data))
        return (
            None if record is None else [tuple(name or self._folder for name in names) for names in record[0]]
        )

    def is_sound(self, data: bytes, digest: str) -> bool:
        """Was it correct with these known names?"""
        record = self._before.get(_key(data))
        if record is None or record[1] != digest:
            return False
        self._now[_key(data)] = record
        return True

    def add(self, data: bytes, named: Named, digest: str) -> None:
        """Record a correct file. The place of the pack itself is not part of that."""
        names = [tuple("" if name == self._folder else name for name in names) for names in named]
        self._now[_key(data)] = names, digest

    def keep(self) -> None:
        """Store them in the cache, unless they are already there."""
        if self._lasts and not self._now.items() <= self._before.items():
            both = {key: record for key, record in self._before.items() if key not in self._now} | self._now
            entry = [(key, names, digest) for key, (names, digest) in both.items()]
            store().put(self._name, to_bytes(entry[-MOST_FILES:]))


def _key(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
