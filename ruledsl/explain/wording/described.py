"""The rules of a tile or piece as sentences, made from the checked rules and from nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.check import program as p
from ruledsl.check import typed as t
from ruledsl.check.graph import clauses
from ruledsl.explain.wording.english import capital, listed, yours
from ruledsl.explain.wording.named import plain
from ruledsl.explain.wording.ruled import Sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ruledsl.explain.wording.ruled import Rule
    from ruledsl.naming.nouns import Naming

__all__ = ["sentences"]

_DECLARED = (p.EventDef, p.ValueDef, p.DefineDef)


def sentences(program: p.Program, naming: Naming, tile: str, piece: str = "") -> list[str]:
    """A sentence for each rule of a tile (or of a piece), in the order of the file; with the variants that are chosen."""
    return _Sentences(program, naming).of(tile, piece)


class _Sentences:
    def __init__(self, program: p.Program, naming: Naming) -> None:
        self.program = program
        self.naming = naming
        self.by_name: set[int] = set()

    def of(self, tile: str, piece: str) -> list[str]:
        """All of one owner."""
        rules = [
            (rule.origin, rule)
            for rule in self._all()
            if rule.origin.owner.piece == piece
            and (bool(piece) or tile in (rule.origin.owner.tile, rule.origin.owner.face))
        ]
        found = {}
        for _, rule in sorted(rules, key=lambda found: found[0].span.start):
            found[rule.origin.span] = self._said(rule)
        meant = [rule.origin.span for _, rule in rules if self._is_said_elsewhere(rule)]
        return [said for span, said in found.items() if span not in meant]

    def _is_said_elsewhere(self, rule: Rule) -> bool:
        """Is it a definition whose meaning is said where it is used?"""
        if not isinstance(rule, p.DefineDef) or rule.is_predicate or rule.index in self.by_name:
            return False
        if self.program.composition.text(f"says.{rule.name}", rule.origin.owner.pack):
            return False
        asked = (node for clause in clauses(self.program) for node in clause.walk())
        return any(isinstance(node, t.Defined) and node.define is rule for node in asked)

    def _all(self) -> Iterator[Rule]:
        program = self.program
        yield from program.modifiers
        yield from program.triggers
        yield from program.forbids
        yield from program.permits
        yield from program.actions
        yield from program.events
        yield from program.values
        yield from program.defines

    def _said(self, rule: Rule) -> str:
        """In the first stage nothing is said of it; in others, which."""
        sentence, origin = Sentence(self.program, self.naming, rule), rule.origin
        said = yours(sentence.said())
        self.by_name |= sentence.by_name
        if origin.stages not in (None, frozenset({0})):
            words = [self.program.stages[stage] for stage in sorted(origin.stages or ())]
            said = f"{self._stage(words)}: {said}"
        elif (
            origin.stages is None
            and origin.owner.tile
            and not isinstance(rule, _DECLARED)
            and self._matters(rule)
        ):
            said = f"{said} (in decline too)" if ". " not in said else f"{said}. This holds in decline too"
        said = said.rstrip(".").replace("⟨it⟩", "it").replace("\u00a0", " ").replace("⟨holder⟩", "its holder")
        return f"{capital(said)}."

    def _stage(self, words: list[str]) -> str:
        texts = [
            (self.program.composition.text(f"word.{word}") or {}).get("en", f"when {plain(word)}")
            for word in words
        ]
        return listed(texts, "or")

    def _matters(self, rule: Rule) -> bool:
        """Is the rule one of a tile that can be in another stage?"""
        tile = self.program.composition.tiles.get(rule.origin.owner.tile)
        return tile is not None and self.program.composition.kinds[tile.kind].borne_by == "people"
