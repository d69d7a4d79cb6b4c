"""The trees of files, each parsed once: the same text under the same name is not read again, not even by the next process if there is a cache.

The cache has one entry for each folder: the tree of each file, by a digest of its text. A file with errors is not cached, so that each read
reports them again.
"""

from __future__ import annotations

import hashlib
from functools import cache, cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Diagnostics, diagnostic
from ruledsl.base.store import classes_in, decoded, from_bytes, shipped, store, to_bytes
from ruledsl.language.syntax import tree as nodes_of_rules
from ruledsl.rules.packs.folders.below import DISK
from ruledsl.rules.packs.folders.contents import folder_key, program_key, shown_before, sources_key
from ruledsl.rules.packs.yaml import nodes
from ruledsl.rules.packs.yaml.nodes import read_text, stray_quotes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from ruledsl.base.store import Classes, Shipped
    from ruledsl.language.syntax.tree import Document
    from ruledsl.rules.packs.folders.below import Disk
    from ruledsl.rules.packs.model import Pack
    from ruledsl.rules.packs.yaml.nodes import Node, ScalarNode

# ── volumes ─────────────────────────────────────────────────────────────────────
# The cached files of a folder: their trees, in a few volumes, so that many are packed and unpacked at once.


SPAN = "ruledsl.base.diagnostics.diagnostic.Span"
"""The class of spans, which contain a display name: another process may display the file differently."""
MOST_VOLUMES = 8
MOST_STALE = 2
"""When all volumes hold this many times the used trees, they are rewritten."""

Name = tuple[str, str]
"""The display name of a file, and the digest of its text."""


class Volumes:
    """The volumes of one folder.

    A volume has a common prefix of names, the files (rest of the name, digest, size of the tree), and the packed trees.
    """

    def __init__(self, folder: str, classes: Callable[[], Classes]) -> None:
        self._entry = _entry(folder, program_key())
        self._before = shown_before(folder)
        self._classes = classes
        self._volumes: list[tuple[str, list[tuple[str, str, int]], bytes]] = []
        self._where: dict[Name, tuple[int, int]] = {}
        """The volume of each file, and the size of its tree."""
        self._trees: dict[int, dict[Name, Any]] = {}
        data = store().get(self._entry) or shipped().get(_entry(folder, sources_key()))
        try:
            for before, files, packed in from_bytes(data) if data is not None else ():
                self._add(
                    str(before), [(str(n), str(key), int(size)) for n, key, size in files], bytes(packed)
                )
        except Exception:  # noqa: BLE001 - whatever an entry is, if it cannot be read it is none
            self._volumes, self._where = [], {}

    def _add(self, before: str, files: list[tuple[str, str, int]], packed: bytes) -> None:
        for rest, key, size in files:
            self._where[self._before + rest, key] = len(self._volumes), size
        self._volumes.append((before, files, packed))

    def tree(self, name: Name) -> Any:
        """The tree of a file, or None."""
        at = self._where.get(name)
        if at is None:
            return None
        if at[0] not in self._trees:
            self._trees[at[0]] = self._unpacked(at[0])
        return self._trees[at[0]].get(name)

    def _unpacked(self, number: int) -> dict[Name, Any]:
        before, files, packed = self._volumes[number]

        def shown(name: str) -> str:
            return self._before + name.removeprefix(before) if name.startswith(before) else name

        try:
            trees = decoded(from_bytes(packed), self._classes(), {}, {(SPAN, "file"): shown})
            names = [(self._before + rest, key) for rest, key, _ in files]
            return dict(zip(names, trees, strict=True))
        except Exception:  # noqa: BLE001 - as above
            self._where = {name: at for name, at in self._where.items() if at[0] != number}
            return {}

    def keep(self, used: Mapping[Name, tuple[int, Callable[[], Any]]]) -> None:
        """Store these trees, given their sizes, and drop volumes that hold none of them."""
        used = {name: tree for name, tree in used.items() if name[0].startswith(self._before)}
        new = [name for name, (size, _) in used.items() if self._where.get(name, (0, -1))[1] != size]
        if not new:
            return
        old = sorted({self._where[name][0] for name in used.keys() - new})
        kept = [self._volumes[number] for number in old]
        if len(kept) >= MOST_VOLUMES or sum(len(v[1]) for v in kept) > MOST_STALE * len(used):
            kept, new = [], [*used]
        files = [(name.removeprefix(self._before), key, used[name, key][0]) for name, key in new]
        store().put(
            self._entry, to_bytes([*kept, (self._before, files, self._packed([used[n][1]() for n in new]))])
        )

    def _packed(self, trees: list[Any]) -> bytes:
        from ruledsl.base.store.encoding import encoded  # noqa: PLC0415 - only what is kept anew needs it

        return to_bytes(encoded(trees, self._classes(), lambda _: None))


def ship_volumes(into: Shipped, folder: str) -> None:
    """Add the cached trees of a folder to the package."""
    kept = store().get(_entry(folder, program_key()))
    if kept is not None:
        into.put(_entry(folder, sources_key()), kept)


def _entry(folder: str, program: str) -> str:
    return f"trees-{folder_key(folder, program)}"


MOST_IN_MEMORY = 2_000_000
"""Characters of text whose trees stay in memory; the least recently used go first."""


