"""The grammar of each language in which rules can be said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruledsl.play.explain.wording.english import English
from ruledsl.play.explain.wording.finnish import Finnish
from ruledsl.play.explain.wording.italian import Italian
from ruledsl.play.explain.wording.scandinavian import Danish, Norwegian, Swedish
from ruledsl.play.naming.words import game_nouns

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.play.explain.wording.grammar import Grammar
    from ruledsl.rules.packs.model import Names

STANDARD: Final = English.language
GRAMMARS: Final[dict[str, type[Grammar]]] = {
    grammar.language: grammar for grammar in (English, Italian, Danish, Norwegian, Swedish, Finnish)
}


_MADE: Final[dict[str, Grammar]] = {}
"""The last grammar of each language."""


def grammar_of(language: str, nouns: Mapping[str, Names] | None = None) -> Grammar:
    """The grammar of a language, or the English one, with the nouns of a game."""
    spoken = language if language in GRAMMARS else STANDARD
    called = game_nouns(nouns or {}, spoken)
    made = _MADE.get(spoken)
    if made is None or made.nouns is not called:
        made = _MADE[spoken] = GRAMMARS[spoken](called)
    return made
