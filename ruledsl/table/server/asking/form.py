"""The form of messages and requests: keys, types and bounds."""

from __future__ import annotations

import base64
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from ruledsl.base.dataclass import dataclass
from ruledsl.base.whole import is_whole
from ruledsl.play.naming.languages import accepted, nearest
from ruledsl.table.server.refusals import Refused
from ruledsl.table.server.tables.registry import Founder

# ── asked ───────────────────────────────────────────────────────────────────────
# A request and its response, without their transport; and endpoints.


@dataclass(frozen=True, slots=True)
class Request:
    """A request: the visitor (`founder`), the query, the `table` in the address, the `body` of a change."""

    founder: Founder
    query: Mapping[str, str]
    table: str = ""
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Response:
    """A response: a text of some media type, to be saved as a file if it has a `name`."""

    text: str
    kind: str = "application/json"
    name: str = ""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Response:
        """Plain data as compact JSON."""
        return cls(json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


class Endpoint(NamedTuple):
    """An address, with `{table}` for a table's id, and its handler, whose response may also be `Refused`.

    A request that changes something may have a body of at most `most` bytes, and needs a known visitor; one that only reads has none (None).
    """

    path: str
    answer: Callable[[Request], Awaitable[Response]]
    most: int | None = None


Check = Callable[[Any], bool]
Form = Mapping[str, tuple[Check, bool]]
"""For each key its check, and whether it is required."""

MOST_NUMBER = 1_000_000_000
MOST_TEXT = 300
MOST_PLACED = 200
"""The most tokens that one message places: each is a choice."""


def text(most: int = MOST_TEXT) -> Check:
    """A text of at most this many characters, all printable."""
    return lambda given: isinstance(given, str) and len(given) <= most and given.isprintable()


def number(most: int = MOST_NUMBER) -> Check:
    """An integer from 0 on."""
    return lambda given: is_whole(given) and 0 <= given <= most


def flag(given: Any) -> bool:  # noqa: ANN401 - whatever came
    """A boolean."""
    return isinstance(given, bool)


def bytes_in(data: str) -> bytes:
    """The bytes of a text in base64, whose lines may have been wrapped; `Refused` if it is invalid."""
    try:
        return base64.b64decode("".join(data.split()), validate=True)
    except ValueError:
        raise Refused("table-001", "The file has to be in base64.") from None


def maybe(check: Check) -> Check:
    """Null, or what a check accepts."""
    return lambda given: given is None or check(given)


def listed(check: Check, most: int) -> Check:
    """A list of at most this many such values."""
    return lambda given: isinstance(given, list) and len(given) <= most and all(map(check, given))


def options(given: Any) -> bool:  # noqa: ANN401
    """An option for each variant."""
    return isinstance(given, dict) and len(given) < 100 and all(map(text(), given.values()))  # noqa: PLR2004


def amounts(given: Any) -> bool:  # noqa: ANN401
    """A number for each id."""
    return (
        isinstance(given, dict)
        and 0 < len(given) <= 200  # noqa: PLR2004 - more regions than there are to place anything in
        and all(text()(key) and is_whole(value) and value >= 0 for key, value in given.items())
        and sum(given.values()) <= MOST_PLACED
    )


def plain_args(given: Any) -> bool:  # noqa: ANN401
    """Arguments of a question: ids and numbers by parameter name."""
    return (
        isinstance(given, dict)
        and len(given) <= 12  # noqa: PLR2004 - no value has more parameters
        and all(text(60)(key) and _plain(value) for key, value in given.items())
    )


def _plain(given: Any) -> bool:  # noqa: ANN401
    if is_whole(given):
        return abs(given) <= MOST_NUMBER
    return given is None or isinstance(given, bool) or text()(given) or listed(text(), 200)(given)


def read_object(raw: str | bytes) -> dict[str, Any]:
    """The JSON object in a text.

    `Refused` table-001 if there is none, or if it contains what cannot be written: lone surrogates, infinite numbers.
    """
    try:
        data = json.loads(raw)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        raise Refused("table-001", "This is no JSON.") from None
    if not isinstance(data, dict):
        raise Refused("table-001", "This is no JSON object.")
    return data


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
    """The language for the query of an address, which names one, or several in the form of `Accept-Language`."""
    return nearest(accepted(query.get("language", "")))
