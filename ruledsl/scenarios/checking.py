"""The scenarios of packs looked at as texts, along with the rules that they belong to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.diagnostics import Diagnostics, Kept
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

Others = Callable[[tuple[str, ...]], "Composition | None"]
"""Puts other packs together; None if they cannot be had."""


class Scenarios:
    """The scenario files of packs, looked at again when they changed, or the names that the rules know."""

    def __init__(self) -> None:
        self._read: dict[str, Kept[list[Scenario]]] = {}
        self._checked: dict[str, Kept[None]] = {}
        self._found: dict[str, Path | None] = {}
        self._nouns: dict[tuple[str, ...], Nouns] = {}

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
        self._found = {name: find_pack(name) for name in self._found}
        known = {pack.id for pack in composition.packs}
        nouns: dict[tuple[str, ...], Nouns | None] = {(): self._nouns_of((), composition)}
        for pack in packs:
            for shown, data, scenarios in self._of_pack(pack, diagnostics, seen, disk):
                asked: list[tuple[Scenario, Nouns]] = []
                for scenario in scenarios:
                    wanted = () if self._ids(scenario, pack) <= known else scenario.packs
                    if wanted not in nouns and len(nouns) < MOST_COMPOSITIONS:
                        nouns[wanted] = self._nouns_of(wanted, others(wanted))
                    mine = nouns.get(wanted)
                    if mine is not None:
                        asked.append((scenario, mine))
                kept = self._checked.setdefault(shown, Kept())
                kept((data, [mine for _, mine in asked]), partial(_check, asked), diagnostics)

    def _nouns_of(self, wanted: tuple[str, ...], composition: Composition | None) -> Nouns | None:
        """The names that some packs know, the same ones as before if they are equal; None if nothing can be said of them."""
        if composition is None or composition.incomplete:
            return None
        found = Nouns.of(composition, Diagnostics())
        if self._nouns.get(wanted) != found:
            self._nouns[wanted] = found
        return self._nouns[wanted]

    def _of_pack(
        self, pack: Pack, diagnostics: Diagnostics, seen: Seen, disk: Disk
    ) -> Iterator[tuple[str, bytes, list[Scenario]]]:
        """The files that can be read, by how they are shown, with their scenarios."""
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

            def read(heard: Diagnostics, data: bytes = data, shown: str = shown) -> list[Scenario]:
                tree = trees.read(data, shown, heard)
                return [] if tree is None else _of_tree(tree, shown, pack.folder, heard)

            kept = self._read.setdefault(shown, Kept())
            yield shown, data, kept((data, pack.folder, self._found), read, diagnostics)
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
            self._found = {**self._found, name: find_pack(name)}
        for name in scenario.packs:
            folder = self._found[name]
            is_own = name == pack.folder or (folder is not None and str(folder) == pack.folder)
            found.add(pack.id if is_own else name.rpartition("/")[2])
        return found


def _check(asked: list[tuple[Scenario, Nouns]], heard: Diagnostics) -> None:
    for scenario, nouns in asked:
        replace(nouns, diagnostics=heard).check(scenario)


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
