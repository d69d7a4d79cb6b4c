"""Texts of packs for their own declarations, with the parts of a rule filled in.

`{region}` is what is said of a parameter, `{people's}` its owner form, `{region+}` all of which it is one,
`{people|holds|hold}` the word for one or for several, `{holds|is|is not}` the
word for what holds or does not hold, `{many|region|regions}` the noun of a set, `{change|coin|coins}` an amount of something with its change.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ruledsl.play.explain.wording.english.phrases import Group, Mention, nominal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_VERBS = {"is": "are", "has": "have", "does": "do"}
_YOU = re.compile(r"\byou (is|has|does)\b")
_INDEFINITE = re.compile(r"(?:an?|each) ")
_HOLE = re.compile(r"(\b(?:each|any|no|every) )?\{([a-z0-9_]+)('s|\+)?(?:\|([^{}|]*)\|([^{}|]*))?\}")


def clause_of(
    text: str,
    said: Mapping[str, Mention],
    *,
    holds: bool = True,
    change: Callable[[str, str], str] | None = None,
) -> str:
    """A text with its placeholders filled; those without a value become empty."""
    seen: set[str] = set()

    def fill(found: re.Match[str]) -> str:
        each, name, owner, one, many = found.groups()
        each = each or ""
        if name == "holds" and one is not None:
            return each + (one if holds else many)
        if name == "change" and change is not None:
            return each + change(one or "", many or "")
        mention = said.get(name)
        if mention is None:
            return each
        again = name in seen
        if again and _INDEFINITE.match(mention.text) and (owner or one is None):
            mention = Mention("it")
        if owner == "+":
            seen.add(name)
            return each + (mention.many or mention.text)
        if owner:
            seen.add(name)
            return each + mention.whose
        if one is not None and mention.counted:
            return each
        if one is not None:
            return each + (many if mention.plural else one)
        seen.add(name)
        noun = nominal(mention.text)
        return each + noun if each and noun != mention.text else mention.text

    said_whole = " ".join(_HOLE.sub(fill, text).split()).replace(" ,", ",")
    return _YOU.sub(lambda found: f"you {_VERBS[found[1]]}", said_whole)


def group_of(text: str, said: Mapping[str, Mention]) -> Group:
    """A text for the members of a set."""
    one = clause_of(text, {**said, "many": Mention("")})
    return Group(one, clause_of(text, {**said, "many": Mention("", plural=True)}))
