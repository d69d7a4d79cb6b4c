"""The meaning of each word in rule texts, recorded for editors, not for games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ruledsl.base.dataclass import dataclass, field
from ruledsl.rules.check.typed.base import Var
from ruledsl.rules.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    MemoryDef,
    PermissionDef,
    ValueDef,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.base.diagnostics import Span
    from ruledsl.language.vocabulary.types import Type
    from ruledsl.rules.check.scope import Scope

__all__ = ["CARET", "Hole", "Meaning", "Meanings", "Reason", "WordOf"]

CARET: Final = "caret_is_here"
"""A name in place of the one that is being written: whoever meets it is asked what fits there."""


class WordOf(NamedTuple):
    """A word of a pack, a built-in question or a number printed on tiles: its kind and its name."""

    what: str
    text: str


class Reason(NamedTuple):
    """A prohibition by its name."""

    permission: PermissionDef
    text: str


Meaning = ValueDef | DefineDef | MemoryDef | EventDef | PermissionDef | ActionDef | Var | WordOf | Reason


@dataclass(slots=True)
class Hole:
    """What is known of the place where the name is being written.

    `wanted` is the code of the finding for an unknown name there, with the existing names; what is in scope, the type that is `expected`,
    and the type of its subject, after `is` (`left`) or `my` (`first`); and the words that fit `also`.
    """

    wanted: str = ""
    candidates: tuple[str, ...] = ()
    scope: Scope | None = None
    expected: Type | None = None
    left: Type | None = None
    first: Type | None = None
    also: tuple[str, ...] = ()


@dataclass(slots=True)
class Meanings:
    """By place: the meaning of a word, and whether it is declared there; and what is known of the name that is being written."""

    words: dict[Span, Meaning] = field(default_factory=dict)
    declared: dict[Span, Meaning] = field(default_factory=dict)
    hole: Hole | None = None

    def note(self, span: Span, meaning: Meaning, *, declares: bool = False) -> None:
        """Record the meaning at a place."""
        self.words[span] = meaning
        if declares:
            self.declared[span] = meaning

    def ask(self, code: str, candidates: Iterable[str]) -> None:
        """Record the names that were candidates for the one that is being written."""
        self.hole = self.hole or Hole()
        self.hole.wanted, self.hole.candidates = code, tuple(candidates)

    def seen(
        self,
        scope: Scope,
        also: Iterable[str] = (),
        *,
        expected: Type | None = None,
        left: Type | None = None,
        first: Type | None = None,
    ) -> None:
        """Record what is known of its place."""
        hole = self.hole = self.hole or Hole()
        hole.scope = scope
        hole.also = (*hole.also, *also)
        hole.expected, hole.left, hole.first = (
            expected or hole.expected,
            left or hole.left,
            first or hole.first,
        )
