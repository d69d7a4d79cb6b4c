"""Findings in the form for the page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.base.diagnostics import Diagnostic
    from ruledsl.table.workshop.standing import Standing

MOST = 40


def as_told(standing: Standing, found: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """The errors among them, with files as paths below the folder."""
    errors = [one for one in found if one.severity == "error"][:MOST]
    return [
        {
            "code": one.code,
            "text": one.message,
            "path": standing.path_below(one.span),
            "line": one.span.line,
            "file": Path(one.span.file).name,
        }
        for one in errors
    ]
