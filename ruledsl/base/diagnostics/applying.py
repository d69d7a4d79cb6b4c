"""Applies fixes to texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruledsl.base.plaintext import MARK

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ruledsl.base.diagnostics.diagnostic import Fix
    from ruledsl.base.diagnostics.span import Span

OLD_NAMES = frozenset({"N028"})
"""Codes of renamed names."""

SAFE = frozenset(
    "L004 L005 L006 L008 L009 L010 L015 L017 L018 L019 L020 L021 L022 L025 L027 L038 "
    "N027 N028 P021 P043 S003 T003 T014 Y014 Y021 Y024".split()
)
"""Codes whose fixes preserve the meaning, so that they can be applied without asking. A misspelt name is not among them: only its author knows
which of several was meant."""


def applied(text: str, fixes: Iterable[Fix]) -> str:
    """The text with these fixes applied; of two that touch each other only the first. Line ends stay as they are."""
    mark = MARK if text.startswith(MARK) else ""
    lines = text.removeprefix(MARK).split("\n")
    chosen: list[Fix] = []
    for fix in sorted(set(fixes), key=lambda fix: (*fix.span.start, *fix.span.end, fix.text)):
        if _is_inside(fix.span, lines) and (not chosen or chosen[-1].span.end < fix.span.start):
            chosen.append(fix)
    for fix in reversed(chosen):
        at = fix.span
        before, after = lines[at.line - 1][: at.column - 1], lines[at.end_line - 1][at.end_column - 1 :]
        lines[at.line - 1 : at.end_line] = [before + fix.text + after]
    return mark + "\n".join(lines)


def _is_inside(span: Span, lines: list[str]) -> bool:
    """Does the text have such a place?"""
    if not 1 <= span.line <= span.end_line <= len(lines) or span.start > span.end:
        return False
    ends = [lines[number - 1].removesuffix("\r") for number in (span.line, span.end_line)]
    return span.column - 1 <= len(ends[0]) and span.end_column - 1 <= len(ends[1])
