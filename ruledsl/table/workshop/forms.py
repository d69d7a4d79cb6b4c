"""The forms of the requests of the workshop's page."""

from __future__ import annotations

from typing import Any

from ruledsl.table.server.asking import form
from ruledsl.table.workshop.shop import MOST_BYTES

MOST_TEXTS = 200
PATH = form.text(400)


def TEXT(given: Any) -> bool:  # noqa: ANN401, N802 - whatever came; used like the other checks
    """A text of a file."""
    return isinstance(given, str) and len(given) <= MOST_BYTES


def _texts(given: Any) -> bool:  # noqa: ANN401
    return (
        isinstance(given, dict)
        and len(given) <= MOST_TEXTS
        and all(PATH(path) and TEXT(text) for path, text in given.items())
    )


ASKED = {"job": (form.text(40), True), "pack": (PATH, True), "texts": (_texts, False)}
"""The keys of every question to a job; each job has more of its own."""
