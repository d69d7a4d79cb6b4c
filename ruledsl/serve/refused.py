"""How the server says no: a code of the protocol and a sentence. Nothing has changed then."""

from __future__ import annotations

from ruledsl.diagnostics import visible
from ruledsl.serve.refusals import in_words

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
    """Something that is not done: `code` is one of the protocol's or of the game's, `sentence` English with holes for `values`.

    The sentence may quote anything: it becomes one line in which nothing is hidden, and is cut where it does not end.
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
        text = in_words(self.sentence, language)
        line = " ".join((text.format(**self.values) if self.values else text).split())
        return visible(line if len(line) <= LONGEST else f"{line[:LONGEST]}…")

    def told(self, language: str) -> dict[str, object]:
        """What a response says of it."""
        return {"error": {"code": self.code, "text": self.said(language)}}

    @property
    def status(self) -> int:
        """The status of HTTP."""
        return STATUS.get(self.code, 422)
