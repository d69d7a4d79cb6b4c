"""An unknown name: what is probably meant by it and the words around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruledsl.base.diagnostics import Fix, Span
from ruledsl.language.syntax.advice.phrases import NOUNS, PHRASES
from ruledsl.language.vocabulary.types import PLACES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from ruledsl.base.diagnostics import Diagnostics

STORES: Final = frozenset("supply bag bank pool reserve stash stock store stack pile".split())
"""Words of rulebooks for the place of what is not in the game."""
LONGEST = 4
KINDS_SAID: Final = {
    **dict.fromkeys(("boolean", "bool", "yes_no"), "flag"),
    **dict.fromkeys(("int", "integer", "count", "counter", "coins"), "number"),
    **dict.fromkeys(("terrain", "symbol"), "trait"),
}
"""Words for what a memory holds, and the types that they mean."""

FEW: Final = 12
"""So few names are all said where none is near."""
JOINTS: Final = frozenset(("of", "the", "a", "an", "for", "in", "to", "per", "by"))
"""Words in names that others leave out."""

LITTLE: Final = JOINTS | frozenset(
    "each every any my our own new is has its region regions event phase".split()
)
"""Words of a joined name that change nothing of what the others name."""

_WORD = r"[a-z][a-z0-9_]*"


def synonym(
    text: str,
    span: Span,
    candidates: Collection[str],
    synonyms: Mapping[str, Sequence[str]],
    diagnostics: Diagnostics,
    likely: Collection[str] = (),
) -> tuple[str, Fix | None] | None:
    """The name that has this one among its synonyms, and the fix if these are several words; None if there is none."""
    usual = next(iter(likely), "")
    if text in STORES and usual in PLACES:
        return usual, None
    line = diagnostics.sources.line(span.file, span.line) or ""
    for phrase, names in synonyms.items():
        if " " not in phrase or text not in phrase.split():
            continue
        meant = next((name for name in names if name in candidates), "")
        match = next(
            (m for m in re.finditer(rf"\b{phrase}\b", line) if m.start() < span.column <= m.end()), None
        )
        if meant and match is not None:
            return meant, Fix(span._replace(column=match.start() + 1, end_column=match.end() + 1), meant)
    for word in (text, text.removesuffix("s")):
        meant = next((name for name in synonyms.get(word, ()) if name in candidates), "")
        if meant:
            return meant, None
    return None


def correction(
    text: str,
    span: Span,
    candidates: Collection[str],
    diagnostics: Diagnostics,
    likely: Collection[str] = (),
    *,
    is_known: bool = False,
) -> tuple[str, Fix | None]:
    """The replacement for an unknown name, and the fix if that is more than a replacement of this word.

    Of one that `is_known` as something else, a part may be meant; of others only if the rest of it says little.
    """
    before, after = _around(span, diagnostics)
    joined = _joined(text, span, before, after, candidates)
    if joined is not None:
        return joined.text, joined
    phrase = _phrase(text, span, before, after) or _bound(text, span, before)
    if phrase is not None:
        return phrase.text, phrase
    if text in NOUNS:
        return NOUNS[text], None
    if KINDS_SAID.get(text) in candidates:
        return KINDS_SAID[text], None
    parts = text.split("_")
    whole = {*parts}
    apart = (part for part in parts if part != text and part in likely)
    meant = next((part for part in apart if is_known or whole - {part} <= LITTLE), "")
    meant = meant or _reordered(parts, candidates)
    if meant:
        return meant, None
    for among in (likely, candidates):
        near = diagnostics.nearest(text, among)
        meant = near[0] if near else diagnostics.purse.of_one_stem(text, among)
        if meant:
            return meant, None
    return "", None


def _reordered(parts: Collection[str], candidates: Collection[str]) -> str:
    """The name of the same words in another order, such as `conquest_cost` for `cost_of_conquest`; empty if there is none."""
    words = {*parts} - JOINTS
    return next((name for name in candidates if len(words) > 1 and {*name.split("_")} - JOINTS == words), "")


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
    match = re.search(r"\bis ([a-z0-9_]+) or $", before)
    if word is None or match is None:
        return None
    return Fix(span._replace(column=match.start() + 1), f"is {word} {match[1]}")


def undeclared(text: str, span: Span, diagnostics: Diagnostics) -> str:
    """How to declare what is written like a memory; empty if it is not."""
    before, after = _around(span, diagnostics)
    match = re.search(r"\b(add|drop|put|set)\b(?: [^:]*(?:to|from|in))? $", before)
    whose = re.match(r" of (\w+)", after)
    if match is None:
        return ""
    kind = {"put": "set of region", "set": "flag"}.get(match[1], "number")
    on = {None: "game", "me": "people", "you": "player", "here": "region", "this": "tile"}
    owner = on.get(whose[1] if whose else None, whose[1] if whose else "")
    return f"What is remembered is declared first: `remember {text} of {owner}: {kind}`."


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
