"""The packs of a workshop as they stand: the files of its folder, and texts that are not saved instead of some of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check.checker import check
from ruledsl.compile.build import compile_program
from ruledsl.diagnostics import Diagnostics, quieted
from ruledsl.naming.errors import PackError
from ruledsl.play.game import Rules
from ruledsl.service.service import Service, real
from ruledsl.store import much_is_built

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ruledsl.service.world import Reading, World

__all__ = ["Standing"]


class Standing:
    """Asked in a worker, by whoever needs a pack as it stands. What was read before and has not changed is not read again."""

    def __init__(self, folder: Path) -> None:
        self.folder = real(folder)
        self.service = Service()
        self._unsaved: set[Path] = set()
        self._rules: dict[str, tuple[Reading, Rules]] = {}

    def put(self, texts: Mapping[str, str]) -> None:
        """These texts, by the paths of their files below the folder, are not saved; all other files are as they are on the disk."""
        places = {self.folder / path: text for path, text in texts.items()}
        for gone in self._unsaved - places.keys():
            self.service.put(gone, None)
        for place, text in places.items():
            if self.service.documents.get(place) != text.encode("utf-8", "surrogatepass"):
                self.service.put(place, text)
        self._unsaved = set(places)

    def world(self, pack: str) -> World:
        """A pack (its path below the folder) with all that it requires, as they stand. `LookupError` if it is none."""
        world = self.service.world(self.folder / pack / "pack.yaml")
        if world is None:
            raise LookupError(pack)
        return world

    @much_is_built()
    def rules(self, pack: str) -> Rules:
        """The rules of a pack as it stands, to be played; `PackError` with every finding if they cannot be."""
        world = self.world(pack)
        reading = world.now()
        known = self._rules.get(pack)
        if known is not None and known[0] is reading:
            return known[1]
        diagnostics = Diagnostics(world.desk.sources)
        diagnostics.extend(reading.found)
        program = check(reading.composition, diagnostics)
        if diagnostics.has_errors:
            raise PackError(diagnostics.sorted())
        found = quieted(diagnostics.sorted(), diagnostics.sources)
        rules = Rules((str(self.folder / pack),), reading.composition, compile_program(program), found)
        self._rules[pack] = reading, rules
        return rules
