"""Excerpts: the lines of a span with the span underlined, as plain text."""

from __future__ import annotations

import re
import unicodedata

from ruledsl.base.diagnostics.span import Sources, Span

MAX_LINES = 3
"""How many lines of a long span are shown."""
MAX_WIDTH = 120
"""How many characters of a long line are shown."""

_UNPRINTABLE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)


def printable(text: str) -> str:
    """`text` without characters that could affect a terminal.

    A tab becomes a space, other control characters a replacement character.
    """
    return _UNPRINTABLE.sub(lambda found: " " if found.group() == "\t" else "\N{REPLACEMENT CHARACTER}", text)


def excerpt_of(sources: Sources, span: Span) -> str:
    """The first lines of `span`, each with `^^^^` under its part of the span.

    Empty if the text is not known.
    """
    rows = _rows(sources, span)
    indents = [len(text) - len(text.lstrip()) for text, start, _ in rows if text.strip() and start >= 0]
    cut = min([*indents, *(start for _, start, _ in rows)], default=0)
    shown: list[str] = []
    for text, start, end in rows:
        line, first, last = _cropped(text[cut:], start - cut, end - cut)
        shown.append(printable(line.rstrip()))
        shown.append(_underline(line, first, last))
    if rows and span.end_line - span.line >= len(rows) and span.end != (span.line + len(rows), 1):
        shown.append("…")
    return "\n".join(shown)


def _rows(sources: Sources, span: Span) -> list[tuple[str, int, int]]:
    """The lines to show with the offsets between which each is underlined.

    Lines without an underlined part are left out.
    """
    rows: list[tuple[str, int, int]] = []
    for number in range(span.line, min(span.end_line, span.line + MAX_LINES - 1) + 1):
        raw = sources.line(span.file, number)
        if raw is None:
            break
        start = span.column - 1 if number == span.line else len(raw) - len(raw.lstrip())
        end = span.end_column - 1 if number == span.end_line else len(raw.rstrip())
        start = min(start, len(raw))
        if number == span.line or end > start:
            rows.append((raw, start, max(end, start)))
    return rows


def _cropped(text: str, start: int, end: int) -> tuple[str, int, int]:
    """A window of a long line around its underlined part."""
    if len(text) <= MAX_WIDTH:
        return text, start, end
    left = max(0, min(start - MAX_WIDTH // 3, len(text) - MAX_WIDTH))
    right = left + MAX_WIDTH
    before, after = "…" if left else "", "…" if right < len(text) else ""
    shift = len(before) - left
    return before + text[left:right] + after, start + shift, min(end, right) + shift


def _underline(text: str, start: int, end: int) -> str:
    """Carets below `text[start:end]`, at least one, in the columns of a terminal."""
    marked = text[start:end]
    return " " * width_of(text[:start]) + "^" * max(
        1, width_of(marked), end - start if end > len(text) else 0
    )


def width_of(text: str) -> int:
    """The number of terminal columns of `text`."""
    if text.isascii():
        return len(text)
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
