"""The grammar of each language in which rules can be said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.play.explain.wording.english import English
from ruledsl.play.explain.wording.finnish import Finnish
from ruledsl.play.explain.wording.italian import Italian
from ruledsl.play.explain.wording.scandinavian import DANISH, NORWEGIAN, SWEDISH

if TYPE_CHECKING:
    from ruledsl.play.explain.wording.grammar import Grammar

STANDARD: Final = English()
GRAMMARS: Final[dict[str, Grammar]] = {
    grammar.language: grammar for grammar in (STANDARD, Italian(), DANISH, NORWEGIAN, SWEDISH, Finnish())
}


def grammar_of(language: str) -> Grammar:
    """The grammar of a language, or the English one."""
    return GRAMMARS.get(language, STANDARD)