@dataclass(slots=True)
class FileTree:
    """The tree of a file, and by line and column the trees of the correct rule texts that were requested.

    For a file that is no YAML, `lost` are the lines that are not in the tree as written, and `words` the words in them. `sound` are the
    keys of the schemas that it fits, so that the check need not be repeated. `parts` are the values that packs in this process read from it, by
    that key, the digest of the pack's translations, and the pack's id.
    """

    root: Node
    documents: dict[tuple[int, int], Document] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    sound: set[str] = field(default_factory=set)
    parts: dict[tuple[str, str, str], Pack] = field(default_factory=dict)

    def copy(self) -> FileTree:
        """A copy for the cache: another thread may continue to parse."""
        return FileTree(self.root, dict(self.documents), sound=set(self.sound))

    @property
    def size(self) -> int:
        """A measure of what is known of it."""
        return len(self.documents) + len(self.sound)

    def document(self, node: ScalarNode, diagnostics: Diagnostics) -> Document:
        """The tree of a rule text in this file; its errors go to `diagnostics`."""
        kept = self.documents.get(node.span.start)
        if kept is not None:
            return kept
        from ruledsl.language.syntax import parse  # noqa: PLC0415 - lark is not imported for what is kept

        before = diagnostics.added
        document = parse(node.text, diagnostics, node.position, node.span.file)
        if diagnostics.added == before:
            self.documents[node.span.start] = document
        return document


class FileTrees:
    """The trees of the files in one folder, read from `disk`. Call `keep` after all of them were read."""

    def __init__(self, folder: Path, disk: Disk = DISK) -> None:
        self.disk = disk
        self._folder = str(folder)
        self._used: dict[tuple[str, str], FileTree] = {}

    def read(self, data: bytes, shown: str, diagnostics: Diagnostics) -> FileTree | None:
        """The tree of a file with these contents, displayed under this name; None, with a diagnostic, if it cannot be used."""
        text = read_text(data, shown, diagnostics)
        if text is None:
            return None
        tree = self._tree(text, shown, diagnostics)
        if tree is not None:
            stray_quotes(text, tree.root, diagnostics)
        return tree

    def _tree(self, text: str, shown: str, diagnostics: Diagnostics) -> FileTree | None:
        name = shown, hashlib.sha256(text.encode()).hexdigest()
        tree = _memory.get(name) or (self._volumes.tree(name) if self._volumes is not None else None)
        if tree is None:
            from ruledsl.rules.packs.yaml import reader  # noqa: PLC0415 - ruamel.yaml is not imported for what is kept
            from ruledsl.rules.packs.yaml.recovery import moved_right, with_marks  # noqa: PLC0415 - likewise

            heard = diagnostics.apart()
            marked, moved = moved_right(with_marks(text, shown, heard), shown, heard)
            tried = diagnostics.apart()
            root = reader.read_tree(marked, shown, tried)
            if heard.added or tried.added:
                return _faulty(marked, moved, shown, (heard, tried), diagnostics)
            if root is None:
                return None
            tree = FileTree(root)
        _memory.put(name, tree, len(text))
        self._used[name] = tree
        return tree

    def keep(self) -> None:
        """Store them in the cache, unless they are already there."""
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
    """The readable part of a file with errors, all of which are reported.

    `moved` are the columns by which lines were shifted to the right; `heard` are the diagnostics of that, and of the first
    reading. Reading on replaces the latter by better ones for faulty lines.
    """
    from ruledsl.rules.packs.yaml.builder import TOO_MANY  # noqa: PLC0415 - what is kept needs none of this
    from ruledsl.rules.packs.yaml.recovery import OF_LINES, as_written, read_on  # noqa: PLC0415 - ruamel.yaml is not imported for what is kept

    diagnostics.extend(heard[0])
    if any(one.code == TOO_MANY for one in heard[1]):
        diagnostics.extend(heard[1])
        return None
    readable = read_on(text, shown, diagnostics)
    diagnostics.extend(one for one in heard[1] if one.code not in OF_LINES)
    if readable.root is None:
        return None
    for line, by in moved.items():
        readable.moved[line] = readable.moved.get(line, 0) + by
    return FileTree(as_written(readable.root, readable.moved), {}, readable.lost, readable.words)


@cache
def _classes() -> Classes:
    return classes_in(nodes, nodes_of_rules, diagnostic) | {"FileTree": FileTree}


class _Memory:
    """Trees by display name and key, the most recently used last."""

    def __init__(self) -> None:
        self._trees: dict[tuple[str, str], tuple[FileTree, int]] = {}
        self._size = 0
        self._lock = Lock()

    def get(self, key: tuple[str, str]) -> FileTree | None:
        entry = self._trees.get(key)
        return None if entry is None else entry[0]

    def put(self, key: tuple[str, str], tree: FileTree, size: int) -> None:
        """Add a tree as the most recently used."""
        with self._lock:
            self._size -= self._trees.pop(key, (tree, 0))[1]
            self._trees[key] = (tree, size)
            self._size += size
            while self._size > MOST_IN_MEMORY:
                self._size -= self._trees.pop(next(iter(self._trees)))[1]


_memory = _Memory()
