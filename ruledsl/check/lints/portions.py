"""Lints that look at the rules of one tile after the other, and what they found there, kept for as long as nothing changes that they look at.

The rules of a tile lean on those of packs and of tiles whose names they say; what other tiles do is not looked at by such a lint. Tiles that
declare what packs name, or that change how an event goes on for everybody, count as packs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from ruledsl.check.advice.renamed import declared_in
from ruledsl.check.graph import Clause, clauses
from ruledsl.check.moments.course import Heard
from ruledsl.diagnostics.kept import Kept
from ruledsl.syntax import tree as s

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ruledsl.check.program import Program
    from ruledsl.diagnostics import Diagnostics
    from ruledsl.packs.model import Composition, RuleText

__all__ = ["KeptPortions", "OfTiles", "Patience", "Portion"]

MOST_GROUNDS: Final = 3

Key = tuple[object, ...]


class Patience:
    """How many steps a lint may still take in all portions of a program."""

    def __init__(self, left: int) -> None:
        self.left = left


@dataclass(frozen=True, slots=True)
class Portion:
    """Everything that the rules of one tile say, or (`tile` empty) those of packs and of pieces without a tile."""

    program: Program
    tile: str
    clauses: tuple[Clause, ...]
    heard: Heard
    patience: Patience


@dataclass(frozen=True, slots=True)
class OfTiles:
    """A lint of one portion after the other, which takes so many steps at `most`; what it finds hangs on nothing that `_Leaning` leaves out."""

    look: Callable[[Portion, Diagnostics], None]
    most: int = 0


class KeptPortions:
    """What such lints found lately, by lint and tile."""

    def __init__(self) -> None:
        self._found: dict[tuple[OfTiles, str], Kept[int]] = {}
        self._grounds: list[Key] = []

    def of(self, program: Program) -> Callable[[OfTiles, Diagnostics], None]:
        """How such lints look at a program. Tiles that it does not have any more are forgotten."""
        tiles = {"", *program.tiles}
        self._found = {key: kept for key, kept in self._found.items() if key[1] in tiles}
        by_tile: dict[str, list[Clause]] = {"": []}
        for clause in clauses(program):
            by_tile.setdefault(clause.origin.owner.tile, []).append(clause)
        leaning = _Leaning(program.composition)
        ground = self._ground(leaning.ground)
        heard = Heard(program.triggers)
        keys = {tile: (ground, leaning.of(tile)) for tile in by_tile}

        def run(lint: OfTiles, diagnostics: Diagnostics) -> None:
            patience = Patience(lint.most)
            for tile, found in by_tile.items():
                portion = Portion(program, tile, tuple(found), heard, patience)
                self._look(lint, portion, keys[tile], diagnostics)

        return run

    def _ground(self, ground: Key) -> Key:
        """The one that was known before, if it is the same: then keys are the same at a glance."""
        known = next((other for other in self._grounds if other == ground), ground)
        self._grounds = [known, *(other for other in self._grounds if other is not known)][:MOST_GROUNDS]
        return known

    def _look(self, lint: OfTiles, portion: Portion, key: Key, diagnostics: Diagnostics) -> None:
        """Steps that were taken then count again; what patience did not last for is looked at again with what is left of it."""
        patience = portion.patience
        before = patience.left

        def look(heard: Diagnostics) -> int:
            lint.look(portion, heard)
            return before - patience.left

        kept = self._found.setdefault((lint, portion.tile), Kept())
        steps = kept(key, look, diagnostics)
        patience.left = before - steps
        if patience.left < 0:
            del self._found[lint, portion.tile]


class _Leaning:
    """What the rules of each tile lean on, as far as lints of portions look: two that are equal say the same."""

    def __init__(self, composition: Composition) -> None:
        self._kinds = {key: tile.kind for key, tile in composition.tiles.items()}
        self._words: dict[str, list[Key]] = {}
        for key, tile in composition.tiles.items():
            for word in _words(key):
                self._words.setdefault(word, []).append((key, tile.kind, tile.copy_of))
        for key, piece in composition.pieces.items():
            for word in _words(key):
                self._words.setdefault(word, []).append((key, piece.tile))
        self._new = {old: new.to for pack in composition.packs for old, new in pack.renamed.items()}
        self._texts: dict[str, list[RuleText]] = {}
        self._others: dict[str, list[RuleText]] = {}
        base: list[RuleText] = []
        for rule in composition.rules:
            if not rule.owner.tile or _goes_further(rule):
                base.append(rule)
            if rule.owner.tile:
                self._texts.setdefault(rule.owner.tile, []).append(rule)
                for name in declared_in([rule]):
                    self._others.setdefault(name, []).append(rule)
        self.ground: Key = (_sight(composition), self._closed(base))

    def of(self, tile: str) -> Key:
        """What the rules of a tile say, and those that they name."""
        return self._closed(self._texts.get(tile, []))

    def _closed(self, texts: Iterable[RuleText]) -> Key:
        """These texts, all that declare what they say, and what tiles and pieces are called there."""
        found: dict[int, RuleText] = {}
        said: set[str] = set()
        waiting = list(texts)
        while waiting:
            rule = waiting.pop()
            if id(rule) in found:
                continue
            found[id(rule)] = rule
            words = _words(rule.text)
            for word in (words | {self._new[word] for word in words & self._new.keys()}) - said:
                said.add(word)
                waiting += self._others.get(word, ())
        named = [tuple(self._words[word]) for word in sorted(said & self._words.keys())]
        texts = sorted(found.values(), key=lambda rule: rule.span)
        return (
            tuple((rule.owner, self._kinds.get(rule.owner.tile), rule.node) for rule in texts),
            tuple(named),
        )


@lru_cache(maxsize=4096)
def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall("[a-z][a-z0-9_]*", text))


def _goes_further(rule: RuleText) -> bool:
    """Does it change how an event goes on, by whomever it is declared?"""
    for statement in rule.statements:
        for node in statement.rules if isinstance(statement, s.Guard) else (statement,):
            if isinstance(node, s.PhaseAdded) or getattr(node, "moment", "") == "instead of":
                return True
    return bool(rule.lost)


def _sight(composition: Composition) -> tuple[Any, ...]:
    """Words that packs declare, and what is said of them."""
    words = composition.words
    return (
        [*words.stages],
        [*words.modes],
        [*words.region_traits],
        [*words.piece_traits],
        [*words.tile_traits],
        [
            (kind.id, kind.borne_by, [field.name for field in kind.fields])
            for kind in composition.kinds.values()
        ],
        [*composition.decks],
        [*composition.dice],
        {**composition.roles},
        [(pack.id, [*pack.requires]) for pack in composition.packs],
        [(pack.id, name, new.to) for pack in composition.packs for name, new in pack.renamed.items()],
    )
