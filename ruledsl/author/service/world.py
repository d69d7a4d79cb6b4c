"""Some packs in their current form: their composition, the meaning of every word in them, and their findings."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Diagnostic, Diagnostics, Sources, quieted
from ruledsl.base.store import much_is_built
from ruledsl.play.loading.fresh import MOST_READINGS, Look, look_at, other_readings
from ruledsl.play.loading.request import Request
from ruledsl.rules.check.checker import Checking, check_names
from ruledsl.rules.check.copies import add_copies
from ruledsl.rules.check.graph import clauses
from ruledsl.rules.check.incremental import KeptChecks
from ruledsl.rules.check.program import Program
from ruledsl.rules.check.scope import Meanings
from ruledsl.rules.packs.compose import KeptMaps, compose
from ruledsl.rules.packs.filetrees import FileTree, FileTrees
from ruledsl.rules.packs.folders.below import Below, Disk, is_test
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.folders.files import Budget, shown_path
from ruledsl.rules.packs.loading import load_packs
from ruledsl.rules.packs.model import Composition, Kind, Pack
from ruledsl.rules.scenarios.checking import Scenarios
from ruledsl.rules.scenarios.reading import FOLDER, scenarios_of

# ── overlay ────────────────────────────────────────────────────────────────────────
# Open documents over packs on disk: files are read again only when they changed, packs only when one of their files did.


FRESH: Final = 2.0
"""Seconds after which a file's time is trusted to change with its contents."""
TOO_MUCH: Final = "P012"

State = tuple[object, ...]


class Documents:
    """The texts in editors, by the real path of their files, each with the number of its last change."""

    def __init__(self) -> None:
        self._texts: dict[str, bytes] = {}
        self._changes: dict[str, int] = {}
        self.changes = 0

    def put(self, path: Path, text: str | None) -> None:
        """Set the text of a document; None closes it."""
        self.changes += 1
        if text is None:
            self._texts.pop(str(path), None)
            self._changes.pop(str(path), None)
        else:
            self._texts[str(path)] = text.encode("utf-8", "surrogatepass")
            self._changes[str(path)] = self.changes

    def get(self, path: Path | str) -> bytes | None:
        """The text of a document that is open."""
        return self._texts.get(str(path))

    def inside(self, folder: str) -> dict[str, int]:
        """The documents in a folder, by their path in it, separated by `/`: the number of the last change of each."""
        start = os.path.join(folder, "")  # noqa: PTH118 - asked of every folder at every change
        return {
            path[len(start) :].replace(os.sep, "/"): change
            for path, change in self._changes.items()
            if path.startswith(start)
        }


class DocumentOverlay(Disk):
    """The current files of the packs of one composition."""

    def __init__(self, documents: Documents) -> None:
        self.documents = documents
        self.sources = Sources()
        """The lines of all files, including those that are not read again."""
        self._files: dict[str, tuple[State, bytes]] = {}
        self._packs: dict[str, tuple[State, Pack, list[Diagnostic], list[int]]] = {}

    def bytes(self, path: Path, shown: str, diagnostics: Diagnostics) -> bytes | None:
        """The contents of a file: from an editor, from the last read, or read now."""
        text = self.documents.get(_real(path))
        if text is not None:
            return text
        key, state = str(path), _state(path)
        stored = self._files.get(key)
        if stored is not None and state and stored[0] == state:
            return stored[1]
        data = super().bytes(path, shown, diagnostics)
        if data is not None and state:
            self._files[key] = state, data
        return data

    def below(self, folder: Path, home: Path | str | None = None) -> Below:
        """The contents of a folder, including new documents that were never saved."""
        contents = super().below(folder, home)
        inside = self.documents.inside(_real(folder))
        new = [name for name in inside if name.endswith((".yaml", ".yml")) and name not in contents.files]
        return Below(contents.folder, sorted([*contents.files, *new]), contents.problems) if new else contents

    def pack(
        self,
        head: Pack,
        kinds: Sequence[Kind],
        budget: Budget,
        diagnostics: Diagnostics,
        read: Callable[[Diagnostics], None],
    ) -> Pack:
        """The pack as it was read before, if nothing in its folder changed; its findings are reported again."""
        state = (tuple(kinds), head.incomplete, *self._folder(Path(head.folder)))
        kept = self._packs.get(head.folder)
        if kept is None or kept[0] != state:
            heard = diagnostics.apart()
            before = budget.spent()
            read(heard)
            spent = [after - start for after, start in zip(budget.spent(), before, strict=True)]
            kept = state, head, heard.sorted(), spent
            if not any(finding.code == TOO_MUCH for finding in kept[2]) and not diagnostics.purse.is_empty:
                self._packs[head.folder] = kept
        else:
            budget.spend(kept[3])
        diagnostics.extend(kept[2])
        return kept[1]

    def lasts(self, folder: str) -> bool:
        """No while somebody edits there."""
        return not self.documents.inside(_real(Path(folder)))

    def _folder(self, folder: Path) -> list[object]:
        """The state of a folder that can be seen without reading its files."""
        there = self.below(folder)
        changes = self.documents.inside(_real(folder))
        state: list[object] = [tuple(there.problems)]
        for name in there.files:
            if not is_test(name):
                path = f"{there.folder}{os.sep}{name}"
                state.append((name, changes.get(name) or _state(path) or self._digest(Path(path))))
        return state

    def _digest(self, path: Path) -> str:
        data = super().bytes(path, "", Diagnostics())
        return "" if data is None else hashlib.sha256(data).hexdigest()


