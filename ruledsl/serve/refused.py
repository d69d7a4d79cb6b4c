"""How the server says no: a code of the protocol and a sentence. Nothing has changed then."""

from __future__ import annotations

__all__ = ["STATUS", "Refused"]

STATUS = {
    "T001": 400,
    "T002": 413,
    "T003": 403,
    "T004": 404,
    "T005": 429,
    "T010": 422,
    "T011": 422,
    "T020": 403,
    "T021": 403,
    "T022": 403,
    "T030": 409,
    "T031": 409,
    "T032": 409,
    "T040": 409,
}
"""The codes, and the status of HTTP that each has."""


class Refused(Exception):
    """Something that is not done. `code` is one of the protocol's or of the game's, `text` a sentence for whoever asked."""

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        self.text = text
        super().__init__(text)

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return STATUS.get(self.code, 422)
