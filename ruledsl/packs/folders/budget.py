"""How much packs may hold together: files, what is in them, rules, tiles. Who has more has taken a wrong folder, or means harm.

The official packs together need about a fifth of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args

from ruledsl.syntax import children, tree
from ruledsl.vocabulary.limits import MOST_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.diagnostics import Diagnostics, Span
    from ruledsl.packs.model import Pack

MOST_FILES: Final = 2_000
MOST_BYTES: Final = 4_000_000
MOST_LINES: Final = 150_000
"""Lines, and items, entries and brackets within a line: what takes time to read, whatever it means."""
DENSE_LINES: Final = 30_000
BYTES_A_LINE: Final = 5
"""Beyond so many, each needs so many bytes of text: what may be taken is promised by the size of the text (docs/security.md)."""
MARKS: Final = (b"\n", b",", b": ", b"- ", b"? ", b"[", b"]", b"{", b"}")
MOST_RULES: Final = 3_000
"""Of one pack."""
MOST_EFFECTS: Final = 5_000
"""In the rules of one pack, however few these are."""
MOST_RULES_TOGETHER: Final = 8_000
MOST_TILES: Final = 2_000
"""Each copy counts."""
MOST_PIECES: Final = 1_000
MILLION: Final = 1_000_000
EFFECTS: Final = get_args(tree.Effect)
HOLDERS: Final = (*EFFECTS, tree.Block, tree.Phase)
"""What effects stand in."""


class Budget:
    """What is left for the packs of one composition. What goes beyond it is reported once and left unread."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._files = self._bytes = self._lines = self._rules = self._tiles = self._pieces = self._kinds = 0
        self._told: set[str] = set()

    def spent(self) -> tuple[int, ...]:
        """What has been taken up so far, in an order of its own."""
        return self._files, self._bytes, self._lines, self._rules, self._tiles, self._pieces, self._kinds

    def spend(self, more: Iterable[int]) -> None:
        """Take up so much more, in that order."""
        self._files, self._bytes, self._lines, self._rules, self._tiles, self._pieces, self._kinds = map(
            sum, zip(self.spent(), more, strict=True)
        )

    def files(self, count: int, size: int, span: Span) -> bool:
        """Is there room for so many files more, of so many bytes together?"""
        self._files += count
        self._bytes += size
        return self._fits(self._files, MOST_FILES, "files", span) and self._fits(
            self._bytes, MOST_BYTES, "bytes of text", span
        )

    def text(self, data: bytes, span: Span) -> bool:
        """Is there room for what is in this file?"""
        self._lines += sum(map(data.count, MARKS))
        most = min(MOST_LINES, DENSE_LINES + self._bytes // BYTES_A_LINE)
        return self._fits(self._lines, most, "lines, entries and items", span)

    def pack(self, pack: Pack) -> None:
        """Leave out what there is no room for; what is said of the rest then says nothing about names that are missing."""
        own = sum(len(rule.statements) for rule in pack.rules)
        self._rules += own
        self._tiles += sum(tile.copies for tile in pack.tiles.values())
        self._pieces += len(pack.pieces)
        self._kinds += len(pack.kinds)
        few = self._fits(own, MOST_RULES, "rules in one pack", pack.span)
        few = self._fits(_effects(pack), MOST_EFFECTS, "effects in one pack", pack.span) and few
        few = self._fits(self._rules, MOST_RULES_TOGETHER, "rules", pack.span) and few
        few = self._fits(self._tiles, MOST_TILES, "tiles, all copies counted", pack.span) and few
        if not self._fits(self._kinds, MOST_KINDS, "kinds of tiles", pack.span):
            few, pack.kinds = False, {}
        if not (self._fits(self._pieces, MOST_PIECES, "kinds of pieces", pack.span) and few):
            pack.incomplete = True
            pack.rules, pack.tiles, pack.pieces = [], {}, {}

    def _fits(self, count: int, most: int, what: str, span: Span) -> bool:
        if count > most and what not in self._told:
            self._told.add(what)
            shown = f"{most // MILLION} million" if most >= MILLION else f"{most:,}"
            message = f"These packs have more than {shown} {what}."
            self._diagnostics.error("P012", message, span, expected=f"at most {shown}")
        return count <= most


def _effects(pack: Pack) -> int:
    """How many stand in its rules."""
    todo: list[tree.Node] = [statement for rule in pack.rules for statement in rule.statements]
    count = 0
    while todo:
        inside = [node for node in children(todo.pop()) if isinstance(node, HOLDERS)]
        count += sum(isinstance(node, EFFECTS) for node in inside)
        todo += inside
    return count
