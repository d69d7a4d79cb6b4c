"""Checks of callers' arguments: a wrong Python type raises a `TypeError` that names the expected one.

A value of the right type that makes no sense (a player who does not exist) is a `GameError` of the callee.
"""

from __future__ import annotations

import os
import reprlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ruledsl.base.whole import is_whole

LONGEST = 60
"""The most characters of an argument in a message."""


class Kind(NamedTuple):
    """An expected kind of value: in words, and as a test."""

    words: str
    fits: Callable[[Any], bool]


def a(kind: type, words: str) -> Kind:
    """An object of a class."""
    return Kind(words, lambda given: isinstance(given, kind))


def or_none(kind: Kind) -> Kind:
    """This kind, or None."""
    return Kind(f"{kind.words}, or None", lambda given: given is None or kind.fits(given))


def _texts(given: Any) -> bool:
    return isinstance(given, Iterable) and not isinstance(given, str | bytes) and all(map(_is_name, given))


def _is_name(given: Any) -> bool:
    return isinstance(given, str | os.PathLike)


TEXT = a(str, "a text (str)")
NUMBER = Kind("a whole number (int)", is_whole)
NUMBERS = Kind(
    "a list of whole numbers (int)",
    lambda given: isinstance(given, list | tuple) and all(NUMBER.fits(item) for item in given),
)
FLAG = a(bool, "True or False")
MAPPING = a(Mapping, "a mapping (dict)")
PACK = Kind("the id of a pack or the path of its folder", _is_name)
TEXTS = Kind("a list of ids or folders of packs", _texts)


def expect(kind: Kind, name: str, given: object) -> None:
    """Raise `TypeError` for anything that is not of this kind; `name` is the argument's name."""
    if not kind.fits(given):
        raise TypeError(f"{name} should be {kind.words}, not {type(given).__name__}: {shown(given)}")


def shown(given: object) -> str:
    """The argument for a sentence, truncated. Python refuses to write numbers of very many digits."""
    try:
        text = reprlib.repr(given)
    except Exception:  # noqa: BLE001 - whatever it is, it may not be able to say so
        return "something that cannot be shown"
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def names_of_packs(given: tuple[str | os.PathLike[str], ...]) -> tuple[str, ...]:
    """Ids and folders of packs, as texts."""
    for name in given:
        if isinstance(name, list | tuple | set | frozenset):
            raise TypeError(f"Packs are given one by one, not as a {type(name).__name__}: load(*packs)")
        expect(PACK, "A pack", name)
    return tuple(os.fspath(name) for name in given)


def options_of_variants(given: Mapping[str, str] | None) -> dict[str, str]:
    """Options by the names of variants."""
    expect(or_none(MAPPING), "variants", given)
    options = dict(given or {})
    for name, option in options.items():
        expect(TEXT, "The name of a variant", name)
        expect(TEXT, f"The option of the variant {name!r}", option)
    return options
