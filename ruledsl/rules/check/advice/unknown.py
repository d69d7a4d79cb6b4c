"""An unknown name: what is probably meant by it and the words around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.base.diagnostics import Fix, Span
from ruledsl.language.syntax.advice.phrases import NOUNS, PHRASES
from ruledsl.language.vocabulary.places import PLACES

if TYPE_CHECKING:
    from collections.abc import Collection

    from ruledsl.base.diagnostics import Diagnostics

LITTLE_WORDS: Final = ("me", "you", "here", "this", "it", "yes", "no", "none")
"""Words that can stand in place of a noun and are no names."""
STORES: Final = frozenset("supply bag bank pool reserve stash stock store stack pile".split())
"""Words of rulebooks for the place of what is not in the game."""
LONGEST = 4

_WORD = r"[a-z][a-z0-9_]*"


def correction(
    text: str,
    span: Span,
    candidates: Collection[str],
    diagnostics: Diagnostics,
    likely: Collection[str] = (),
) -> tuple[str, Fix | None]:
    """The replacement for an unknown name, and the fix if that is more than a replacement of this word."""
    before, after = _around(span, diagnostics)
    joined = _joined(text, span, before, after, candidates)
    if joined is not None:
        return joined.text, joined
    phrase = _phrase(text, span, before, after) or _bound(text, span, before)
    if phrase is not None:
        return phrase.text, phrase
    if text in NOUNS:
        return NOUNS[text], None
    usual = next(iter(likely), "")
    if text in STORES and usual in PLACES:
        return usual, None
    near = diagnostics.nearest(text, likely) or diagnostics.nearest(text, candidates)
    return (near[0] if near else diagnostics.purse.of_one_stem(text, candidates)), None


def _around(span: Span, diagnostics: Diagnostics) -> tuple[str, str]:
    """The text before and after a name on its line."""
    line = diagnostics.sources.line(span.file, span.line) or ""
    return line[: span.column - 1], line[span.end_column - 1 :]


def _joined(text: str, span: Span, before: str, after: str, candidates: Collection[str]) -> Fix | None:
    """A name whose words are separated by a hyphen or a space instead of `_`."""
    behind = re.match(rf"(-| )({_WORD})", after)
    if behind and f"{text}_{behind[2]}" in candidates:
        wide = span._replace(end_column=span.end_column + behind.end())
        return Fix(wide, f"{text}_{behind[2]}")
    ahead = re.search(rf"({_WORD})(-| )$", before)
    if ahead and f"{ahead[1]}_{text}" in candidates:
        wide = span._replace(column=span.column - (ahead.end() - ahead.start()))
        return Fix(wide, f"{ahead[1]}_{text}")
    return None


def _bound(text: str, span: Span, before: str) -> Fix | None:
    """`is 3 or more`: a comparison with at least or at most."""
    word = {"more": "at least", "higher": "at least", "less": "at most", "fewer": "at most"}.get(text)
    found = re.search(r"\bis ([a-z0-9_]+) or $", before)
    if word is None or found is None:
        return None
    return Fix(span._replace(column=found.start() + 1), f"is {word} {found[1]}")


def _phrase(text: str, span: Span, before: str, after: str) -> Fix | None:
    """An English phrase that looks like code and means nothing: it begins with the name, or with `is` before it."""
    words = [text, *re.findall(rf" ({_WORD})", after)[: LONGEST - 1]]
    for led in ("is",) * before.endswith(" is "), ():
        for length in range(min(len(words), LONGEST), 1, -1):
            meant = PHRASES.get((*led, *words[:length]))
            phrase = " ".join(words[:length])
            if meant and (text + after).startswith(phrase):
                start = span.column - len(" ".join((*led, "")))
                wide = span._replace(column=start, end_column=span.column + len(phrase))
                return Fix(wide, " ".join(meant[0]))
    return None
