"""A request and its response, without their transport; and a door: an endpoint."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from ruledsl.base.dataclass import dataclass
from ruledsl.table.server.tables.hall import Founder


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: the visitor (`founder`), the query, the `table` in the address, the `body` of a change."""

    founder: Founder
    query: Mapping[str, str]
    table: str = ""
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Told:
    """A response: a text of some media type, to be saved as a file if it has a `name`."""

    text: str
    kind: str = "application/json"
    name: str = ""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Told:
        """Plain data as compact JSON."""
        return cls(json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


class Door(NamedTuple):
    """An address, with `{table}` for a table's id, and its handler, whose response may also be `Refused`.

    A request that changes something may have a body of at most `most` bytes, and needs a known visitor; one that only reads has none (None).
    """

    path: str
    answer: Callable[[Asked], Awaitable[Told]]
    most: int | None = None
