"""What every name of a composition means, and which names exist where one is expected."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruledsl.diagnostics.suggest import nearest
from ruledsl.vocabulary.builtins import BUILTINS
from ruledsl.vocabulary.types import DECK, DIE, KIND, MODE, PIECE, STAGE, TILE, TRAIT, Type

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.check.program import DefineDef, EventDef, MemoryDef, PermissionDef, Program, ValueDef
    from ruledsl.diagnostics import Diagnostics, Span

__all__ = ["Names"]


@dataclass(slots=True)
class Names:
    """Names by what they are. Built once for a composition; `words` maps a type to its words and their indices."""

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
        return names

    def word(self, kind: Type, text: str) -> int | None:
        """The index of a word of that type, or None."""
        return self.words.get(kind, {}).get(text)

    def all_callable(self) -> list[str]:
        """Everything that can be asked: built-ins, fields, memories, values, definitions."""
        return [*{b.name for b in BUILTINS}, *self.fields, *self.memories, *self.values, *self.defines]

    def everything(self) -> list[str]:
        """Every name there is, for suggestions where anything may stand."""
        return [*self.all_callable(), *(word for words in self.words.values() for word in words)]

    def unknown(self, code: str, what: str, text: str, span: Span, candidates: Iterable[str]) -> None:
        """Report a name that does not exist, with the nearest one that does."""
        near = nearest(text, list(candidates))
        self.diagnostics.error(
            code,
            f"There is no {what} called `{text}`.",
            span,
            expected=f"the name of a {what}",
            suggestion=near[0] if near else "",
        )
