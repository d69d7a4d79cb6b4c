"""A request and its answer, without what they came by; and a door: where something is asked for."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from ruledsl.dataclass import dataclass
from ruledsl.serve.tables.hall import Founder


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks (`founder`), and what: the words behind `?`, the `table` in the address, the `body` of what changes something."""

    founder: Founder
    query: Mapping[str, str]
    table: str = ""
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Told:
    """An answer: a text of some media type, to be kept as a file when it has a `name`."""

    text: str
    kind: str = "application/json"
    name: str = ""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Told:
        """Plain data, as short as it can be written."""
        return cls(json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


class Door(NamedTuple):
    """Where one asks, `{table}` standing for a table's id, and what answers; `Refused` is an answer too.

    What changes something takes a body of at most so many bytes, and is for those who are known; what only reads takes none (None).
    """

    path: str
    answer: Callable[[Asked], Awaitable[Told]]
    most: int | None = None
