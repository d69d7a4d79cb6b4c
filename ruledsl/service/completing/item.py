"""One thing that could be written."""

from __future__ import annotations

from typing import NamedTuple


class Item(NamedTuple):
    """What would be written (`text`), what kind of thing it is, and what it means, in a line."""

    text: str
    kind: str
    meaning: str = ""
