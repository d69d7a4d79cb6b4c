"""What people say to each other at a table: a short memory, kept nowhere else, and how much of it one of them may say."""

from __future__ import annotations

import time
from collections import deque
from typing import Any, NamedTuple

from ruledsl.base.dataclass import dataclass, field
from ruledsl.table.server.refusals import Refused

KEPT = 30
"""The most remarks that are remembered."""
LONGEST = 200
"""The most characters of a remark."""
MOST, SECONDS = 5, 10.0
"""The most remarks of one visitor in so many seconds."""
THERE = "there"
"""The sign that calls for whoever decides."""
SIGNS = ("applause", "laughter", "surprise", "sorrow", "thanks", THERE)
"""Reactions, which each page says in its own language."""


class Remark(NamedTuple):
    """A text or a sign (the other one is empty) of a player, with a number that grows."""

    number: int
    player: int
    text: str
    sign: str

    def as_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"n": self.number, "player": self.player, "text": self.text, "sign": self.sign}


@dataclass(slots=True)
class Talk:
    """The last remarks at a table, and when each visitor has spoken lately. It is gone when the table leaves memory."""

    remarks: deque[Remark] = field(default_factory=lambda: deque(maxlen=KEPT))
    spoken: dict[str, deque[float]] = field(default_factory=dict)
    count: int = 0

    def add(self, visitor: str, player: int, text: str, sign: str) -> None:
        """Remember a remark; `Refused` if this visitor says too much, or nothing."""
        text = " ".join(text.split())
        if bool(text) == bool(sign) or sign not in ("", *SIGNS):
            raise Refused("table-001", "A remark has either a text or a sign.")
        now = time.monotonic()
        times = self.spoken.setdefault(visitor, deque(maxlen=MOST))
        if len(times) == MOST and now - times[0] < SECONDS:
            raise Refused("table-034", "You say too much at once; wait a moment.")
        times.append(now)
        self.count += 1
        self.remarks.append(Remark(self.count, player, text, sign))

    def as_dict(self) -> dict[str, Any]:
        """The message with all of them."""
        return {"type": "talk", "said": [remark.as_dict() for remark in self.remarks]}
