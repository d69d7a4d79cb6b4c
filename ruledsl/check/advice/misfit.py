"""Something of another type than is needed: the small words that are taken for one another, and the text that would mend it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.diagnostics import Fix, Span
from ruledsl.vocabulary.types import PEOPLE, PLAYER

if TYPE_CHECKING:
    from ruledsl.diagnostics import Diagnostics
    from ruledsl.vocabulary.types import Type

__all__ = ["between", "other_pronoun", "written"]

SWAPS = {(PEOPLE, PLAYER): ("you", "me"), (PLAYER, PEOPLE): ("me", "you")}
"""By what is needed and what is there: the pronoun that is written, and the one that is meant."""


def written(span: Span, diagnostics: Diagnostics) -> str:
    """The text at a span of one line; empty if it is not known."""
    line = diagnostics.sources.line(span.file, span.line)
    return line[span.column - 1 : span.end_column - 1] if line and span.line == span.end_line else ""


def other_pronoun(span: Span, expected: Type, actual: Type, diagnostics: Diagnostics) -> str:
    """`me` for `you` or the other way round, if that is what would fit."""
    found, meant = SWAPS.get((expected, actual), ("", ""))
    return meant if found and written(span, diagnostics) == found else ""


def between(first: Span, last: Span, word: str, new: str, diagnostics: Diagnostics) -> Fix | None:
    """The fix that writes `new` for a word that stands between two spans on one line."""
    line = diagnostics.sources.line(first.file, first.line)
    if line is None or first.end_line != last.line:
        return None
    start = first.end_column - 1
    found = re.search(rf"\b{word}\b", line[start : last.column - 1])
    if found is None:
        return None
    at = start + found.start() + 1
    return Fix(Span(first.file, last.line, at, last.line, at + len(found[0])), new)