def _state(path: Path | str) -> State:
    """A value that changes with a file; empty if it is unknown, or not reliable yet."""
    try:
        info = os.stat(path)  # noqa: PTH116 - hundreds of files at every change
    except (OSError, ValueError):
        return ()
    if time.time() - max(info.st_mtime, info.st_ctime) < FRESH:
        return ()
    return info.st_mtime_ns, info.st_ctime_ns, info.st_size, info.st_ino


_real_folder = lru_cache(1024)(os.path.realpath)
"""The real paths of folders, the last ones asked for."""


def _real(path: Path) -> str:
    """The real path of a file."""
    folder, name = os.path.split(path)
    return os.path.join(_real_folder(folder), name)  # noqa: PTH118 - hundreds of files at every change


@dataclass
class Reading:
    """Packs as read at one moment; valid while `packs` are the same objects."""

    packs: list[Pack]
    composition: Composition
    findings: list[Diagnostic]
    maps: KeptMaps
    meanings: Meanings = field(default_factory=Meanings)

    @cached_property
    def program(self) -> Program:
        """The checked program, without lints but with the pieces of copies.

        This also fills `meanings`, including those of rules that only other variants switch on.
        """
        program = check_names(self.composition, Diagnostics(), self.meanings).program
        add_copies(program, clauses(program), Diagnostics())
        for _, other in self.others():
            meanings = Meanings()
            check_names(other, Diagnostics(), meanings)
            self.meanings.words = meanings.words | self.meanings.words
            self.meanings.declared = meanings.declared | self.meanings.declared
        return program

    def others(self, file: str = "") -> Iterator[tuple[int, Composition]]:
        """The packs with other variants, so that each rule is switched on in one of them; with a `file`, only those that switch on rules of it.

        Their numbers are those of the readings in `look_at`.
        """
        rules = [rule for pack in self.packs for rule in pack.rules if rule.choice]
        mine = [dict(rule.choice).items() for rule in rules if file in ("", rule.span.file)]
        needed = {rule.choice for rule in rules}
        others = other_readings(self.composition.chosen, sorted(needed))[:MOST_READINGS]
        for number, reading in enumerate(others, 1):
            if any(choice <= reading.items() for choice in mine):
                yield number, compose(self.packs, reading, Diagnostics(), self.maps)

    @property
    def plurals(self) -> frozenset[str]:
        """The plural keys of tiles."""
        return frozenset(kind.plural for kind in self.composition.kinds.values())

    def pack_of(self, path: Path) -> Pack | None:
        """The pack in whose folder a file lies."""
        return next((pack for pack in self.packs if path.is_relative_to(Path(pack.folder).resolve())), None)

    @cached_property
    def _folders(self) -> dict[str, str]:
        return {f"{shown_path(Path(pack.folder))}/": pack.id for pack in self.packs}

    def home_of(self, file: str) -> str:
        """The id of the pack in whose folder a file lies, by its display name; empty if there is none."""
        return next((id_ for folder, id_ in self._folders.items() if file.startswith(folder)), "")

    def has(self, packs: Iterable[str]) -> bool:
        """Do these contain all of those packs, by id or path?"""
        return {name.rpartition("/")[2] for name in packs} <= {*self._folders.values()}


class _OneScenario(DocumentOverlay):
    """The current files of some packs, of which only one holds scenarios."""

    def __init__(self, overlay: DocumentOverlay, path: Path) -> None:
        super().__init__(overlay.documents)
        self._overlay, self._path = overlay, path
        self.bytes = overlay.bytes  # type: ignore[method-assign]

    def below(self, folder: Path, home: Path | str | None = None) -> Below:
        contents = super().below(folder, home)
        real = folder.resolve()
        return Below(contents.folder, [name for name in contents.files if real / name == self._path])


