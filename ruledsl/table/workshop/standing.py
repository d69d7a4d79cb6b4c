"""The packs of a workshop in their current form: the files of its folder, with unsaved texts in place of some."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.author.service.service import Service, real
from ruledsl.author.service.world import DocumentOverlay
from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.store import much_is_built
from ruledsl.play.game import Rules
from ruledsl.play.loading.fresh import rules_on
from ruledsl.play.loading.request import Request
from ruledsl.rules.packs.folders.contents import Seen
from ruledsl.rules.packs.loading import load_packs

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ruledsl.base.diagnostics import Span
    from ruledsl.rules.packs.model import Pack

Selection = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]


class Standing:
    """The source of packs for a worker's jobs. Unchanged files are not read again."""

    def __init__(self, folder: Path) -> None:
        self.folder = real(folder)
        self.service = Service()
        self.overlay = DocumentOverlay(self.service.documents)
        self._unsaved: set[Path] = set()
        self._rules: dict[Selection, tuple[list[Pack], Rules]] = {}

    def put(self, texts: Mapping[str, str]) -> None:
        """Set the unsaved texts, by path below the folder; all other files are read from the disk."""
        places = {self.folder / path: text for path, text in texts.items()}
        for gone in self._unsaved - places.keys():
            self.service.put(gone, None)
        for place, text in places.items():
            if self.service.documents.get(place) != text.encode("utf-8", "surrogatepass"):
                self.service.put(place, text)
        self._unsaved = set(places)

    def place(self, pack: str) -> str:
        """The name by which a pack (its path below the folder) is loaded."""
        return str(self.folder / pack)

    def rules(self, pack: str) -> Rules:
        """The current rules of a pack; `PackError` with every finding if they cannot be played."""
        return self.load((self.place(pack),), {})

    @much_is_built()
    def load(self, packs: tuple[str, ...], variants: Mapping[str, str]) -> Rules:
        """The current rules of packs, by name or path, with some options of their variants; `PackError` if they cannot be played."""
        key = packs, tuple(sorted(variants.items()))
        now = load_packs(packs, Diagnostics(self.overlay.sources), disk=self.overlay)
        kept = self._rules.get(key)
        if kept is None or list(map(id, kept[0])) != list(map(id, now)):
            diagnostics = Diagnostics(self.overlay.sources)
            parts = rules_on(self.overlay, Request(packs, dict(variants)), diagnostics, Seen())
            kept = self._rules[key] = now, Rules(packs, *parts)
        return kept[1]

    def path_below(self, span: Span) -> str:
        """The path of a span's file, below the folder; empty if it lies elsewhere."""
        path = self.service.path_of(span)
        return path.relative_to(self.folder).as_posix() if path.is_relative_to(self.folder) else ""
