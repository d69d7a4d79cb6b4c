"""What every name of a composition means, and which names exist where one is expected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruledsl.vocabulary.builtins import BUILTINS, builtins_named
from ruledsl.vocabulary.types import DECK, DIE, KIND, MODE, PIECE, STAGE, TILE, TRAIT, Type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.check.program import DefineDef, EventDef, MemoryDef, PermissionDef, Program, ValueDef
    from ruledsl.diagnostics import Diagnostics, Span

__all__ = ["Names", "an"]


def an(what: str) -> str:
    """With the article that belongs before it."""
    return f"{'an' if what[:1] in 'aeiou' else 'a'} {what}"


@dataclass(slots=True)
class Names:
    """Names by what they are. Built once for a composition; `words` maps a type to its words and their indices.

    `doubtful` are names whose declaration has an error that is reported: what is said with them gives no further ones.
    """

    program: Program
    diagnostics: Diagnostics
    values: dict[str, ValueDef] = field(default_factory=dict)
    defines: dict[str, DefineDef] = field(default_factory=dict)
    memories: dict[str, MemoryDef] = field(default_factory=dict)
    events: dict[str, EventDef] = field(default_factory=dict)
    permissions: dict[str, PermissionDef] = field(default_factory=dict)
    reasons: dict[str, set[str]] = field(default_factory=dict)
    fields: set[str] = field(default_factory=set)
    words: dict[Type, dict[str, int]] = field(default_factory=dict)
    piece_traits: dict[str, int] = field(default_factory=dict)
    tile_traits: dict[str, int] = field(default_factory=dict)
    doubtful: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, program: Program, diagnostics: Diagnostics) -> Names:
        """The words of a composition; declarations are added as they are collected."""

        def numbered(words: Iterable[str]) -> dict[str, int]:
            return {word: index for index, word in enumerate(words)}

        names = cls(program, diagnostics)
        names.fields = set(program.fields)
        names.piece_traits = numbered(program.piece_traits)
        names.tile_traits = numbered(program.tile_traits)
        names.words = {
            STAGE: numbered(program.stages),
            MODE: numbered(program.modes),
            TRAIT: numbered(program.traits),
            PIECE: numbered(program.pieces),
            TILE: numbered(program.tiles),
            KIND: numbered(program.kinds),
            DECK: numbered(program.decks),
            DIE: numbered(program.dice),
        }
        for kind, entries in ((TILE, program.composition.tiles), (PIECE, program.composition.pieces)):
            words = names.words[kind]
            for key, entry in entries.items():
                words.setdefault(f"{entry.pack}/{key}", words[key])
        return names

    def word(self, kind: Type, text: str, pack: str = "") -> int | None:
        """The index of a word of that type, or None; for tiles and pieces the one of the rule's own pack comes first."""
        words = self.words.get(kind, {})
        return words.get(f"{pack}/{text}", words.get(text))

    def is_callable(self, text: str) -> bool:
        """Can it be asked: a built-in, a field, a memory, a value or a definition?"""
        declared = text in self.values or text in self.defines or text in self.memories
        return declared or text in self.fields or bool(builtins_named(text))

    def declared(self) -> set[str]:
        """Every name that rules declare."""
        return {*self.values, *self.defines, *self.memories, *self.events, *self.permissions}

    def all_callable(self) -> list[str]:
        """Everything that can be asked: built-ins, fields, memories, values, definitions."""
        return [*{b.name for b in BUILTINS}, *self.fields, *self.memories, *self.values, *self.defines]

    def everything(self) -> list[str]:
        """Every name there is, for suggestions where anything may stand."""
        return [*self.all_callable(), *(word for words in self.words.values() for word in words)]

    def unknown(self, code: str, what: str, text: str, span: Span, candidates: Iterable[str]) -> None:
        """Report a name that does not exist, with the nearest one that does.

        Silent for names whose declaration has been reported, and where a file or pack could not be read.
        """
        if text in self.doubtful or self.program.composition.incomplete:
            return
        near = self.diagnostics.nearest(text, list(candidates))
        self.diagnostics.error(
            code,
            f"There is no {what} called `{text}`.",
            span,
            expected=f"the name of {an(what)}",
            suggestion=near[0] if near else "",
        )