class World:
    """Packs that are checked together: the requested ones, with everything they require."""

    def __init__(self, packs: tuple[str, ...], documents: Documents) -> None:
        self.packs = packs
        self.overlay = DocumentOverlay(documents)
        self._reading: Reading | None = None
        self._maps = KeptMaps()
        self._scenarios = Scenarios()
        self._checks = KeptChecks(apart=True)

    @much_is_built()
    def now(self) -> Reading:
        """The packs in their current form."""
        diagnostics = Diagnostics(self.overlay.sources)
        packs = load_packs(self.packs, diagnostics, disk=self.overlay)
        reading = self._reading
        if reading is None or [id(pack) for pack in packs] != [id(pack) for pack in reading.packs]:
            composition = compose(packs, {}, diagnostics, self._maps)
            self._reading = Reading(packs, composition, list(diagnostics), self._maps)
        return self._reading  # type: ignore[return-value]

    @much_is_built()
    def findings_in(self, path: Path) -> list[Diagnostic]:
        """Findings in the current form of one file: syntax, shape, names and types. Findings that need all packs come later."""
        now = self.now()
        diagnostics = Diagnostics(self.overlay.sources)
        diagnostics.extend(now.findings)
        shown = shown_path(path)
        pack = now.pack_of(path)
        if pack is not None and is_test(path.relative_to(Path(pack.folder).resolve()).as_posix()):
            look = Look(self.overlay)
            disk = _OneScenario(self.overlay, path)
            self._scenarios.check(now.composition, [pack], look.others, diagnostics, Seen(), disk)
        else:
            self._check(now, now.others(shown), diagnostics)
        mine = [one for one in diagnostics.sorted() if one.span.file == shown]
        return quieted(mine, diagnostics.sources)

    def _check(
        self, now: Reading, others: Iterable[tuple[int, Composition]], diagnostics: Diagnostics
    ) -> None:
        """Check names and types of some readings."""
        for number, composition in ((0, now.composition), *others):
            Checking(composition, diagnostics, kept=self._checks.of(number).texts).run()

    @much_is_built()
    def wrong(self, folders: Sequence[Path] = ()) -> list[Diagnostic]:
        """Errors in syntax, names and types, in rules and scenarios.

        Scenarios only of these folders, if any are given.
        """
        now = self.now()
        diagnostics = Diagnostics(self.overlay.sources)
        diagnostics.extend(now.findings)
        self._check(now, now.others(), diagnostics)
        real = {pack.id: Path(pack.folder).resolve() for pack in now.packs}
        packs = [p for p in now.packs if not folders or any(map(real[p.id].is_relative_to, folders))]
        self._scenarios.check(
            now.composition, packs, Look(self.overlay).others, diagnostics, Seen(), self.overlay
        )
        return quieted(diagnostics.sorted(), diagnostics.sources)

    @much_is_built()
    def everything(self, pause: Callable[[], None]) -> list[Diagnostic]:
        """All findings, as `validate` gives them. `pause` is called between steps and may raise something to cancel."""
        return look_at(
            Request(self.packs, {}),
            Diagnostics(self.overlay.sources),
            Seen(),
            Look(self.overlay, pause, self._maps, self._scenarios, self._checks),
        )

    def tree(self, path: Path, diagnostics: Diagnostics | None = None) -> FileTree | None:
        """The tree of a file, as far as it can be parsed; its errors go to `diagnostics`."""
        shown, heard = shown_path(path), Diagnostics() if diagnostics is None else diagnostics
        data = self.overlay.bytes(path, shown, heard)
        return None if data is None else FileTrees(path.parent, self.overlay).read(data, shown, heard)

    def lines(self, path: Path) -> list[str]:
        """The current lines of a file; none if it cannot be read."""
        data = self.overlay.bytes(path, "", Diagnostics())
        return [] if data is None else data.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")

    def elsewhere(self, file: Path, line: int = 0, now: Reading | None = None) -> Iterator[tuple[str, ...]]:
        """The packs of the scenarios in a file (or of the one at a line) that need others than these, which are read `now` or in that form."""
        now = now or self.now()
        pack = now.pack_of(file)
        if pack is None or not is_test(file.relative_to(Path(pack.folder).resolve()).as_posix()):
            return
        tree = self.tree(file)
        root = None if tree is None else tree.root
        for scenario in scenarios_of(root, "", pack.folder, Diagnostics(), sound=False):
            start, end = scenario.span.line, scenario.node.span.end_line
            if (not line or start <= line <= end) and not now.has(scenario.packs):
                yield scenario.packs

    def files(self, *, tests: bool) -> list[Path]:
        """The files of these packs: those with rules, tiles, maps and texts, or those with scenarios."""
        files: list[Path] = []
        for pack in self.now().packs:
            there = self.overlay.below(Path(pack.folder))
            files += (
                [path for path in there.paths if FOLDER in path.relative_to(pack.folder).parts[:1]]
                if tests
                else there.of_rules
            )
        return files
