"""Silences: comments beside a line that say which warnings there are meant to be, and why.

`# quiet R030: as printed` stands at the end of the line of the warning, or on a line of its own above it, in YAML and in rule texts. Errors are
never silenced, and what silences nothing, or says no reason, is a finding itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from ruledsl.diagnostics.codes import all_pages
from ruledsl.diagnostics.diagnostic import Diagnostic, Fix
from ruledsl.diagnostics.excerpt import excerpt_of
from ruledsl.diagnostics.span import Sources, Span
from ruledsl.diagnostics.suggest import nearest

__all__ = ["quieted"]

SILENCE: Final = re.compile(
    r"(?:^|(?<=\s))#\s*quiet\b(?P<codes>(?:[\s,]+[A-Za-z]\d{3})*)\s*(?P<colon>:?)(?P<reason>.*)"
)
WORD: Final = "quiet"
NO_ERROR: Final = "error"


@dataclass(slots=True)
class _Silence:
    """A comment, the line that it is about, and its codes. `used` are those of findings on that line."""

    span: Span
    line: int
    codes: list[str]
    reason: str
    used: set[str]


def quieted(
    found: Iterable[Diagnostic], sources: Sources, own: Iterable[str] = (), *, whole: bool = False
) -> list[Diagnostic]:
    """The findings without those that are silenced, in their order; with what is wrong with silences in the files `own`.

    Whether a silence is needless is only said of a `whole` check: where errors kept lints from looking, their warnings are missing.
    """
    silences: dict[tuple[str, int], list[_Silence]] = {}
    for file in sources.files():
        for silence in _silences(sources, file):
            silences.setdefault((file, silence.line), []).append(silence)
    if not silences:
        return list(found)
    kept: list[Diagnostic] = []
    refused: list[Diagnostic] = []
    for one in found:
        beside = [s for s in silences.get((one.span.file, one.span.line), ()) if one.code in s.codes]
        for silence in beside:
            silence.used.add(one.code)
        if one.severity == NO_ERROR:
            refused += [_no_error(silence, one) for silence in beside]
        if one.severity == NO_ERROR or not any(silence.reason for silence in beside):
            kept.append(one)
    files = set(own)
    faults = [
        fault
        for (file, _), those in silences.items()
        if file in files
        for silence in those
        for fault in _faults(silence, whole=whole)
    ]
    faults += [fault for fault in refused if fault.span.file in files]
    shown = [replace(fault, excerpt=excerpt_of(sources, fault.span)) for fault in faults]
    return sorted([*kept, *shown], key=lambda one: one.sort_key)


def _silences(sources: Sources, file: str) -> Iterator[_Silence]:
    lines = sources.lines(file)
    for number, text in enumerate(lines, start=1):
        if WORD not in text:
            continue
        match = SILENCE.search(text)
        if match is None or not (match["codes"] or match["colon"]):
            continue
        codes = [code.upper() for code in re.findall(r"[A-Za-z]\d{3}", match["codes"])]
        reason = match["reason"].strip() if match["colon"] else ""
        span = Span(file, number, match.start() + 1, number, len(text.rstrip()) + 1)
        alone = not text[: match.start()].strip()
        line = _next_line(lines, number) if alone else number
        yield _Silence(span, line, codes, reason, set())


def _next_line(lines: list[str], number: int) -> int:
    """The number of the first line behind this one that is no comment."""
    rest = (n for n in range(number + 1, len(lines) + 1) if lines[n - 1].strip()[:1] not in ("", "#"))
    return next(rest, number)


def _faults(silence: _Silence, *, whole: bool) -> Iterator[Diagnostic]:
    if not silence.codes:
        message = "This silence names no code."
        yield Diagnostic("Q003", "warning", message, silence.span, expected="`# quiet CODE: reason`")
        return
    unknown = [code for code in silence.codes if code not in all_pages()]
    for code in unknown:
        near = nearest(code, all_pages())
        message = f"There is no code `{code}`."
        yield Diagnostic(
            "Q003", "warning", message, silence.span, help=f"Did you mean `{near[0]}`?" if near else ""
        )
    if not silence.reason:
        message = "This silence says no reason, so it silences nothing."
        yield Diagnostic("Q002", "warning", message, silence.span, expected="`# quiet CODE: reason`")
    needless = [code for code in silence.codes if code not in silence.used and code not in unknown]
    if needless and whole:
        names = ", ".join(needless)
        message = f"Nothing here is {names}: this silence is needless."
        fix = Fix(silence.span, "") if needless == silence.codes else None
        yield Diagnostic("Q001", "warning", message, silence.span, fix=fix)


def _no_error(silence: _Silence, error: Diagnostic) -> Diagnostic:
    message = f"{error.code} is an error here, and an error cannot be silenced."
    return Diagnostic("Q004", "warning", message, silence.span)
