"""What each word of rule texts was found to mean, for those who ask about a text: editors, not games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ruledsl.check.typed.base import Var
from ruledsl.check.typed.declarations import (
    ActionDef,
    DefineDef,
    EventDef,
    MemoryDef,
    PermissionDef,
    ValueDef,
)
from ruledsl.dataclass import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.check.scope import Scope
    from ruledsl.diagnostics import Span
    from ruledsl.vocabulary.types import Type

__all__ = ["CARET", "Hole", "Meaning", "Meanings", "Reason", "WordOf"]

CARET: Final = "caret_is_here"
"""A name that stands for the one that is being written: what may stand in its place is asked of whoever meets it."""


class WordOf(NamedTuple):
    """A word that packs declare, a question to the game or a number printed on tiles: what it is, and how it is called there."""

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

    What is `wanted` (the code of the finding if there is nothing of that name) and which names there are; what can be seen there, which
    type is `expected`, and the type of what it is said of, if it stands behind `is` (`left`) or `my` (`first`); which words fit `also`.
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
    """By place: what a word means, and whether it is declared there; of the name that is being written what is known."""

    words: dict[Span, Meaning] = field(default_factory=dict)
    declared: dict[Span, Meaning] = field(default_factory=dict)
    hole: Hole | None = None

    def note(self, span: Span, meaning: Meaning, *, declares: bool = False) -> None:
        """This is what stands there."""
        self.words[span] = meaning
        if declares:
            self.declared[span] = meaning

    def ask(self, code: str, candidates: Iterable[str]) -> None:
        """The name that is being written was looked for among these."""
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
        """This is known of its place."""
        hole = self.hole = self.hole or Hole()
        hole.scope = scope
        hole.also = (*hole.also, *also)
        hole.expected, hole.left, hole.first = (
            expected or hole.expected,
            left or hole.left,
            first or hole.first,
        )
