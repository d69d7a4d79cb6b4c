"""The HTML documents of the page, with the table of languages that their scripts read."""

from __future__ import annotations

import json
from html import escape

from ruledsl.play.naming.languages import TABLE
from ruledsl.table.server.settings import PAGE

LANGUAGES = "TABLE-OF-LANGUAGES"
"""The placeholder of the table."""


def document(name: str) -> str:
    """The document of this name among the files of the page."""
    return (PAGE / name).read_text(encoding="utf-8").replace(LANGUAGES, escape(json.dumps(TABLE)))
