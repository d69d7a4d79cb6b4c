"""What a game calls its people, its coins and other things: nouns that packs declare once, and that all of their texts mention."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ruledsl.base.diagnostics import Diagnostics
from ruledsl.base.diagnostics.diagnostic import part_of
from ruledsl.language.vocabulary.inflection import (
    FORMS,
    GENDERS,
    HOLE,
    asked_forms,
    forms_of,
    with_nouns,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ruledsl.base.diagnostics import Span
    from ruledsl.language.vocabulary.inflection import Nouns
    from ruledsl.rules.packs.model import Composition, Names, Pack

_TOLD: Final = ("names", "heading", "summary", "title", "text", "caption")
"""The texts of an entry."""
_TABLES: Final = ("kinds", "pieces", "tiles", "maps", "variants")
_LISTS: Final = ("panels", "measures")
OWN: Final = "en"
LONGEST: Final = 40
"""The most characters of a form, which stands in as many texts as ask for it."""

T = TypeVar("T")
_Lines = tuple[tuple[str, str, str], ...]
"""Nouns, each with a line and the language of that."""


def add_nouns(composition: Composition, pack: Pack, diagnostics: Diagnostics) -> None:
    """Add the nouns of a pack, in place of those that required packs have, in each language that it gives."""
    required = composition.known_to(pack.id)
    earlier = list(takewhile(lambda other: other is not pack, composition.packs))
    for noun, names in pack.nouns.items():
        sound = {key: line for key, line in names.items() if _has_forms(pack, noun, key, line, diagnostics)}
        strangers = (other for other in earlier if noun in other.nouns and other.id not in required)
        other = next((one for one in strangers if _differ(one.nouns[noun], names)), None)
        if other is not None:
            message = f"`{other.id}` and `{pack.id}` call `{noun}` by different nouns, and neither requires the other."
            expected = f"the same noun, or `requires: {{{other.id}: …}}` in the pack.yaml of `{pack.id}`"
            label = (other.places["nouns", noun], "the other noun")
            diagnostics.error("P069", message, pack.places["nouns", noun], expected=expected, labels=(label,))
        lines = {**composition.nouns.get(noun, {}), **sound}
        if OWN in lines:
            composition.nouns[noun] = lines


def _differ(one: Names, other: Names) -> bool:
    return any(one[language] != other[language] for language in one.keys() & other.keys())


def _has_forms(pack: Pack, noun: str, language: str, line: str, diagnostics: Diagnostics) -> bool:
    """Has a noun every form of its language, and one of its genders? Report one that has not."""
    wanted = FORMS.get(language, FORMS[OWN])
    given, genders = line.split("|"), GENDERS.get(language, ())
    right = len(given) == len(wanted) and all(0 < len(form) <= LONGEST for form in given)
    if right and ("gender" not in wanted or given[-1] in genders):
        return True
    shape = "|".join(" or ".join(genders) if form == "gender" else form for form in wanted)
    span = pack.places.get((f"noun {noun}", language), pack.places["nouns", noun])
    message = f"The noun `{noun}` has not the forms of the language `{language}`: `{line[: 2 * LONGEST]}`."
    diagnostics.error("P067", message, span, expected=f"`{shape}`, each of at most {LONGEST} characters")
    return False


def say_nouns(composition: Composition, diagnostics: Diagnostics) -> None:
    """Put the nouns into every text of a composition."""
    for text, pack, places in _mentioning(composition):
        _check_holes(composition, text, pack, places, diagnostics)
    by_language = ByLanguage(composition.nouns)
    for name in _TABLES:
        table: dict[str, Any] = getattr(composition, name)
        table.update({key: by_language.said_in(thing) for key, thing in table.items()})
    for name in _LISTS:
        setattr(composition, name, [by_language.said_in(thing) for thing in getattr(composition, name)])
    for texts in (composition.texts, composition.own_texts):
        texts.update({key: by_language.said(names) for key, names in texts.items()})  # type: ignore[misc]
    composition.packs = [
        replace(pack, book=[by_language.said_in(passage) for passage in pack.book])
        if any(
            _mentions(names)
            for passage in pack.book
            for names in (passage.title, passage.text, passage.caption)
        )
        else pack
        for pack in composition.packs
    ]


def nouns_of(packs: Iterable[Pack]) -> ByLanguage:
    """The nouns of packs that are not put together, those of later ones in place of those of earlier ones; nobody hears of faulty ones here."""
    nouns: dict[str, Names] = {}
    for pack in packs:
        for noun, names in pack.nouns.items():
            sound = {
                key: line for key, line in names.items() if _has_forms(pack, noun, key, line, Diagnostics())
            }
            nouns[noun] = {**nouns.get(noun, {}), **sound}
    return ByLanguage({noun: names for noun, names in nouns.items() if OWN in names})


class ByLanguage:
    """Nouns by language, put into texts that mention them."""

    def __init__(self, nouns: dict[str, Names]) -> None:
        self._nouns = nouns
        self._lines: dict[str, _Lines] = {}

    def said_in(self, thing: T) -> T:
        """An entry with the nouns in its texts."""
        texts = {key: names for key in _TOLD if (names := getattr(thing, key, None))}
        named = {key: self.said(names) for key, names in texts.items() if _mentions(names)}
        return replace(thing, **named) if named else thing  # type: ignore[type-var]

    def said(self, names: Names) -> Names:
        """A text in each language with its nouns."""
        if not _mentions(names):
            return names
        return {language: _said(text, language, self._in(language)) for language, text in names.items()}

    def _in(self, language: str) -> _Lines:
        """The lines of a language; English ones where it lacks one."""
        if language not in self._lines:
            self._lines[language] = tuple(
                (noun, names.get(language, names[OWN]), language if language in names else OWN)
                for noun, names in self._nouns.items()
            )
        return self._lines[language]


def _mentions(names: Names) -> bool:
    return any("[" in text for text in names.values())


@lru_cache(maxsize=20_000)
def _said(text: str, language: str, lines: _Lines) -> str:
    return with_nouns(text, _forms(lines), language)


@lru_cache(maxsize=64)
def _forms(lines: _Lines) -> Nouns:
    return {noun: forms_of(line, language) for noun, line, language in lines}


def _mentioning(composition: Composition) -> Iterator[tuple[Names, Pack, Mapping[str, Span]]]:
    """The texts of packs that mention a noun, with the pack and the place in each language."""
    for pack in composition.packs:
        things = [thing for name in _TABLES for thing in getattr(pack, name).values()]
        things += [thing for name in (*_LISTS, "book") for thing in getattr(pack, name)]
        told = [
            (names, "", thing.span) for thing in things for key in _TOLD if (names := getattr(thing, key, {}))
        ]
        told += [
            (names, f"text {key}", pack.places.get(("texts", key), pack.span))
            for key, names in pack.texts.items()
        ]
        for names, key, span in told:
            if _mentions(names):
                yield names, pack, {language: pack.places.get((key, language), span) for language in names}


@lru_cache(maxsize=20_000)
def _holes(text: str) -> tuple[tuple[str, str, str], ...]:
    """The mentions of nouns in a text, each with the noun and the form."""
    return tuple((hole[0], hole["name"].lower(), hole["form"] or "") for hole in HOLE.finditer(text))


def _check_holes(
    composition: Composition, names: Names, pack: Pack, places: Mapping[str, Span], diagnostics: Diagnostics
) -> None:
    """Somebody has declared each noun that a text mentions, and its language has the form."""
    for language, text in names.items():
        for hole, noun, form in _holes(text):
            if noun not in composition.nouns:
                near = diagnostics.nearest(noun, composition.nouns)
                what = f"No pack declares the noun of `{hole}` in a text ({language})."
                expected = f"a noun of `nouns:` in `{pack.id}` or a pack that it requires"
                suggestion = hole.lower().replace(noun, near[0], 1) if near else ""
            elif form and form not in asked_forms(language):
                near = diagnostics.nearest(form, asked_forms(language))
                what = f"The language `{language}` has no form of nouns `{form}`: `{hole}`."
                expected = ", ".join(f"`{one}`" for one in asked_forms(language))
                suggestion = hole.replace(f".{form}", f".{near[0]}") if near else ""
            else:
                continue
            span = part_of(places[language], hole, diagnostics.sources)
            diagnostics.warning("P068", what, span, expected=expected, suggestion=suggestion)
