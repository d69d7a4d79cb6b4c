"""The scenarios of packs looked at as texts, along with the rules that they belong to."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.packs.filetrees import FileTree, FileTrees
from ruledsl.packs.folders.disk import DISK
from ruledsl.packs.folders.files import shown_path
from ruledsl.packs.folders.find import find_pack
from ruledsl.packs.schema.check import checked
from ruledsl.scenarios.nouns import Nouns
from ruledsl.scenarios.reading import FOLDER, scenarios_of
from ruledsl.scenarios.schema import POSITION, STEPS_SHAPE, scenario_schema

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.diagnostics import Diagnostics
    from ruledsl.packs.folders.contents import Seen
    from ruledsl.packs.folders.disk import Disk
    from ruledsl.packs.model import Composition, Pack
    from ruledsl.scenarios.scenario import Scenario

__all__ = ["check_scenarios"]


MOST_COMPOSITIONS = 12
"""So many sets of packs are put together to look at the scenarios that are played with them."""

Others = Callable[[tuple[str, ...]], "Composition | None"]
"""Puts other packs together; None if they cannot be had."""


def check_scenarios(
    composition: Composition,
    packs: Iterable[Pack],
    others: Others,
    diagnostics: Diagnostics,
    seen: Seen,
    disk: Disk = DISK,
) -> None:
    """Whether the scenario files of these packs can be read, and what they name exists in the rules that they are played with."""
    known = {pack.id for pack in composition.packs}
    nouns: dict[tuple[str, ...], Nouns] = {(): Nouns.of(composition, diagnostics)}
    for pack in packs:
        for scenario in _of_pack(pack, diagnostics, seen, disk):
            wanted = () if _ids(scenario, pack) <= known else scenario.packs
            if wanted not in nouns and len(nouns) < MOST_COMPOSITIONS:
                other = others(wanted)
                if other is not None:
                    nouns[wanted] = Nouns.of(other, diagnostics)
            if wanted in nouns and not nouns[wanted].composition.incomplete:
                nouns[wanted].check(scenario)


def _shapes(scenario: Scenario, diagnostics: Diagnostics) -> None:
    """What stands in the position and in what is expected of the table."""
    for key, shape in (("position", POSITION), ("steps", STEPS_SHAPE)):
        node = scenario.node.get(key)
        if node is not None:
            checked(node, shape, diagnostics)


def _of_pack(pack: Pack, diagnostics: Diagnostics, seen: Seen, disk: Disk) -> list[Scenario]:
    folder = Path(pack.folder) / FOLDER
    there = disk.below(folder, pack.folder)
    if not there.files:
        return []
    trees = FileTrees(folder, disk)
    found: list[Scenario] = []
    for path in there.paths:
        data = disk.bytes(path, shown_path(path), diagnostics)
        seen.file(Path(pack.folder), path, data)
        tree = None if data is None else trees.read(data, shown_path(path), diagnostics)
        if tree is not None:
            found += _of_tree(tree, shown_path(path), pack.folder, diagnostics)
    trees.keep()
    return found


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


def _ids(scenario: Scenario, pack: Pack) -> set[str]:
    """The ids of the packs that a scenario is played with."""
    found = set()
    for name in scenario.packs:
        folder = find_pack(name)
        is_own = name == pack.folder or (folder is not None and str(folder) == pack.folder)
        found.add(pack.id if is_own else name.rpartition("/")[2])
    return found
