"""Some packs in their current form: their composition, the meaning of every word in them, and their findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from ruledsl.author.service.desk import Desk, Documents
from ruledsl.base.dataclass import dataclass, field
from ruledsl.base.diagnostics import Diagnostic, Diagnostics, quieted
from ruledsl.base.store import much_is_built
from ruledsl.play.loading.fresh import MOST_READINGS, Look, look_at, other_readings
from ruledsl.play.loading.request import Request
from ruledsl.rules.check.checker import Checking, check_names
from ruledsl.rules.check.copies import add_copies
from ruledsl.rules.check.graph import clauses
from ruledsl.rules.check.keeping import KeptChecks
from ruledsl.rules.check.program import Program
from ruledsl.rules.check.typed.meanings import Meanings
from ruledsl.rules.packs.compose import KeptMaps, compose
from ruledsl.rules.packs.filetrees import FileTree, FileTrees
from ruledsl.rules.packs.folders.below import Below, is_test
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.folders.files import shown_path
from ruledsl.rules.packs.loading import load_packs
from ruledsl.rules.packs.model import Composition, Pack
from ruledsl.rules.scenarios.checking import Scenarios
from ruledsl.rules.scenarios.reading import FOLDER, scenarios_of


@dataclass
class Reading:
    """Packs as read at one moment; valid while `packs` are the same objects."""

    packs: list[Pack]
    composition: Composition
    found: list[Diagnostic]
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
        """The same packs with other variants, so that each rule is switched on in one of them; those that switch on rules of a file.

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


class _OneScenario(Desk):
    """The same files, but only one of them holds scenarios."""

    def __init__(self, desk: Desk, path: Path) -> None:
        super().__init__(desk.documents)
        self._desk, self._path = desk, path
        self.bytes = desk.bytes  # type: ignore[method-assign]

    def below(self, folder: Path, home: Path | str | None = None) -> Below:
        found = super().below(folder, home)
        real = folder.resolve()
        return Below(found.folder, [name for name in found.files if real / name == self._path])


class World:
    """Packs that are checked together: the requested ones, with everything they require."""

    def __init__(self, packs: tuple[str, ...], documents: Documents) -> None:
        self.packs = packs
        self.desk = Desk(documents)
        self._reading: Reading | None = None
        self._maps = KeptMaps()
        self._scenarios = Scenarios()
        self._checks = KeptChecks(apart=True)

    @much_is_built()
    def now(self) -> Reading:
        """The packs in their current form."""
        diagnostics = Diagnostics(self.desk.sources)
        packs = load_packs(self.packs, diagnostics, disk=self.desk)
        known = self._reading
        if known is None or [id(pack) for pack in packs] != [id(pack) for pack in known.packs]:
            composition = compose(packs, {}, diagnostics, self._maps)
            self._reading = Reading(packs, composition, list(diagnostics), self._maps)
        return self._reading  # type: ignore[return-value]

    @much_is_built()
    def findings_in(self, path: Path) -> list[Diagnostic]:
        """Findings in the current form of one file: syntax, shape, names and types. Findings that need all packs come later."""
        now = self.now()
        diagnostics = Diagnostics(self.desk.sources)
        diagnostics.extend(now.found)
        shown = shown_path(path)
        pack = now.pack_of(path)
        if pack is not None and is_test(path.relative_to(Path(pack.folder).resolve()).as_posix()):
            look = Look(self.desk)
            disk = _OneScenario(self.desk, path)
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
        diagnostics = Diagnostics(self.desk.sources)
        diagnostics.extend(now.found)
        self._check(now, now.others(), diagnostics)
        real = {pack.id: Path(pack.folder).resolve() for pack in now.packs}
        packs = [p for p in now.packs if not folders or any(map(real[p.id].is_relative_to, folders))]
        self._scenarios.check(now.composition, packs, Look(self.desk).others, diagnostics, Seen(), self.desk)
        return quieted(diagnostics.sorted(), diagnostics.sources)

    @much_is_built()
    def everything(self, pause: Callable[[], None]) -> list[Diagnostic]:
        """All findings, as `validate` gives them. `pause` is called between steps and may raise something to cancel."""
        return look_at(
            Request(self.packs, {}),
            Diagnostics(self.desk.sources),
            Seen(),
            Look(self.desk, pause, self._maps, self._scenarios, self._checks),
        )

    def tree(self, path: Path, diagnostics: Diagnostics | None = None) -> FileTree | None:
        """The tree of a file, as far as it can be parsed; its errors go to `diagnostics`."""
        shown, heard = shown_path(path), Diagnostics() if diagnostics is None else diagnostics
        data = self.desk.bytes(path, shown, heard)
        return None if data is None else FileTrees(path.parent, self.desk).read(data, shown, heard)

    def lines(self, path: Path) -> list[str]:
        """The current lines of a file; none if it cannot be read."""
        data = self.desk.bytes(path, "", Diagnostics())
        return [] if data is None else data.decode("utf-8", "replace").removeprefix("\ufeff").split("\n")

    def elsewhere(self, file: Path, line: int = 0) -> Iterator[tuple[str, ...]]:
        """The packs of the scenarios in a file (or of the one at a line) that need others than these."""
        now = self.now()
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
        found: list[Path] = []
        for pack in self.now().packs:
            there = self.desk.below(Path(pack.folder))
            found += (
                [path for path in there.paths if FOLDER in path.relative_to(pack.folder).parts[:1]]
                if tests
                else there.of_rules
            )
        return found
