"""Silences: comments beside a line that accept certain warnings there, with a reason.

`# quiet R030: as printed` stands at the end of the line of the warning, or on a line of its own above it, in YAML and in rule texts. Errors
cannot be silenced, and a silence without an effect, or without a reason, is a finding itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from ruledsl.base.dataclass import dataclass
from ruledsl.base.diagnostics.codes import all_pages
from ruledsl.base.diagnostics.diagnostic import Diagnostic, Diagnostics, Fix
from ruledsl.base.diagnostics.span import Sources, Span
from ruledsl.base.diagnostics.suggest import did_you_mean

SILENCE: Final = re.compile(
    r"(?:^|(?<=\s))#\s*quiet\b(?P<codes>(?:[\s,]+[A-Za-z]\d{3})*)\s*(?P<colon>:?)(?P<reason>.*)"
)
WORD: Final = "quiet"
NO_ERROR: Final = "error"


@dataclass(slots=True)
class _Silence:
    """A comment, its line, and its codes. `used` are those of findings on that line."""

    span: Span
    line: int
    codes: list[str]
    reason: str
    used: set[str]


def quieted(
    found: Iterable[Diagnostic], sources: Sources, own: Iterable[str] = (), *, whole: bool = False
) -> list[Diagnostic]:
    """The findings except silenced ones, in order; and findings about silences in the files `own`.

    Needless silences are reported only in a `whole` check: errors prevent lints from running, whose warnings are then missing.
    """
    found, files = list(found), set(own)
    silences: dict[tuple[str, int], list[_Silence]] = {}
    for file in sorted(files | {one.span.file for one in found}):
        for silence in _silences(sources, file):
            silences.setdefault((file, silence.line), []).append(silence)
    if not silences:
        return found
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
    heard = Diagnostics(sources)
    for (file, _), those in silences.items():
        for silence in those if file in files else ():
            _judge(silence, heard, whole=whole)
    heard.extend(fault for fault in refused if fault.span.file in files)
    return sorted([*kept, *heard.sorted()], key=lambda one: one.sort_key)


def _silences(sources: Sources, file: str) -> Iterator[_Silence]:
    lines = sources.lines(file)
    if not any(WORD in text for text in lines):
        return
    below = len(lines)
    for number in range(len(lines), 0, -1):
        text = lines[number - 1]
        match = SILENCE.search(text) if WORD in text else None
        if match is not None and (match["codes"] or match["colon"]):
            codes = [code.upper() for code in re.findall(r"[A-Za-z]\d{3}", match["codes"])]
            reason = match["reason"].strip() if match["colon"] else ""
            span = Span(file, number, match.start() + 1, number, len(text.rstrip()) + 1)
            alone = not text[: match.start()].strip()
            yield _Silence(span, below if alone else number, codes, reason, set())
        if text.strip()[:1] not in ("", "#"):
            below = number


def _judge(silence: _Silence, heard: Diagnostics, *, whole: bool) -> None:
    expected = "`# quiet CODE: reason`"
    if not silence.codes:
        heard.warning("Q003", "This silence names no code.", silence.span, expected=expected)
        return
    unknown = [code for code in silence.codes if code not in all_pages()]
    for code in unknown:
        near = heard.nearest(code, list(all_pages()))
        advice = did_you_mean(near[0]) if near else ""
        heard.warning("Q003", f"There is no code `{code}`.", silence.span, help=advice)
    if not silence.reason:
        message = "This silence says no reason, so it silences nothing."
        heard.warning("Q002", message, silence.span, expected=expected)
    needless = [code for code in silence.codes if code not in silence.used and code not in unknown]
    if needless and whole:
        message = f"Nothing here is {', '.join(needless)}: this silence is needless."
        fix = Fix(silence.span, "") if needless == silence.codes else None
        heard.warning("Q001", message, silence.span, fix=fix)


def _no_error(silence: _Silence, error: Diagnostic) -> Diagnostic:
    message = f"{error.code} is an error here, and an error cannot be silenced."
    return Diagnostic("Q004", "warning", message, silence.span)
