"""Words and sentences of our own, in the languages of the rulebooks: the folder `texts` has a file for each."""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ruledsl.language.vocabulary.inflection import forms_of
from ruledsl.play.naming.languages import LANGUAGES, PSEUDO, STANDARD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruledsl.language.vocabulary.inflection import Nouns

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀćđéƒǵħíĵķłḿńóṕɋřśťúṽẃẋýźÁɃĆĐÉƑǴĦÍĴĶŁḾŃÓṔɊŘŚŤÚṼẂẊÝŹ"
ACCENTS = str.maketrans(PLAIN, ACCENTED)


def translated(names: Mapping[str, str], language: str) -> str | None:
    """The text in a language, else in English; None if there is neither."""
    english = names.get("en")
    if language == PSEUDO and english:
        return re.sub(r"\{[a-z_']+|[A-Za-z]", _accented, english)
    return names.get(language) or english


def _accented(match: re.Match[str]) -> str:
    """A letter with its accent; the name of a placeholder unchanged."""
    return match[0] if len(match[0]) > 1 else match[0].translate(ACCENTS)


def word(key: str, language: str) -> str:
    """One of our own words or sentences in a language, or else in English; empty if there is none."""
    return _own("words", key, language, _texts(STANDARD)["words"].get(key, ""))


def sentence_text(english: str, language: str) -> str | None:
    """A template of the sentences of rules in a language; None without one."""
    text: str | None = _texts(language)["sentences"].get(english, english if language == STANDARD else None)
    return text


def noun_forms(noun: str, language: str, form: str) -> Mapping[str, str]:
    """The forms of a noun that has this `form`; empty for one that the language's table has not."""
    return _nouns(language, form).get(noun, {})


@cache
def _nouns(language: str, form: str) -> dict[str, dict[str, str]]:
    nouns = [{"one": noun, **forms} for noun, forms in _texts(language)["nouns"].items()]
    return {forms[form]: forms for forms in nouns if form in forms}


def game_nouns(nouns: Mapping[str, Mapping[str, str]], language: str) -> Nouns:
    """The nouns of a game in a language, each with its forms: those of its packs (lines by language), and for others our own."""
    lines = ((noun, names[language]) for noun, names in nouns.items() if language in names)
    return _game_nouns(language, tuple(lines))


@lru_cache(maxsize=64)
def _game_nouns(language: str, lines: tuple[tuple[str, str], ...]) -> Nouns:
    own: dict[str, str] = _texts(language)["game"]
    called = {**own, **dict(lines)}
    # Who has no word for what lies in the market takes peoples; a second tile is a badge, whatever it can do.
    called = {"combo": called["people"], "power": called["badge"], **called}
    return {noun: forms_of(line, language) for noun, line in called.items()}


def refusal(text: str, language: str) -> str:
    """A sentence of the server in a language; one that quotes packs or the game is in English alone."""
    return _own("refusals", text, language, text) if _is_ours("refusals", text) else text


def _is_ours(section: str, english: str) -> bool:
    """Is there a translation of this text into any language?"""
    return any(english in _texts(language).get(section, ()) for language in LANGUAGES)


def _own(section: str, key: str, language: str, english: str) -> str:
    """The text under a key of the file of a language, or else the English one."""
    names = {STANDARD: english}
    if language in LANGUAGES and key in _texts(language).get(section, ()):
        names[language] = _texts(language)[section][key]
    return translated(names, language) or ""


@cache
def _texts(language: str) -> dict[str, Any]:
    """The file of a language: `words` by key, `nouns` with their forms, and `refusals` and `sentences` by their English form.

    In `game` are the nouns of games that call them no other way, each with its forms in a line (`vocabulary/inflection.py`).
    Where one English form means two things, `(…)` behind it says which.
    """
    path = Path(__file__).with_name("texts") / f"{language}.json"
    texts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return texts
