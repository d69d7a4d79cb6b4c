"""What a message or a request has to look like: which keys, of which kind, within which bounds."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping
from typing import Any

from ruledsl.naming.words import LANGUAGES, PSEUDO
from ruledsl.serve.refused import Refused

Check = Callable[[Any], bool]
Form = Mapping[str, tuple[Check, bool]]
"""For each key what it has to be, and whether it must be there."""

MOST_NUMBER = 1_000_000_000
MOST_TEXT = 300
MOST_PLACED = 200
"""So many tokens are placed by one message: each is a choice."""


def text(most: int = MOST_TEXT) -> Check:
    """A text of at most so many characters, all of which can be printed."""
    return lambda given: isinstance(given, str) and len(given) <= most and given.isprintable()


def number(most: int = MOST_NUMBER) -> Check:
    """A whole number from 0 on."""
    return lambda given: type(given) is int and 0 <= given <= most


def flag(given: Any) -> bool:  # noqa: ANN401 - whatever came
    """Yes or no."""
    return isinstance(given, bool)


def bytes_in(data: str) -> bytes:
    """What a text in base64 stands for; `Refused` for what is none."""
    try:
        return base64.b64decode(data, validate=True)
    except ValueError:
        raise Refused("table-001", "The file has to be in base64.") from None


def maybe(check: Check) -> Check:
    """That, or null."""
    return lambda given: given is None or check(given)


def listed(check: Check, most: int) -> Check:
    """A list of at most so many of those."""
    return lambda given: isinstance(given, list) and len(given) <= most and all(map(check, given))


def options(given: Any) -> bool:  # noqa: ANN401
    """An option of each variant."""
    return isinstance(given, dict) and len(given) < 100 and all(map(text(), given.values()))  # noqa: PLR2004


def amounts(given: Any) -> bool:  # noqa: ANN401
    """How many of each."""
    return (
        isinstance(given, dict)
        and 0 < len(given) <= 200  # noqa: PLR2004 - more regions than there are to place anything in
        and all(text()(key) and type(value) is int and value >= 0 for key, value in given.items())
        and sum(given.values()) <= MOST_PLACED
    )


def plain_args(given: Any) -> bool:  # noqa: ANN401
    """Arguments of a question: ids and numbers by the names of parameters."""
    return (
        isinstance(given, dict)
        and len(given) <= 12  # noqa: PLR2004 - no value has more parameters
        and all(text(60)(key) and _plain(value) for key, value in given.items())
    )


def _plain(given: Any) -> bool:  # noqa: ANN401
    if type(given) is int:
        return abs(given) <= MOST_NUMBER
    return given is None or isinstance(given, bool) or text()(given) or listed(text(), 200)(given)


def read_object(raw: str | bytes) -> dict[str, Any]:
    """The object that a text is; `Refused` table-001 if it is none, or has in it what cannot be written: halves of characters, endless numbers."""
    try:
        found = json.loads(raw)
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise Refused("table-001", "This is no JSON.") from None
    if not isinstance(found, dict):
        raise Refused("table-001", "This is no JSON object.")
    return found


def form_of(data: dict[str, Any], form: Form) -> dict[str, Any]:
    """The object, if it has the form; `Refused` table-001 with the first key that does not."""
    for key in data:
        if key not in form:
            raise Refused("table-001", "`{key}` does not belong here.", key=key[:40])
    for key, (check, needed) in form.items():
        if key not in data:
            if needed:
                raise Refused("table-001", "`{key}` is missing.", key=key)
        elif not check(data[key]):
            raise Refused("table-001", "`{key}` is not what it should be.", key=key)
    return data


def asked_for(query: Mapping[str, str]) -> str:
    """The language that the query of an address asks for."""
    return language_of(query.get("language", "en")[:20])


def language_of(given: str) -> str:
    """A language that there are words for: that one, without its region, or English. The one for translators is asked for by its whole name."""
    if given == PSEUDO:
        return given
    short = given.lower().partition("-")[0]
    short = "no" if short in ("nb", "nn") else short
    return short if short in LANGUAGES else "en"
