"""Limits on all packs together: files, their contents, rules, tiles. Exceeding them means a wrong folder or an attack.

The official packs together need about a fifth of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args

from ruledsl.language.syntax import children, tree
from ruledsl.language.vocabulary.limits import MOST_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.base.diagnostics import Diagnostics, Span
    from ruledsl.rules.packs.model import Pack

MOST_FILES: Final = 2_000
MOST_BYTES: Final = 4_000_000
MOST_LINES: Final = 150_000
"""Lines, and items, entries and brackets within a line: the parts that take time to read, whatever they mean."""
DENSE_LINES: Final = 30_000
BYTES_A_LINE: Final = 5
"""Beyond this many, each needs this many bytes of text: the size of a text limits its cost (docs/security.md)."""
MARKS: Final = (b"\n", b",", b": ", b"- ", b"? ", b"[", b"]", b"{", b"}")
MOST_RULES: Final = 3_000
"""In one pack."""
MOST_EFFECTS: Final = 5_000
"""In the rules of one pack, however few they are."""
MOST_RULES_TOGETHER: Final = 8_000
MOST_TILES: Final = 2_000
"""Every copy counts."""
MOST_PIECES: Final = 1_000
MILLION: Final = 1_000_000
EFFECTS: Final = get_args(tree.Effect)
HOLDERS: Final = (*EFFECTS, tree.Block, tree.Phase)
"""Nodes that contain effects."""


class Budget:
    """The remaining budget of a composition. The excess is reported once and not read."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._files = self._bytes = self._lines = self._rules = self._tiles = self._pieces = self._kinds = 0
        self._told: set[str] = set()

    def spent(self) -> tuple[int, ...]:
        """The amounts used so far, in a fixed order."""
        return self._files, self._bytes, self._lines, self._rules, self._tiles, self._pieces, self._kinds

    def spend(self, more: Iterable[int]) -> None:
        """Use these amounts, in that order."""
        self._files, self._bytes, self._lines, self._rules, self._tiles, self._pieces, self._kinds = map(
            sum, zip(self.spent(), more, strict=True)
        )

    def files(self, count: int, size: int, span: Span) -> bool:
        """Is there room for this many files, of this many bytes in total?"""
        self._files += count
        self._bytes += size
        return self._fits(self._files, MOST_FILES, "files", span) and self._fits(
            self._bytes, MOST_BYTES, "bytes of text", span
        )

    def text(self, data: bytes, span: Span) -> bool:
        """Is there room for the contents of this file?"""
        self._lines += sum(map(data.count, MARKS))
        most = min(MOST_LINES, DENSE_LINES + self._bytes // BYTES_A_LINE)
        return self._fits(self._lines, most, "lines, entries and items", span)

    def pack(self, pack: Pack) -> None:
        """Remove what exceeds the budget; names that are missing in the rest are then not reported."""
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
    """The number of effects in its rules."""
    todo: list[tree.Node] = [statement for rule in pack.rules for statement in rule.statements]
    count = 0
    while todo:
        inside = [node for node in children(todo.pop()) if isinstance(node, HOLDERS)]
        count += sum(isinstance(node, EFFECTS) for node in inside)
        todo += inside
    return count
