"""Findings as the page is told them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.diagnostics import Diagnostic, Span
    from ruledsl.serve.workshop.standing import Standing

__all__ = ["as_told", "path_below"]

MOST = 40


def as_told(standing: Standing, found: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """The errors among them, with files as paths below the folder."""
    errors = [one for one in found if one.severity == "error"][:MOST]
    return [
        {
            "code": one.code,
            "text": one.message,
            "path": path_below(standing, one.span),
            "line": one.span.line,
            "file": Path(one.span.file).name,
        }
        for one in errors
    ]


def path_below(standing: Standing, span: Span) -> str:
    """The path of a file below the folder; empty if it lies elsewhere."""
    path = standing.service.path_of(span)
    return path.relative_to(standing.folder).as_posix() if path.is_relative_to(standing.folder) else ""
