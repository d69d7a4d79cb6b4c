"""The languages of texts, and which of them somebody gets who asks for others. The scripts of the page read the same table.

Both look a language up as RFC 4647 says: the first that somebody prefers, without its last part until it is one of ours.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

LANGUAGES: Final = ("da", "en", "fi", "it", "no", "sv")
PSEUDO: Final = "en-XA"
"""A pseudo-language for tests and translators: English with accents on every letter. A text without accents was not translated."""
STANDARD: Final = "en"
TABLE: Final[dict[str, Any]] = {
    "languages": [*LANGUAGES, PSEUDO],
    "also": {"nb": "no", "nn": "no"},
    "standard": STANDARD,
}
"""The languages by their tags, other tags of the same languages, and the language of everybody else."""
LONGEST: Final = 1_000
"""The most characters of a list of languages that are read."""

_OURS: Final[dict[str, str]] = {tag.lower(): tag for tag in TABLE["languages"]} | TABLE["also"]
_WEIGHT: Final = re.compile(r"q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")


def nearest(wanted: Iterable[str]) -> str:
    """The language for somebody who prefers these tags, in this order."""
    for tag in wanted:
        parts = tag.strip().replace("_", "-").lower().split("-")
        while parts:
            language = _OURS.get("-".join(parts))
            if language is not None:
                return language
            parts.pop()
            if parts and len(parts[-1]) == 1:
                parts.pop()  # it only introduced what was left out
    return STANDARD


def accepted(header: str) -> list[str]:
    """The tags in a header `Accept-Language`, the most preferred first; entries that cannot be read are left out."""
    weighted = []
    for entry in header[:LONGEST].split(","):
        tag, *more = (part.strip() for part in entry.split(";"))
        weight = _WEIGHT.fullmatch(more[0].replace(" ", "").lower()) if more else None
        if tag and len(more) <= 1 and (weight is not None or not more):
            weighted.append((float(weight[1]) if weight is not None else 1.0, tag))
    return [tag for weight, tag in sorted(weighted, key=lambda one: -one[0]) if weight > 0]
