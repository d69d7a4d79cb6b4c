"""The trees of files, each made once: the same text under the same name is not read again, not even by the next process if there is a cache.

The cache has one entry for each folder: what was read of each file in it, by a digest of its text. A file in which anything is wrong is
not kept; it is read, and what is wrong is said, each time.
"""

from __future__ import annotations

import hashlib
from functools import cache, cached_property
from threading import Lock
from typing import TYPE_CHECKING

from ruledsl.dataclass import dataclass, field
from ruledsl.diagnostics import Diagnostics, span
from ruledsl.packs.folders.disk import DISK
from ruledsl.packs.volumes import Volumes
from ruledsl.packs.yaml import nodes
from ruledsl.packs.yaml.leftward import as_written, moved_right
from ruledsl.packs.yaml.quotes import stray_quotes
from ruledsl.packs.yaml.reader import read_text, read_tree
from ruledsl.packs.yaml.unmarked import with_marks
from ruledsl.store import classes_in, shipped, store
from ruledsl.syntax.tree import base, effects, expressions, statements

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ruledsl.packs.folders.disk import Disk
    from ruledsl.packs.model import Pack
    from ruledsl.packs.yaml.nodes import Node, ScalarNode
    from ruledsl.store import Classes
    from ruledsl.syntax.tree import Document

MOST_IN_MEMORY = 2_000_000
"""Characters of text whose trees stay in memory; those that were not asked for the longest time go first."""


@dataclass(slots=True)
class FileTree:
    """The tree of a file, and by line and column those of the rule texts in it that were asked for and have no fault.

    Of a file that is no YAML, `lost` are the lines that are not in the tree as they are written, and `words` the words in them. `sound` are the
    schemas, by a key, that it was found to fit: whoever looks again need not compare it again. `parts` are what packs have of it in this process, by
    that key and theirs.
    """

    root: Node
    documents: dict[tuple[int, int], Document] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    sound: set[str] = field(default_factory=set)
    parts: dict[tuple[str, str], Pack] = field(default_factory=dict)

    def copy(self) -> FileTree:
        """What is kept of it, as it is now: another thread may go on parsing."""
        return FileTree(self.root, dict(self.documents), sound=set(self.sound))

    @property
    def size(self) -> int:
        """How much is known of it."""
        return len(self.documents) + len(self.sound)

    def document(self, node: ScalarNode, diagnostics: Diagnostics) -> Document:
        """The tree of a rule text that stands in this file; what is wrong with it goes to `diagnostics`."""
        known = self.documents.get(node.span.start)
        if known is not None:
            return known
        from ruledsl.syntax import parse  # noqa: PLC0415 - lark is not imported for what is kept

        before = diagnostics.added
        found = parse(node.text, diagnostics, node.position, node.span.file)
        if diagnostics.added == before:
            self.documents[node.span.start] = found
        return found


class FileTrees:
    """Those of the files of one folder, which are read from `disk`. `keep` when all of them were asked for."""

    def __init__(self, folder: Path, disk: Disk = DISK) -> None:
        self.disk = disk
        self._folder = str(folder)
        self._used: dict[tuple[str, str], FileTree] = {}

    def read(self, data: bytes, shown: str, diagnostics: Diagnostics) -> FileTree | None:
        """The tree of a file with these contents, shown under this name; None, with a diagnostic, when it cannot be used."""
        text = read_text(data, shown, diagnostics)
        if text is None:
            return None
        found = self._tree(text, shown, diagnostics)
        if found is not None:
            stray_quotes(text, found.root, diagnostics)
        return found

    def _tree(self, text: str, shown: str, diagnostics: Diagnostics) -> FileTree | None:
        name = shown, hashlib.sha256(text.encode()).hexdigest()
        found = _memory.get(name) or (self._volumes.tree(name) if self._volumes is not None else None)
        if found is None:
            heard = Diagnostics(diagnostics.sources)
            marked, moved = moved_right(with_marks(text, shown, heard), shown, heard)
            tried = Diagnostics(diagnostics.sources)
            root = read_tree(marked, shown, tried)
            if heard.added or tried.added:
                return _faulty(marked, moved, shown, (heard, tried), diagnostics)
            if root is None:
                return None
            found = FileTree(root)
        _memory.put(name, found, len(text))
        self._used[name] = found
        return found

    def keep(self) -> None:
        """Keep them for the next process, if it would not find them there already."""
        if self._volumes is not None and self.disk.lasts(self._folder):
            self._volumes.keep({name: (tree.size, tree.copy) for name, tree in self._used.items()})

    @cached_property
    def _volumes(self) -> Volumes | None:
        return Volumes(self._folder, _classes) if store().is_open or shipped().is_open else None


def _faulty(
    text: str,
    moved: Mapping[int, int],
    shown: str,
    heard: tuple[Diagnostics, Diagnostics],
    diagnostics: Diagnostics,
) -> FileTree | None:
    """What can be read of a file with faults, all of which are reported.

    `moved` says by how much its lines stand further right than they are written; `heard` is what was said of that, and of the first
    reading, of which reading on says better where lines are faulty.
    """
    from ruledsl.packs.yaml.builder import TOO_MANY  # noqa: PLC0415 - what is kept needs none of this
    from ruledsl.packs.yaml.recovery import OF_LINES, read_on  # noqa: PLC0415 - ruamel.yaml is not imported for what is kept

    diagnostics.extend(heard[0])
    if any(found.code == TOO_MANY for found in heard[1]):
        diagnostics.extend(heard[1])
        return None
    readable = read_on(text, shown, diagnostics)
    diagnostics.extend(found for found in heard[1] if found.code not in OF_LINES)
    if readable.root is None:
        return None
    return FileTree(as_written(readable.root, moved), {}, readable.lost, readable.words)


@cache
def _classes() -> Classes:
    return classes_in(nodes, base, expressions, effects, statements, span) | {"FileTree": FileTree}


class _Memory:
    """Trees by the name under which they are shown and key, the one asked for last at the end."""

    def __init__(self) -> None:
        self._trees: dict[tuple[str, str], tuple[FileTree, int]] = {}
        self._size = 0
        self._lock = Lock()

    def get(self, key: tuple[str, str]) -> FileTree | None:
        found = self._trees.get(key)
        return None if found is None else found[0]

    def put(self, key: tuple[str, str], tree: FileTree, size: int) -> None:
        """Now it is the last one."""
        with self._lock:
            self._size -= self._trees.pop(key, (tree, 0))[1]
            self._trees[key] = (tree, size)
            self._size += size
            while self._size > MOST_IN_MEMORY:
                self._size -= self._trees.pop(next(iter(self._trees)))[1]


_memory = _Memory()
