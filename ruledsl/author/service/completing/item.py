"""A completion."""

from __future__ import annotations

from typing import NamedTuple


class Item(NamedTuple):
    """The inserted `text`, its kind, and its meaning in a line."""

    text: str
    kind: str
    meaning: str = ""
