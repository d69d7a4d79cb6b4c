"""Finds and reads scenario files."""

from __future__ import annotations

import os
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Diagnostics, Span
from ruledsl.rules.packs.filetrees import FileTrees
from ruledsl.rules.packs.folders.below import DISK, below
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.folders.files import is_bundle, shown_path
from ruledsl.rules.packs.folders.find import find_pack, pack_around
from ruledsl.rules.packs.reading import read_head
from ruledsl.rules.packs.schema.check import check_schema
from ruledsl.rules.packs.schema.scenarios import scenario_schema
from ruledsl.rules.packs.yaml.nodes import MappingNode, ScalarNode, SequenceNode, to_plain
from ruledsl.rules.packs.yaml.reader import read_yaml_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.rules.packs.folders.below import Disk
    from ruledsl.rules.packs.yaml.nodes import Node

# ── scenario ────────────────────────────────────────────────────────────────────
# One scenario as a value.


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of a file. `pack` is the folder of its pack (empty for none), `node` the whole entry with its places.

    `named` are its packs as written: in the entry, or for the whole file.
    """

    name: str
    file: str
    pack: str
    packs: tuple[str, ...]
    variants: dict[str, str]
    about: str
    covers: tuple[str, ...]
    span: Span
    node: MappingNode = field(repr=False, compare=False)
    named: tuple[str, ...] = field(default=(), repr=False, compare=False)

    @property
    def id(self) -> str:
        """The file and the name, which are unique."""
        return f"{self.file}::{self.name}"


FOLDER = "scenarios"
MARK = "pack.yaml"
HEADS = ("variants", "about", "covers")
"""The keys of a scenario that describe it, rather than its course."""


def find_scenarios(targets: Iterable[str], diagnostics: Diagnostics, disk: Disk = DISK) -> list[Scenario]:
    """The scenarios of packs (by id or folder), of folders and of single files, each once, in the order of the files.

    `disk` is the source of files.
    """
    files: dict[Path, str] = {}
    for target in targets:
        paths = _files(target, diagnostics, disk)
        if paths is None:
            message = f"There is no pack, folder or file `{target}`."
            expected = "the id of a pack, its folder, or a file of scenarios"
            diagnostics.error("C001", message, Span.nowhere(target), expected=expected)
        for path in paths or ():
            files[Path(os.path.realpath(path))] = shown_path(path)
    scenarios = []
    trees = {path.parent: FileTrees(path.parent, disk) for path in files}
    for path, shown in files.items():
        data = disk.bytes(path, shown, diagnostics)
        tree = None if data is None else trees[path.parent].read(data, shown, diagnostics)
        pack = str(pack_around(path) or "")
        scenarios += scenarios_of(None if tree is None else tree.root, shown, pack, diagnostics)
    _names(scenarios, diagnostics)
    return scenarios


def scenarios_in_text(text: str, name: str, pack: str, diagnostics: Diagnostics) -> list[Scenario]:
    """The scenarios in a text, as if in a file of the pack with this id or folder (empty for none)."""
    scenarios = scenarios_of(read_yaml_text(text, name, diagnostics), name, pack, diagnostics)
    _names(scenarios, diagnostics)
    return scenarios


def _files(target: str, diagnostics: Diagnostics, disk: Disk) -> list[Path] | None:
    path = Path(target)
    if os.path.isfile(path) and path.name != MARK and not is_bundle(target):  # noqa: PTH113 - whatever the name is
        return [path]
    pack = find_pack(target)
    folder = pack / FOLDER if pack is not None and (pack / MARK).is_file() else path
    if pack is None and not os.path.isdir(path):  # noqa: PTH112
        return None
    if not os.path.isdir(folder):  # noqa: PTH112
        return []
    home = pack_around(folder)
    listing = below(folder, deep=False) if home is None else disk.below(folder, home)
    listing.report(diagnostics)
    return listing.paths


def scenarios_of(
    node: Node | None, shown: str, pack: str, diagnostics: Diagnostics, *, sound: bool = True
) -> list[Scenario]:
    """The scenarios in the tree of a file in the folder `pack`.

    If one has the wrong form, that is reported and the result is empty; unless it need not be `sound`, since they are only inspected.
    """
    if sound and (node is None or not check_schema(node, scenario_schema(), diagnostics)):
        return []
    table = node.get("scenarios") if isinstance(node, MappingNode) else None
    of_file = packs_of(node)
    place = cache(partial(_place, pack=pack))
    scenarios = []
    for key, entry in table if isinstance(table, MappingNode) else ():
        if not isinstance(entry, MappingNode):
            continue
        data = {key.text: to_plain(value) for key, value in entry if key.text in HEADS}
        named = packs_of(entry) or of_file
        packs = tuple(map(place, named or ([pack] if pack else [])))
        if not packs:
            message = f"The scenario `{key.text}` lies in no pack."
            diagnostics.error("C002", message, key.span, expected="`packs:` with the packs it is played with")
            continue
        variants, about, covers = data.get("variants"), str(data.get("about", "")), data.get("covers")
        scenarios.append(
            Scenario(
                key.text,
                shown,
                pack,
                packs,
                variants if isinstance(variants, dict) else {},
                about,
                tuple(map(str, covers)) if isinstance(covers, list) else (),
                key.span,
                entry,
                named,
            )
        )
    return scenarios


def packs_of(node: Node | None) -> tuple[str, ...]:
    """The packs of a scenario, or those of a file for all scenarios without their own."""
    packs = node.get("packs") if isinstance(node, MappingNode) else None
    items = packs.items if isinstance(packs, SequenceNode) else ()
    return tuple(item.text for item in items if isinstance(item, ScalarNode))


def _place(name: str, pack: str) -> str:
    """The place of a pack that a scenario names: the pack around the file has its id, even if no search would find it."""
    if pack and find_pack(name) is None:
        head = read_head(Path(pack), Diagnostics(), Seen())
        return pack if head is not None and head.id == name else name
    return name


def _names(scenarios: list[Scenario], diagnostics: Diagnostics) -> None:
    """Check that names of scenarios are unique in a pack."""
    seen: dict[tuple[str, str], Scenario] = {}
    for scenario in scenarios:
        earlier = seen.setdefault((scenario.pack, scenario.name), scenario)
        if earlier is not scenario:
            message = f"This pack has two scenarios `{scenario.name}`."
            diagnostics.error("C003", message, scenario.span, labels=((earlier.span, "the first one"),))
