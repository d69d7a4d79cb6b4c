"""The scenarios of packs looked at as texts, along with the rules that they belong to."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ruledsl.diagnostics import Diagnostic, Diagnostics, Kept
from ruledsl.packs.filetrees import FileTree, FileTrees
from ruledsl.packs.folders.disk import DISK
from ruledsl.packs.folders.files import shown_paths
from ruledsl.packs.folders.find import find_pack
from ruledsl.packs.schema.check import checked
from ruledsl.packs.yaml.nodes import ScalarNode, SequenceNode
from ruledsl.scenarios.nouns import Nouns
from ruledsl.scenarios.reading import FOLDER, scenarios_of
from ruledsl.scenarios.schema import POSITION, STEPS_SHAPE, scenario_schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruledsl.packs.folders.contents import Seen
    from ruledsl.packs.folders.disk import Disk
    from ruledsl.packs.model import Composition, Pack
    from ruledsl.scenarios.scenario import Scenario

__all__ = ["Scenarios"]


MOST_COMPOSITIONS = 12
"""So many sets of packs are put together to look at the scenarios that are played with them."""


class _Checked(NamedTuple):
    """A file that was looked at: its text, and what was found."""

    data: bytes
    words: frozenset[bytes]
    found: list[Diagnostic]
    is_fine: bool
    """Was no name unknown?"""

    def leans_on(self, names: list[frozenset[bytes]]) -> bool:
        """May it be otherwise if these names mean something else?

        Names may be written with a backslash; where something is wrong, any name can be a suggestion.
        """
        return not self.is_fine or b"\\" in self.data or any(map(self.words.issuperset, names))


Wanted = tuple[str, ...]
"""Packs to be put together; none: those that are looked at."""
Others = Callable[[Wanted], "Composition | None"]
"""Puts other packs together; None if they cannot be had."""


class Scenarios:
    """The scenario files of packs, looked at again when they changed, or the names that the rules know."""

    def __init__(self) -> None:
        self._read: dict[str, Kept[list[tuple[Scenario, set[str]]]]] = {}
        self._checked: dict[tuple[str, tuple[Wanted, ...]], _Checked] = {}
        """By the name of the file and the packs that each of its scenarios is played with, of those that can be had."""
        self._found: dict[str, Path | None] = {}
        self._nouns: dict[Wanted, Nouns] = {}

    def check(
        self,
        composition: Composition,
        packs: Iterable[Pack],
        others: Others,
        diagnostics: Diagnostics,
        seen: Seen,
        disk: Disk = DISK,
    ) -> None:
        """Whether the scenario files of these packs can be read, and what they name exists in the rules that they are played with."""
        found = {name: find_pack(name) for name in self._found}
        if found != self._found:
            self._found = found
            self._read.clear()
        known = {pack.id for pack in composition.packs}
        nouns: dict[Wanted, Nouns | None] = {(): self._nouns_of((), composition)}
        for pack in packs:
            for shown, data, scenarios in self._of_pack(pack, diagnostics, seen, disk):
                asked: list[tuple[Scenario, Wanted]] = []
                for scenario, ids in scenarios:
                    wanted = () if ids <= known else scenario.packs
                    if wanted not in nouns and len(nouns) < MOST_COMPOSITIONS:
                        nouns[wanted] = self._nouns_of(wanted, others(wanted))
                    if nouns.get(wanted) is not None:
                        asked.append((scenario, wanted))
                if not asked:
                    continue
                key = shown, tuple(wanted for _, wanted in asked)
                checked = self._checked.get(key)
                if checked is None or checked.data != data:
                    checked = self._checked[key] = self._check(data, asked)
                diagnostics.extend(checked.found)

    def _nouns_of(self, wanted: Wanted, composition: Composition | None) -> Nouns | None:
        """The names that some packs know; None if nothing can be said of them. Files that say one that has changed are looked at again."""
        if composition is None or composition.incomplete:
            return None
        found = Nouns.of(composition, Diagnostics())
        known = self._nouns.get(wanted)
        if known != found:
            self._nouns[wanted] = found
            others = found.meanings ^ known.meanings if known is not None else set()
            changed = [_words(name.encode()) for name in dict(others)]
            self._checked = {
                key: checked
                for key, checked in self._checked.items()
                if wanted not in key[1] or (known is not None and not checked.leans_on(changed))
            }
        return self._nouns[wanted]

    def _check(self, data: bytes, asked: list[tuple[Scenario, Wanted]]) -> _Checked:
        heard, withheld = Diagnostics(), 0
        for scenario, wanted in asked:
            nouns = replace(self._nouns[wanted], diagnostics=heard, withheld=0)
            nouns.check(scenario)
            withheld += nouns.withheld
        is_fine = not heard.added and not withheld
        return _Checked(data, _words(data), heard.sorted(), is_fine=is_fine)

    def _of_pack(
        self, pack: Pack, diagnostics: Diagnostics, seen: Seen, disk: Disk
    ) -> Iterator[tuple[str, bytes, list[tuple[Scenario, set[str]]]]]:
        """The files that can be read, by how they are shown, with their scenarios and the ids of the packs that each is played with."""
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

            def read(
                heard: Diagnostics, data: bytes = data, shown: str = shown
            ) -> list[tuple[Scenario, set[str]]]:
                tree = trees.read(data, shown, heard)
                found = [] if tree is None else _of_tree(tree, shown, pack.folder, heard)
                return [(scenario, self._ids(scenario, pack)) for scenario in found]

            kept = self._read.setdefault(shown, Kept())
            yield shown, data, kept((data, pack.folder), read, diagnostics)
        trees.keep()

    def _ids(self, scenario: Scenario, pack: Pack) -> set[str]:
        """The ids of the packs that a scenario is played with."""
        found = set()
        said = scenario.node.get("packs")
        written = (
            [item.text for item in said if isinstance(item, ScalarNode)]
            if isinstance(said, SequenceNode)
            else []
        )
        for name in {*scenario.packs, *written} - self._found.keys():
            self._found[name] = find_pack(name)
        for name in scenario.packs:
            folder = self._found[name]
            is_own = name == pack.folder or (folder is not None and str(folder) == pack.folder)
            found.add(pack.id if is_own else name.rpartition("/")[2])
        return found


def _words(data: bytes) -> frozenset[bytes]:
    return frozenset(re.findall(rb"\w+", data))


def _shapes(scenario: Scenario, diagnostics: Diagnostics) -> None:
    """What stands in the position and in what is expected of the table."""
    for key, shape in (("position", POSITION), ("steps", STEPS_SHAPE)):
        node = scenario.node.get(key)
        if node is not None:
            checked(node, shape, diagnostics)


def _of_tree(tree: FileTree, shown: str, folder: str, diagnostics: Diagnostics) -> list[Scenario]:
    """The scenarios of a file; a tree in which nothing was wrong is not compared with the schema again."""
    if FOLDER in tree.sound:
        return scenarios_of(tree.root, shown, folder, diagnostics, sound=False)
    before = diagnostics.added
    root = checked(tree.root, scenario_schema(), diagnostics, tree.lost)
    found = scenarios_of(root, shown, folder, diagnostics, sound=False)
    for scenario in found:
        _shapes(scenario, diagnostics)
    if diagnostics.added == before:
        tree.sound.add(FOLDER)
    return found
