"""The smallest part of a rule text."""

from __future__ import annotations

from typing import NamedTuple


class Piece(NamedTuple):
    """A word, number, sign, reserved word or unknown sign, with the offsets of its start and end."""

    kind: str
    text: str
    start: int
    end: int
