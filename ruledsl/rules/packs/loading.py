"""Loads packs by name or path, with everything they require, each once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Diagnostics, Fix, Span, visible
from ruledsl.rules.packs.filetrees import FileTrees
from ruledsl.rules.packs.folders.below import DISK
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.folders.files import Budget
from ruledsl.rules.packs.folders.find import find_pack, is_folder, known_packs, sent_packs, why_not
from ruledsl.rules.packs.model import Pack
from ruledsl.rules.packs.reading import read_head, read_pack

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.rules.packs.folders.below import Disk

MOST_PACKS = 64
MOST_MISSING = 10
"""After this many missing requirements of a pack, the search stops: each search scans everything that is installed."""
_VERSION = re.compile(r"(?:>=)?[ ]*([0-9]{1,6}(?:\.[0-9]{1,6}){0,2})")


def load_packs(
    wanted: Iterable[str], diagnostics: Diagnostics, seen: Seen | None = None, disk: Disk = DISK
) -> list[Pack]:
    """The packs by name or path, each once, after everything they require.

    `seen` records what was read; `disk` is the source of files.
    """
    loader = _Loader(diagnostics, Seen() if seen is None else seen, disk)
    for name in wanted:
        loader.visit(str(name), Span(str(name), 1, 1, 1, 1), ())
    return loader.without_doubles()


class _Loader:
    def __init__(self, diagnostics: Diagnostics, seen: Seen, disk: Disk) -> None:
        self.diagnostics = diagnostics
        self.seen = seen
        self.disk = disk
        self.budget = Budget(diagnostics)
        self.order: list[Pack] = []
        self.done: dict[str, Pack | None] = {}

    def visit(self, name: str, place: Span, path: tuple[str, ...]) -> Pack | None:
        """Load a pack after those it requires; None if that is impossible."""
        folder = find_pack(name)
        self.seen.pack(name, folder)
        if folder is None:
            self._missing(name, place)
            return None
        key = str(folder.resolve())
        if key in path:
            circle = " → ".join(Path(part).name for part in (*path[path.index(key) :], key))
            self.diagnostics.error("P002", f"The packs {circle} require each other in a circle.", place)
            return None
        if key not in self.done:
            if len(self.done) >= MOST_PACKS:
                self.diagnostics.error("P015", f"These are more than {MOST_PACKS} packs together.", place)
                return None
            self.done[key] = None
            self.done[key] = self._load(folder, (*path, key))
        return self.done[key]

    def _missing(self, name: str, place: Span) -> None:
        why = why_not(name)
        if why:
            self.diagnostics.error("P055", why, Span.nowhere(visible(name)))
            return
        near = self.diagnostics.nearest(name, known_packs())
        self.diagnostics.error(
            "P001",
            f"There is no pack `{name}`.",
            place,
            expected="the id of a pack, or a folder with a pack.yaml",
            suggestion=near[0] if near else "",
        )

    def _load(self, folder: Path, path: tuple[str, ...]) -> Pack | None:
        trees = FileTrees(folder, self.disk)
        pack = read_head(folder, self.diagnostics, self.seen, trees)
        if pack is None:
            return None
        self._named(pack, Path(path[-1]).name)
        missing = 0
        for other, version in pack.requires.items():
            span = pack.places.get(("requires", other), pack.span)
            required = self._known(other)
            if required is None and missing < MOST_MISSING:
                required = self.visit(_fitting(other, version), span, path)
            if required is None:
                pack.incomplete, missing = True, missing + 1
            else:
                pack.incomplete |= required.incomplete
                self._check_required(pack, required, other, version, span)
        kinds = [kind for earlier in self.order for kind in earlier.kinds.values()]

        def read(diagnostics: Diagnostics, pack: Pack = pack) -> None:
            read_pack(pack, kinds, diagnostics, self.seen, self.budget, trees)

        pack = self.disk.pack(pack, kinds, self.budget, self.diagnostics, read)
        self.order.append(pack)
        return pack

    def _named(self, pack: Pack, name: str) -> None:
        """Check the pack's id against the name of its folder, by which it is found."""
        if name.replace("-", "_").casefold() != pack.id:
            self.diagnostics.warning(
                "P054",
                f"The pack `{pack.id}` lies in a folder called `{visible(name)}`: ruledsl cannot find it there by its id.",
                pack.places.get(("pack", "id"), pack.span),
                expected="the same name for both",
                suggestion=meant
                if re.fullmatch("[a-z][a-z0-9_]*", meant := name.replace("-", "_").casefold())
                else "",
            )

    def _known(self, id_: str) -> Pack | None:
        """A pack of that id that was read already, from any folder."""
        return next((pack for pack in self.order if pack.id == id_), None)

    def _check_required(self, pack: Pack, required: Pack, other: str, wanted: str, span: Span) -> None:
        """`>=1.2` or `1.2`: at least that version, within the same major one."""
        if required.id != other:
            message = f"The folder `{other}` holds the pack `{required.id}`."
            self.diagnostics.error("P016", message, span, suggestion=required.id)
        version = _VERSION.fullmatch(wanted.strip())
        if version is None:
            message = f"`{wanted}` is not a version."
            number = re.search(r"[0-9]+\.[0-9]+", wanted)
            fix = self._version(span, wanted, number[0] if number else required.version)
            self.diagnostics.error("P003", message, span, expected='a version such as ">=0.1"', fix=fix)
            return
        if not _fits(version[1], required.version):
            message = f"`{pack.id}` needs {other} {wanted}, but {other} is version {required.version}."
            fix = self._version(span, wanted, required.version)
            self.diagnostics.error("P004", message, span, fix=fix)

    def _version(self, span: Span, wanted: str, meant: str) -> Fix | None:
        """The fix of the version behind a required pack: at least this one."""
        line = self.diagnostics.sources.line(span.file, span.line) or ""
        at = line.find(wanted, span.end_column - 1)
        if at < 0 or not wanted:
            return None
        least = ">=" + ".".join(meant.split(".")[:2])
        return Fix(span._replace(column=at + 1, end_line=span.line, end_column=at + len(wanted) + 1), least)

    def without_doubles(self) -> list[Pack]:
        """The packs in order; of two with the same id, the later one is reported and left out."""
        seen: dict[str, Pack] = {}
        for pack in self.order:
            first = seen.setdefault(pack.id, pack)
            if first is not pack:
                first.incomplete = True
                labels = ((first.span, "the other one"),)
                self.diagnostics.error("P005", f"Two packs are called `{pack.id}`.", pack.span, labels=labels)
        return list(seen.values())


def _fits(wanted: str, version: str) -> bool:
    """Is a version at least the required one, within the same major one?"""
    least, actual = ([int(part) for part in text.split(".")] for text in (wanted, version))
    return actual[: len(least)] >= least and actual[0] == least[0]


def _fitting(id_: str, wanted: str) -> str:
    """The name that finds a required pack: if several versions are installed, the newest that fits."""
    sent, version = sent_packs(id_), _VERSION.fullmatch(wanted.strip())
    if len(sent) > 1 and version is not None and not is_folder(id_):
        for one in sent:
            if one.version and _fits(version[1], one.shown):
                return f"{id_}@{one.shown}"
    return id_


# ── references ──────────────────────────────────────────────────────────────────
# References in YAML outside rules: do the named things exist?
