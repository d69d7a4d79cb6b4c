"""The cached files of a folder: their trees, in a few volumes, so that many are packed and unpacked at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruledsl.base.store import decoded, from_bytes, shipped, store, to_bytes
from ruledsl.rules.packs.folders.contents import folder_key, program_key, shown_before, sources_key

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ruledsl.base.store import Classes, Shipped

SPAN = "ruledsl.base.diagnostics.span.Span"
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
