"""How the server says no: a code of the protocol and a sentence. Nothing has changed then."""

from __future__ import annotations

from ruledsl.diagnostics import visible

__all__ = ["STATUS", "Refused"]

STATUS = {
    "table-001": 400,
    "table-002": 413,
    "table-003": 403,
    "table-004": 404,
    "table-005": 429,
    "table-010": 422,
    "table-011": 422,
    "table-020": 403,
    "table-021": 403,
    "table-022": 403,
    "table-030": 409,
    "table-031": 409,
    "table-032": 409,
    "table-040": 409,
    "table-050": 409,
    "table-051": 507,
    "table-052": 503,
    "table-053": 422,
}
"""The codes, and the status of HTTP that each has."""


LONGEST = 600
"""Characters of a sentence."""


class Refused(Exception):
    """Something that is not done. `code` is one of the protocol's or of the game's, `text` a sentence for whoever asked.

    The sentence may quote anything: it becomes one line in which nothing is hidden, and is cut where it does not end.
    """

    def __init__(self, code: str, text: str) -> None:
        line = " ".join(text.split())
        self.code = code
        self.text = visible(line if len(line) <= LONGEST else f"{line[:LONGEST]}…")
        super().__init__(self.text)

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return STATUS.get(self.code, 422)
