"""The grammar of each language in which rules can be said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.play.explain.wording.english import English

if TYPE_CHECKING:
    from ruledsl.play.explain.wording.grammar import Grammar

STANDARD: Final = English()
GRAMMARS: Final[dict[str, Grammar]] = {grammar.language: grammar for grammar in (STANDARD,)}


def grammar_of(language: str) -> Grammar:
    """The grammar of a language, or the English one."""
    return GRAMMARS.get(language, STANDARD)
