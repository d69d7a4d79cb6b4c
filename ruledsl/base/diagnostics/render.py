"""Diagnostics as text for people, as JSON for programs and as SARIF 2.1.0 for code hosts and editors."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ruledsl.base.diagnostics.codes import page
from ruledsl.base.diagnostics.diagnostic import (
    Diagnostic,
    Severity,
    Sources,
    Span,
    did_you_mean,
    excerpt_of,
    printable,
)

_COLOURS: dict[Severity, str] = {"error": "31", "warning": "33", "note": "36"}
_MARGIN = "  "


def _ordered(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """In the stable order. A collector adds its notes on what it left out."""
    in_order = getattr(diagnostics, "sorted", None)
    return in_order() if in_order else sorted(diagnostics, key=lambda diagnostic: diagnostic.sort_key)


# ── text ─────────────────────────────────────────────────────────────────────


def render_text(
    diagnostics: Iterable[Diagnostic],
    sources: Sources | None = None,
    colour: bool = False,  # noqa: FBT001, FBT002 - given by name
) -> str:
    """All diagnostics for a terminal, separated by blank lines.

    With `sources`, second places are shown with their lines, too.
    """
    return "\n".join(_one(diagnostic, sources, colour=colour) for diagnostic in _ordered(diagnostics))


def _one(diagnostic: Diagnostic, sources: Sources | None, *, colour: bool) -> str:
    paint = _COLOURS[diagnostic.severity] if colour else ""
    head = _painted(f"{diagnostic.severity}[{diagnostic.code}]", f"1;{paint}" if paint else "")
    lines = [f"{head} {printable(str(diagnostic.span))}"]
    lines += _excerpt(diagnostic.excerpt or _shown(sources, diagnostic.span), paint)
    lines += _indented(diagnostic.message)
    for span, text in diagnostic.labels:
        lines += _indented(f"{span}: {text}")
        lines += [_MARGIN + line for line in _excerpt(_shown(sources, span), paint)]
    if diagnostic.expected:
        lines += _indented(f"Expected: {diagnostic.expected}")
    if diagnostic.help:
        lines += _indented(diagnostic.help)
    if diagnostic.suggestion:
        lines += _indented(did_you_mean(diagnostic.suggestion))
    return "\n".join(lines) + "\n"


def _shown(sources: Sources | None, span: Span) -> str:
    return excerpt_of(sources, span) if sources else ""


def _excerpt(excerpt: str, paint: str) -> list[str]:
    return [
        _MARGIN + (_painted(line, paint) if line.strip(" ^") == "" else printable(line))
        for line in excerpt.splitlines()
    ]


def _indented(text: str) -> list[str]:
    return [_MARGIN + printable(line) for line in text.split("\n")]


def _painted(text: str, paint: str) -> str:
    return f"\x1b[{paint}m{text}\x1b[0m" if paint else text


# ── JSON ─────────────────────────────────────────────────────────────────────


def as_json(diagnostics: Iterable[Diagnostic]) -> dict[str, Any]:
    """The diagnostics as plain data: `{"version": 1, "diagnostics": […]}`."""
    return {"version": 1, "diagnostics": [diagnostic.as_dict() for diagnostic in _ordered(diagnostics)]}


def render_json(diagnostics: Iterable[Diagnostic], **more: object) -> str:
    """The diagnostics as a JSON text, with further data of a command."""
    return _json_text({**as_json(diagnostics), **more})


def _json_text(data: dict[str, Any]) -> str:
    """Lone surrogates of a broken file name cannot be written as UTF-8; they become `?`."""
    text = json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    return text.encode("utf-8", "replace").decode("utf-8")


# ── SARIF ────────────────────────────────────────────────────────────────────


def as_sarif(diagnostics: Iterable[Diagnostic]) -> dict[str, Any]:
    """The diagnostics as plain data in the format SARIF 2.1.0."""
    ordered = _ordered(diagnostics)
    codes = sorted({diagnostic.code for diagnostic in ordered})
    driver = {"name": "ruledsl", "rules": [_sarif_rule(code) for code in codes]}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [
                    _sarif_result(diagnostic, codes.index(diagnostic.code)) for diagnostic in ordered
                ],
            }
        ],
    }


def render_sarif(diagnostics: Iterable[Diagnostic]) -> str:
    """The diagnostics as a SARIF 2.1.0 text."""
    return _json_text(as_sarif(diagnostics))


def _sarif_rule(code: str) -> dict[str, Any]:
    entry = page(code)
    if entry is None:
        return {"id": code}
    markdown = f"{entry.summary}\n\nAvoid:\n\n{entry.avoid}\n\nPrefer:\n\n{entry.prefer}\n\n{entry.why}\n"
    return {
        "id": code,
        "shortDescription": {"text": entry.title},
        "fullDescription": {"text": entry.summary},
        "help": {"text": entry.why, "markdown": markdown},
    }


def _sarif_result(diagnostic: Diagnostic, rule_index: int) -> dict[str, Any]:
    parts = [diagnostic.message]
    if diagnostic.expected:
        parts.append(f"Expected: {diagnostic.expected}.")
    if diagnostic.help:
        parts.append(diagnostic.help)
    if diagnostic.suggestion:
        parts.append(did_you_mean(diagnostic.suggestion))
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule_index,
        "level": diagnostic.severity,
        "message": {"text": " ".join(parts)},
        "locations": [_sarif_location(diagnostic.span)],
    }
    if diagnostic.labels:
        result["relatedLocations"] = [
            {"id": number, **_sarif_location(span), "message": {"text": text}}
            for number, (span, text) in enumerate(diagnostic.labels)
        ]
    return result


def _sarif_location(span: Span) -> dict[str, Any]:
    from ruledsl.base.uris import reference_to  # noqa: PLC0415 - only SARIF has addresses

    physical: dict[str, Any] = {"artifactLocation": {"uri": reference_to(span.file)}}
    if not span.is_nowhere:
        physical["region"] = {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        }
    return {"physicalLocation": physical}
