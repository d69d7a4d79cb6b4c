"""Reads, checks and compiles packs, and caches the results."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ruledsl.base.dataclass import dataclass, field, replace
from ruledsl.base.diagnostics import Diagnostic, Diagnostics, quieted
from ruledsl.base.errors import PackError
from ruledsl.base.store import Shipped, much_is_built
from ruledsl.engine.compile.build import compile_program
from ruledsl.engine.compile.wasm.memory import words_needed
from ruledsl.engine.machines.backend import ship_program
from ruledsl.play.loading.cache import keep_findings, keep_rules, ship_findings, ship_rules
from ruledsl.play.loading.request import Request
from ruledsl.play.loading.trying import Trying
from ruledsl.rules.check.checker import check
from ruledsl.rules.check.incremental import KeptCheck, KeptChecks
from ruledsl.rules.packs.compose import KeptMaps, compose
from ruledsl.rules.packs.folders.below import DISK, Disk, size_of
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.folders.files import shown_paths
from ruledsl.rules.packs.folders.find import official_folder
from ruledsl.rules.packs.loading import load_packs
from ruledsl.rules.scenarios.checking import Scenarios

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ruledsl.engine.machines.backend import Kind
    from ruledsl.engine.state.code import Code
    from ruledsl.rules.packs.model import Composition, Pack

if TYPE_CHECKING:
    Found = tuple[Composition, Code, list[Diagnostic]]

MOST_READINGS = 12
"""The most alternative readings that are checked."""


@much_is_built()
def fresh_rules(request: Request) -> Found:
    """The composition, its code, and the warnings and notes. Raises `PackError` if there are errors."""
    seen = Seen()
    rules = rules_on(DISK, request, Diagnostics(), seen)
    keep_rules(request, seen, rules)
    return rules


def rules_on(disk: Disk, request: Request, diagnostics: Diagnostics, seen: Seen) -> Found:
    """The composition of packs whose files a `disk` knows, its code, and the warnings and notes. Raises `PackError` if there are errors.

    Nothing is cached.
    """
    loaded = load_packs(request.packs, diagnostics, seen, disk)
    if not loaded:
        raise PackError(diagnostics.sorted())
    composition = compose(loaded, request.variants, diagnostics)
    kept = KeptCheck()
    program = check(composition, diagnostics, kept=kept)
    if diagnostics.has_errors:
        raise PackError(diagnostics.sorted())
    heard = quieted(diagnostics.sorted(), diagnostics.sources)
    return composition, compile_program(program, kept), heard


def other_readings(
    chosen: Mapping[str, str], needed: list[tuple[tuple[str, str], ...]]
) -> list[dict[str, str]]:
    """Options to choose together so that each rule is switched on in one of these readings, if it is not already; as few readings as possible."""
    readings: list[dict[str, str]] = []
    for choice in needed:
        if all(chosen.get(name) in (option, None) for name, option in choice):
            continue
        for reading in readings:
            if all(reading.get(name, option) == option for name, option in choice):
                reading.update(choice)
                break
        else:
            readings.append(dict(choice))
    return readings


def _few(readings: list[dict[str, str]], packs: list[Pack], diagnostics: Diagnostics) -> list[dict[str, str]]:
    """At most as many readings as can be checked."""
    if len(readings) > MOST_READINGS:
        message = (
            f"The variants of these packs switch rules on in {len(readings)} ways that exclude one another."
        )
        diagnostics.error("P017", message, packs[-1].span, expected=f"at most {MOST_READINGS}")
    return readings[:MOST_READINGS]


def _nothing() -> None:
    """A pause in which nobody waits."""


@dataclass(frozen=True, slots=True)
class Look:
    """How packs are checked: the contents of their files, and a function called between steps, which may raise something to cancel.

    Callers that check repeatedly pass the same `maps`, `scenarios` and `checks`; then only changes are checked again.
    """

    disk: Disk = DISK
    pause: Callable[[], None] = _nothing
    maps: KeptMaps = field(default_factory=KeptMaps)
    scenarios: Scenarios = field(default_factory=Scenarios)
    checks: KeptChecks = field(default_factory=KeptChecks)

    def others(self, packs: tuple[str, ...], seen: Seen) -> Composition | None:
        """A composition of other packs, whatever their errors: those are reported when these packs are checked themselves."""
        diagnostics, beside = Diagnostics(), Seen(may_lack=True)
        loaded = load_packs(packs, diagnostics, beside, self.disk)
        seen.beside(beside)
        return compose(loaded, {}, diagnostics) if loaded else None


def look_at(request: Request, diagnostics: Diagnostics, seen: Seen, look: Look) -> list[Diagnostic]:
    """All findings about some packs, whatever variants are chosen, except those that are silenced. Their corrections have been tried."""
    findings, loaded = _looked(request, diagnostics, seen, look)
    asked = [pack for pack in loaded if pack.folder in map(seen.packs.get, request.packs)]
    paths = [path for pack in asked for path in look.disk.below(Path(pack.folder)).paths]

    def again(disk: Disk) -> list[Diagnostic]:
        look.pause()
        heard = Diagnostics(diagnostics.sources.apart())  # with the lines of packs that are not read again
        return _looked(request, heard, Seen(), replace(look, disk=disk))[0]

    files = dict(zip(shown_paths(paths), paths, strict=True))
    size = sum(map(size_of, paths))
    return Trying(files, look.disk, loaded, again, findings, size).tried()


def _looked(
    request: Request, diagnostics: Diagnostics, seen: Seen, look: Look
) -> tuple[list[Diagnostic], list[Pack]]:
    """All findings, and the packs."""
    loaded = load_packs(request.packs, diagnostics, seen, look.disk)
    asked = [pack for pack in loaded if pack.folder in map(seen.packs.get, request.packs)]
    if loaded:
        composition = compose(loaded, request.variants, diagnostics, look.maps)
        check(composition, diagnostics, look.pause, look.checks.of(0))
        needed = {rule.choice for pack in loaded for rule in pack.rules if rule.choice}
        others = _few(other_readings(composition.chosen, sorted(needed)), loaded, diagnostics)
        for number, reading in enumerate(others, 1):
            other = compose(loaded, {**request.variants, **reading}, diagnostics, look.maps)
            other.beside = True
            check(other, diagnostics, look.pause, look.checks.of(number))
        look.scenarios.check(composition, asked, look.others, diagnostics, seen, look.disk)
    findings = quieted(
        diagnostics.sorted(),
        diagnostics.sources,
        [name for pack in asked for name in shown_paths(look.disk.below(Path(pack.folder)).paths)],
        whole=len(asked) == 1 and not diagnostics.has_errors,
    )
    return findings, loaded


@much_is_built()
def fresh_findings(request: Request) -> list[Diagnostic]:
    """All findings about some packs, whatever variants are chosen, except those that are silenced; computed here, and kept in the cache."""
    seen = Seen()
    findings = look_at(request, Diagnostics(), seen, Look())
    keep_findings(request, seen, findings)
    return findings


# ── shipping ────────────────────────────────────────────────────────────────────
# What a build computes about the official packs for the package: rules, findings and programs.


def ship(folder: Path, packs: Iterable[str] = ()) -> None:
    """Write the results for each of these official packs, with what it requires, into a folder; without names, for all packs."""
    into = Shipped(folder)
    for pack in packs or sorted(entry.name for entry in official_folder().iterdir() if entry.is_dir()):
        _ship_alone(into, Request((pack,), {}))


@much_is_built()
def _ship_alone(into: Shipped, request: Request) -> None:
    ship_played(into, request, "module")
    seen = Seen()
    ship_findings(into, request, seen, look_at(request, Diagnostics(), seen, Look()))


@much_is_built()
def ship_played(into: Shipped, request: Request, kind: Kind) -> None:
    """Rules, and a program of this kind for each size of board that they can be played on. Raises `PackError` for packs without rules."""
    seen = Seen()
    rules = rules_on(DISK, request, Diagnostics(), seen)
    ship_rules(into, request, seen, rules)
    composition, code, _ = rules
    for words in {words_needed(len(board.regions)) for board in composition.maps.values()}:
        ship_program(into, kind, code, words)
