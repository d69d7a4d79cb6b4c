"""What a build computes about the official packs for the package: rules, findings and programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.store import Shipped, much_is_built
from ruledsl.engine.compile.wasm.memory import words_needed
from ruledsl.engine.machines.programs import ship_program
from ruledsl.play.loading.cache import ship_findings, ship_rules
from ruledsl.play.loading.fresh import Look, look_at, rules_on
from ruledsl.play.loading.request import Request
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.folders.disk import DISK
from ruledsl.rules.packs.folders.find import official_folder

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ruledsl.engine.machines.programs import Kind


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
    found = rules_on(DISK, request, Diagnostics(), seen)
    ship_rules(into, request, seen, found)
    composition, code, _ = found
    for words in {words_needed(len(board.regions)) for board in composition.maps.values()}:
        ship_program(into, kind, code, words)
