"""Which rules are told with which tile, and which with their pack: looked up for all tiles at once."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from ruledsl.check import program as p

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.explain.wording.ruled import Rule

__all__ = ["Telling"]


class Telling:
    """The rules of a program by whose they are and by their files."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self._of: dict[tuple[str, str], list[Rule]] = defaultdict(list)
        self._plain: dict[str, list[Rule]] = defaultdict(list)
        self._ruled: dict[str, set[str]] = defaultdict(set)
        for rule in _all(program):
            owner, file = rule.origin.owner, rule.origin.span.file
            for tile in {"" if owner.piece else owner.tile, "" if owner.piece else owner.face}:
                self._of[tile, owner.piece].append(rule)
            if p.is_static(owner):
                self._plain[file].append(rule)
            else:
                self._ruled[file].add(owner.tile or owner.face)

    def of(self, tile: str, piece: str = "") -> list[Rule]:
        """The rules of a tile (or of a piece), with those that its pack has in the tile's file and nobody else can mean."""
        found = [*self._of.get(("", piece) if piece else (tile, ""), ())] if tile or piece else []
        if tile and not piece:
            found += self._beside(tile)
        return sorted(found, key=lambda rule: rule.origin.span.start)

    def of_pack(self, pack: str) -> list[Rule]:
        """The rules of a pack itself, but for those that are told with a tile."""
        told = {id(rule) for tile in self.program.composition.tiles for rule in self._beside(tile)}
        return [
            rule
            for rules in self._plain.values()
            for rule in rules
            if rule.origin.owner.pack == pack and id(rule) not in told
        ]

    def _beside(self, tile: str) -> list[Rule]:
        """Rules of the pack in the file of a tile, if it is the only tile there that has rules."""
        file = self.program.composition.tiles[tile].span.file
        return self._plain.get(file, []) if self._ruled.get(file) == {tile} else []


def _all(program: p.Program) -> Iterator[Rule]:
    """Everything that is said; of an event only if something comes of it."""
    yield from program.modifiers
    yield from program.triggers
    yield from program.forbids
    yield from program.permits
    yield from program.actions
    yield from (event for event in program.events if event.body and event.action is None)
    yield from program.values
    yield from program.defines
