"""The server's refusals, in the language of whoever is refused."""

from __future__ import annotations

from ruledsl.base.diagnostics import visible
from ruledsl.base.diagnostics.travelling import Travelling
from ruledsl.play.naming.words import refusal

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
    "table-033": 409,
    "table-034": 429,
    "table-040": 409,
    "table-050": 409,
    "table-051": 507,
    "table-052": 503,
    "table-053": 422,
}
"""The HTTP status of each code."""


LONGEST = 600
"""The most characters of a sentence."""


class Refused(Travelling):
    """A refused request: `code` is one of the protocol's or of the game's, `sentence` is English with placeholders for `values`.

    The sentence may quote anything: it becomes one line without hidden characters, cut at a maximal length.
    """

    def __init__(self, code: str, sentence: str, **values: object) -> None:
        self.code = code
        self.sentence = sentence
        self.values = values
        super().__init__(self.text)

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.said("en")

    def said(self, language: str) -> str:
        """The sentence in a language."""
        text = refusal(self.sentence, language)
        line = " ".join((text.format(**self.values) if self.values else text).split())
        return visible(line if len(line) <= LONGEST else f"{line[:LONGEST]}…")

    def told(self, language: str) -> dict[str, object]:
        """The body of a response with this refusal."""
        return {"error": {"code": self.code, "text": self.said(language)}}

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS.get(self.code, 422)
