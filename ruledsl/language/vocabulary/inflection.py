"""Nouns in their forms, by language: which forms somebody has to say, which follow from these, and texts that ask for them.

A noun is a line with its forms, `coin|coins`; `FORMS` says which, in which order. A text mentions it as `[coin]`, `[coin.many]` or `[Coin]`;
of words that agree with its gender, `[coin|uno|una]`, it says one.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

Nouns = dict[str, dict[str, str]]
"""Nouns of one language by name, each with its forms."""

_PLAIN: Final = ("one", "many")
_NORDIC: Final = ("one", "the", "many", "all", "gender")
FORMS: Final[dict[str, tuple[str, ...]]] = {
    "en": _PLAIN,
    "it": ("one", "many", "gender"),
    "da": _NORDIC,
    "no": _NORDIC,
    "sv": _NORDIC,
    "fi": ("one", "gen", "part", "ill", "many", "many.gen", "many.part", "many.ill", "many.stem"),
}
"""The forms in the line of a noun: `the` and `all` are the definite ones; the `gender` is `m` or `f`, in Nordic languages `c` or `n`."""
GENDERS: Final = {"it": ("m", "f"), "da": ("c", "n"), "no": ("c", "n"), "sv": ("c", "n")}
"""By language, its genders, in the order in which words agree with them."""
ONE_OF: Final = {"da": ("en", "et"), "no": ("en", "et"), "sv": ("en", "ett")}
"""The indefinite articles, by gender."""
ENDINGS: Final = {
    "ine": "ssa",
    "ela": "sta",
    "ade": "lla",
    "abl": "lta",
    "all": "lle",
    "ess": "na",
    "tra": "ksi",
}
"""The endings of Finnish cases that are added to a stem."""
CASES: Final = ("gen", "part", "ill", *ENDINGS)
VOWEL: Final = re.compile(r"h?[aeiouàèéìòù]", re.IGNORECASE)
"""The sounds before which Italian articles lose their vowel."""
HEAVY: Final = re.compile(r"(?:s[^aeiouhàèéìòù]|z|gn|ps|x|y|i[aeou])", re.IGNORECASE)
"""The sounds before which `il` becomes `lo`."""
TAKEN_IN: Final = {"di": "de", "a": "a", "da": "da", "in": "ne", "su": "su"}
"""What Italian prepositions become before an article that they take in."""

HOLE: Final = re.compile(
    r"\[(?P<name>[A-Za-z][a-z_]*)(?:\.(?P<form>[a-z]+(?:\.[a-z]+)?)|\|(?P<words>[^\[\]|]*\|[^\[\]|]*))?\]"
)
"""A noun in a text."""

_VOICED = re.compile(r"(?!one\b|uni|use|eu)[aeio]|u(?!s|ni)", re.IGNORECASE)
_JOINT = re.compile(r"(?:il|lo|la|i|gli|le) |l'")
_FRONT, _BACK = frozenset("äöy"), frozenset("aou")


def forms_of(line: str, language: str) -> dict[str, str]:
    """The forms that a line gives, by name; one that lacks some gives none of these."""
    return dict(zip(FORMS.get(language, _PLAIN), line.split("|"), strict=False))


def inflected(forms: Mapping[str, str], form: str, language: str) -> str | None:
    """A noun in a form: as its line says it, or as it follows from there; None if the language has no such form, or the line too few."""
    if not form or form in forms:
        return forms[form or "one"]
    if len(forms) < len(FORMS.get(language, _PLAIN)):
        return None
    match language:
        case "en" if form == "a":
            return with_article(forms["one"])
        case "it":
            return _italian(forms, form)
        case "fi":
            return _finnish(forms, form)
        case "da" | "no" | "sv" if form == "a":
            return f"{ONE_OF[language][int(forms.get('gender') == 'n')]} {forms['one']}"
    return None


def with_nouns(text: str, nouns: Mapping[str, Mapping[str, str]], language: str) -> str:
    """A text with the nouns that it mentions; those that nobody has declared stay as they are."""
    if "[" not in text:
        return text

    def put(hole: re.Match[str]) -> str:
        name, form, words = hole["name"], hole["form"], hole["words"]
        forms = nouns.get(name.lower())
        if forms is None:
            return hole[0]
        if words is not None:
            return words.split("|")[gender_of(forms, language)]
        noun = inflected(forms, form or "", language) or forms["one"]
        return noun if name.islower() else noun[:1].upper() + noun[1:]

    return HOLE.sub(put, text)


def gender_of(forms: Mapping[str, str], language: str) -> int:
    """The place of the word that agrees with a noun."""
    return int(forms.get("gender") == GENDERS.get(language, ("", ""))[1])


@cache
def asked_forms(language: str) -> tuple[str, ...]:
    """Every form for which a text in a language may ask."""
    own = [form for form in FORMS.get(language, _PLAIN) if form not in ("one", "gender", "many.stem")]
    match language:
        case "it":
            more = ["un", *(f"{many}{form}" for many in ("", "many.") for form in ("il", *TAKEN_IN))]
        case "fi":
            more = [f"{many}{case}" for many in ("", "many.") for case in CASES]
        case "en" | "da" | "no" | "sv":
            more = ["a"]
        case _:
            more = []
    return tuple(dict.fromkeys([*own, *more]))


def said_forms(nouns: Mapping[str, Mapping[str, str]], language: str) -> dict[str, str | int]:
    """Every form of every noun, by what a text asks for (`coin`, `coin.many`), and as `coin.gender` the place of the word that agrees with it."""
    said: dict[str, str | int] = {}
    for noun, forms in nouns.items():
        said[noun], said[f"{noun}.gender"] = forms["one"], gender_of(forms, language)
        asked = ((form, inflected(forms, form, language)) for form in asked_forms(language))
        said |= {f"{noun}.{form}": text for form, text in asked if text is not None}
    return said


# ── English ─────────────────────────────────────────────────────────────────────


def with_article(noun: str) -> str:
    """`a region`, `an enemy`."""
    joint = "" if noun.startswith("other ") else " "
    return f"{'an' if _VOICED.match(noun) else 'a'}{joint}{noun}"


# ── Italian ─────────────────────────────────────────────────────────────────────


def _italian(forms: Mapping[str, str], form: str) -> str | None:
    many, feminine = form.startswith("many."), forms.get("gender") == "f"
    case, noun = form.removeprefix("many."), forms["many" if many else "one"]
    if case == "un" and not many:
        return one_of(noun, feminine=feminine)
    known = known_several(noun, feminine=feminine) if many else known_one(noun, feminine=feminine)
    if case == "il":
        return known
    return taken_in(case, known) if case in TAKEN_IN else None


def one_of(noun: str, *, feminine: bool) -> str:
    """`una regione`, `uno scudo`."""
    if feminine:
        return f"un'{noun}" if VOWEL.match(noun) else f"una {noun}"
    return f"{'uno' if HEAVY.match(noun) else 'un'} {noun}"


def known_one(noun: str, *, feminine: bool) -> str:
    """`la regione`, `lo scudo`, `l'isola`."""
    if VOWEL.match(noun) and not HEAVY.match(noun):
        return f"l'{noun}"
    if feminine:
        return f"la {noun}"
    return f"{'lo' if HEAVY.match(noun) else 'il'} {noun}"


def known_several(plural: str, *, feminine: bool) -> str:
    """`le regioni`, `gli scudi`."""
    if feminine:
        return f"le {plural}"
    return f"{'gli' if VOWEL.match(plural) or HEAVY.match(plural) else 'i'} {plural}"


def taken_in(preposition: str, phrase: str) -> str:
    """A preposition that takes in the article of a phrase: `della regione`."""
    article = _JOINT.match(phrase)
    if article is None or preposition not in TAKEN_IN:
        return f"{preposition} {phrase}"
    joint, head = article[0], TAKEN_IN[preposition]
    double = "l" if joint in ("lo ", "la ", "l'", "le ") else ""
    taken = f"{head}l " if joint == "il " else f"{head}{double}{joint}"
    return f"{taken}{phrase.removeprefix(joint)}"


# ── Finnish ─────────────────────────────────────────────────────────────────────


def _finnish(forms: Mapping[str, str], form: str) -> str | None:
    case = form.removeprefix("many.")
    if case not in ENDINGS:
        return None
    stem = forms["many.stem"] if form != case else forms["gen"].removesuffix("n")
    return stem + case_ending(case, forms["one"])


def case_ending(case: str, word: str) -> str:
    """The ending of a case, with the vowels of a word."""
    ending = {"gen": "n", "part": "a", "ill": "in"}.get(case) or ENDINGS[case]
    vowels = [letter for letter in word.lower() if letter in _FRONT | _BACK]
    return ending.replace("a", "ä") if not vowels or vowels[-1] in _FRONT else ending
